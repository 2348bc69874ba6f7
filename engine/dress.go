package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// A dress is how a key's value stands beside its name: what separates the two,
// and where the value begins.
type dress struct {
	// sep is '=' or ':' for the separators that contain one, ',' between quoted
	// words, '>' for an XML element, ' ' where only a blank stands between.
	sep byte
	// at is where the value, or its opening quote, begins.
	at int
	// close is where the name with its quote ends.
	close int
	// quote and depth are those of the name: depth counts the backslashes of each quote.
	quote byte
	depth int
	// spelled is the length of the name's quote where it is spelled (&quot;).
	spelled int
	// flag: the name is a command's option. query: the name is a URL's parameter.
	// percent: the separator was percent-encoded. line: the value begins on a later line.
	flag, query, percent, line bool
	// compared: the value is compared and not assigned, which code does with names too.
	compared bool
	// member: the name is a member's of a connection string, after a semicolon.
	member bool
	// called: the value stands in brackets, as an argument or index does.
	called bool
	// marked: the value is code whose words are marked up.
	marked bool
	// pair: the value is user:password. words: it is words.
	pair, words bool
	// escaped: so is the line end before the value.
	escaped bool
	// said: the value follows the word is.
	said bool
	// compound: the name has more words than its stem. human: the stem of a name that proves little is a password's.
	compound, human bool
	// row: name and value are the two cells of a table's row.
	row bool
	// block: an indented YAML block follows.
	block bool
}

// dressLimit is how far from its name a value may begin, in bytes.
const dressLimit = 96

// dress reads what follows the name src[start:i] into d, which is empty. It reports false where no
// value can follow.
func (f *finder) dress(d *dress, start, i int) bool {
	src, n := f.src, len(f.src)
	d.flag = start < n && src[start] == '-'
	if start > 0 {
		switch src[start-1] {
		case '?', '&', '#':
			d.query = true
		case ';':
			d.member = true
			d.query = start > 4 && strings.HasSuffix(src[:start], "&amp;")
		case ' ':
			d.member = start > 1 && src[start-2] == ';'
		}
	}
	i = d.closeName(src, start, i)
	d.close = i
	if d.flag && i+1 < n && src[i] == '[' && src[i+1] == '=' { // --password[=name], in a command's help
		return false
	}
	if d.quote != 0 && i < n && (src[i] == '\r' || src[i] == '\n' || src[i] == '\\') {
		if m := f.formField(d, start, i); m > 0 {
			d.at, d.sep = m, '='
			return true
		}
	}
	j := skipBlanks(src, i)
	if j < n && (src[j] == 0x1b || src[j] == '\\') {
		j = skipColours(src, j)
	}
	if j >= n {
		f.touch(start)
		return false
	}
	switch c := src[j]; {
	case c == '=' || c == ':':
		if j = d.assigned(src, i, j); j < 0 {
			return false
		}
	case c == '"' || c == '\'' || c == '`':
		if d.quote != 0 && !(d.flag && d.quote == c && j > i) || j == i && !d.flag { // ["app" "--password" "x"]
			return false
		}
		d.sep, d.at = ' ', j
		if start > 0 && src[start-1] == ':' && (start == 1 || strings.IndexByte("{ ,(", src[start-2]) >= 0) {
			d.sep = '=' // :password "x" of EDN
		}
		return true
	default:
		k := 0
		if !isLetter(c) || start > 0 && (src[start-1] == '<' || src[start-1] == ':') {
			k = f.separator(d, start, i, j)
		}
		switch {
		case k > 0:
			j = k
		case j > i || c == '\n' || c == '\r':
			d.sep = ' '
		default:
			return false
		}
	}
	return f.dressValue(d, start, i, j)
}

