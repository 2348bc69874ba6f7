package engine

import (
	"strings"
)

// wrappers stand before a quoted value and do not change that it is one. A scope before
// them (Value::String) and a length after them (string(8), (string) (len=8)) are stepped over.
var wrappers = []string{"[]string{", "[]interface {}{", "[]byte(", "string(", "String(", "SecretStr(", "Secret(", "new String(", "String.valueOf(", "(string)", "str(", "NSString(", "@", "$", "b", "r", "u", "f", "L", "&", "!!str", "!!binary", "<![CDATA[", "const", "<<", "N", "E", "R", "(string) ", "Symbol(", "PASSWORD(", "OLD_PASSWORD(", "crypt(", "sql.NullString{String:", "Just ", "Some "}

// holders are wrappers that a value without quotes may stand in too.
var holders = []string{"Str(", "Some(", "Optional(", "Optional[", "Success(", "Right("}

type wrapperForm struct {
	text  string
	holds bool // a value without quotes too
}

// wrappersBy are the wrappers by their first byte.
var wrappersBy = func() (t [256][]wrapperForm) {
	for _, w := range wrappers {
		t[w[0]] = append(t[w[0]], wrapperForm{text: w})
	}
	for _, w := range holders {
		t[w[0]] = append(t[w[0]], wrapperForm{w, true})
	}
	return
}()

// wrapper steps over a wrapper such as SecretStr( or b before a quote.
func wrapper(src string, k int) int {
	if k >= len(src) {
		return k
	}
	if src[k] == '0' {
		return pointer(src, k)
	}
	scope := k
	for m := k; isUpper(src[k]) && m < len(src) && m-k < 32; m++ {
		if strings.HasPrefix(src[m:], "::") {
			scope, m = m+2, m+1
		} else if src[m] == '(' && strings.HasPrefix(src[m:], "(value=") && m+len("(value=") < len(src) { // Password(value=x) of Kotlin
			return m + len("(value=")
		} else if !isWordByte(src[m]) {
			break
		}
	}
	if scope == len(src) {
		return k
	}
	for _, w := range wrappersBy[src[scope]] {
		if !strings.HasPrefix(src[scope:], w.text) {
			continue
		}
		if w.holds {
			m := scope + len(w.text)
			e := m
			for e < len(src) && isLetter(src[e]) {
				e++
			}
			if e < len(src) && src[e] > ' ' && strings.IndexByte(")]\"'\\", src[e]) < 0 { // no word
				return m
			}
		}
		if !w.holds && w.text[len(w.text)-1] == '[' {
			return scope + len(w.text)
		}
		m := wrapperLength(src, scope+len(w.text))
		e := m
		for e < len(src) && src[e] == '\\' {
			e++
		}
		if e < len(src) && (src[e] == '"' || src[e] == '\'' || src[e] == '`') {
			return m
		}
	}
	return k
}

// wrapperLength steps over the length in string(8) "x" of PHP and (string) (len=8) "x" of
// Go dumps, and over blanks.
func wrapperLength(src string, m int) int {
	if strings.HasPrefix(src[m:], "(len=") {
		m += len("(len=")
	}
	d := m
	for d < len(src) && isDigit(src[d]) {
		d++
	}
	if d < len(src) && src[d] == ')' {
		m = d + 1
	}
	return skipBlanks(src, m)
}

// pointer steps over the address that a debugger prints before a string.
func pointer(src string, k int) int {
	m := k + 2
	for m < len(src) && m-k < 20 && isHexByte(src[m]) {
		m++
	}
	if m > k+2 && src[k+1] == 'x' && m+2 < len(src) && src[m] == ' ' && (src[m+1] == '"' || src[m+1] == '\\' && src[m+2] == '"') {
		return m + 1
	}
	return k
}

// quoteSpellings are the ways to write a quote where a plain one would end the text that
// it is in: character references of HTML, escapes of strings and of URLs.
var quoteSpellings = []string{"&quot;", "&#34;", "&#39;", "&#x22;", "&#x27;", "&apos;", `\u0022`, `\u0027`, `\x22`, `\x27`, "%22", "%27", "%2522", "%5C%22"}

// spelledQuote returns the length of a spelled quote at i, or 0.
func spelledQuote(src string, i int) int {
	if i >= len(src) {
		return 0
	}
	switch src[i] {
	case '&', '%':
	case '\\':
		if i+1 == len(src) || src[i+1] != 'u' && src[i+1] != 'x' {
			return 0
		}
	default:
		return 0
	}
	for _, q := range quoteSpellings {
		if hasFold(src[i:], q) {
			return len(q)
		}
	}
	return 0
}

// spelledLimit is how long a value between spelled quotes may be, in bytes.
const spelledLimit = 4 << 10

// spelled reads a value whose spelled quote, n bytes long, is at i. It ends at the
// same spelling, or where an unquoted value does.
func (f *finder) spelled(i, n int) (v value, next int) {
	src := f.src
	v = value{start: i + n, quoted: true}
	limit := min(len(src), v.start+spelledLimit)
	if k := strings.Index(src[v.start:limit], src[i:v.start]); k >= 0 && strings.IndexByte(src[v.start:v.start+k], '\n') < 0 {
		v.end = v.start + k
		return v, v.end + n
	}
	v.end = f.unquoted(v.start, &dress{sep: ':'})
	v.open = v.end == len(src)
	return v, v.end
}

// typedMember returns where the name of the first member stands in an object at i, if that is one that holds a value
// alone, with its type: {"stringValue": "x"}; e is 0 if not.
func typedMember(src string, i int) (w, e int) {
	if src[i] != '{' {
		return 0, 0
	}
	w = skipSpace(src, i+1)
	for w < len(src) && (src[w] == '"' || src[w] == '\'' || src[w] == '\\') {
		w++
	}
	e = w
	for e < len(src) && e-w < longestType && isWordByte(src[e]) {
		e++
	}
	if name := src[w:e]; !isTyped(name) && !memberWords.Has(name) {
		return 0, 0
	}
	return w, e
}
