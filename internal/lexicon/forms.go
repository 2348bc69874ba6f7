package lexicon

import "strings"

// A Form is what a text in a value's place was recognised as. None means that
// nothing speaks against its being a secret.
type Form uint8

// The forms, in the order they are looked for.
const (
	None Form = iota
	Empty
	Short
	Reference
	Masked
	Stop
	Word
	Placeholder
	Sentence
	Path
	Code
	Name
	Number
	Identifier
	Digest
)

var formNames = [...]string{"no harmless form", "empty", "short", "reference", "masked", "stop word", "not opaque", "placeholder", "sentence", "path", "code", "name", "number", "identifier", "digest"}

func (f Form) String() string { return formNames[f] }

// placeholderHeads begin the samples of documentation.
var placeholderHeads = []string{"your", "my_", "my-", "my ", "example", "sample", "dummy", "fake", "replace", "insert", "change", "some", "todo", "fixme", "placeholder", "enter", "redacted", "xxx", "the_", "the-", "put-", "put_", "paste", "<", "{{", "test-", "test_"}

// placeholderFirst tells the bytes that a placeholder can begin with.
var placeholderFirst = func() (t [256]uint8) {
	for _, h := range placeholderHeads {
		t[h[0]] = 1
		if c := h[0]; c-'a' < 26 {
			t[c&^0x20] = 1
		}
	}
	return
}()

// IsPlaceholder reports whether s is a sample of documentation, or a token of which only head and end are shown.
func IsPlaceholder(s string, e Evidence) bool {
	if len(s) > 48 {
		return false
	}
	if s == "VALUE_SPECIFIED_IN_NO_LOG_PARAMETER" {
		return true // of Ansible
	}
	if s != "" && s[len(s)-1]|0x20 == 'x' && crossed(s) || len(s)-e.Letters()-e.Digits() >= 2 && starred(s) {
		return true
	}
	if s == "" || placeholderFirst[s[0]] == 0 {
		return false
	}
	var buf [16]byte
	head := string(buf[:lower(buf[:], s[:min(len(s), len(buf))])]) // at most 16 bytes: does not allocate
	for _, p := range placeholderHeads {
		if p[0] == head[0] && strings.HasPrefix(head, p) {
			limit := 16
			if p[0] != '<' && p[0] != '{' && p != "your" && e.Digits() > 2 {
				return false // EXAMPLEsecret123 is somebody's password
			}
			return e.Total < limit
		}
	}
	return false
}

// IsSentence reports whether a quoted value is prose: it begins with a blank,
// or has blanks and a stop word, or more than 8 words.
func IsSentence(s string) bool {
	if strings.HasPrefix(s, " ") {
		return true
	}
	blanks := 0
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], ' ')
		word := s[i:]
		if j >= 0 {
			word = s[i : i+j]
			blanks++
		}
		if blanks > 0 && IsStop(strings.Trim(word, ".,:;!?'\"()")) {
			return true
		}
		if blanks > 8 {
			return true
		}
		if j < 0 {
			break
		}
		i += j + 1
	}
	return false
}

// functionWords are those that pass phrases lack and sentences of two words or more have.
var functionWords = NewWords("a an and any are as at be been but by can cannot could did do does doing don't done for from had has have he her here if in into is isn't it its may might more must my need neither no none nor not of off on only onto or our per shall she should since so some such than that the their then there these they this those to too until up upon us very via was we were what when where which while who whom whose why will with within without would yes yet you your")

// IsPassphrase reports whether a text with blanks is words that somebody chose rather than
// a sentence: three or more in small letters, without function words and with few
// of the words that messages are made of.
func IsPassphrase(s string) bool {
	words, stopped := 0, 0
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], ' ')
		if j < 0 {
			j = len(s) - i
		}
		w := s[i : i+j]
		if len(w) < 2 || words == 24 || !allSmall(w) || functionWords.Has(w) {
			return false
		}
		if IsStop(w) {
			stopped++
		}
		words++
		i += j + 1
	}
	return words >= 3 && stopped*3 <= words
}

func allSmall(s string) bool { return all(s, func(c byte) bool { return c-'a' < 26 || c == '-' }) }