// assigned steps over a separator of = and : that is at j; -1 where it is none.
func (d *dress) assigned(src string, i, j int) int {
	n := len(src)
	if src[j] == '=' {
		for k := 0; k < 3 && j < n && (src[j] == '=' || src[j] == '>' && k > 0); k++ {
			d.compared = k > 0 && src[j] == '='
			j++
		}
		if strings.HasPrefix(src[j:], "&gt;") {
			j += 4
		}
		d.sep = '='
		return j
	}
	j++
	d.sep = ':'
	for k := 0; k < 3 && j < n && (src[j] == ':' || src[j] == '='); k++ {
		if src[j] == '=' {
			d.sep = '='
		}
		j++
	}
	if d.sep == ':' && j-1 > i && src[j-2] == ':' && j < n && isAlnum(src[j]) {
		return -1 // a scope, name::other
	}
	if strings.HasPrefix(src[j:], "** ") { // **name:** x of Markdown
		j += 2
	}
	return j
}

// closes are the bytes that what closes a name can begin with.
var closes = bytesOf("\\\"'`&%])*")

// closeName steps over what closes a name: its quote, a bracket, a star of markup.
func (d *dress) closeName(src string, start, i int) int {
	n, j := len(src), i
	if i < n && !closes[src[i]] && (start == 0 || src[start-1] != '[') {
		return i
	}
	for j < n && src[j] == '\\' && j-i < 16 {
		j++
	}
	switch {
	case j < n && (src[j] == '"' || src[j] == '\'' || src[j] == '`'):
		q := src[j]
		// The name is quoted only if the quote opens before it too; else the quote
		// belongs to what surrounds the name.
		if start > 0 && src[start-1] == q || d.flag {
			d.quote, d.depth, i = q, j-i, j+1
		} else if start > 0 && (isWordByte(src[start-1]) || src[start-1] == '/' || src[start-1] == ':') {
			d.quote, d.depth, i = q, j-i, j+1
		} else if k := swar.LastIndex(src[max(0, start-24):start], q); k >= 0 {
			d.quote, d.depth, i = q, j-i, j+1
		}
	case spelledQuote(src, i) > 0:
		m := spelledQuote(src, i)
		d.quote, d.percent, i = '"', src[i] == '%', i+m
		d.spelled = m
	}
	if d.quote != 0 && i < n && src[i] == ':' || start > 0 && src[start-1] == '[' {
		i = visibility(src, i)
	}
	if i < n && src[i] == ']' && d.bracketed(src, start) || i+1 < n && src[i] == ')' && src[i+1] == ':' && start > 0 && src[start-1] == '(' {
		i++
	}
	for k := 0; k < 2 && i < n && src[i] == '*'; k++ {
		i++
	}
	if i < n && src[i] == '%' && hasFold(src[i:], "%5d") { // user%5Bpassword%5D=x
		d.query = true
		i += len("%5d")
	}
	return i
}

// bracketed reports whether a bracket opens right before the name or its quote.
func (d *dress) bracketed(src string, start int) bool {
	i := start
	if d.quote != 0 && d.spelled > 0 {
		i -= d.spelled
	} else if d.quote != 0 {
		i -= 1 + d.depth
	}
	return i > 0 && i <= start && src[i-1] == '['
}

// visibility steps over what PHP prints behind the name of a property that is not public:
// ["x":protected], ["x":"Class":private], [x:Class:private].
func visibility(src string, i int) int {
	j := i
	for _, q := range []string{`:"`, `:\"`} {
		if !strings.HasPrefix(src[j:], q) {
			continue
		}
		k := strings.IndexByte(src[j+len(q):min(len(src), j+80)], '"')
		if k < 0 {
			return i
		}
		j += len(q) + k + 1
		break
	}
	for _, w := range []string{":protected]", ":private]"} {
		if strings.HasPrefix(src[j:], w) {
			return j + len(w) - 1
		}
	}
	if j == i && i < len(src) && src[i] == ':' { // print_r: [x:Name\Class:private]
		k := i + 1
		for k < len(src) && k-i < 80 && (isWordByte(src[k]) || src[k] == '\\') {
			k++
		}
		if strings.HasPrefix(src[k:], ":private]") {
			return k + len(":private]") - 1
		}
	}
	return i
}

