// Package charset holds the alphabets of secrets as bit sets that cost one
// table look-up and one AND a byte.
package charset

import "strings"

// A Set is a set of bytes. Its bits are not alphabets but atoms: classes of
// bytes that no alphabet tells apart. So sets join with |, meet with & and
// compare with ==, and any number of alphabets fits in 32 bits.
type Set uint32

// The atoms. The letters and digits are split where some alphabet splits
// them: base32 lacks 0 1 8 9, base58 lacks 0 I O l, bech32 lacks 1 b i o.
const (
	zero Set = 1 << iota
	one
	twoToSeven
	eightNine
	lowerB
	lowerHexRest // a c d e f
	lowerI
	lowerL
	lowerO
	lowerRest
	upperB
	upperHexRest // A C D E F
	upperI
	upperO
	upperRest
	dash
	underscore
	dot
	plus
	slash
	equal
	tilde
	percent
	bang
	comma
	colon
	at
	dollar
	pipe
	star
	ampersand
	other // every other byte, the whole of non-ASCII text too
)

// The alphabets.
const (
	Digit = zero | one | twoToSeven | eightNine
	// LowerAlpha and UpperAlpha are the letters of one case.
	LowerAlpha = lowerB | lowerHexRest | lowerI | lowerL | lowerO | lowerRest
	UpperAlpha = upperB | upperHexRest | upperI | upperO | upperRest
	Alpha      = LowerAlpha | UpperAlpha
	// Lower and Upper are the letters of one case and the digits.
	Lower = LowerAlpha | Digit
	Upper = UpperAlpha | Digit
	B62   = Alpha | Digit
	Word  = B62 | underscore
	// Hex is in lower case, HexUpper in upper case, HexAny in either.
	Hex      = Digit | lowerB | lowerHexRest
	HexUpper = Digit | upperB | upperHexRest
	HexAny   = Hex | HexUpper
	// UUID is HexAny and the dash.
	UUID = HexAny | dash
	// B32 is RFC 4648's base32, B32Lower the same in lower case.
	B32      = UpperAlpha | twoToSeven
	B32Lower = LowerAlpha | twoToSeven
	// B58 is Bitcoin's base58.
	B58 = B62 &^ (zero | upperI | upperO | lowerL)
	// Bech is bech32's data alphabet in upper case.
	Bech = Upper &^ (one | upperB | upperI | upperO)
	// B64 is base64 with its padding, B64URL the URL alphabet without, B64All both.
	B64    = B62 | plus | slash | equal
	B64URL = Word | dash
	B64All = B64 | B64URL
)

// punctuation has the bytes of the atoms from dash to ampersand.
const punctuation = "-_.+/=~%!,:@$|*&"

// Of holds the atom of each byte: Of[b]&set != 0 says that b is in set.
var Of = table()

func table() (t [256]Set) {
	for i := range t {
		t[i] = other
	}
	fill := func(chars string, s Set) {
		for i := range len(chars) {
			t[chars[i]] = s
		}
	}
	fill("ghjkmnpqrstuvwxyz", lowerRest)
	fill("acdef", lowerHexRest)
	fill("b", lowerB)
	fill("i", lowerI)
	fill("l", lowerL)
	fill("o", lowerO)
	fill("GHJKLMNPQRSTUVWXYZ", upperRest)
	fill("ACDEF", upperHexRest)
	fill("B", upperB)
	fill("I", upperI)
	fill("O", upperO)
	fill("0", zero)
	fill("1", one)
	fill("234567", twoToSeven)
	fill("89", eightNine)
	for i := range len(punctuation) {
		t[punctuation[i]] = dash << i
	}
	return t
}

// Lookup returns the alphabet that a shape calls by name.
func Lookup(name string) (Set, bool) {
	switch name {
	case "digit":
		return Digit, true
	case "loweralpha":
		return LowerAlpha, true
	case "upperalpha":
		return UpperAlpha, true
	case "alpha":
		return Alpha, true
	case "lower":
		return Lower, true
	case "upper":
		return Upper, true
	case "b62":
		return B62, true
	case "word":
		return Word, true
	case "hex":
		return Hex, true
	case "HEX":
		return HexUpper, true
	case "Hex":
		return HexAny, true
	case "uuid":
		return UUID, true
	case "b32":
		return B32, true
	case "b32l":
		return B32Lower, true
	case "b58":
		return B58, true
	case "bech":
		return Bech, true
	case "b64":
		return B64, true
	case "b64u":
		return B64URL, true
	case "b64all":
		return B64All, true
	}
	return 0, false
}

// Punctuation returns the set of the one byte b, for the punctuation that
// stands in secrets; it is false for any other byte.
func Punctuation(b byte) (Set, bool) {
	if strings.IndexByte(punctuation, b) < 0 {
		return 0, false
	}
	return Of[b], true
}

// Bytes returns the ASCII bytes of the set in order. It allocates; it is for
// generators of samples, not for matchers.
func (s Set) Bytes() string {
	var b strings.Builder
	for c := range byte(128) {
		if Of[c]&s != 0 {
			b.WriteByte(c)
		}
	}
	return b.String()
}
