package swar

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isSmall(c byte) bool  { return 'a' <= c && c <= 'z' }

func naiveEnd(s string, i int, is func(byte) bool) int {
	for i < len(s) && is(s[i]) {
		i++
	}
	return i
}

// TestNaive compares with loops over bytes: for each byte among letters at each place, and for random texts.
func TestNaive(t *testing.T) {
	var texts []string
	for c := range 256 {
		for at := range 9 {
			b := []byte("abYzAZyBq")
			b[at] = byte(c)
			texts = append(texts, string(b), string(b)+"wordsLikeThis and", "x "+string(b))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = "abzAZ@[`{ 09_\x00\x7f\x80\xe1\xfa"[min(r.IntN(40), 17)%18]
			if r.IntN(3) > 0 {
				b[i] = byte('a' + r.IntN(26) - 32*r.IntN(2))
			}
		}
		texts = append(texts, string(b))
	}
	for _, s := range texts {
		for i := range len(s) + 1 {
			if got, want := LettersEnd(s, i), naiveEnd(s, i, isLetter); got != want {
				t.Fatalf("LettersEnd(%q, %d) = %d, want %d", s, i, got, want)
			}
			if got, want := SmallEnd(s, i), naiveEnd(s, i, isSmall); got != want {
				t.Fatalf("SmallEnd(%q, %d) = %d, want %d", s, i, got, want)
			}
			if got, want := IndexEither(s, i, 'z', '['), naiveEnd(s, i, func(c byte) bool { return c != 'z' && c != '[' }); got != want {
				t.Fatalf("IndexEither(%q, %d) = %d, want %d", s, i, got, want)
			}
			if got, want := LastIndex(s[:i], '['), strings.LastIndexByte(s[:i], '['); got != want {
				t.Fatalf("LastIndex(%q) = %d, want %d", s[:i], got, want)
			}
			start := i
			for start > 0 && isLetter(s[start-1]) {
				start--
			}
			if got := LettersStart(s, i, 0); got != start {
				t.Fatalf("LettersStart(%q, %d, 0) = %d, want %d", s, i, got, start)
			}
			for low := range i + 1 {
				if got := LettersStart(s, i, low); got != max(low, start) {
					t.Fatalf("LettersStart(%q, %d, %d) = %d, want %d", s, i, low, got, max(low, start))
				}
			}
			if i+8 <= len(s) {
				x := Small(Load(s[i:]))
				for k := range 8 {
					want := s[i+k]
					if want-'A' < 26 {
						want |= 0x20
					}
					if got := byte(x >> (8 * k)); got != want {
						t.Fatalf("Small of %q: byte %d is %q, want %q", s[i:i+8], k, got, want)
					}
				}
			}
		}
	}
}

// TestHead compares with a loop over bytes.
func TestHead(t *testing.T) {
	s := "0123456789abcdef"
	for n := range len(s) {
		want := uint64(0)
		for i := range min(n, 8) {
			want |= uint64(s[i]) << (8 * i)
		}
		if got := Head(s[:n]); got != want {
			t.Errorf("Head(%q) = %x, want %x", s[:n], got, want)
		}
	}
}

// TestHashTellsTextsApart: another byte, length or seed gives another hash, at every length.
func TestHashTellsTextsApart(t *testing.T) {
	seen := map[uint64]string{}
	add := func(seed uint64, s string) {
		h := Hash(seed, s)
		if other, ok := seen[h]; ok {
			t.Fatalf("%q has the hash of %q", s, other)
		}
		seen[h] = s
	}
	for n := range 40 {
		s := make([]byte, n)
		add(0, string(s))
		add(1, string(s))
		for i := range s {
			for bit := range 8 {
				s[i] = 1 << bit
				add(0, string(s))
			}
			s[i] = 0
		}
	}
}