// dressValue steps over what stands between a separator and the value.
func (f *finder) dressValue(d *dress, start, i, j int) bool {
	src, n := f.src, len(f.src)
	k := skipBlanks(src, j)
	if k < n && (src[k] == 0x1b || src[k] == '\\') {
		k = skipColours(src, k)
	}
	if k+2 < n && src[k] == '*' && src[k+1] == '*' && src[k+2] <= '\r' && start > 0 && src[start-1] == '*' { // **Password:** over it
		k += 2
	}
	escaped := strings.HasPrefix(src[k:], `\n`) && (d.quote != 0 && d.depth > 0 || d.sep == ':' && strings.HasPrefix(src[k:], `\n  `))
	if k < n && (src[k] == '\n' || src[k] == '\r') || escaped {
		if d.sep == ' ' && !d.flag || d.query {
			return f.numbered(d, start, k)
		}
		if k = f.nextLine(k); k >= 0 && f.fenced(k) {
			k = f.nextLine(f.lineEnd(k))
		}
		if k >= 0 && d.sep == ' ' { // of an option
			if strings.HasPrefix(src[k:], "- ") {
				k = skipBlanks(src, k+2)
			}
			if !f.alone(k) { // what follows a sentence
				return false
			}
		}
		if k < 0 {
			return false
		}
		d.line, d.escaped = true, escaped
	}
	if k >= n {
		f.touch(i)
		return false
	}
	if k-i > dressLimit && (d.sep != '>' || k-i > 2*dressLimit) { // an attribute may hold an address
		return false
	}
	if d.sep == ' ' {
		d.at = k
		return f.dressBlank(d, start, k)
	}
	if (src[k] == '|' || src[k] == '>') && d.sep == ':' {
		e := k + 1
		for e < n && (src[e] == '-' || src[e] == '+' || isDigit(src[e])) {
			e++
		}
		if strings.HasPrefix(src[e:], `\n`) { // within a string: the first line is the value
			if m := f.nextLine(e); m > 0 {
				d.at, d.line = m, true
				return true
			}
		}
		if e < n && (src[e] == '\n' || src[e] == '\r') {
			if m := f.nextLine(e); m > 0 {
				d.at, d.block = m, true
				return true
			}
		}
	}
	d.at = wrapper(src, k)
	if d.at == k && strings.HasPrefix(src[k:], "Some(") { // of Rust, over lines
		if m := f.nextLine(k + len("Some(")); m > 0 && quoteAt(src, m) {
			d.at = m
		}
	}
	return true
}

// alone reports whether what begins at i is all of its line but for options or a comment, or in quotes.
func (f *finder) alone(i int) bool {
	if i >= len(f.src) || quoteAt(f.src, i) {
		return true
	}
	end := f.lineEnd(i)
	f.reach(end, f.at)
	_, rest, _ := strings.Cut(strings.TrimRight(f.src[i:end], " \t\r"), " ")
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || rest[0] == '#' || rest[0] == '-' && len(rest) > 1 && rest[1] != ' '
}

// numbered reads the next of a list of numbered strings, in which names and values take turns: 1) "password" over 2) "x", as
// redis-cli prints them.
func (f *finder) numbered(d *dress, start, k int) bool {
	i := start - 1 - d.depth
	if d.quote != '"' || i < 3 || f.src[i-1] != ' ' || f.src[i-2] != ')' || !isDigit(f.src[i-3]) {
		return false
	}
	j := f.nextLine(k)
	if j < 0 {
		return false
	}
	e := j
	for e < len(f.src) && isDigit(f.src[e]) {
		e++
	}
	if e == j || !strings.HasPrefix(f.src[e:], `) "`) {
		return false
	}
	d.sep, d.at, d.line = ':', e+2, true
	return true
}

