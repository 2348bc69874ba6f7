package lexicon

import "strings"

// fileEnds are the endings of file names in messages.
var fileEnds = NewWords("go js ts py rb rs java kt kts scala groovy clj swift dart ex exs erl pl lua mjs cjs vue svelte c h cc cpp sh json yaml yml toml xml txt md ini cfg conf env pem key crt cer p12 pfx jks log html tsx php sql lock mod tf cs properties png jpg jpeg gif svg webp pdf zip gz tar csv tsv parquet avro mp3 mp4 mov doc docx xls xlsx bin dat bak tmp")

// dotFiles are files of settings in a home directory, some with secrets in them.
var dotFiles = NewWords("npmrc netrc env envrc pgpass pypirc dockercfg htpasswd htaccess gitconfig bashrc bash_profile zshrc profile aws ssh kube vault gnupg config my.cnf yarnrc curlrc wgetrc")

// longestFileEnd is the length of the longest of them with its dot.
const longestFileEnd = 11

// IsPath reports whether s is a path, a URN or an address without credentials.
func IsPath(s string, e Evidence) bool {
	if len(s) < 2 {
		return false
	}
	if s[0] == '.' && dotFiles.Has(s[1:]) {
		return true
	}
	switch {
	case strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), strings.HasPrefix(s, "~/"):
		return true
	case s[1] == ':' && len(s) > 3 && (s[2] == '\\' || s[2] == '/') && isLetter(s[0]):
		return true
	case strings.HasPrefix(s, "//") && e.Part < 40:
		return true
	case len(s) > 6 && (s[0] == 'u' || s[0] == 'U') && strings.EqualFold(s[:4], "urn:") && strings.IndexByte(s[4:], ':') > 0 && e.Part < 40:
		return true // a name (RFC 8141)
	}
	if strings.HasSuffix(s, "4_request") && strings.IndexByte(s, '/') > 0 {
		return true // the scope of a signed request, its key id aside
	}
	if i := strings.Index(s[:min(len(s), 22)], "://"); i > 0 && allScheme(s[:i]) {
		return true
	}
	if s[0] == '/' && len(s) > 2 && e.Part < 40 && e.Digits()*3 < len(s) && plainPath(s) {
		return true
	}
	if i := strings.IndexByte(s, '/'); i > 1 && e.Part < 30 && plainPath(s) && e.Digits()*4 < len(s) && e.Total < 60 {
		return true
	}
	s = withoutLine(s)
	end := max(0, len(s)-longestFileEnd)
	if i := end + strings.LastIndexByte(s[end:], '.'); i >= end && i > 0 && e.Part < 40 {
		return fileEnds.Has(s[i+1:]) && allName(s)
	}
	return false
}

// withoutLine returns s without the number of a line, and of a column, behind the name of a file: AuthService.java:42.
func withoutLine(s string) string {
	for range 2 {
		e := len(s)
		for e > 0 && s[e-1]-'0' < 10 {
			e--
		}
		if e == len(s) || e < 2 || s[e-1] != ':' {
			break
		}
		s = s[:e-1]
	}
	return s
}

// IsFile reports whether s is the path of a file by its ending, whatever its name is made of.
func IsFile(s string) bool {
	end := max(0, len(s)-longestFileEnd)
	i := end + strings.LastIndexByte(s[end:], '.')
	return i >= end && i > 0 && strings.IndexByte(s[:i], '/') > 0 && fileEnds.Has(s[i+1:]) && allName(s)
}

func allScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isWord(c) && c != '+' && c != '.' && c != '-' {
			return false
		}
	}
	return true
}

// plainPath: word characters, dots, dashes and slashes, no empty tail of =.
func plainPath(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isWord(c) && c != '/' && c != '.' && c != '-' && c != '@' && c != ':' && c != '*' {
			return false
		}
	}
	return true
}

// IsCode reports whether an unquoted s is source code: a call, an index, a
// selector, a pointer, a command of PowerShell.
func IsCode(s string, e Evidence) bool {
	if len(s) < 2 {
		return false
	}
	if s[0] == '*' || s[0] == '&' {
		n := identifier(s[1:])
		if n > 1 && (e.Digits() < 3 || n+1 < len(s) && s[n+1] == '{') {
			return true
		}
	}
	if s[0]-'A' < 26 && isCmdlet(s) {
		return true
	}
	if strings.HasPrefix(s, "[]") || strings.HasPrefix(s, "map[") {
		return true
	}
	i := identifier(s)
	if i == 0 {
		return false
	}
	dots, last := 0, 0
	for i < len(s) && s[i] == '.' || strings.HasPrefix(s[i:], "->") || strings.HasPrefix(s[i:], "::") || strings.HasPrefix(s[i:], "?.") {
		skip := 2
		if s[i] == '.' {
			skip = 1
		}
		n := identifier(s[i+skip:])
		if n == 0 {
			break
		}
		dots++
		last = i + skip
		i += skip + n
	}
	if i == len(s) {
		if k := strings.IndexByte(s, '.'); k > 0 && IsAlgorithm(s[:k]) && strings.HasSuffix(s, "Key") {
			return true // ed25519.PrivateKey
		}
		return dots > 0 && e.Part < 24 && e.Digits()*4 <= len(s) && e.Total <= 3*len(s) && !digitInside(s)
	}
	switch s[i] {
	case '(':
		// A call: what precedes the bracket is words.
		return i > 2 && (Weigh(s[:i]).Total < max(40, 3*i) || dots > 0 && Weigh(s[last:i]).Total < 40)
	case '[':
		return i > 2 && Weigh(s[:i]).Total < 40 || len(s) < 24 && s[len(s)-1] == ']' && e.Digits() < 3
	case '{':
		w := Weigh(s[:i])
		return i > 2 && w.Digits() == 0 && w.Total < 40 && !strings.HasPrefix(s[i:], "{{")
	}
	return false
}

// isCmdlet reports whether s is a command of PowerShell: Read-Host.
func isCmdlet(s string) bool {
	verb, noun, ok := strings.Cut(s, "-")
	return ok && cmdletVerbs.Has(verb) && cmdletNouns.Has(noun)
}

var (
	cmdletVerbs = NewWords("read get new convertto convertfrom import")
	cmdletNouns = NewWords("host content credential secret securestring item object clixml random guid variable json azaccesstoken")
)

// digitInside reports whether a capital follows a digit, which names in code rarely have.
func digitInside(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i-1]-'0' < 10 && s[i]-'A' < 26 {
			return true
		}
	}
	return false
}

// IsEnvCall reports whether s reads the environment.
func IsEnvCall(s string) bool {
	switch s[0] {
	case 'e', 'E', 'p', 'o', 'g', 'S':
	default:
		return false
	}
	for _, p := range []string{"env(", "process.env", "os.environ", "os.Getenv", "ENV[", "getenv(", "System.getenv", "Environment."} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
