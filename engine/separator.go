package engine

import "strings"

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
		if c == '?' {
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
			d.sep = '='
			return j + 1
		}
		return d.instead(src, j)
	case ')':
		if d.quote != 0 {
			return d.given(src, j)
		}
	case '-':
		if next == '>' && (j > i || d.quote != 0) { // name->x is a member in code
			d.sep = '='
			return j + 2
		}
	case '%', '\\', ';', 0xe2, 0xef:
		if k := d.spelledSeparator(src, j); k > 0 {
			return k
		}
	case '(', '[':
		// Token(x), token[x]; a name with a dash is a pod's: auth-proxy-x2x9x_default(UID).
		if j == i && d.quote == 0 && (c == '[' || next == '"' || next == '\'' || strings.IndexByte(src[start:i], '-') < 0) {
			d.sep, d.called = ' ', true
			return j + 1
		}
	case ',':
		if strings.HasPrefix(src[j:], ", with: ") { // fill_in 'name', with: 'x'
			d.sep = '='
			return j + len(", with: ")
		}
		if d.quote != 0 || start > 0 && j == i && src[j-1] != ']' && (src[start-1] == '{' || src[start-1] == '[' && next == ' ') {
			d.sep = ','
			return j + 1
		}
	}
	return f.markup(d, start, i, j)
}

// instead steps over an operator, at j, that gives the text behind it where the name has no value: x || "y".
func (d *dress) instead(src string, j int) int {
	for _, w := range [...]string{"|| ", "?? ", "?: ", "or "} {
		if k := j + len(w); strings.HasPrefix(src[j:], w) && k < len(src) && strings.IndexByte("\"'`\\", src[k]) >= 0 {
			d.sep = '='
			return k
		}
	}
	return 0
}

// givers are the methods that enter a text in the field that was looked up by its name.
var givers = [...]string{".fill(", ".type(", ".sendKeys(", ".send_keys(", ".setValue(", ".set_value(", ".pressSequentially("}

// given steps over what closes the call that a name is the last argument of, at j, and what takes or gives
// the value: getenv("x") || "y", getByLabel("x").fill("y").
func (d *dress) given(src string, j int) int {
	for j < len(src) && src[j] == ')' {
		j++
	}
	for _, w := range givers {
		if strings.HasPrefix(src[j:], w) {
			d.sep = '='
			return j + len(w)
		}
	}
	return d.instead(src, skipBlanks(src, j))
}

// spelledSeparator steps over a separator that is written as an escape, an arrow or a length.
func (d *dress) spelledSeparator(src string, j int) int {
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
