package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/swar"
)

// A value is where a key's value stands in the text.
type value struct {
	start, end int
	quoted     bool
	// open: the text ended before the value did.
	open bool
}

// quotedAt reads a quoted value whose quote, with depth backslashes, is at i.
// A quote with c backslashes before it closes one with depth d where c mod
// 2(d+1) is d: at depth 0 that is every quote but an escaped one, inside a JSON
// string of a JSON string it is \\\".
func (f *finder) quotedAt(i int) (v value, next int, ok bool) {
	src, n := f.src, len(f.src)
	if m := spelledQuote(src, i); m > 0 {
		v, next = f.spelled(i, m)
		return v, next, true
	}
	if i < n && src[i] >= 0xc2 {
		return f.typographic(i)
	}
	d := 0
	for i < n && src[i] == '\\' && d < 31 {
		i++
		d++
	}
	if i >= n {
		return v, i, false
	}
	q := src[i]
	if q != '"' && q != '\'' && q != '`' {
		return v, i, false
	}
	i++
	v.quoted = true
	if d == 0 && strings.HasPrefix(src[i:], src[i-1:i]+src[i-1:i]) { // """text"""
		i += 2
	}
	v.start = i
	end, size := f.closing(i, q, d)
	if end >= 0 && !oneLine(src[i:end]) {
		end = -1
	}
	if end < 0 { // not closed: to the end of the line, or of the string that it is in
		v.end = f.lineEnd(i)
		v.open = v.end == n
		if q != '"' {
			v.end = stringEnd(src, i, v.end)
		}
		return v, v.end, true
	}
	v.end = end
	return v, end + size, true
}

// typographicQuotes are quotes of print by what opens them, and what closes each.
var typographicQuotes = []struct{ open, close string }{{"“", "”"}, {"„", "“"}, {"„", "”"}, {"‘", "’"}, {"‚", "‘"}, {"«", "»"}, {"「", "」"}}

// typographicLimit is how long a text in such quotes may be, in bytes.
const typographicLimit = 256

// typographic reads a value in quotes of print at i.
func (f *finder) typographic(i int) (v value, next int, ok bool) {
	src := f.src
	for _, q := range typographicQuotes {
		if !strings.HasPrefix(src[i:], q.open) {
			continue
		}
		start := i + len(q.open)
		limit := min(len(src), start+typographicLimit)
		f.reach(limit, i)
		k := strings.Index(src[start:limit], q.close)
		if k <= 0 || strings.IndexByte(src[start:start+k], '\n') >= 0 {
			continue
		}
		v = value{start: start, end: start + k, quoted: true}
		for _, blank := range []string{" ", "\u00a0", "\u202f"} { // « x »
			for strings.HasPrefix(src[v.start:v.end], blank) {
				v.start += len(blank)
			}
			for strings.HasSuffix(src[v.start:v.end], blank) {
				v.end -= len(blank)
			}
		}
		return v, start + k + len(q.close), true
	}
	return v, i, false
}

// stringEnd returns the first double quote from i on that closes a string of JSON, before end: a
// comma, a colon or a bracket follows.
func stringEnd(src string, i, end int) int {
	for j := i; j < end; j++ {
		k := strings.IndexByte(src[j:end], '"')
		if k < 0 {
			break
		}
		j += k
		if m := skipSpace(src, j+1); m >= len(src) || strings.IndexByte(",:]}", src[m]) >= 0 {
			for j > i && src[j-1] == '\\' {
				j--
			}
			return j
		}
	}
	return end
}

// closesString reports whether the quote at i, behind a name that starts at start, closes the string
// that the name is in and opens no value: {"message":"Password: ","code":1}. What stands behind it shows
// that, and that a string was open before the name.
func (f *finder) closesString(i, start int) bool {
	src := f.src
	k := i
	for k < len(src) && src[k] == '\\' {
		k++
	}
	if k+1 >= len(src) || src[k] != '"' && src[k] != '\'' {
		return false
	}
	if m := skipSpace(src, k+1); m < len(src) && strings.IndexByte(",:]}", src[m]) < 0 {
		return false
	}
	low := max(f.floor(f.at), start-besideLimit)
	return low <= start && strings.Count(src[low:start], src[k:k+1])%2 == 1
}

