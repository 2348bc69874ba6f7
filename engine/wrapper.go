package engine

import (
	"strings"
)

// wrappers stand before a quoted value and do not change that it is one.
var wrappers = []string{"[]string{", "[]interface {}{", "[]byte(", "string(", "String(", "Some(", "SecretStr(", "Secret(", "new String(", "String.valueOf(", "(string)", "str(", "NSString(", "@", "$", "b", "r", "u", "f", "L", "&", "!!str", "!!binary", "<![CDATA[", "const"}

// wrapperFirst tells the bytes that a wrapper can begin with.
var wrapperFirst = func() (t [256]bool) {
	for _, w := range wrappers {
		t[w[0]] = true
	}
	return
}()

// wrapper steps over a wrapper such as SecretStr( or b before a quote.
func wrapper(src string, k int) int {
	if k >= len(src) || !wrapperFirst[src[k]] {
		return k
	}
	for _, w := range wrappers {
		if !strings.HasPrefix(src[k:], w) {
			continue
		}
		if w[len(w)-1] == '[' {
			return k + len(w)
		}
		m := k + len(w)
		if w == "string(" { // PHP: string(8) "x"
			for m < len(src) && isDigit(src[m]) {
				m++
			}
			if m < len(src) && src[m] == ')' {
				m++
			}
		}
		m = skipBlanks(src, m)
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
