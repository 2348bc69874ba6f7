package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
)

// Libraries for databases tell a statement with placeholders, and behind it what was put there:
// [SQL: UPDATE users SET password=? …] [parameters: ('x', 3)].

// A parameterMark stands before the parameters, or behind the end of the statement.
type parameterMark struct {
	text  string
	until string // what the mark ends with, behind its text
	opens int    // how much of the text is the list already, in bytes
	// numbered: each parameter has its number before it. bare: they are without quotes and brackets, to the line's end, and
	// typed: with their types in parentheses. lines: each is told in a line of its own. ends: no parameters follow.
	numbered, bare, typed, lines, ends bool
}

var parameterMarks = [...]parameterMark{
	{text: "[SQL: ", ends: true}, // another statement
	{text: "[parameters: "},      // SQLAlchemy's errors, and its logs of statements
	{text: "[generated in ", until: "] "},
	{text: "[cached since ", until: "] "},
	{text: "[no key ", until: "] "},
	{text: "[raw sql", until: "] "},
	{text: "[caching disabled", until: "] "},
	{text: "-- PARAMETERS: "},                           // TypeORM
	{text: "parameters: [", opens: 1},                   // its errors
	{text: "params: [", opens: 1},                       // Drizzle's logs
	{text: "params [", opens: 1},                        // Prisma
	{text: "params: ", bare: true},                      // Drizzle's errors
	{text: "==> Parameters: ", bare: true, typed: true}, // MyBatis: a@example.com(String), 3(Integer), null
	{text: bindingParameter, lines: true},               // Hibernate: binding parameter [2] as [VARCHAR] - [x], or (2:VARCHAR) <- [x]
	{text: `; ["`, opens: 2},                            // Sequelize
	{text: `; [\"`, opens: 3},
	{text: "; args="},                          // Django
	{text: "arameters: $1 = ", numbered: true}, // PostgreSQL's logs: parameters: $1 = 'bob', $2 = 'x'
	{text: "parameters hidden ", ends: true},   // SQLAlchemy tells none
}

const (
	bindingParameter = "binding parameter "

	markLimit = 128
	// linePrefix is how far behind the start of its line a parameter may stand that has one of its own, in bytes.
	linePrefix = 512
	// columnsJudged is how many columns of one statement are judged, so that what each costs is bounded.
	columnsJudged = 32
)

// longestMark is the length of the longest text of a mark.
var longestMark = func() (n int) {
	for i := range parameterMarks {
		n = max(n, len(parameterMarks[i].text))
	}
	return n
}()

// A markMemo is the next mark from from on, at to, or none before to; uses counts who asked.
type markMemo struct {
	runMemo
	mark *parameterMark
	uses hitCount
}

// A parameterList is where a statement's parameters are told, and how.
type parameterList struct {
	at   int
	mark *parameterMark
}

// parameters looks behind i for the parameters of the statement that i is in; at is -1 where none are told.
func (f *finder) parameters(i int) parameterList {
	src := f.src
	limit := min(len(src), i+statementLimit)
	if limit+longestMark >= f.edge {
		f.touch(f.at)
		f.want = max(f.want, limit+longestMark)
	}
	// Markers of one statement share what was found; what was looked at in vain is not looked at again.
	m := &f.rarely().marks
	if i < m.from || i > m.to {
		*m = markMemo{runMemo: runMemo{i, i}}
	}
	for step := markLimit; m.mark == nil && m.to < limit; step *= 4 { // most are near
		from := max(i, m.to-longestMark)
		m.to = min(limit, m.to+step)
		for k := range parameterMarks {
			if at := strings.Index(src[from:min(len(src), m.to+longestMark)], parameterMarks[k].text); at >= 0 && from+at < m.to {
				m.mark, m.to = &parameterMarks[k], from+at
			}
		}
	}
	best, end := m.mark, m.to
	if best == nil || best.ends || m.uses.add(f.at) > columnsJudged || end > limit {
		return parameterList{at: -1}
	}
	at := end + len(best.text) - best.opens
	if best.until != "" {
		k := strings.Index(src[at:min(len(src), at+markLimit)], best.until)
		if k < 0 {
			return parameterList{at: -1}
		}
		at += k + len(best.until)
	}
	return parameterList{at, best}
}