// dressBlank handles a name and a blank: a type before an assignment, a count
// of bytes of a listed argument, or the value.
func (f *finder) dressBlank(d *dress, start, k int) bool {
	src, n := f.src, len(f.src)
	if d.flag && src[k] == '(' { // --password (10 bytes)\n  7: value (8 bytes)
		m := k + 1
		for m < n && isDigit(src[m]) {
			m++
		}
		if strings.HasPrefix(src[m:], " bytes)") {
			if m = f.nextLine(m + len(" bytes)")); m > 0 {
				for m < n && isDigit(src[m]) {
					m++
				}
				if strings.HasPrefix(src[m:], ": ") {
					d.at = m + 2
					return true
				}
			}
			return false
		}
	}
	if !d.flag && src[start]|0x20 == 'p' && netrc(src, start) {
		d.sep = '='
		return true
	}
	if !d.flag {
		e := k
		for e < n && (isWordByte(src[e]) || src[e] == '*' || src[e] == ':' || src[e] == '.') && e-k < 16 {
			e++
		}
		if m := skipBlanks(src, e); e > k && m > e && m+1 < n && (src[m] == '=' || src[m] == ':' && src[m+1] == '=') && src[m+1] != '>' {
			m++
			if m < n && src[m] == '=' {
				m++
			}
			d.sep = '='
			d.at = wrapper(src, skipBlanks(src, m))
			// With a type between, only a string is a secret: const Code Errno = 1304.
			return d.at < n && (src[d.at] == '"' || src[d.at] == '\'' || src[d.at] == '`')
		}
	}
	return true
}

// fence opens a block of code in Markdown; the language may be behind it.
const fence = "```"

// fenced reports whether the line at i opens such a block: no more than the name of a language is behind the fence.
func (f *finder) fenced(i int) bool {
	src := f.src
	if !strings.HasPrefix(src[i:], fence) {
		return false
	}
	for i += len(fence); i < len(src) && (isLetter(src[i]) || src[i] == '+' || src[i] == '#'); i++ {
	}
	return i == len(src) || src[i] <= ' '
}

// netrc reports whether a .netrc entry's login precedes the name: "login joe password x".
func netrc(src string, start int) bool {
	i := start
	for i > 0 && start-i < 24 && src[i-1] <= ' ' {
		i--
	}
	for i > 0 && start-i < 96 && src[i-1] > ' ' {
		i--
	}
	return i >= 6 && src[i-6:i] == "login "
}

// nextLine returns the first byte of text on the lines after a line end at i,
// real or escaped, or -1. At most one line end is crossed.
func (f *finder) nextLine(i int) int {
	src, n := f.src, len(f.src)
	switch {
	case i < n && src[i] == '\r':
		i++
		if i < n && src[i] == '\n' {
			i++
		}
	case i < n && src[i] == '\n':
		i++
	case strings.HasPrefix(src[i:], `\n`):
		i += 2
	default:
		return -1
	}
	i = skipBlanks(src, i)
	f.reach(i, f.at)
	if i >= n || src[i] == '\n' || src[i] == '\r' {
		return -1
	}
	return i
}

// percentByte returns the end of a percent-escape at i for one of the two
// hexadecimal codes, at any number of encodings (%3D, %253D), or i.
func percentByte(src string, i int, a, b string) int {
	j := i + 1
	for hasFold(src[j:], "25") && j-i < 16 {
		j += 2
	}
	if hasFold(src[j:], a) || hasFold(src[j:], b) {
		return j + 2
	}
	return i
}

// hasFold reports whether s begins with prefix, ignoring the case of letters; prefix is ASCII.
func hasFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		a, b := s[i], prefix[i]
		if isUpper(a) {
			a |= 0x20
		}
		if isUpper(b) {
			b |= 0x20
		}
		if a != b {
			return false
		}
	}
	return true
}
