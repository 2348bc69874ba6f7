package lexicon

import "strings"

// IsReference reports whether s refers to a value instead of being it: a shell,
// Terraform, cmd.exe, template or format reference, or is a placeholder in
// brackets. e is its evidence.
func IsReference(s string, e Evidence) bool {
	if len(s) < 2 {
		return false
	}
	if s[0] == '\\' && len(s) > 3 { // an escaped $ of a quoted script
		if t := strings.TrimLeft(s, "\\"); len(t) > 1 && t[0] == '$' {
			s = t
		}
	}
	switch s[0] {
	case '$':
		return isDollar(s, e)
	case '%':
		return isPercent(s)
	case '{':
		if strings.HasPrefix(s, "{{") || strings.HasPrefix(s, "{%") {
			return true
		}
		if e.Total < 40 && e.Digits() == 0 && identifier(s[1:]) == len(s)-1 {
			return true // the brace that closes it ended the value
		}
		if n := interpolation(s); n > 0 && (n == len(s) || s[n] == '}' && n+1 == len(s)) {
			return e.Total < 60
		}
		return wrapped(s, '{', '}') && e.Total < 40
	case '<':
		return (wrapped(s, '<', '>') || strings.IndexByte(s, '>') < 0) && e.Total < 60
	case '[':
		return (wrapped(s, '[', ']') || strings.IndexByte(s, ']') < 0) && e.Total < 40
	case '(':
		return wrapped(s, '(', ')') && e.Total < 40
	case '!':
		return isYAMLTag(s)
	case '#':
		return s[1] == '{'
	case '@':
		return strings.HasPrefix(s, "@Microsoft.KeyVault(") || s[1] == '/' && e.Total < 40 || strings.HasPrefix(s, "@@") && strings.HasSuffix(s, "@@") && e.Total < 40
	case ':':
		return e.Total < 24 && e.Digits() == 0 && identifier(s[1:]) == len(s)-1
	case '_':
		return len(s) > 5 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") && e.Total < 40 && e.Digits() == 0
	case 'a', 'e', 'v':
		return isStored(s)
	case '`':
		return wrapped(s, '`', '`')
	case '\\':
		return len(s) < 8 && e.Total < 20
	}
	return false
}

// interpolation returns the length of a field of a format that begins with a brace, without the one that closes it:
// {self.password, {curve.name!r.
func interpolation(s string) int {
	i, n := 1, 0
	for {
		k := identifier(s[i:])
		if k == 0 {
			return 0
		}
		i += k
		n++
		if i == len(s) || s[i] != '.' {
			break
		}
		i++
	}
	if i+1 < len(s) && s[i] == '!' && strings.IndexByte("rsa", s[i+1]) >= 0 {
		return i + 2
	}
	if n < 2 {
		return 0
	}
	return i
}

// isStored reports whether s says where a value is kept: env:NAME, vault:path, the name of a resource of AWS.
func isStored(s string) bool {
	if rest, ok := strings.CutPrefix(s, "arn:aws"); ok {
		return strings.Count(rest, ":") >= 3
	}
	if name, ok := strings.CutPrefix(s, "env:"); ok {
		return allWord(name) && strings.ToUpper(name) == name
	}
	path, ok := strings.CutPrefix(s, "vault:")
	return ok && strings.IndexByte(path, '/') > 0
}

func wrapped(s string, open, close byte) bool {
	return s[0] == open && s[len(s)-1] == close && strings.IndexByte(s[1:len(s)-1], open) < 0
}

// isDollar tells ${X}, $(cmd), $X, $env:X, $cfg['x'], $this->x from a secret
// that begins with a dollar.
func isDollar(s string, e Evidence) bool {
	switch c := s[1]; {
	case c == '{' || c == '(':
		return true
	case c == '$' && len(s) > 2 && s[2] == '{':
		return true
	case c == '_' || c|0x20-'a' < 26 && isLetter(c):
		i := 1
		for i < len(s) && (isWord(s[i])) {
			i++
		}
		if i < len(s) && (s[i] == ':' || s[i] == '[' || s[i] == '-' || s[i] == '.' || s[i] == '(') {
			i = len(s)
		}
		if e.Upper() > 1 && e.Lower() > 0 && e.Total >= 3*len(s) {
			return false // letters at random
		}
		// What follows the name may be punctuation, no more of a word.
		return e.Total < 40 && (i == len(s) || !hasWord(s[i:]))
	case c-'0' < 10:
		return len(s) == 2
	}
	return false
}

func isPercent(s string) bool {
	if len(s) > 2 && s[len(s)-1] == '%' && allWord(s[1:len(s)-1]) {
		return true
	}
	if len(s) > 3 && isHex(s[1]) && isHex(s[2]) {
		return false // an escape of a URL
	}
	i := 1
	if s[1] == '(' {
		j := strings.IndexByte(s, ')')
		if j < 0 {
			return false
		}
		i = j + 1
	} else if s[1] == '[' {
		j := strings.IndexByte(s, ']')
		if j < 0 {
			return false
		}
		i = j + 1
	}
	for i < len(s) && (s[i]-'0' < 10 || s[i] == '-' || s[i] == '+' || s[i] == '#' || s[i] == '.') {
		i++
	}
	if i >= len(s) || !isLetter(s[i]) {
		return false
	}
	return i+1 == len(s) || !isWord(s[i+1]) && s[i+1] != '%'
}

func isYAMLTag(s string) bool {
	i := 1
	for i < len(s) && (isLetter(s[i]) || s[i] == ':') {
		i++
	}
	return i > 2 && (i == len(s) || s[i] == ' ' || s[i] == '\n') && (s[1]-'A' < 26 || strings.HasPrefix(s, "!reference") || strings.HasPrefix(s, "!vault"))
}
