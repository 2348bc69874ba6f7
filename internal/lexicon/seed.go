package lexicon

import "strings"

// seedWords are how many words at least restore a wallet (BIP 39).
const seedWords = 12

// IsSeed reports whether s is the words that a wallet is restored with: 12 or more of 3 to 8 small
// letters, none of them a function word.
func IsSeed(s string) bool {
	if len(s) < 4*seedWords-1 || len(s) > 256 {
		return false
	}
	words := 0
	for w := range strings.SplitSeq(s, " ") {
		if len(w) < 3 || len(w) > 8 || !allSmall(w) || functionWords.Has(w) {
			return false
		}
		words++
	}
	return words >= seedWords
}

// noSeed are words of messages about such words that no list of them has.
var noSeed = NewWords("failed invalid expected checksum wallet word words phrase mnemonic wrong please verify")

// SeedLen returns the length of such words at the start of s, 0 if they are not as many as a wallet
// takes: 12 to 24, in steps of three.
func SeedLen(s string) int {
	n, words := 0, 0
	for words <= 2*seedWords {
		k := n
		for k < len(s) && s[k]-'a' < 26 {
			k++
		}
		if w := s[n:k]; len(w) < 3 || len(w) > 8 || functionWords.Has(w) || noSeed.Has(w) {
			break
		}
		words++
		if n = k; n+1 >= len(s) || s[n] != ' ' || s[n+1]-'a' >= 26 {
			break
		}
		n++
	}
	if words < seedWords || words > 2*seedWords || words%3 != 0 {
		return 0
	}
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	return n
}
