package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// row reports whether the name at start and the bar are of a table's row of
// two cells: | name | value |.
func (f *finder) row(start, bar int) bool {
	src := f.src
	low := max(0, start-tableLine)
	k := start
	for k > low && isBlank(src[k-1]) {
		k--
	}
	n := barBefore(src, k)
	if k == start || n == 0 {
		return false
	}
	for k -= n; k > low && isBlank(src[k-1]); k-- {
	}
	end := lineEnd(src, bar, min(len(src), bar+nameLimit*4))
	f.reach(end, start)
	if e := strings.IndexAny(src[bar:end], "\"\\"); e >= 0 { // of a string
		end = bar + e
	}
	cell := strings.TrimRight(src[bar+barLength(src, bar):end], " \t\r")
	n = barBefore(cell, len(cell))
	first := k == 0 || src[k-1] == '\n' || src[k-1] == '"' || strings.HasSuffix(src[:k], `\n`)
	return first && n > 0 && strings.Index(cell, cell[len(cell)-n:]) == len(cell)-n
}

// bars are what stands between the cells of a table.
var bars = [...]string{"|", "│", "┃", "║"}

// barLength returns the length of the bar at i, in bytes, or 0.
func barLength(src string, i int) int {
	if i >= len(src) || src[i] != '|' && src[i] != 0xe2 {
		return 0
	}
	for _, b := range bars {
		if strings.HasPrefix(src[i:], b) {
			return len(b)
		}
	}
	return 0
}

// barBefore is barLength for the bar that ends at i.
func barBefore(src string, i int) int {
	if i == 0 || src[i-1] != '|' && src[i-1] < 0x80 {
		return 0
	}
	for _, b := range bars {
		if strings.HasSuffix(src[:i], b) {
			return len(b)
		}
	}
	return 0
}

// markup steps over the tags between a name and its value: the rest of the name's start tag, or its
// end tag and the start tag of the value, <key>x</key><string>y</string>.
func (f *finder) markup(d *dress, start, i, j int) int {
	src := f.src
	before := byte(0)
	if start > 0 {
		before = src[start-1]
	}
	at := 0
	switch c := src[j]; {
	case c == '>' && j == i && (before == '<' || d.quote != 0 || before == ':'):
		at = j + 1
		if k := f.nested(at, start); k > 0 && (d.quote != 0 || hasFold(src[k-len("value>"):], "value>")) {
			at = k
		}
	case strings.HasPrefix(src[j:], "&gt;") && j == i && start >= 4 && (src[start-4:start] == "&lt;" || before == ':'):
		at = j + 4
	case j > i && (before == '<' || before == ':' && swar.LastIndex(src[max(0, start-16):start], '<') >= 0):
		k := strings.IndexAny(src[j:min(len(src), j+2*dressLimit)], "<>\n")
		if k < 1 || src[j+k] != '>' || src[j+k-1] == '/' || strings.IndexByte(src[j:j+k], '=') < 0 {
			return 0
		}
		at = j + k + 1
	case c == '<' && before == '>' && strings.HasPrefix(src[j:], "</"):
		at = f.nextElement(j, start)
	}
	if at == 0 || !f.element(at) {
		return 0
	}
	d.sep = '>'
	return at
}

// nested steps over the start tag that follows that of the name: <property name="x"><value>.
func (f *finder) nested(i, start int) int {
	src := f.src
	limit := min(len(src), i+dressLimit)
	for i < limit && src[i] <= ' ' {
		i++
	}
	f.reach(i+1, start)
	if i+1 >= limit || src[i] != '<' || !isLetter(src[i+1]) {
		return 0
	}
	k := strings.IndexByte(src[i:limit], '>')
	if k < 0 || src[i+k-1] == '/' {
		return 0
	}
	return i + k + 1
}

// nextElement steps over an end tag at i and a start tag behind it, on the next line at most.
func (f *finder) nextElement(i, start int) int {
	src := f.src
	limit := min(len(src), i+dressLimit)
	f.reach(limit, start)
	k := strings.IndexByte(src[i:limit], '>')
	if k < 0 {
		return 0
	}
	for i += k + 1; i < limit && (src[i] <= ' ' || strings.HasPrefix(src[i:], `\n`)); i++ {
		if src[i] == '\\' {
			i++
		}
	}
	if i+1 >= limit || src[i] != '<' || !isLetter(src[i+1]) || hasFold(src[i:], "<th") {
		return 0
	}
	k = strings.IndexByte(src[i:limit], '>')
	if k < 0 || src[i+k-1] == '/' {
		return 0
	}
	if m := f.nested(i+k+1, start); m > 0 && hasFold(src[i:], "<value>") {
		return m // that of its type, in XML-RPC
	}
	return i + k + 1
}

