package engine

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/jsontext"
)

// knownEncoders write a value as texts hold it. Each works character by character, so
// that the encoding of a value's head is the head of its encoding.
var knownEncoders = sync.OnceValue(func() []func(string) string {
	list := []func(string) string{
		func(s string) string { return s },
		jsonForm, jsonHTML.Replace, jsonASCII,
		func(s string) string { return jsonForm(jsonForm(s)) },
		func(s string) string { return jsonHTML.Replace(jsonForm(s)) },
		func(s string) string { return jsonForm(jsonHTML.Replace(s)) },
		func(s string) string { return strings.ReplaceAll(jsonForm(s), "/", `\/`) }, // PHP
		func(s string) string { return unquoted(strconv.Quote(s)) },
		func(s string) string { return unquoted(strconv.QuoteToASCII(s)) },
		strings.NewReplacer("'", `'\''`).Replace,
		strings.NewReplacer("'", `'"'"'`).Replace,
		strings.NewReplacer("'", `\'`, `\`, `\\`).Replace,
		strings.NewReplacer("'", "''").Replace, // SQL, YAML
		strings.NewReplacer(`"`, `\"`, `\`, `\\`, "$", `\$`, "`", "\\`").Replace,
		shellWord,
	}
	for _, quotes := range [][2]string{{`"`, "'"}, {"&quot;", "'"}, {"&quot;", "&apos;"}, {"&quot;", "&#39;"}, {"&#34;", "&#39;"}, {"&quot;", "&#x27;"}} {
		list = append(list, strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, quotes[0], "'", quotes[1]).Replace)
	}
	// What stays: RFC 3986's unreserved; encodeURIComponent's; Java's and forms'; Go's
	// PathEscape's; encodeURI's.
	for _, keep := range []string{"-_.~", "-_.~!'()*", "-_.*", "-_.~$&+=:@", "-_.~!'()*;/?:@&=+$,#"} {
		for _, digits := range []string{"0123456789ABCDEF", "0123456789abcdef"} {
			list = append(list, percentForm(keep, digits, "%20"), percentForm(keep, digits, "+"))
		}
	}
	return list
})

var hexEncoders = []func(string) string{
	func(s string) string { return hex.EncodeToString([]byte(s)) },
	func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
}

// jsonForm writes s as encoding/json does without SetEscapeHTML.
func jsonForm(s string) string { return string(jsontext.Append(nil, s)) }

// jsonHTML is what SetEscapeHTML adds, for values without other escapes as well.
var jsonHTML = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "<", `\u003c`, ">", `\u003e`, "&", `\u0026`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// jsonASCII writes s as Python's json.dumps does.
func jsonASCII(s string) string {
	var b strings.Builder
	for _, r := range jsonForm(s) {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r >= 0x10000:
			hi, lo := utf16.EncodeRune(r)
			unicodeEscape(&b, hi)
			unicodeEscape(&b, lo)
		default:
			unicodeEscape(&b, r)
		}
	}
	return b.String()
}

func unicodeEscape(b *strings.Builder, r rune) {
	const digits = "0123456789abcdef"
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(digits[r>>shift&15])
	}
}

func unquoted(s string) string { return s[1 : len(s)-1] }

// shellWord writes s as printf %q of shells does: a backslash before what is special.
func shellWord(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < utf8.RuneSelf && !isAlnum(c) && strings.IndexByte("_-./:=@%+,", c) < 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// percentForm returns an encoder that keeps letters, digits and the bytes of keep.
func percentForm(keep, digits, blank string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			switch c := s[i]; {
			case isAlnum(c) || strings.IndexByte(keep, c) >= 0 && (c != '+' || blank != "+"):
				b.WriteByte(c)
			case c == ' ':
				b.WriteString(blank)
			default:
				b.WriteByte('%')
				b.WriteByte(digits[c>>4])
				b.WriteByte(digits[c&15])
			}
		}
		return b.String()
	}
}

// knownBase64 returns what base64 of any text that holds v holds, for each of the
// three ways in which v can lie in groups of 3 bytes, in both alphabets: the characters
// that v alone decides.
func knownBase64(v string) []string {
	var out []string
	for pad := range 3 {
		b := make([]byte, pad, pad+len(v))
		b = append(b, v...)
		from, to := (8*pad+5)/6, 8*len(b)/6
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			out = append(out, e.EncodeToString(b)[from:to])
		}
	}
	return out
}
