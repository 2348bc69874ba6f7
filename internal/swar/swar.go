// Package swar looks at eight bytes of a text at once, as one number ("SIMD within a register"): a loop over the letters
// of a word ends where no branch predictor foresees it, and most words have fewer than eight.
package swar

import "math/bits"

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// Load returns the first 8 bytes of s, the first one lowest. It panics where there are fewer.
func Load(s string) uint64 {
	b := s[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Head is Load for a text of any length: zeros stand for the bytes that it lacks.
func Head(s string) uint64 {
	switch n := len(s); {
	case n >= 8:
		return Load(s)
	case n >= 4:
		return four(s) | four(s[n-4:])<<(8*(n-4))
	case n >= 2:
		return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[n-1])<<(8*(n-1))
	case n == 1:
		return uint64(s[0])
	}
	return 0
}

func four(s string) uint64 {
	b := s[:4]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24
}

// Hash returns a hash of seed and s, by eight bytes. It is made for tables of texts that are known, not for ones that somebody chooses
// to share a hash.
func Hash(seed uint64, s string) uint64 {
	const mul, high = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
	h := seed*mul + uint64(len(s))*high
	for ; ; s = s[8:] {
		up, low := bits.Mul64(h^Head(s), mul)
		h = (up ^ low) + high
		if len(s) <= 8 {
			return h
		}
	}
}

// between has the high bit of each byte of x that is one from lo to hi, which are ASCII.
func between(x, lo, hi uint64) uint64 {
	low := x &^ highs
	return (low + (0x80-lo)*ones) &^ (low + (0x7F-hi)*ones) &^ x & highs
}

// Letters has the high bit of each of 8 bytes that is an ASCII letter.
func Letters(x uint64) uint64 { return between(x|0x20*ones, 'a', 'z') }

// Small makes the ASCII capitals among 8 bytes small letters.
func Small(x uint64) uint64 { return x | between(x, 'A', 'Z')>>2 }

// LettersEnd returns the end of the run of ASCII letters that begins at i; i where none does.
func LettersEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := Letters(Load(s[i:])) ^ highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(s) && (s[i]|0x20)-'a' < 26 {
		i++
	}
	return i
}

// SmallEnd is LettersEnd for small letters.
func SmallEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := between(Load(s[i:]), 'a', 'z') ^ highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(s) && s[i]-'a' < 26 {
		i++
	}
	return i
}

// IndexEither returns the offset of the first a or b in s from i on; len(s) where there is none.
func IndexEither(s string, i int, a, b byte) int {
	for ; i+8 <= len(s); i += 8 {
		x := Load(s[i:])
		p, q := x^uint64(a)*ones, x^uint64(b)*ones
		// The lowest bit is right: a borrow can set one above a byte that is a or b alone.
		if m := ((p-ones)&^p | (q-ones)&^q) & highs; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(s) && s[i] != a && s[i] != b {
		i++
	}
	return i
}

// LastIndex is strings.LastIndexByte, which goes byte by byte.
func LastIndex(s string, c byte) int {
	i := len(s)
	for ; i >= 8; i -= 8 {
		x := Load(s[i-8:]) ^ uint64(c)*ones
		// Exactly the bytes that are 0: no sum of seven bits carries.
		if m := ^((x&^highs + ^uint64(highs)) | x) & highs; m != 0 {
			return i - 1 - bits.LeadingZeros64(m)/8
		}
	}
	for i--; i >= 0 && s[i] != c; i-- {
	}
	return i
}

// LettersStart returns the start of the run of ASCII letters that ends before i, but at least low; i where none does.
func LettersStart(s string, i, low int) int {
	for ; i > low && i >= 8; i = max(low, i-8) {
		if m := Letters(Load(s[i-8:])) ^ highs; m != 0 {
			return max(low, i-bits.LeadingZeros64(m)/8)
		}
	}
	for i > max(low, 0) && (s[i-1]|0x20)-'a' < 26 {
		i--
	}
	return i
}