// oneLine reports whether a quoted text is on one line, or is the text of a key
// in base64 on several: a quote that closes lines later is more often another's.
func oneLine(s string) bool {
	if strings.IndexByte(s, '\n') < 0 {
		return true
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isAlnum(c) && c > ' ' && strings.IndexByte("+/=-_:", c) < 0 {
			return false
		}
	}
	return true
}

// closing returns the offset of what closes a quote that was opened before i,
// its backslashes included, and its length; -1 where nothing does within
// multilineLimit, or within the line for quotes of depth 0 that are
// apostrophes.
func (f *finder) closing(i int, q byte, d int) (int, int) {
	m := f.quoteMemo(q, d)
	if m.from <= i && i <= m.to {
		return m.at(d)
	}
	src := f.src
	limit := min(len(src), i+quoteLimit)
	m.from = i
	for j := i; j < limit; {
		k := strings.IndexByte(src[j:limit], q)
		if k < 0 {
			break
		}
		k += j
		c := 0
		for k-c > i && src[k-1-c] == '\\' && c < 64 {
			c++
		}
		if c%(2*(d+1)) == d || c < d {
			m.to = k - min(c, d)
			if c < d {
				m.to = k - c
			}
			m.end, m.size = m.to, k+1-m.to
			return m.end, m.size
		}
		j = k + 1
	}
	if limit == len(src) && oneLine(src[i:]) {
		f.touch(i)
	}
	m.to, m.end = limit, -1
	return -1, 0
}

// quoteLimit is how far a quoted value may reach: four times a 4,096-bit key in base64.
const quoteLimit = 16 << 10

// A quoteMemo remembers the next closing quote, so that a text of opening
// quotes is not searched again from each.
type quoteMemo struct {
	from, to, end, size int
}

func (m *quoteMemo) at(int) (int, int) { return m.end, m.size }

func (f *finder) quoteMemo(q byte, d int) *quoteMemo {
	i := 0
	switch q {
	case '\'':
		i = 1
	case '`':
		i = 2
	}
	switch d {
	case 0:
	case 1:
		i += 3
	case 3:
		i += 6
	default:
		i = 9 // shared by the rare depths: forget
		f.rarely().quotes[i] = quoteMemo{from: 1}
	}
	return &f.rarely().quotes[i]
}

// lineEnd returns the end of the line in sight that i is in.
func (f *finder) lineEnd(i int) int {
	m := &f.line
	if i < m.from || i > m.to || m.to == 0 {
		*m = runMemo{i, lineEnd(f.src, i, len(f.src))}
	}
	return m.to
}

// lineEnd returns the end of the line that i is in, limit at most.
func lineEnd(src string, i, limit int) int {
	if i >= limit {
		return limit
	}
	return swar.IndexEither(src[:limit], i, '\n', '\r')
}

// Bytes that may end an unquoted value.
const (
	endAlways  = 1 << iota // blanks, controls, quotes, angle brackets
	endLook                // depends on what follows
	endNonASCI             // may begin … or a curly quote
)

var ends = func() (t [256]uint8) {
	for c := 0; c <= ' '; c++ {
		t[c] = endAlways
	}
	for _, c := range "\"'`<;\x7f" {
		t[c] = endAlways
	}
	for _, c := range ",&)]}\\%|#.>" {
		t[c] = endLook
	}
	for _, c := range []byte{0xe2, 0xc2} {
		t[c] = endNonASCI
	}
	return
}()

// unquoted returns the end of an unquoted value that starts at i. Whether a byte
// ends a value depends on the bytes around it alone, never on where the value
// began: so one look serves all values of a run.
func (f *finder) unquoted(i int, d *dress) int {
	src := f.src
	kind := 0
	if d.query {
		kind = 1
	}
	if d.percent {
		kind |= 2
	}
	m := &f.rarely().runs[kind]
	if m.from <= i && i < m.to {
		f.reach(m.to, i)
		return m.to
	}
	j := i
	for ; j < len(src); j++ {
		e := ends[src[j]]
		if e == 0 {
			continue
		}
		if e == endAlways || e == endLook && endsValue(src, j, d) || e == endNonASCI && cutMark(src, j) > 0 {
			break
		}
	}
	m.from, m.to = i, j
	f.reach(j, i)
	return j
}

