package jsontext

import (
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUnescaped appends the text that the inside of a JSON string stands for. Half a pair of
// surrogates is U+FFFD.
func AppendUnescaped(dst []byte, raw string) []byte {
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
		r, n := Unescape(raw[i:])
		dst = utf8.AppendRune(dst, r)
		i += n
	}
	return dst
}

// Unescape returns the character of the escape, or pair of escapes, that s begins with.
// What is no escape stands for itself.
func Unescape(s string) (rune, int) {
	if EscapeLen(s) == 0 {
		return '\\', 1
	}
	switch s[1] {
	case 'u':
		r := hex4(s[2:6])
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[7] == 'u' && EscapeLen(s[6:]) == 6 {
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
		case c <= '9':
			c -= '0'
		default:
			c = c | 0x20 - 'a' + 10
		}
		r = r<<4 | rune(c)
	}
	return r
}

// EscapeLen returns the length in bytes of the escape that s begins with, 0 where it begins
// with none or a bad one. The halves of a pair are two.
func EscapeLen(s string) int {
	if len(s) < 2 || s[0] != '\\' {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(s) < 6 {
			return 0
		}
		for i := 2; i < 6; i++ {
			if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
				return 0
			}
		}
		return 6
	}
	return 0
}