// marker reports whether a parameter marker stands at i, and the number of one that has one, $1; it is 0 for those that
// are told by their position.
func marker(src string, i int) (number int, ok bool) {
	switch {
	case i >= len(src):
	case src[i] == '?':
		return 0, true
	case src[i] == '%':
		return 0, strings.HasPrefix(src[i:], "%s")
	case src[i] == '$':
		j := i + 1
		for j < len(src) && isDigit(src[j]) && j-i < 5 {
			number = 10*number + int(src[j]-'0')
			j++
		}
		return number, number > 0
	}
	return 0, false
}

// bound judges the parameter for a column, named at start, that is set to the parameter marker at i: UPDATE users SET
// password=?. It reports whether the statement's parameters are told.
func (f *finder) bound(start, i, number int, name *keyName) bool {
	src := f.src
	if !inClause(src, start) {
		return false
	}
	p := f.parameters(i)
	if p.at < 0 {
		return false
	}
	var set parameterSet
	if number > 0 {
		f.parameter(p, number-1, 0, name, &set)
		return true
	}
	before := -1
	low := max(0, i-statementLimit)
	for _, begins := range [...]string{"[SQL: ", "Preparing: ", "Failed query: ", "Hibernate: ", "hibernate.SQL "} {
		if k := lastIndex(src[low:i], begins); k >= 0 {
			before = markers(src[low+k+len(begins) : i])
			break
		}
	}
	f.parameter(p, before, markers(src[i:p.at]), name, &set)
	return true
}

// clauseWords are what stands before a column that is set to a value or compared with one.
var clauseWords = lexicon.NewWords("set where and or on not having when update")

// inClause reports whether the name at i stands where a statement has a column. It keeps formats, password=%s, from being
// followed over the lines behind them.
func inClause(src string, i int) bool {
	for i > 0 && (isWordByte(src[i-1]) || strings.IndexByte("\"`[.\\", src[i-1]) >= 0) { // its table
		i--
	}
	if b := beforeColumn(src, i); b == ',' || b == '(' {
		return true
	}
	for i > 0 && !isLetter(src[i-1]) && (src[i-1] <= ' ' || src[i-1] == '\\') {
		i--
	}
	w := i
	for w > 0 && i-w < 8 && isLetter(src[w-1]) {
		w--
	}
	if w > 0 && src[w-1] == '\\' { // the letter of a spelled line end
		w++
	}
	return clauseWords.Has(src[w:i])
}

// markers counts the parameter markers without a number in a part of a statement.
func markers(s string) (n int) {
	for j := 0; j < len(s); j++ {
		switch s[j] {
		case '\'':
			k := strings.IndexByte(s[j+1:], '\'')
			if k < 0 {
				return n
			}
			j += k + 1
		case '%', '?':
			if _, ok := marker(s, j); ok && j > 0 && isAlnum(s[j-1]) {
				// retry?
			} else if ok {
				n++
			} else {
				j++ // %% is a percent sign
			}
		}
	}
	return n
}