// IsNumber reports whether s is a number, a date, a time, a version, an
// address, a size or a colour.
func IsNumber(s string) bool {
	if len(s) == 0 || len(s) > 40 {
		return false
	}
	if len(s) > 1 && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		return len(s) <= 18 && allHex(s[2:])
	}
	if isDuration(s) {
		return true
	}
	if s[0] == '#' {
		return len(s) <= 9 && allHex(s[1:])
	}
	digits, others, run := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c-'0' < 10:
			digits++
			run++
			if run > 19 {
				return false
			}
		case c == '.' || c == ':' || c == '-' || c == '+' || c == ',' || c == '/' || c == '%' || c == '_':
			run = 0
		case c == 'T' || c == 'Z' || c == 'e' || c == 'E' || c == 'v' && i == 0:
			run = 0
			others++
		default:
			// A unit may end it: 10ms, 1.5GiB.
			return digits > 0 && i < 12 && len(s)-i <= 3 && allLetters(s[i:]) && others == 0
		}
	}
	return digits > 0 && others <= 2
}

// isDuration reports whether s is a duration as Go and others write it: 1h2m3.5s, 2d4h.
func isDuration(s string) bool {
	i := 0
	for i < len(s) {
		j := i
		for j < len(s) && (s[j]-'0' < 10 || s[j] == '.' && j > i) {
			j++
		}
		k := j
		for k < len(s) && isLetter(s[k]) || strings.HasPrefix(s[k:], "µ") {
			k++
			if s[k-1] == 0xc2 {
				k++
			}
		}
		switch s[j:k] {
		case "w", "d", "h", "m", "s", "ms", "us", "µs", "ns":
		default:
			return false
		}
		if j == i {
			return false
		}
		i = k
	}
	return i > 0
}

// IsAcronym reports whether s is the name of an algorithm or format: up to 6
// capitals and a short number, PBKDF2, PKCS#8, AES-128, or one of those in small letters, x509.
func IsAcronym(s string) bool {
	i := 0
	for i < len(s) && s[i]-'A' < 26 {
		i++
	}
	if i < 2 || i > 6 {
		return i == 0 && IsAlgorithm(s)
	}
	if i < len(s) && (s[i] == '#' || s[i] == '-' || s[i] == '_' || s[i] == 'v') {
		i++
	}
	groups, n := 0, 0
	for ; i < len(s); i++ {
		switch {
		case s[i]-'0' < 10:
			n++
			if n > 5 || n == 5 && groups == 0 {
				return false
			}
		case n > 0 && (s[i] == '.' || s[i] == '-') && groups < 3:
			groups++
			n = 0
		default:
			return false
		}
	}
	return n > 0
}

// algorithms are names of algorithms, formats and packages that are written in small letters, with digits.
var algorithms = NewWords("asn1 x509 pkcs1 pkcs7 pkcs8 pkcs11 pkcs12 aes128gcm aes256gcm aes256 chacha20poly1305 chacha20 xchacha20 poly1305 pbkdf2 argon2 argon2i argon2id sha1 sha224 sha256 sha384 sha512 sha3 md5 ed25519 ed448 x25519 curve25519 p256 secp256k1 base32 base58 base64 base64url utf8 utf16 http2 oauth2 s3 ec2 k8s lz4 bzip2 sqlite3 psycopg2 bip32 bip39 hs256 hs512 rs256 es256 crc32 win32 i18n")

// IsAlgorithm reports whether s is the name of an algorithm, format or package in small letters, which heads the errors
// about it: x509, aes256gcm.
func IsAlgorithm(s string) bool { return algorithms.Has(s) }

