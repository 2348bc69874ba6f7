// Package segment reads issue paths segment by segment. It reads any text as
// a path, since a path can come from a caller who makes paths otherwise.
package segment

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Next returns the first segment of a path that is not empty, as it is
// written without its dot, and the length with it. It allocates nothing.
func Next(path string) (raw string, n int) {
	start := 0
	if path[0] == '.' {
		start = 1
	}
	if strings.HasPrefix(path[start:], "[") {
		if n := bracketLen(path[start:]); n > 0 {
			return path[start : start+n], start + n
		}
		// A bracket that does not close is part of a name.
		end := nameLen(path[start+1:])
		return path[start : start+1+end], start + 1 + end
	}
	end := start + nameLen(path[start:])
	return path[start:end], end
}

func nameLen(s string) int {
	for i := range len(s) { // names are too short for strings.IndexAny to pay
		if s[i] == '.' || s[i] == '[' {
			return i
		}
	}
	return len(s)
}

// bracketLen returns the length of the bracketed segment s begins with, or 0.
func bracketLen(s string) int {
	if len(s) < 2 || s[1] != '"' && s[1] != '\'' {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return i + 1
		}
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[1]:
			if strings.HasPrefix(s[i+1:], "]") {
				return i + 2
			}
			return 0
		}
	}
	return 0
}

// Index returns the number of a segment that is one in brackets.
func Index(raw string) (int, bool) {
	if len(raw) < 3 || raw[0] != '[' || raw[len(raw)-1] != ']' {
		return 0, false
	}
	i, err := strconv.Atoi(raw[1 : len(raw)-1])
	return i, err == nil
}

// Name returns the name that a segment stands for.
func Name(raw string) string {
	if len(raw) < 2 || raw[0] != '[' || raw[len(raw)-1] != ']' {
		return raw
	}
	name := raw[1 : len(raw)-1]
	if len(name) < 2 || name[0] != '"' && name[0] != '\'' || name[len(name)-1] != name[0] {
		return name
	}
	if inside := name[1 : len(name)-1]; !strings.Contains(inside, `\`) {
		return inside
	}
	return unescape(name)
}

// unescape returns the text of a JSON string, or of what looks like one.
func unescape(quoted string) string {
	var b strings.Builder
	for in := quoted[1 : len(quoted)-1]; in != ""; {
		c, _, rest, err := strconv.UnquoteChar(in, quoted[0])
		if err != nil {
			// \/ is JSON's and not Go's, as are pairs of surrogates; what is
			// neither stands for itself.
			var n int
			c, n = utf8.DecodeRuneInString(strings.TrimPrefix(in, `\`))
			rest = in[len(in)-len(strings.TrimPrefix(in, `\`))+n:]
		}
		b.WriteRune(c)
		in = rest
	}
	return b.String()
}

// LastName returns the name at the end of a path, not counting indexes, or "".
// It allocates nothing but for a name with escapes in it.
func LastName(path string) string {
	if i := lastDot(path); i >= 0 {
		return path[i+1:] // no bracket that is open there can close
	}
	var last string
	for path != "" {
		raw, n := Next(path)
		path = path[n:]
		if _, ok := Index(raw); !ok {
			last = raw
		}
	}
	return Name(last)
}

// lastDot returns where the last dot of path is, or -1 where a bracket follows it or there is none.
func lastDot(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i] {
		case '.':
			return i
		case '[', ']':
			return -1
		}
	}
	return -1
}
