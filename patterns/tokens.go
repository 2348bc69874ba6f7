package patterns

import (
	"bytes"

	"github.com/redactbench/redactbench/internal/charset"
)

// tokens are the rules for secrets that are known by their shape alone. Where
// two rules find the same bytes the earlier one names them: the specific ones
// come before the general.
//
// Lengths are the shortest that the provider's documentation or the public
// rule sets of other scanners give; a longer token is found and masked whole.
// Checksums are not asked about: most samples in documentation have wrong ones.
var tokens = [][]Rule{
	sourceHosting, cloud, azure, aiServices, otherServices, payment, chat, mail,
	packageRegistries, observability, infrastructure, capabilityURLs, signedTokens,
}

// digitsInBase64 are the first three bytes of the base64 of every text that begins with
// three digits: how tokens begin that hold a numeric user id.
var digitsInBase64 = []string{
	"MDA", "MDE", "MDI", "MDM", "MDQ", "MDU", "MDY", "MDc", "MDg", "MDk", "MTA", "MTE", "MTI", "MTM", "MTQ", "MTU", "MTY", "MTc", "MTg", "MTk",
	"MjA", "MjE", "MjI", "MjM", "MjQ", "MjU", "MjY", "Mjc", "Mjg", "Mjk", "MzA", "MzE", "MzI", "MzM", "MzQ", "MzU", "MzY", "Mzc", "Mzg", "Mzk",
	"NDA", "NDE", "NDI", "NDM", "NDQ", "NDU", "NDY", "NDc", "NDg", "NDk", "NTA", "NTE", "NTI", "NTM", "NTQ", "NTU", "NTY", "NTc", "NTg", "NTk",
	"NjA", "NjE", "NjI", "NjM", "NjQ", "NjU", "NjY", "Njc", "Njg", "Njk", "NzA", "NzE", "NzI", "NzM", "NzQ", "NzU", "NzY", "Nzc", "Nzg", "Nzk",
	"ODA", "ODE", "ODI", "ODM", "ODQ", "ODU", "ODY", "ODc", "ODg", "ODk", "OTA", "OTE", "OTI", "OTM", "OTQ", "OTU", "OTY", "OTc", "OTg", "OTk",
}

func count(secret []byte, set charset.Set) (n int) {
	for _, b := range secret {
		if charset.Of[b]&set != 0 {
			n++
		}
	}
	return n
}

// mixed tells a random string from words: three digits and two letters.
func mixed(secret []byte) bool {
	return count(secret, charset.Digit) >= 3 && count(secret, charset.Alpha) >= 2
}

// mixedCase demands digits and letters of both cases.
func mixedCase(secret []byte) bool { return count(secret, charset.Digit) > 0 && twoCases(secret) }

// twoCases demands three letters of each case.
func twoCases(secret []byte) bool {
	return count(secret, charset.UpperAlpha) >= 3 && count(secret, charset.LowerAlpha) >= 3
}

// opaque tells a random string with joiners from names with joiners: three
// digits, and ten bytes without a joiner that hold a digit and a letter.
func opaque(secret []byte) bool {
	if count(secret, charset.Digit) < 3 {
		return false
	}
	for part := range bytes.FieldsFuncSeq(secret, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '=' }) {
		if len(part) >= 10 && count(part, charset.Digit) > 0 && count(part, charset.Alpha) > 0 {
			return true
		}
	}
	return false
}

// varied demands eight different bytes: zeros in base64 and texts of 16-bit
// characters in base64 are no tokens.
func varied(secret []byte) bool {
	var seen [256]bool
	n := 0
	for _, b := range secret {
		if !seen[b] {
			seen[b] = true
			n++
		}
	}
	return n >= 8
}

// digitLate demands a digit behind the last colon.
func digitLate(secret []byte) bool {
	return count(secret[bytes.LastIndexByte(secret, ':')+1:], charset.Digit) > 0
}

// numbered demands the base64 of twelve digits and a colon: the thirteenth byte
// shows as O and one of g to v.
func numbered(secret []byte) bool {
	return len(secret) >= 44 && secret[16] == 'O' && 'g' <= secret[17] && secret[17] <= 'v'
}
