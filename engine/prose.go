package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
)

// proseWords and proseBytes bound how far from a context word an opaque word
// is taken for its value.
const (
	proseWords = 4
	proseBytes = 200
)

// labels are words after which an opaque word is an identifier.
var labels = map[string]struct{}{}

func init() {
	for _, w := range strings.Fields("commit request trace span revision rev digest checksum image pod node run build job id ids uuid object branch file module package version hash line row sha sha1 sha256 etag fingerprint thumbprint serial index offset column table test keyid uid gid block tx transaction") {
		labels[w] = struct{}{}
	}
}

// prose looks for an opaque word within a few words of a context word:
// "Incorrect API key provided: …". Words judged once are not judged again for
// a context word that follows closely.
func (f *finder) prose(rule int32, at, i int) {
	src := f.src
	limit := min(len(src), i+proseBytes)
	i = max(i, f.prosed)
	for words := 0; words < proseWords && i < limit; words++ {
		for i < limit && (isBlank(src[i]) || strings.IndexByte(`:"'`+"`"+`([,-=`, src[i]) >= 0) {
			if src[i] == '=' {
				return
			}
			i++
		}
		j := i
		for j < len(src) && j-i < f.p.maxSecret {
			e := ends[src[j]]
			if e == endAlways || e == endNonASCI && cutMark(src, j) > 0 {
				break
			}
			j++
		}
		if j == len(src) {
			f.touch(i)
		}
		if j == i {
			return
		}
		f.prosed = j
		if done := f.proseWord(rule, i, j); done {
			return
		}
		if src[j-1] == '.' && j < len(src) && isBlank(src[j]) && words > 1 {
			return
		}
		i = j
	}
}

// labelled reports whether a word is name:value: that pair is judged by its own name.
func labelled(word string) bool {
	i := strings.IndexByte(word, ':')
	if i < 2 || i+1 == len(word) {
		return false
	}
	for k := 0; k < i; k++ {
		if !isLetter(word[k]) && word[k] != '_' && word[k] != '-' {
			return false
		}
	}
	return lexicon.Weigh(word[:i]).Total < wordEvidence
}

// proseWord judges one word; done ends the search.
func (f *finder) proseWord(rule int32, i, j int) (done bool) {
	src := f.src
	word := src[i:j]
	for len(word) > 0 && strings.IndexByte(".,:!?)]}", word[len(word)-1]) >= 0 {
		word = word[:len(word)-1]
	}
	if len(word) == 0 {
		return false
	}
	if strings.Contains(word, f.p.mask.head) {
		return true // what it was about is masked
	}
	var buf [12]byte
	if len(word) <= len(buf) {
		n := 0
		for n < len(word) && isLetter(word[n]) {
			buf[n] = word[n] | 0x20
			n++
		}
		if n == len(word) {
			_, stop := labels[string(buf[:n])]
			return stop
		}
	}
	if strings.Contains(word, "://") || strings.IndexByte(word, '@') > 0 || pairLike(word) || labelled(word) {
		return true
	}
	e := lexicon.Weigh(word)
	if e.Digits == 0 && e.Total < opaqueBlank {
		return false
	}
	form := common(word, e, false)
	if form == lexicon.None {
		form = unlike(word, e, opaqueBlank, false)
	}
	f.step(rule, i, i+len(word), form.String(), form == lexicon.None)
	if form != lexicon.None {
		return false
	}
	f.add(i, i+len(word), rule, 0)
	return true
}
