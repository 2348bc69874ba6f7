package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/patterns"
)

// judgedBytes is how much of a value is looked at to judge it: longer ones have shown what
// they are by then.
const judgedBytes = 1 << 10

// holdsMask reports whether a mask, or the beginning of one, is in a value.
func (f *finder) holdsMask(v value) bool {
	m, head := &f.masked, f.p.mask.head
	if m.to == 0 || v.start < m.from || v.start > m.to {
		*m = runMemo{v.start, len(f.src)}
		if k := strings.Index(f.src[v.start:], head); k >= 0 {
			m.to = v.start + k
		}
	}
	return m.to+len(head) <= v.end
}

// value judges one value and adds what of it is secret.
func (f *finder) value(v value, d *dress, rule int32, s patterns.Strength) bool {
	src := f.src
	if v.open {
		f.touch(v.start)
	}
	if v.start >= v.end {
		return false
	}
	if f.holdsMask(v) {
		return true // what was masked answers the key as the secret did, and is not entered
	}
	text := src[v.start:min(v.end, v.start+judgedBytes)]
	if n, cred := f.p.schemes.scheme(text); n > 0 {
		return f.credential(v, n, cred, d, rule)
	}
	if !v.quoted && (d.sep == ':' || d.sep == '=' || d.flag) && v.end < len(src) && src[v.end] == ' ' && !strings.HasPrefix(src[v.end:], " --") {
		if n := f.p.schemes.schemeWord(src, v.start, v.end); n > 0 {
			w := value{start: v.end + 1, end: f.unquoted(v.end+1, d), quoted: false}
			w.end = trimEnd(src, w.start, w.end, d)
			return f.credential(value{v.start, w.end, false, w.end == len(src)}, w.start-v.start, true, d, rule)
		}
	}
	if s == patterns.Weak && d.sep == ':' {
		n := macPrefix(text)
		v.start += n
		text = text[n:]
	}
	if d.pair {
		v = d.password(src, v)
		text = src[v.start:min(v.end, v.start+judgedBytes)]
	}
	form := judge(text, v.quoted, d, s, src[v.end:])
	if form == lexicon.None && !d.compound && !d.flag && !d.query && f.foundBy(text, rule) {
		form = lexicon.Identifier
	}
	if form == lexicon.None && s == patterns.Weak && d.sep != '=' && lexicon.IsAddress(text) {
		form = lexicon.Identifier
	}
	if form == lexicon.Name && d.member && s != patterns.Weak {
		form = lexicon.None // Password=myPassword; of a connection string
	}
	f.step(rule, v.start, v.end, form.String(), form == lexicon.None)
	if form == lexicon.Masked && d.sep == ' ' && text[0] == '-' {
		return false // a dash in a sentence
	}
	if form == lexicon.Sentence && v.quoted && s != patterns.Weak && f.repeated(v, rule) {
		return true
	}
	if form != lexicon.None {
		return form != lexicon.Stop && form != lexicon.Word && form != lexicon.Sentence && (form != lexicon.Code || text[0] != '(')
	}
	if !v.quoted && d.sep == '=' && isClass(src, v.start, v.end) {
		return true
	}
	quote := uint8(0)
	if !v.quoted && d.quote == '"' && d.sep == ':' && !d.percent && literal(text) {
		quote = uint8(d.depth) + 1
	}
	f.add(v.start, v.end, rule, quote)
	if s != patterns.Weak {
		f.again(v, rule)
	}
	return true
}

// foundBy reports whether text is what things are found by, and the rule takes that for no secret: a UUID, alone or behind a
// word and a colon, or the key of a cache.
func (f *finder) foundBy(text string, rule int32) bool {
	if int(rule) >= len(f.p.notUUID) || !f.p.notUUID[rule] { // rules of known values come behind those of the set
		return false
	}
	if lexicon.IsCacheKey(text) {
		return true
	}
	text = strings.Trim(text, "{}")
	n := len(text) - uuidLength
	return n == 0 && lexicon.IsUUID(text) || n > 1 && n < 16 && text[n-1] == ':' && smallName(text[:n-1]) && lexicon.IsUUID(text[n:])
}

// againLimit is how far behind a secret it is looked for once more in its line, in bytes.
const againLimit = 256

// again masks a secret where it is repeated in its line, as messages do that show what they were given and then
// complain: {"password":"x"}: invalid value "x". It must be one that is no word or name by itself.
func (f *finder) again(v value, rule int32) {
	src := f.src
	text := src[v.start:v.end]
	if len(text) < 8 || len(text) > judgedBytes/2 {
		return
	}
	limit := min(len(src), v.end+againLimit)
	if limit-v.end < len(text) {
		return
	}
	if k := strings.IndexByte(src[v.end:limit], '\n'); k >= 0 {
		limit = v.end + k
	}
	for i := v.end; limit-i >= len(text); {
		k := strings.Index(src[i:limit], text)
		if k < 0 {
			return
		}
		i += k
		if e := lexicon.Weigh(text); !e.Opaque(text, opaqueValue) && (e.Letters() < 3 || !chosen(text, e, e.Digits() > 1)) {
			return
		}
		end := i + len(text)
		if !isWordByte(src[i-1]) && (end == len(src) || !isWordByte(src[end])) {
			f.add(i, end, rule, 0)
		}
		i = end
	}
}

// isClass reports whether the unquoted value from i to end is the class of an object, as PHP prints it alone in a
// line: App\Secret Object.
func isClass(src string, i, end int) bool {
	for end < len(src) && (isWordByte(src[end]) || src[end] == '\\') {
		end++
	}
	rest, ok := strings.CutPrefix(src[end:], " Object")
	if !ok || !isUpper(src[i]) || rest != "" && strings.IndexByte("\r\n\\\"'", rest[0]) < 0 {
		return false
	}
	for ; i < end; i++ {
		switch c := src[i]; {
		case isDigit(c) && i+1 < end && isLetter(src[i+1]): // letters and digits at random
			return false
		case !isWordByte(c) && c != '\\':
			return false
		}
	}
	return true
}

// macPrefix returns the length of the name of an algorithm before a signature in a header:
// X-Hub-Signature-256: sha256=….
func macPrefix(s string) int {
	if s[0]|0x20 != 's' && s[0] != 'v' {
		return 0
	}
	for _, p := range []string{"sha256=", "sha1=", "sha512=", "v0=", "v1="} {
		if hasFold(s, p) {
			return len(p)
		}
	}
	return 0
}

// password narrows a value of user:password or user / password to the password.
func (d *dress) password(src string, v value) value {
	i := v.start
	for i < v.end && i-v.start < 64 && (isWordByte(src[i]) || src[i] == '.' || src[i] == '-' || src[i] == '@') {
		i++
	}
	switch {
	case i == v.start:
	case i+3 < v.end && (src[i] == ':' || src[i] == '/') && src[i+1] != '/':
		d.said, v.start = true, i+1
	case i == v.end && !v.quoted && strings.HasPrefix(src[i:], " / "):
		e := *d
		v.start = i + 3
		v.end = trimEnd(src, v.start, max(v.start, lineWord(src, v.start)), &e)
		d.said = true
	}
	return v
}

// lineWord returns the end of the word at i.
func lineWord(src string, i int) int {
	for i < len(src) && ends[src[i]] != endAlways {
		i++
	}
	return i
}

// literal reports whether an unquoted text is a JSON number or literal: the mask
// in its place must be quoted.
func literal(s string) bool {
	if s == "true" || s == "false" || s == "null" {
		return true
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isDigit(c) && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return false
		}
	}
	return true
}