// endsValue decides about a byte that ends some values.
func endsValue(src string, i int, d *dress) bool {
	c, next := src[i], byte(' ')
	if i+1 < len(src) {
		next = src[i+1]
	}
	switch c {
	case ',':
		return !isWordByte(next) || nameFollows(src, i+1)
	case '&':
		return d.query || d.percent || !isWordByte(next) || nameFollows(src, i+1) || strings.HasPrefix(src[i:], "&amp;")
	case ')', ']', '}':
		return !isWordByte(next) && next != '$' && next != '!' && next != '@'
	case '\\':
		return next == 'n' || next == 'r' || next == 't' || next == '"' || next == '\'' || next == '\\' || next == 'u' && !valueEscape(src[i:])
	case '%':
		return endsPercent(src, i, d)
	case '>':
		return strings.IndexByte("-_$#!@%^&*", next) < 0
	case '|':
		return d.query
	case '#':
		return d.query
	case '.':
		return strings.HasPrefix(src[i:], "...")
	}
	return false
}

// valueEscape reports whether s begins with a \u escape of a letter, a digit or _ - . + / ~ =,
// which a value may hold.
func valueEscape(s string) bool {
	if len(s) < 6 || s[2] != '0' || s[3] != '0' || !isHexByte(s[4]) || !isHexByte(s[5]) {
		return false
	}
	r, _ := jsontext.Unescape(s)
	c := byte(r)
	return isWordByte(c) || strings.IndexByte("-.+/~=", c) >= 0
}

// endsPercent: in percent-encoded text an encoded delimiter ends a value, in
// any other an encoded blank, quote or line end.
func endsPercent(src string, i int, d *dress) bool {
	j := i + 1
	for hasFold(src[j:], "25") {
		j += 2
	}
	if j+2 > len(src) {
		return false
	}
	inside := j+2 < len(src) && isAlnum(src[j+2])
	switch code := src[j : j+2]; {
	case inside && (d.query && !d.percent || hasFold(code, "7d")):
		return false // more of a value in which blanks, quotes and braces are encoded
	case code == "22", code == "20", hasFold(code, "0a"), hasFold(code, "0d"), hasFold(code, "7d"):
		return true
	case code == "26", code == "23", hasFold(code, "3b"):
		return d.percent
	}
	return false
}

// nameFollows reports whether an assignment starts at i: name= or name:.
func nameFollows(src string, i int) bool {
	limit := min(len(src), i+40)
	j := i
	for j < limit && (isWordByte(src[j]) || src[j] == '-' || src[j] == '.') {
		j++
	}
	return j > i && j < limit && (src[j] == '=' || src[j] == ':')
}

// cutMark returns the length of a mark at i that says that text was cut or ends
// here: …, a typographic quote, a zero-width blank, a no-break space.
func cutMark(src string, i int) int {
	if i+3 <= len(src) && src[i] == 0xe2 && src[i+1] == 0x80 {
		switch src[i+2] {
		case 0xa6, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x8b, 0xb9, 0xba, 0xa8, 0xa9:
			return 3
		}
	}
	if i+2 <= len(src) && src[i] == 0xc2 && (src[i+1] == 0xa0 || src[i+1] == 0xbb) {
		return 2
	}
	return 0
}

// schemaType is the length of the longest name of a type with a digit that schemas have with a mark, in bytes: Sha256!
const schemaType = 7

// trimEnd takes punctuation that belongs to the sentence from a value's end.
func trimEnd(src string, start, end int, d *dress) int {
	if end > start && src[end-1] == '[' && end+2 < len(src) && src[end] == '\\' && src[end+2] == ']' { // [\r][\n], in a log of what was sent
		end--
	}
	for end > start {
		switch src[end-1] {
		case '.', ':', ',':
		case '!', '?':
			if d.sep == '=' || (d.flag || d.sep == ':' && !d.said) && end-start > schemaType && strings.ContainsAny(src[start:end], "0123456789") {
				return end
			}
		default:
			return end
		}
		end--
	}
	return end
}