// IsRelease reports whether a word of prose is the version or name of a product, or the short
// number of a commit or of a public key: 1.14.10-1~deb12u1, LibX11, 1c77fbb, C9597E8F28359AE3.
func IsRelease(s string, e Evidence) bool {
	digits := 0
	for digits < len(s) && s[digits]-'0' < 10 {
		digits++
	}
	switch {
	case digits > 0 && digits < 4 && digits+1 < len(s) && s[digits] == '.' && s[digits+1]-'0' < 10:
		return e.Letters() <= e.Digits() && e.Upper() == 0
	case e.Joins() > 0:
		return false
	case e.Letters() < 5 && e.Digits() < 5 && allLetters(s[:e.Letters()]): // rfc1991
		return true
	case len(s) <= 8 && e.Upper() == 0:
		return allHex(s)
	case len(s) == 16 || len(s) == 40 || len(s) == 8:
		return e.Lower() == 0 && allHex(s)
	}
	return len(s) <= 8 && e.Digits() <= 2 && e.Letters() >= 4
}

// IsEscaped reports whether more than half of s is escapes of bytes or characters: \x00,
// \u3299. It stands for binary data or a sign, not for a credential.
func IsEscaped(s string) bool {
	first := strings.IndexByte(s, '\\')
	if first < 0 || 2*first > len(s) {
		return false
	}
	n := 0
	for i := first; i+1 < len(s) && i < judged; i++ {
		if s[i] != '\\' {
			continue
		}
		k := 0
		switch s[i+1] {
		case 'x':
			k = 4
		case 'u':
			k = 6
			if strings.HasPrefix(s[i:], `\u00`) && i+4 < len(s) && s[i+4]|0x20 >= 'c' {
				k = 0 // a letter with an accent
			}
		case 'U':
			k = 10
		}
		if k > 0 && i+k <= len(s) && allHex(s[i+2:i+k]) {
			n += k
			i += k - 1
		}
	}
	return 2*n > len(s)
}

// IsDigest reports whether s is a digest with its label.
func IsDigest(s string) bool {
	switch s[0] | 0x20 {
	case 's', 'm', 'h':
	default:
		return strings.Contains(s, "@sha256:")
	}
	for _, p := range []string{"sha256:", "sha1:", "sha512:", "sha384:", "md5:", "sha1-", "sha256-", "sha384-", "sha512-", "h1:", "SHA256:", "MD5:"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return strings.Contains(s, "@sha256:")
}

// IsIdentifier reports whether s is an identifier: parts joined by _ . - / : + =
// ~, one of 3 letters or more that looks like a word, none that looks opaque; or numbers behind a known prefix.
func IsIdentifier(s string, e Evidence) bool {
	if s == "" {
		return false
	}
	if c := s[0] | 0x20; c == 's' && numbered(s, "S-1-") || c == 'r' && numbered(s, "rfc") {
		return true
	}
	if e.Part >= 40 || len(s) > 80 {
		return false
	}
	word := false
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && !isJoin(s[j]) {
			j++
		}
		if p := s[i:j]; len(p) > 0 {
			if !alnum(p) {
				return false
			}
			if len(p) >= 3 && allLetters(strings.TrimRight(p, "0123456789")) && len(strings.TrimRight(p, "0123456789")) >= 3 {
				if pe := Weigh(p); pe.Total-4*pe.Digits() < 10 {
					word = true
				}
			}
		}
		i = j + 1
	}
	return word
}

// numbered reports whether s is digits behind a prefix in either case, with signs between them: a SID of Windows, S-1-5-21-36,
// or a section of a standard, rfc6749#2.3.
func numbered(s, prefix string) bool {
	return len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) &&
		all(s[len(prefix):], func(c byte) bool { return c-'0' < 10 || c == '-' || c == '#' || c == '.' })
}

// IsAddress reports whether s has the form of an account's or a contract's address in Ethereum, 0x and 20 bytes in hexadecimal.
func IsAddress(s string) bool {
	return len(s) == 42 && s[0] == '0' && s[1]|0x20 == 'x' && allHex(s[2:])
}

// IsCacheKey reports whether s is the key of a cache, words and the digest of what it holds: Linux-pip-9f86….
func IsCacheKey(s string) bool {
	if len(s) > 128 {
		return false
	}
	for _, n := range [...]int{64, 40} { // of SHA-256 and SHA-1
		if i := len(s) - n - 1; i > 2 && s[i] == '-' {
			return allHex(s[i+1:]) && strings.IndexByte(s[:i], '-') > 0 && Weigh(s[:i]).Part < 20
		}
	}
	return false
}

