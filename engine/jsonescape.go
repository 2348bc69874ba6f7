package engine

import (
	"unicode/utf16"
	"unicode/utf8"
)

// decodeJSON appends the text that the inside of a JSON string stands for.
func decodeJSON(dst []byte, raw string) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			j := i
			for j < len(raw) && raw[j] != '\\' {
				j++
			}
			dst = append(dst, raw[i:j]...)
			i = j
			continue
		}
		r, n := decodeEscape(raw[i:])
		dst = utf8.AppendRune(dst, r)
		i += n
	}
	return dst
}

// decodeEscape returns the character of the escape, or pair of escapes, that s begins with.
// What is no escape stands for itself.
func decodeEscape(s string) (rune, int) {
	if escapeLen(s) == 0 {
		return '\\', 1
	}
	switch s[1] {
	case 'u':
		r := hex4(s[2:6])
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[7] == 'u' && escapeLen(s[6:]) == 6 {
				if p := utf16.DecodeRune(r, hex4(s[8:12])); p != utf8.RuneError {
					return p, 12
				}
			}
			return utf8.RuneError, 6
		}
		return r, 6
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	}
	return rune(s[1]), 2
}

func hex4(s string) rune {
	var r rune
	for i := 0; i < 4; i++ {
		c := s[i]
		switch {
		case isDigit(c):
			c -= '0'
		default:
			c = c | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}

// rawOffset returns the offset in raw that lies n bytes of text after offset i.
func rawOffset(raw string, i, n int) int {
	for n > 0 {
		if raw[i] != '\\' {
			i++
			n--
			continue
		}
		r, size := decodeEscape(raw[i:])
		i += size
		n -= utf8.RuneLen(r)
	}
	return i
}
