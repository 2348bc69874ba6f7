package engine

import (
	"encoding/base64"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
)

// credentials judges what follows a scheme's name in prose or a header whose
// name is not known.
func (f *finder) credentials(at int, a act) {
	src, n := f.src, len(f.src)
	if at > 0 && isWordByte(src[at-1]) && !escapeBefore(src, at) {
		return
	}
	i := at + int(a.len)
	if i < n && isBlank(src[i]) {
		i = skipBlanks(src, i)
	}
	if f.within(i) {
		return
	}
	d := dress{sep: ' ', percent: src[i-1] != ' ' && src[i-1] != '\t'}
	end := f.unquoted(i, &d)
	end = trimEnd(src, i, end, &d)
	text := src[i:min(end, i+judgedBytes)]
	if text == "" {
		return
	}
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	if form == lexicon.None && labelled(text) {
		form = lexicon.Code // the next field of a dump
	}
	if form == lexicon.None {
		form = unlike(text, e, opaqueValue, false)
		if hasFold(src[at:], "basic") {
			if basic(text) {
				form = lexicon.None
			} else if src[at] == 'b' && form == lexicon.None {
				form = lexicon.Word // the adjective
			}
		}
	}
	f.step(a.rule, i, end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(i, end, a.rule, 0)
	}
}

// basic reports whether s is the base64 of user:password (RFC 7617).
func basic(s string) bool {
	if len(s) < 4 || len(s) > 1024 {
		return false
	}
	var buf [64]byte
	head := s[:min(len(s), 84)&^3]
	n, err := base64.StdEncoding.Decode(buf[:], []byte(head)) // at most 84 bytes: the copy stays on the stack
	if err != nil && n == 0 {
		return false
	}
	colon := false
	for _, c := range buf[:n] {
		if c < ' ' || c > '~' {
			return false
		}
		colon = colon || c == ':'
	}
	return colon
}

// credential judges what follows a scheme's name inside a value; n is how much the
// name and its blank take.
func (f *finder) credential(v value, n int, cred bool, d *dress, rule int32) bool {
	if !cred {
		return true // a scheme whose parameters have names of their own
	}
	src := f.src
	w := value{start: v.start + n, end: v.end, quoted: v.quoted}
	if w.start >= w.end {
		return false
	}
	text := src[w.start:min(w.end, w.start+judgedBytes)]
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	switch {
	case form == lexicon.Path || form == lexicon.Name || form == lexicon.Code:
		if e.Total >= opaqueValue {
			form = lexicon.None
		}
	case form == lexicon.None && (pairLike(text) || labelled(text)):
		form = lexicon.Code
	case form == lexicon.None && len(text) < 3:
		form = lexicon.Short
	case form == lexicon.None && e.Letters == len(text) && e.Total < wordEvidence && (d.sep == '>' || !v.quoted && (wordFollows(src[w.end:]) || !isUpper(src[v.start]))):
		form = lexicon.Sentence
	}
	if i := strings.IndexByte(text, ' '); i > 0 && form == lexicon.None {
		if lexicon.IsSentence(text) {
			form = lexicon.Sentence
		}
	}
	f.step(rule, w.start, w.end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(w.start, w.end, rule, 0)
	}
	return true
}

// otherSchemes are schemes of the Authorization header that are too common as
// words to be looked for on their own; true means that what follows is the
// credential, false that it is named parameters.
var otherSchemes = []struct {
	name string
	cred bool
}{{"Token", true}, {"Key", true}, {"JWT", true}, {"OAuth", true}, {"Hawk", false}, {"Digest", false}, {"AWS4-HMAC-SHA256", false}, {"AWS", true}, {"SharedAccessSignature", false}, {"SharedKey", true}, {"HMAC", true}, {"Signature", false}, {"Session", true}, {"Zoho-oauthtoken", true}, {"Discogs", false}, {"Bot", true}, {"Apikey", true}, {"Client-ID", true}, {"PAT", true}}

// scheme returns how many bytes a scheme's name and its blank take at the
// beginning of a quoted value.
func scheme(text string, schemes []string) (n int, cred bool) {
	i := strings.IndexByte(text, ' ')
	if i < 2 || i > 24 || i+1 >= len(text) {
		return 0, false
	}
	return schemeName(text[:i], schemes)
}

func schemeName(w string, schemes []string) (n int, cred bool) {
	for _, s := range schemes {
		if len(s) == len(w) && hasFold(w, s) {
			return len(w) + 1, true
		}
	}
	for _, s := range otherSchemes {
		if len(s.name) == len(w) && hasFold(w, s.name) {
			return len(w) + 1, s.cred
		}
	}
	return 0, false
}

// schemeWord is scheme for an unquoted value that ended at a blank.
func schemeWord(src string, start, end int, schemes []string) int {
	if end-start > 24 || end+1 >= len(src) || isBlank(src[end+1]) {
		return 0
	}
	n, cred := schemeName(src[start:end], schemes)
	if !cred {
		return 0
	}
	return n
}
