package engine

import (
	"strings"
	"unicode/utf8"
)

// Escape sequences at a cut. They are recognised by their look, not by the
// language they may be in: to keep together what is none costs a few bytes, to
// cut one makes a string that no longer parses.
//
//	\n \" \\ \x1b \033 \u00e9 \u{e9} \ud83d\ude00       behind one backslash or several
//	%2F %252F %E2%82%AC                                    nested, and a character's bytes together
//	&amp; &#39; &#x27;
//	ESC [ 1 ; 31 m                                         a terminal's

const (
	// escapeWindow is how far before a cut a sequence may begin: the longest
	// that is kept together is a surrogate pair with maxBackslashes twice.
	escapeWindow = 2*maxBackslashes + 16
	// maxBackslashes are kept together with what they escape: a quotation
	// mark in JSON in JSON in JSON in JSON has 15. Longer runs are cut
	// between pairs.
	maxBackslashes = 16
	// maxNestedPercent is how many times %25 may stand for the % of an
	// escape.
	maxNestedPercent = 8
	// maxEntity and maxControl bound a sequence that has an end of its own:
	// the longest entity of HTML has 33 bytes.
	maxEntity  = 33
	maxControl = 32
)

// escapeStart returns the start of the escape sequence p is inside of, or p.
func escapeStart(text string, p int) int {
	if p <= 0 || p >= len(text) {
		return p
	}
	for q := p - 1; q >= max(0, p-escapeWindow); q-- {
		n := 0
		switch text[q] {
		case '\\':
			if q+1 < p && text[q+1] == '\\' {
				continue // seen with the run's last
			}
			if start := backslashStart(text, q, p); start < p {
				return start
			}
		case '%':
			n = percentLen(text[q:])
		case '&':
			n = entityLen(text[q:])
		case 0x1b:
			n = controlLen(text[q:])
		}
		if q+n > p {
			return q
		}
	}
	return p
}

// backslashStart returns the start of the sequence of the backslash at q that
// covers p, or p.
func backslashStart(text string, q, p int) int {
	start := q
	for start > 0 && text[start-1] == '\\' {
		start--
	}
	end := q + 1
	for end < len(text) && text[end] == '\\' && end-p <= maxBackslashes {
		end++
	}
	// Of a long run the last backslashes belong to what follows, from a point
	// between two pairs.
	from := start
	if end-start > maxBackslashes {
		from = end - maxBackslashes + (end-start)&1
	}
	switch {
	case p <= from:
		return p - (p-start)&1
	case p < end || p < end+backslashBody(text[end:], end-start):
		return from
	}
	return p
}

// backslashBody returns the length of what run backslashes before s escape.
func backslashBody(s string, run int) int {
	if s == "" {
		return 0
	}
	n := 1
	switch c := s[0]; {
	case c == 'x':
		n += hexLen(s[1:], 2)
	case c == 'U':
		n += hexLen(s[1:], 8)
	case c == 'u' && strings.HasPrefix(s[1:], "{"):
		if h := hexLen(s[2:], 6); strings.HasPrefix(s[2+h:], "}") {
			n += 2 + h
		}
	case c == 'u':
		n += hexLen(s[1:], 4)
		if n == 5 && isSurrogate(s, "89ABab") {
			// The other half, behind as many backslashes.
			low := strings.TrimLeft(s[n:min(len(s), n+run)], `\`)
			if rest := s[min(len(s), n+run):]; low == "" && len(rest) >= 5 && rest[0] == 'u' &&
				hexLen(rest[1:], 4) == 4 && isSurrogate(rest, "CDEFcdef") {
				n += run + 5
			}
		}
	case '0' <= c && c <= '7':
		for n < len(s) && n < 3 && '0' <= s[n] && s[n] <= '7' {
			n++
		}
	case c >= utf8.RuneSelf:
		_, n = utf8.DecodeRuneInString(s)
	}
	return n
}

// isSurrogate reports whether s, u and four hex digits, is a surrogate whose
// second digit is one of second.
func isSurrogate(s, second string) bool {
	return (s[1] == 'D' || s[1] == 'd') && strings.IndexByte(second, s[2]) >= 0
}

// hexLen returns how many hex digits s begins with, at most n.
func hexLen(s string, n int) int {
	i := 0
	for i < len(s) && i < n && isHex(s[i]) {
		i++
	}
	return i
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}

// percentLen returns the length of the percent-escape s begins with, or 0.
func percentLen(s string) int {
	if len(s) < 3 || hexLen(s[1:], 2) < 2 {
		return 0
	}
	n := 3
	for level := 0; s[n-2:n] == "25" && level < maxNestedPercent && hexLen(s[n:], 2) == 2; level++ {
		n += 2
	}
	if n > 3 {
		return n
	}
	// The bytes of one character stay together, or it no longer decodes.
	for more := following(s[1]|0x20, s[2]|0x20); more > 0; more-- {
		if len(s) < n+3 || s[n] != '%' || s[n+1] < '8' || s[n+1]|0x20 > 'b' ||
			'9' < s[n+1] && s[n+1] < 'A' || hexLen(s[n+1:], 2) < 2 {
			break
		}
		n += 3
	}
	return n
}

// following returns how many bytes follow the first byte of a UTF-8 sequence,
// given as two hex digits.
func following(hi, lo byte) int {
	switch hi {
	case 'c', 'd':
		return 1
	case 'e':
		return 2
	case 'f':
		if lo <= '4' {
			return 3
		}
	}
	return 0
}

// entityLen returns the length of the character reference s begins with, or 0.
// Without its semicolon an & is more often what parts two parameters.
func entityLen(s string) int {
	i := 1
	if i < len(s) && s[i] == '#' {
		i++
	}
	for first := i; i < len(s) && i < maxEntity; i++ {
		switch b := s[i]; {
		case b == ';' && i > first:
			return i + 1
		case '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z':
		default:
			return 0
		}
	}
	return 0
}

// controlLen returns the length of the terminal control sequence (ECMA-48, 7
// bits) s begins with, or 0.
func controlLen(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s) && i < maxControl; i++ {
		switch b := s[i]; {
		case 0x40 <= b && b <= 0x7e:
			return i + 1
		case b < 0x20 || b > 0x3f:
			return 0
		}
	}
	return 0
}