// element reports whether the content of an XML element, from i on, ends in a closing tag,
// or is a word that a cut ends.
func (f *finder) element(i int) bool {
	src := f.src
	if i >= 4 && src[i-4:i] == "&gt;" {
		k := strings.Index(src[i:min(len(src), i+2*dressLimit)], "&lt;")
		return k >= 0 && strings.HasPrefix(src[i+k+4:], "/")
	}
	k := strings.IndexByte(src[i:min(len(src), i+elementLimit)], '<')
	if k < 0 {
		if i+elementLimit > len(src) && !goesOn(src, i) {
			f.touch(i)
		}
		word := src[i:min(len(src), i+elementLimit)]
		k := strings.IndexAny(word, " \t\r\n\"'`()[]{},\\")
		return word != "" && isAlnum(word[0]) && (k < 0 || word[k] == '"' || word[k] == '\\')
	}
	return strings.HasPrefix(src[i+k:], "</") || strings.HasPrefix(src[i+k:], "<![CDATA[")
}

// goesOn reports whether what follows a bracket goes on with the sentence or string that the bracket is in,
// "set KEY=<YOUR_KEY> and retry", so that no end tag need be looked for on later lines.
func goesOn(src string, i int) bool {
	line := src[i:lineEnd(src, i, min(len(src), i+dressLimit))]
	if line == "" || strings.HasPrefix(line, "-----") || opensLine(src, i) {
		return false
	}
	if strings.IndexByte("\"'`,.;)]}", line[0]) >= 0 && (len(line) == 1 || !isAlnum(line[1])) {
		return true
	}
	k := strings.IndexByte(line[1:], ' ') + 1
	return k > 0 && k+1 < len(line) && isLetter(line[k-1]) && isLetter(line[k+1])
}

// opensLine reports whether the tag that ends before i opens its line or stands behind another, as those of
// documents do and placeholders do not.
func opensLine(src string, i int) bool {
	k := swar.LastIndex(src[max(0, i-2*nameLimit):i], '<')
	if k < 0 {
		return false
	}
	k += max(0, i-2*nameLimit)
	for k > 0 && isBlank(src[k-1]) {
		k--
	}
	return k == 0 || src[k-1] == '\n' || src[k-1] == '>' || strings.HasSuffix(src[:k], `\n`)
}

// elementLimit is how long an XML element's text may be to be a value, in bytes.
const elementLimit = 8 << 10

// elementEnd returns where the text of an XML element that begins at i ends.
func elementEnd(src string, i int) int {
	limit := min(len(src), i+elementLimit)
	end := "<"
	switch {
	case i >= 9 && src[i-9:i] == "<![CDATA[":
		end = "]]>"
	case i >= 4 && src[i-4:i] == "&gt;":
		end = "&lt;"
	case i >= 6 && hasFold(src[i-6:], `\u003e`):
		end = `\u003c`
	}
	if k := strings.Index(src[i:limit], end); k >= 0 {
		for k > 0 && src[i+k] == '\\' && src[i+k-1] == '\\' {
			k--
		}
		return i + k
	}
	for i < len(src) && (src[i] > ' ' || src[i] == ' ' && end == "]]>") && src[i] != '"' && src[i] != '\\' && cutMark(src, i) == 0 { // cut
		i++
	}
	return i
}

// formField returns where the value of a multipart form's field begins (RFC 7578): behind the empty
// line that follows name="x" at i; 0 where none does.
func (f *finder) formField(d *dress, start, i int) int {
	src := f.src
	if !strings.HasSuffix(strings.TrimRight(src[max(0, start-24):start], `\"`), "name=") {
		return 0
	}
	for _, nl := range []string{"\r\n", "\n", `\r\n`, `\n`} {
		if !strings.HasPrefix(src[i:], nl) {
			continue
		}
		at := i + 2*len(nl)
		f.reach(at+1, start)
		if at < len(src) && strings.HasPrefix(src[i+len(nl):], nl) {
			return at
		}
		break
	}
	return 0
}
