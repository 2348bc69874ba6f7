package engine

import "github.com/redactbench/redactbench/internal/charset"

// A wordSet is words in small letters; lengths tells by their last byte's low bits how long they can be, bit n
// for n bytes, which is all it takes for most of the words that are asked about.
type wordSet struct {
	words   map[string]struct{}
	lengths [32]uint32
}

func newWordSet(words []string) *wordSet {
	if len(words) == 0 {
		return nil
	}
	s := &wordSet{words: make(map[string]struct{}, len(words))}
	for _, w := range words {
		if w != "" {
			s.words[w] = struct{}{}
			s.lengths[w[len(w)-1]&31] |= 1 << min(len(w), 31)
		}
	}
	return s
}

// endsAt reports whether the word of letters and digits that precedes i, over joiners or one blank, is in the set. The
// nil set has none.
func (s *wordSet) endsAt(src string, i int) bool {
	if s == nil {
		return false
	}
	j := i
	for j > 0 && (src[j-1] == '_' || src[j-1] == '-' || src[j-1] == '.' || src[j-1] == ' ') && i-j < 2 {
		j--
	}
	if j == 0 || s.lengths[src[j-1]&31] == 0 {
		return false
	}
	k := j
	for k > 0 && isAlnum(src[k-1]) && j-k < nameLimit {
		k--
		if isUpper(src[k]) && k > 0 && !isUpper(src[k-1]) {
			break
		}
	}
	if s.lengths[src[j-1]&31]>>min(j-k, 31)&1 == 0 {
		return false
	}
	var buf [nameLimit]byte
	folded := buf[:copy(buf[:], src[k:j])]
	for i, c := range folded {
		if isUpper(c) {
			folded[i] |= 0x20
		}
	}
	_, ok := s.words[string(folded)]
	return ok
}

// bytesOf returns the set of the bytes of s.
func bytesOf(s string) (t [256]bool) {
	for i := range len(s) {
		t[s[i]] = true
	}
	return
}

func isUpper(c byte) bool    { return c-'A' < 26 }
func isLetter(c byte) bool   { return (c|0x20)-'a' < 26 }
func isDigit(c byte) bool    { return c-'0' < 10 }
func isAlnum(c byte) bool    { return charset.Of[c]&charset.B62 != 0 }
func isWordByte(c byte) bool { return charset.Of[c]&charset.Word != 0 }
func isHexByte(c byte) bool  { return isDigit(c) || (c|0x20)-'a' < 6 }
func isBlank(c byte) bool    { return c == ' ' || c == '\t' }