// IsObject reports whether s is the name of an object of a cluster that ends in five characters made
// up for it: app-secrets-gxlbk.
func IsObject(s string) bool {
	i := len(s) - 6
	if i < 2 || s[i] != '-' || len(s) > 64 {
		return false
	}
	for _, c := range []byte(s[i+1:]) {
		if strings.IndexByte("bcdfghjklmnpqrstvwxz2456789", c) < 0 {
			return false // others are left out so that no word comes about
		}
	}
	for part := range strings.SplitSeq(s[:i], "-") {
		if len(part) == 0 || !all(part, func(c byte) bool { return c-'a' < 26 || c-'0' < 10 }) || Weigh(part).Total >= 16 {
			return false
		}
	}
	return true
}

// IsTag reports whether s is the tag of a member of a Go struct: json:"password".
func IsTag(s string) bool {
	i := identifier(s)
	return i > 0 && i < len(s) && s[i] == ':' && strings.HasPrefix(strings.TrimLeft(s[i+1:], `\`), `"`)
}

// IsRules reports whether s is what a validator demands: required|min:8.
func IsRules(s string) bool {
	i := strings.IndexByte(s, '|')
	return i > 0 && (IsStop(s[:i]) || IsType(s[:i]))
}

// IsForeign reports whether an unquoted s is a word or sentence of a language that is not written in ASCII:
// letters alone, some of them not ASCII, or characters of Chinese, Japanese or Korean and
// no letter of ASCII.
func IsForeign(s string, e Evidence) bool {
	others, wide := 0, false
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xf0 {
			return false // no letters, mostly
		}
		if s[i] >= 0x80 {
			others++
			wide = wide || s[i] >= 0xe3 && s[i] <= 0xed
		}
	}
	return others > 1 && (e.Letters()+others == len(s) || wide && e.Letters() == 0)
}

// IsName reports whether s is the name of a secret and not the secret: an identifier
// of several parts whose end is a stem (accessToken, AWS_SECRET_ACCESS_KEY).
func IsName(s string, e Evidence) bool {
	if e.Total >= 48 || len(s) > 64 || !allName(s) || e.Digits() > 4 {
		return false
	}
	joined := e.Joins() > 0
	for i := 1; i < len(s) && !joined; i++ {
		joined = s[i]-'A' < 26 && s[i-1]-'a' < 26
	}
	if !joined {
		return false
	}
	t := strings.TrimRight(s, "0123456789")
	for _, stem := range []string{"password", "passwd", "passphrase", "secret", "token", "key", "credential", "credentials", "pass", "pwd", "secrets", "keys", "tokens", "auth", "name", "ref", "cert"} {
		if len(t) > len(stem) && strings.EqualFold(t[len(t)-len(stem):], stem) {
			b := t[len(t)-len(stem)-1]
			if !isLetter(b) || t[len(t)-len(stem)]-'A' < 26 && b-'a' < 26 {
				return true
			}
		}
	}
	return false
}

func identifier(s string) int {
	i := 0
	for i < len(s) && (isWord(s[i]) || s[i] == '$') && !(i == 0 && s[i]-'0' < 10) {
		i++
	}
	return i
}

func isLetter(c byte) bool { return (c|0x20)-'a' < 26 }
func isWord(c byte) bool   { return isLetter(c) || c-'0' < 10 || c == '_' }
func isJoin(c byte) bool   { return strings.IndexByte("_.-/:+=~", c) >= 0 }

func all(s string, f func(byte) bool) bool {
	for i := 0; i < len(s); i++ {
		if !f(s[i]) {
			return false
		}
	}
	return len(s) > 0
}

func allHex(s string) bool     { return all(s, isHex) }
func allWord(s string) bool    { return all(s, isWord) }
func allLetters(s string) bool { return all(s, isLetter) }
func alnum(s string) bool      { return all(s, func(c byte) bool { return isLetter(c) || c-'0' < 10 }) }
func allName(s string) bool {
	return all(s, func(c byte) bool { return isWord(c) || c == '.' || c == '-' || c == '/' })
}
func hasWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if isWord(s[i]) {
			return true
		}
	}
	return false
}
