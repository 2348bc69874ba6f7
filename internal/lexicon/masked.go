package lexicon

import "strings"

// maskWords are what stands between stars in place of a value: **redacted**.
var maskWords = NewWords("redacted hidden masked filtered removed secret censored protected omitted sanitized")

// starred reports whether stars stand in s for what was masked: sk-****abcd, ghp_****, *hidden*.
func starred(s string) bool {
	if c := s[0]; c == '*' || c == '-' || c == '_' {
		if t := strings.Trim(s, "*-_"); len(t)+2 <= len(s) && maskWords.Has(t) {
			return true
		}
	}
	k := strings.IndexByte(s, '*')
	if k < 0 {
		return false
	}
	e := k
	for e < len(s) && s[e] == '*' {
		e++
	}
	// The head of a token, which ends in a sign or one letter behind it.
	head := k > 1 && k <= 6 && strings.LastIndexAny(s[:k], "-_") >= k-2
	return e-k >= 3 && head && len(s)-e <= 8 && strings.IndexByte(s[e:], '*') < 0
}

// maskBytes are what a mask is made of, a bullet (U+2022) by its first byte.
var maskBytes = func() (t [256]bool) {
	for _, c := range []byte("*#.-_?=xX0\xe2") {
		t[c] = true
	}
	return
}()

// IsMasked reports whether s was masked already: one byte over and over, or three or more
// stars and the last four bytes at most.
func IsMasked(s string) bool {
	if len(s) == 0 {
		return false
	}
	s = s[:min(len(s), judged/3*3)]
	c := s[0]
	if !maskBytes[c] {
		return len(s) >= 3 && isLetter(c) && s[1] == c && strings.Count(s, s[:1]) == len(s)
	}
	if c == 0xe2 { // a run of bullets
		for i := 0; i+3 <= len(s); i += 3 {
			if s[i:i+3] != s[:3] {
				return false
			}
		}
		return len(s)%3 == 0 && len(s) >= 3 && s[:3] != "…"
	}
	i := 1
	for i < len(s) && s[i] == c {
		i++
	}
	if i == len(s) {
		return len(s) >= 2 || c == '*'
	}
	return c == '*' && i >= 3 && len(s)-i <= 4
}

// crossed reports whether s is the head of a token and a run of x in place of what follows: sk_test_xxxxxxxx.
func crossed(s string) bool {
	i := len(s)
	for i > 0 && s[i-1]|0x20 == 'x' {
		i--
	}
	if len(s)-i < 3 || i < 2 || i > 12 || s[i-1] != '_' && s[i-1] != '-' {
		return false
	}
	return all(s[:i], func(c byte) bool { return isLetter(c) || c == '_' || c == '-' })
}
