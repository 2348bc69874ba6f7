// Package jsontext measures and writes the inside of a JSON string.
//
// Everything here agrees, byte for byte, with what encoding/json writes
// between the quotes with SetEscapeHTML(false): control characters, quotation
// marks, backslashes, U+2028 and U+2029 are escaped, an ill-formed byte becomes
// the six characters \ufffd. The standard encoder is not used because it
// cannot measure without writing, cannot append without reflection, and cannot
// work in place.
//
// Nothing allocates but to grow dst.
package jsontext

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Text is what the functions read: a string or its bytes.
type Text interface{ ~string | ~[]byte }

// Longest is the most bytes that one byte takes encoded.
const Longest = 6

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plain returns the index of the first byte at or after i that is not a
// printable ASCII character standing for itself, or len(s).
//
// Eight bytes are judged at a time. A byte's high bit ends up set where the
// byte is under 0x20, is " or \, or is 0x80 and above; a borrow can set one
// more bit, but only above a byte that is truly special, so that the lowest bit is right.
func plain[T Text](s T, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := load(s, i)
		if m := (x | (x - 0x20*ones) | ((x ^ '"'*ones) - ones) | ((x ^ '\\'*ones) - ones)) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(s) && sizes[s[i]] == 1 {
		i++
	}
	return i
}

// load returns the 8 bytes of s from i on, the first in the lowest bits.
func load[T Text](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Printable returns the length of a run of printable ASCII at the start of s, which need not be the
// longest: it goes by 8 bytes.
func Printable[T Text](s T) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if x := load(s, i); (x|(x-0x20*ones))&highs != 0 {
			break
		}
	}
	return i
}

// sizes holds the encoded size of each ASCII byte; 0 means it begins, or
// should have begun, a longer sequence.
var sizes = func() (t [256]uint8) {
	for b := range utf8.RuneSelf {
		t[b] = 1
		if b < 0x20 {
			t[b] = 6
		}
	}
	for _, b := range "\"\\\b\f\n\r\t" {
		t[b] = 2
	}
	return t
}()

// decode returns the rune at i, which is not ASCII, and its width: RuneError
// and 1 for an ill-formed byte.
func decode[T Text](s T, i int) (rune, int) {
	// The conversion of at most four bytes stays on the stack.
	return utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
}

// next returns the width of the character at i and its encoded size.
func next[T Text](s T, i int) (width, size int) {
	if n := sizes[s[i]]; n != 0 {
		return 1, int(n)
	}
	switch c, w := decode(s, i); {
	case c == utf8.RuneError && w == 1, c == '\u2028', c == '\u2029':
		return w, 6
	default:
		return w, w
	}
}

// Size returns the bytes s takes between the quotes of a JSON string.
func Size[T Text](s T) int {
	n := len(s)
	for i := 0; i < len(s); {
		if i+8 <= len(s) {
			if x := load(s, i); (x|(x-0x20*ones))&highs == 0 { // printable ASCII
				n += bits.OnesCount64(^(unlike(x, '"') & unlike(x, '\\')) & highs)
				i += 8
				continue
			}
		}
		w, size := next(s, i)
		n += size - w
		i += w
	}
	return n
}

// unlike sets the high bits of those of 8 bytes that are not b, which is ASCII. Sums of 7 bits and 0x7f carry
// into no other byte.
func unlike(x, b uint64) uint64 { return x | ((x&^highs ^ b*ones) + 0x7f*ones) }

// WireSize returns the bytes JSON text takes inside a string of a further JSON
// text, as the protocols that carry JSON in a text write it: with <, > and &
// escaped too. encoding/json does so unless told otherwise, and the MCP SDK for
// Go (1.8) does not tell it otherwise; other senders write less.
func WireSize[T Text](json T) int {
	marks, i := 0, 0
	for ; i+8 <= len(json); i += 8 {
		x := load(json, i)
		marks += bits.OnesCount64(^(unlike(x, '<') & unlike(x, '>') & unlike(x, '&')) & highs)
	}
	for ; i < len(json); i++ {
		if b := json[i]; b == '<' || b == '>' || b == '&' {
			marks++
		}
	}
	return Size(json) + marks*(len(`\u003c`)-1)
}