// parameter judges the parameter that has this many before it, or that many from it on to the end; before is -1, and
// behind is 0, where that is not known. It reads the first set into set, or finds it there.
func (f *finder) parameter(p parameterList, before, behind int, name *keyName, set *parameterSet) bool {
	src := f.src
	j := p.at
	if j < 0 {
		return false
	}
	switch {
	case p.mark.lines:
		if set.end == 0 {
			set.readLines(f, j)
		}
		at := before // they are told by number
		if before < 0 {
			at = set.index(before, behind)
		}
		return at >= 0 && at < set.n && set.starts[at] > 0 && f.parameterLine(set.starts[at], name)
	case p.mark.bare:
		if set.end == 0 {
			end, ended := f.listEnd(j)
			set.readBare(f.src[:end], j, p.mark.typed)
			if set.end = end; !ended { // nor is its last element
				set.n, set.whole = max(set.n-1, 0), false
			}
		}
		at := set.index(before, behind)
		return at >= 0 && f.bareParameter(set.starts[at], set.end, p.mark.typed, name)
	case p.mark.numbered:
		if set.end == 0 {
			set.readNumbered(f, j, before+1)
		}
		if before < 0 || before >= set.n {
			return false
		}
		j = set.starts[before]
		if k := strings.Index(src[j:min(len(src), j+nameLimit)], " = "); before > 0 && k > 0 {
			j += k + len(" = ")
		}
		return f.parameterAt(j, name)
	}
	if j+1 < len(src) && (src[j] == '[' || src[j] == '(') && src[j+1] == '(' { // of executemany, [('x', 1), ('y', 2)]
		j++
	}
	found, again := false, set.end > 0
	for sets := 0; sets < maxSets && j < len(src) && (src[j] == '(' || src[j] == '['); sets++ {
		if sets > 0 || !again {
			set.read(f, j)
		}
		if at := set.index(before, behind); at >= 0 && f.parameterAt(set.starts[at], name) {
			found = true
		}
		if again {
			return found // sets are rows; those of a statement with several rows are in one
		}
		j = set.end
		rest := src[min(j, len(src)):]
		switch k := strings.Index(rest[:min(len(rest), markLimit)], "("); {
		case strings.HasPrefix(rest, "), ("), strings.HasPrefix(rest, ")  ... displaying ") && k > 0:
			j += k
		default:
			return found
		}
	}
	return found
}

// maxSets is how many sets of parameters SQLAlchemy tells.
const maxSets = 10

// bareParameter judges the parameter at i of a list without quotes that ends at high; its type may be behind it.
func (f *finder) bareParameter(i, high int, typed bool, name *keyName) bool {
	src := f.src
	v := value{start: i, end: bareEnd(src[:high], i, typed), quoted: true}
	if typed && v.end > i {
		v.end = typeStart(src[:v.end], i)
	}
	v.open = v.end == len(src)
	d := dress{sep: '=', at: v.start}
	if f.value(v, &d, name.rule, name.strength) {
		return true
	}
	k := strings.IndexByte(src[v.start:v.end], ' ')
	if k < 0 {
		return false
	}
	d = dress{sep: '=', at: v.start} // something may follow in the line
	return f.value(value{start: v.start, end: v.start + k}, &d, name.rule, name.strength)
}

// bareEnd returns where the element at i of a list without quotes ends: at a comma, of a typed one behind the type or null.
func bareEnd(list string, i int, typed bool) int {
	for j := i; ; j++ {
		k := strings.IndexByte(list[j:], ',')
		if k < 0 {
			return len(list)
		}
		if j += k; !typed || j > i && typeStart(list[:j], i) < j || list[i:j] == "null" {
			return j
		}
	}
}

