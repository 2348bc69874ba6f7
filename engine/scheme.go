package engine

import (
	"encoding/base64"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
)

// credentials judges what follows a scheme's name in prose or a header whose
// name is not known.
func (f *finder) credentials(at int, a *act) {
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
	if text == "" || text[0] == '(' || text[0] == '#' {
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
	if i := strings.IndexByte(text, ':'); i > 0 && wordsOnly(text[:i]) { // ApiKey user:secret
		if rest := text[i+1:]; lexicon.Weigh(rest).Opaque(rest, opaqueValue) {
			w.start, text = w.start+i+1, rest
			e = lexicon.Weigh(text)
			form = common(text, e, false)
		}
	}
	switch {
	case form == lexicon.Path || form == lexicon.Name || form == lexicon.Code:
		if e.Total >= opaqueValue {
			form = lexicon.None
		}
	case form == lexicon.None && (pairLike(text) || labelled(text)):
		form = lexicon.Code
	case form == lexicon.None && len(text) < 3:
		form = lexicon.Short
	case form == lexicon.None && f.foundBy(text, rule): // KeyNotFound: key …
		form = lexicon.Identifier
	case form == lexicon.None && e.Letters() == len(text) && e.Total < wordEvidence && (d.sep == '>' || !v.quoted && (wordFollows(src[w.end:]) || !isUpper(src[v.start]))):
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

// schemes are names of schemes of the Authorization header.
type schemes struct {
	list []schemeOf
	// lengths tells by first byte, in small letters, how long names are: bit n for n bytes.
	lengths [256]uint32
}

type schemeOf struct {
	name string
	cred bool // what follows is the credential, and not named parameters
}

func (s *schemes) add(o schemeOf) {
	if o.name == "" {
		return // reported where the rule is compiled
	}
	s.list = append(s.list, o)
	s.lengths[o.name[0]|0x20] |= 1 << min(len(o.name), 31)
}

// find returns how many bytes the scheme's name w and its blank take, 0 if it is none.
func (s *schemes) find(w string) (n int, cred bool) {
	if s.lengths[w[0]|0x20]>>min(len(w), 31)&1 == 0 {
		return 0, false
	}
	for i := range s.list {
		if o := &s.list[i]; len(o.name) == len(w) && hasFold(w, o.name) {
			return len(w) + 1, o.cred
		}
	}
	return 0, false
}

// otherSchemes are those that are too common as words to be looked for on their own.
var otherSchemes = func() *schemes {
	s := &schemes{}
	for _, w := range []string{"Token", "Key", "JWT", "OAuth", "AWS", "SharedKey", "HMAC", "Session", "Zoho-oauthtoken", "Bot", "Apikey", "Client-ID", "PAT"} {
		s.add(schemeOf{w, true})
	}
	for _, w := range []string{"Hawk", "Digest", "AWS4-HMAC-SHA256", "SharedAccessSignature", "Signature", "Discogs"} {
		s.add(schemeOf{w, false})
	}
	return s
}()

// scheme returns how many bytes a scheme's name and its blank take at the
// beginning of a quoted value.
func (s *schemes) scheme(text string) (n int, cred bool) {
	i := strings.IndexByte(text[:min(len(text), schemeLimit+1)], ' ')
	if i < 2 || i+1 >= len(text) {
		return 0, false
	}
	return s.name(text[:i])
}

// schemeLimit is the length of the longest name of a scheme that is looked for, in bytes.
const schemeLimit = 24

func (s *schemes) name(w string) (n int, cred bool) {
	if n, cred = s.find(w); n == 0 {
		n, cred = otherSchemes.find(w)
	}
	return n, cred
}

// schemeWord is scheme for an unquoted value that ended at a blank.
func (s *schemes) schemeWord(src string, start, end int) int {
	if end-start > schemeLimit || end == start || end+1 >= len(src) || isBlank(src[end+1]) {
		return 0
	}
	n, cred := s.name(src[start:end])
	if !cred {
		return 0
	}
	return n
}
