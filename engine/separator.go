package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// separator steps over the rarer separators, at j; the name ended at i. It
// returns 0 where there is none.
func (f *finder) separator(d *dress, start, i, j int) int {
	src, n := f.src, len(f.src)
	next := byte(0)
	if j+1 < n {
		next = src[j+1]
	}
	switch c := src[j]; c {
	case '?', '+', '.':
		if next == '=' {
			d.sep = '='
			return j + 2
		}
		if c == '?' && d.quote == 0 && strings.IndexByte(src[start:i], '_') > 0 {
			return d.instead(src, j)
		}
	case '!':
		if next == '=' {
			d.sep, d.compared = '=', true
			for j++; j < n && src[j] == '='; j++ {
			}
			return j
		}
	case '|':
		if strings.HasPrefix(src[j:], "||=") {
			d.sep = '='
			return j + 3
		}
		if f.row(start, j) {
			d.sep, d.row = '=', true
			return j + 1
		}
		if d.quote == 0 && strings.IndexByte(src[start:i], '_') > 0 {
			return d.instead(src, j)
		}
	case ')':
		if strings.HasPrefix(src[j:], ")=(") { // Key (token)=(x) already exists
			if swar.LastIndex(src[max(0, start-nameLimit):start], ',') > swar.LastIndex(src[max(0, start-nameLimit):start], '(') {
				return 0 // the last of several columns
			}
			d.sep = '='
			return j + len(")=(")
		}
		if d.quote != 0 {
			return d.given(src, start, j)
		}
	case '-':
		if next == '>' && (j > i || d.quote != 0) { // name->x is a member in code
			d.sep = '='
			return j + 2
		}
	case '%', '\\', ';', 0xe2, 0xef:
		if n := barLength(src, j); n > 0 && f.row(start, j) {
			d.sep, d.row = '=', true
			return j + n
		}
		if k := d.spelledSeparator(src, start, j); k > 0 {
			return k
		}
	case '(', '[':
		// Token(x), token[x]; a name with a dash is a pod's: auth-proxy-x2x9x_default(UID).
		if j == i && d.quote == 0 && (c == '[' || next == '"' || next == '\'' || strings.IndexByte(src[start:i], '-') < 0) {
			d.sep, d.called = ' ', true
			return j + 1
		}
	case ',':
		if k := d.filledIn(src, start, j); k > 0 {
			return k
		}
		if d.flag && d.quote == 0 && listed(src, start, j) {
			d.sep = ' '
			return j + len(", ")
		}
		if d.quote != 0 || start > 0 && j == i && src[j-1] != ']' && (src[start-1] == '{' || src[start-1] == '[' && next == ' ') {
			d.sep = ','
			return j + 1
		}
	}
	return f.markup(d, start, i, j)
}

// instead steps over an operator, at j, that gives the text behind it where a variable has no value:
// process.env.DB_PASSWORD || "x". What is behind it may as well be a word of code or a sentence.
func (d *dress) instead(src string, j int) int {
	for _, w := range [...]string{"|| ", "?? ", "?: ", "or "} {
		k := j + len(w)
		if !strings.HasPrefix(src[j:], w) || !quoteAt(src, k) {
			continue
		}
		q := k
		for src[q] == '\\' {
			q++
		}
		end := strings.IndexByte(src[q+1:min(len(src), q+1+nameLimit)], src[q])
		if end < 0 {
			return 0
		}
		if behind := q + 1 + end + 1; behind < len(src) && strings.IndexByte(");,}\r\n\"'\\", src[behind]) < 0 {
			return 0
		}
		d.sep, d.said = ' ', true
		return k
	}
	return 0
}

// quoteAt reports whether a quote, escaped or not, stands at i.
func quoteAt(src string, i int) bool {
	for i < len(src) && src[i] == '\\' {
		i++
	}
	return i < len(src) && strings.IndexByte("\"'`", src[i]) >= 0
}

// givers are the methods that enter a text in the field that was looked up by its name.
var givers = [...]string{".fill(", ".type(", ".sendKeys(", ".send_keys(", ".setValue(", ".set_value(", ".pressSequentially("}

// given steps over what closes the call that a name is the last argument of, at j, and what takes or gives
// the value: getenv("x") || "y", getByLabel("x").fill("y").
func (d *dress) given(src string, start, j int) int {
	for j < len(src) && src[j] == ')' {
		j++
	}
	for _, w := range givers {
		k := j + len(w)
		if strings.HasPrefix(src[j:], w) && quoteAt(src, k) && strings.IndexByte(src[k:min(len(src), k+4)], '{') < 0 {
			d.sep = '='
			return k
		}
	}
	call := src[max(0, start-16):start]
	if k := swar.LastIndex(call, '('); k >= 3 && (hasFold(call[k-3:], "env") || strings.HasSuffix(call[:k], "nviron.get")) {
		return d.instead(src, skipBlanks(src, j))
	}
	return 0
}

// filledIn steps over what stands between a field's name and its value in Capybara: fill_in 'x', with: 'y'.
func (d *dress) filledIn(src string, start, j int) int {
	const with = ", with: "
	if d.quote != 0 && strings.HasPrefix(src[j:], with) && quoteAt(src, j+len(with)) && strings.Contains(src[max(0, start-12):start], "fill_in ") {
		d.sep = '='
		return j + len(with)
	}
	return 0
}

// spelledSeparator steps over a separator that is written as an escape, an arrow or a length.
func (d *dress) spelledSeparator(src string, start, j int) int {
	n := len(src)
	next := byte(0)
	if j+1 < n {
		next = src[j+1]
	}
	switch src[j] {
	case '%':
		if k := percentByte(src, j, "3D", "3A"); k > j {
			d.sep, d.percent = '=', true
			return k
		}
	case '\\':
		for j+1 < n && src[j+1] == '\\' {
			j++
		}
		for _, w := range [...]string{`\u003d`, `\u003a`, `\x3d`, `\x3a`} {
			if hasFold(src[j:], w) {
				d.sep = '='
				return j + len(w)
			}
		}
		if start >= 6 && hasFold(src[j:], `\u003e`) && hasFold(src[start-6:], `\u003c`) { // <name> as encoding/json writes it
			d.sep = '>'
			return j + len(`\u003e`)
		}
		if next == '=' || next == ':' { // escaped in Java's properties
			d.sep = next
			return j + 2
		}
		if next == 't' && d.quote == 0 {
			d.sep = ' '
			return j + 2
		}
	case ';':
		if d.quote != 0 && strings.HasPrefix(src[j:], ";s:") { // serialize() of PHP
			k := j + 3
			for k < n && isDigit(src[k]) {
				k++
			}
			if k < n && src[k] == ':' {
				d.sep = '='
				return k + 1
			}
		}
	case 0xe2, 0xef: // → ⇒ and full-width separators
		for _, w := range [...]string{"→", "⇒", "：", "＝"} {
			if strings.HasPrefix(src[j:], w) {
				d.sep = '='
				return j + len(w)
			}
		}
	}
	return 0
}