// typeBytes are those of a type's name in Java: Object[], Proxy$12.
var typeBytes = byteSet(bytesOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$[]"))

type byteSet [256]bool

// holds reports whether all bytes of s are in the set.
func (t *byteSet) holds(s string) bool {
	for i := range len(s) {
		if !t[s[i]] {
			return false
		}
	}
	return true
}

// typeStart returns where the type in parentheses begins that list ends with, behind the element at i; its end without one.
func typeStart(list string, i int) int {
	if low := max(i, len(list)-nameLimit); list[len(list)-1] == ')' {
		if k := low + swar.LastIndex(list[low:], '('); k > i && k+2 < len(list) && typeBytes.holds(list[k+1:len(list)-1]) {
			return k
		}
	}
	return len(list)
}

// parameterLine judges the parameter whose number is at i, behind its mark.
func (f *finder) parameterLine(i int, name *keyName) bool {
	src := f.src
	end, _ := f.listEnd(i)
	k := strings.Index(src[i:end], "- [")
	if k < 0 {
		return false
	}
	k += i + len("- [")
	if next := strings.Index(src[k:end], bindingParameter); next >= 0 { // in the same line
		end = k + next
	}
	e := swar.LastIndex(src[k:end], ']')
	return e >= 0 && f.value(value{start: k, end: k + e, quoted: true}, &dress{sep: '=', at: k}, name.rule, name.strength)
}

// listLimit is how far a list of parameters in a line of its own is looked at, or one parameter, in bytes: in a text without
// line ends all of it would be, again for each.
const listLimit = 8 << 10

// listEnd returns the end of the line that a list of parameters is in, from i on, or where the string ends that it is in; ended
// is false where that is not within listLimit.
func (f *finder) listEnd(i int) (end int, ended bool) {
	limit := i + listLimit
	end = f.spelledLineEnd(i)
	if f.inString(i) {
		end = bareQuote(f.src, i, end)
	}
	if end >= limit {
		f.reach(limit, f.at)
		return limit, false
	}
	if end+1 >= f.edge {
		f.touch(f.at)
		f.want = max(f.want, limit)
	}
	return end, true
}

// bareQuote returns the offset of the first double quote from i on that is not escaped, or limit.
func bareQuote(src string, i, limit int) int {
	for ; i < limit; i++ {
		if i = swar.IndexEither(src[:limit], i, '"', '\\'); i < limit && src[i] == '"' {
			return i
		}
		i++ // what the backslash is before
	}
	return limit
}

// inString reports whether i is in a string, as those of JSON are: the last quote before it in its line that is not escaped opens
// the value of a member, an element or an argument.
func (f *finder) inString(i int) bool {
	src := f.src
	low := max(0, i-statementLimit)
	low += 1 + swar.LastIndex(src[low:i], '\n')
	for k := i; ; {
		if k = low + swar.LastIndex(src[low:k], '"'); k < low {
			return false
		}
		if k == low || src[k-1] != '\\' {
			e := skipBlanksBack(src, k)
			return e <= low || strings.IndexByte(":,[{(=", src[e-1]) >= 0
		}
	}
}

// lastIndex is strings.LastIndex, which goes byte by byte.
func lastIndex(s, sub string) int {
	for k := len(s); ; {
		if k = swar.LastIndex(s[:k], sub[0]); k < 0 || strings.HasPrefix(s[k:], sub) {
			return k
		}
	}
}

// spelledLineEnd returns the end of the line that i is in. If it begins behind a spelled line end, it ends with the next of
// them, or with the string that it is in.
func (f *finder) spelledLineEnd(i int) int {
	src := f.src
	end := f.lineEnd(i)
	before := src[max(0, i-linePrefix):i]
	spelled := lastIndex(before, `\n`)
	if spelled <= swar.LastIndex(before, '\n') {
		return end
	}
	depth := backslashes(before, spelled) // of the string's quotes
	if k := strings.Index(src[i:end], `\n`); k >= 0 {
		end = i + k - backslashes(src[i:], k)
	}
	for k := i; k < end; k++ {
		q := strings.IndexByte(src[k:end], '"')
		if q < 0 {
			break
		}
		k += q
		if n := backslashes(src[i:k], k-i); n <= depth {
			end = k - n
		}
	}
	if end > i+1 && src[end-1] == 'r' && src[end-2] == '\\' {
		for end--; end > i && src[end-1] == '\\'; end-- {
		}
	}
	return end
}

// backslashes returns how many backslashes stand before i.
func backslashes(s string, i int) (n int) {
	for n < i && s[i-n-1] == '\\' {
		n++
	}
	return n
}

func (f *finder) parameterAt(i int, name *keyName) bool {
	v, _, ok := f.quotedAt(wrapper(f.src, i))
	return ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength)
}