// Fit returns the length of the longest run of whole characters at the start
// of s that takes no more than max bytes encoded, and the bytes it takes. An
// ill-formed byte counts as U+FFFD, 3 bytes, which is what AppendValid makes of
// it. The work is bounded by max, whatever the length of s.
func Fit(s string, max int) (n, size int) {
	if max <= 0 {
		return 0, 0
	}
	// A character never takes less encoded than it is long.
	within := s[:min(len(s), max)]
	for i := 0; ; {
		j := min(plain(within, i), i+max-size)
		size += j - i
		i = j
		if i == len(s) || size == max {
			return i, size
		}
		w, c := next(s, i)
		if c == 6 && s[i] >= utf8.RuneSelf && w == 1 {
			c = len(replacement)
		}
		if size+c > max {
			return i, size
		}
		size += c
		i += w
	}
}

const (
	hex         = "0123456789abcdef"
	replacement = "\ufffd"
)

// short returns the letter of b's two-character escape, or 0.
func short(b byte) byte {
	switch b {
	case '"', '\\':
		return b
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	}
	return 0
}

// appendSpecial appends the character at i escaped where it must be, and
// returns its width.
func appendSpecial[T Text](dst []byte, s T, i int) ([]byte, int) {
	if b := s[i]; b < utf8.RuneSelf {
		if c := short(b); c != 0 {
			return append(dst, '\\', c), 1
		}
		return append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&0xF]), 1
	}
	switch c, w := decode(s, i); {
	case c == utf8.RuneError && w == 1:
		return append(dst, `\ufffd`...), 1
	case c == '\u2028', c == '\u2029':
		return append(dst, '\\', 'u', '2', '0', '2', hex[c&0xF]), w
	default:
		return append(dst, s[i:i+w]...), w
	}
}

// Append appends s as it stands between the quotes of a JSON string.
func Append[T Text](dst []byte, s T) []byte {
	dst, _ = AppendPrintable(dst, s)
	return dst
}

// AppendPrintable is Append; it also returns how many bytes at the start of s are
// printable ASCII.
func AppendPrintable[T Text](dst []byte, s T) (_ []byte, printable int) {
	printable = len(s)
	for i := 0; ; {
		j := plain(s, i)
		dst = append(dst, s[i:j]...)
		if j == len(s) {
			return dst, printable
		}
		w := 1
		if b := s[j]; b == '"' || b == '\\' {
			dst = append(dst, '\\', b)
		} else {
			dst, w = appendSpecial(dst, s, j)
			printable = min(printable, j)
		}
		i = j + w
	}
}

// Escape escapes dst[from:] in place: the result is dst[:from] followed by
// what Append makes of the rest. It serves text that was appended raw and needs
// no second buffer: the text is moved to where its end will be, and what is written
// before it never comes nearer than what is left of the room between.
func Escape(dst []byte, from int) []byte {
	n := len(dst)
	extra := Size(dst[from:]) - (n - from)
	if extra == 0 {
		return dst
	}
	first := plain(dst, from)
	dst = slices.Grow(dst, extra)[:n+extra]
	copy(dst[first+extra:], dst[first:n])
	raw := dst[first+extra:]
	var buf [utf8.UTFMax + 2]byte
	for w, i := first, 0; i < len(raw); {
		if j := plain(raw, i); j > i {
			w += copy(dst[w:], raw[i:j])
			i = j
			continue
		}
		esc, width := appendSpecial(buf[:0], raw, i)
		w += copy(dst[w:], esc)
		i += width
	}
	return dst
}

// AppendValid appends s with each ill-formed byte replaced by U+FFFD.
func AppendValid(dst []byte, s string) []byte {
	// The whole is nearly always well formed.
	if utf8.ValidString(s) {
		return append(dst, s...)
	}
	start := 0
	for i, c := range s {
		if c != utf8.RuneError {
			continue
		}
		if _, w := utf8.DecodeRuneInString(s[i:]); w == 1 {
			dst = append(append(dst, s[start:i]...), replacement...)
			start = i + 1
		}
	}
	return append(dst, s[start:]...)
}
