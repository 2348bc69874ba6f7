package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
)

// proseWords and proseBytes bound how far from a context word an opaque word
// is taken for its value.
const (
	proseWords = 4
	proseBytes = 200
	uuidLength = 36
)

// nouns are words behind which an opaque word is no secret: an identifier behind a label, and behind an owner a UUID, which
// says whose the secret is.
var nouns = lexicon.NewKinds("commit request trace span revision rev digest checksum image pod node run build job id ids uuid object branch file module package version hash line row sha sha1 sha256 etag fingerprint thumbprint serial index offset column table test keyid kid uid gid block tx transaction rfc buildid requestid traceid objectid family",
	"user account app application client tenant org organization organisation project customer device member owner principal subject")

const (
	label = 1 + iota
	owner
)

// isCommit reports whether s is the short number of a commit.
func isCommit(s string) bool { return len(s) >= 7 && len(s) <= 12 && lexicon.IsHex(s) }

// prose looks for an opaque word within a few words of a context word that ends at
// i: "Incorrect API key provided: …". It returns where it stands, or an empty stretch, which is
// before the text where a mask stands there.
// Words judged once are not judged again for a context word that follows closely.
func (f *finder) prose(i int) (start, end int) {
	src := f.src
	limit := min(len(src), i+proseBytes)
	i = max(i, f.prosed)
	head := f.p.mask.head
	for words, before := 0, 0; words < proseWords && i < limit; words++ {
		for i < limit && proseJoin[src[i]] {
			if src[i] == head[0] && strings.HasPrefix(src[i:], head) {
				return -1, -1
			}
			i++
		}
		if i < limit && src[i] == '=' {
			return 0, 0
		}
		j, acc := swar.LettersEnd(src, i), uint8(0)
		if j > i {
			acc = proseLetter
		}
		for j < len(src) {
			b := proseBytesOf[src[j]]
			if b&proseEnd != 0 && (b&proseLook == 0 || cutMark(src, j) > 0) {
				break
			}
			acc |= b
			j++
		}
		if j == len(src) {
			f.touch(i)
		}
		if j == i {
			return 0, 0
		}
		f.prosed = j
		if acc == proseLetter && j-i < 20 {
			if before = nouns.Kind(src[i:j]); before == label {
				f.passWord(j, limit)
				return 0, 0
			}
			i = j
			continue
		}
		if i > 1 && src[i-1] == '[' {
			if text, _, ok := strings.Cut(src[i:j], "]("); ok && isCommit(text) {
				return 0, 0 // the text of a link
			}
		}
		if before == owner && j-i >= uuidLength && lexicon.IsUUID(src[i:i+uuidLength]) {
			return 0, 0
		}
		n, done := f.proseWord(src[i:j])
		if n < 0 {
			return -1, -1
		}
		if done {
			if n == 0 && src[j-1] == ':' {
				f.passWord(j, limit)
			}
			return i, i + n
		}
		if src[j-1] == '.' && j < len(src) && isBlank(src[j]) && words > 1 || j-i > 1 && src[j-1] == 'n' && src[j-2] == '\\' {
			return 0, 0 // a sentence ends, or a line
		}
		i = j
	}
	return 0, 0
}

// passWord notes that the word behind i, which is told to be no secret, is judged for all names before it.
func (f *finder) passWord(i, limit int) {
	for i < limit && proseJoin[f.src[i]] {
		i++
	}
	for i < limit && proseBytesOf[f.src[i]]&proseEnd == 0 {
		i++
	}
	f.prosed = max(f.prosed, i)
}

// proseBytesOf tells what ends a word of prose, and its letters from all else.
var proseBytesOf = func() (t [256]uint8) {
	for c := range t {
		t[c] = proseOther
		switch e := ends[c]; {
		case isLetter(byte(c)):
			t[c] = proseLetter
		case e == endAlways:
			t[c] = proseEnd
		case e == endNonASCI:
			t[c] = proseEnd | proseLook
		}
	}
	return
}()

const (
	proseLetter = 1 << iota
	proseOther
	proseEnd
	proseLook
)

// proseJoin are the bytes between the words of prose.
var proseJoin = func() (t [256]bool) {
	for _, c := range " \t:\"'`([{,-)]}>" {
		t[c] = true
	}
	return
}()

// proseMarks tells the bytes that do not end a word's secret, and those of addresses and pairs.
var proseMarks = func() (t [256]uint8) {
	for _, c := range ".,:!?)]}\\" {
		t[c] |= markEnd
	}
	for _, c := range ":=@" {
		t[c] |= markPair
	}
	return
}()

const (
	markEnd = 1 << iota
	markPair
)

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

// proseWord judges one word and returns how much of it is a secret; done ends the search.
func (f *finder) proseWord(word string) (n int, done bool) {
	for n := len(word); n > 0; n = len(word) {
		if proseMarks[word[n-1]]&markEnd != 0 {
			word = word[:n-1]
		} else if n > 2 && word[n-2] == '\\' && (word[n-1] == 'n' || word[n-1] == 'r') { // a spelled line end
			word = word[:n-2]
		} else {
			break
		}
	}
	k := swar.LettersEnd(word, 0)
	if k < 20 && (k == len(word) || word[k] == '(') { // or what makes one of a string, ObjectId('…')
		if is := nouns.Kind(word[:k]) == label; is || k == len(word) {
			return 0, is
		}
	}
	marks := uint8(0)
	for ; k < len(word) && k < judgedBytes; k++ {
		marks |= proseMarks[word[k]]
	}
	if isPointer(word) {
		return 0, false
	}
	if isOption(word) {
		return 0, marks&markPair != 0
	}
	if len(word) < 6 {
		return 0, marks&markPair != 0 && pairLike(word) // too short to look opaque
	}
	if strings.Contains(word, f.p.mask.head) {
		return -1, true // what it was about is masked
	}
	if marks&markPair != 0 && (strings.Contains(word, "://") || strings.IndexByte(word, '@') > 0 || pairLike(word) || labelled(word) || strings.Contains(word, ")=(")) {
		return 0, true
	}
	e := lexicon.Weigh(word)
	if !e.Opaque(word, opaqueBlank) {
		return 0, false
	}
	form := common(word, e, false)
	if form == lexicon.None {
		form = unlike(word, e, opaqueBlank, false)
	}
	if form != lexicon.None {
		return 0, false
	}
	return len(word), true
}
