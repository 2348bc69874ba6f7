package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
)

// A statement gives its values apart from their columns: INSERT INTO users (name, password) VALUES ('bob', 'x').
// The functions of this file find the value of a column. Where the statement has a placeholder there,
// parameters.go finds what a log or an error tells beside it.

// columnLimit is how long a list of columns may be on either side of one, and statementLimit how far behind a column
// its value may stand, in bytes.
const (
	columnLimit    = 1 << 10
	statementLimit = 2 << 10
)

// column judges the values of a column whose name stands in a statement's list.
func (f *finder) column(c *keyHit, d *dress) bool {
	src := f.src
	i := d.close
	if i >= len(src) || src[i] > ' ' && src[i] != ',' && src[i] != ')' && src[i] != '\\' {
		return false
	}
	if b := beforeColumn(src, c.start); b != '(' && b != ',' {
		return false
	}
	i = skipBreaks(src, i)
	low := max(0, c.start-columnLimit)
	if i >= len(src) {
		if swar.LastIndex(src[low:c.start], '(') > swar.LastIndex(src[low:c.start], ')') {
			f.reach(i, c.start)
		}
		return false
	}
	if src[i] != ',' && src[i] != ')' {
		return false
	}
	end := f.nextParen(i)
	if end >= len(src) || src[end] != ')' {
		return false
	}
	if f.rarely().columns.add(f.at) > columnsJudged {
		return false
	}
	j, ok := f.rows(end+1, c.start)
	if !ok {
		return false
	}
	open := low + strings.LastIndexAny(src[low:c.start], "()")
	name, _ := c.judge(src)
	if open < low || src[open] == ')' || name == nil {
		return false
	}
	n := strings.Count(src[open:c.start], ",")
	plain := src[end+1] == '=' || strings.Contains(src[max(0, open-columnLimit):open], "SQL: ") // Laravel writes the values without quotes
	found := false
	limit := min(len(src), j+statementLimit)
	told := boundRows{from: j, weaker: c.weaker}
	for j < limit && src[j] == '(' {
		var at, before int
		k := j + 1
		for m := 0; k < limit; m++ {
			k = skipBreaks(src, k)
			if m == n {
				at, before = k, told.before
			}
			element := k
			k = f.elementEnd(k)
			told.before += markers(src[element:k])
			if k >= len(src) || src[k] != ',' {
				break
			}
			k++
		}
		if at > 0 && f.columnValue(at, before, &told, name, plain) {
			found = true
		}
		if k >= len(src) || src[k] != ')' {
			break
		}
		if j = skipBreaks(src, k+1); j >= len(src) || src[j] != ',' { // another row
			break
		}
		j = skipBreaks(src, j+1)
	}
	f.reach(j, c.start)
	return found
}

// beforeColumn returns the byte before the name of a column at i, its quote and the blanks and line ends before those.
func beforeColumn(src string, i int) byte {
	for i > 0 && strings.IndexByte("\"`[\\", src[i-1]) >= 0 {
		i--
	}
	for i > 0 && (src[i-1] <= ' ' || i > 1 && src[i-2] == '\\' && src[i-1] != '\\') {
		i--
	}
	for i > 0 && src[i-1] == '\\' {
		i--
	}
	if i == 0 {
		return 0
	}
	return src[i-1]
}

// boundRows is what the rows of a statement share that have placeholders.
type boundRows struct {
	from   int // where the rows begin
	before int // how many placeholders without a number the elements have that were read
	list   parameterList
	all    int // how many placeholders are between from and the list
	known  bool
	weaker bool // the column's name is in the plural or so
	set    parameterSet
}

// columnValue judges the value at i, which has this many placeholders before it in all rows. plain says
// that it may be without quotes.
func (f *finder) columnValue(i, before int, told *boundRows, name *keyName, plain bool) bool {
	src := f.src
	if number, ok := marker(src, i); ok {
		if !told.known {
			told.list, told.known = f.parameters(i), true
			if told.list.at >= 0 {
				told.all = markers(src[told.from:told.list.at])
			}
		}
		if number > 0 {
			return f.parameter(told.list, number-1, 0, name, &told.set)
		}
		return f.parameter(told.list, before, told.all-before, name, &told.set)
	}
	i = wrapper(src, i)
	v, _, ok := f.quotedAt(i)
	if !ok && plain {
		v, ok = value{start: i, end: f.elementEnd(i), quoted: true}, true
		if k := strings.IndexAny(src[i:v.end], "\r\n"); k >= 0 || v.end == len(src) || src[v.end] != ',' && src[v.end] != ')' { // it is cut
			if k = strings.IndexAny(src[i:v.end], "\"'\\ \r\n"); k >= 0 {
				v.end = i + k
				ok = src[v.end] != ' ' // a sentence
			}
			v.quoted = false
		}
	}
	if told.weaker && lexicon.IsNumber(src[v.start:max(v.start, v.end)]) { // how many there are
		return false
	}
	return ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength)
}

// rows returns where a statement's rows begin if the list of its columns ends at i, or the values of PostgreSQL's
// Key (user_id, token)=(3, x).
func (f *finder) rows(i, from int) (j int, ok bool) {
	src := f.src
	if strings.HasPrefix(src[i:], "=(") {
		return i + 1, true
	}
	j = skipBreaks(src, i)
	f.reach(j+1, from)
	if hasFold(src[j:], "output ") { // inserted.id VALUES (…), of SQL Server
		k := strings.IndexByte(src[j:min(len(src), j+nameLimit)], '(')
		if k < len("values") {
			return j, false
		}
		for k += j; isBlank(src[k-1]); k-- {
		}
		j = k - len("values")
	}
	if !hasFold(src[j:], "value") {
		return j, false
	}
	j += len("value")
	if j < len(src) && src[j]|0x20 == 's' {
		j++
	}
	j = skipBreaks(src, j)
	f.reach(j+1, from)
	return j, j < len(src) && src[j] == '('
}

// nextParen returns the offset of the next parenthesis from i on, or of the end of what it looked at. Columns of one
// list share its answer.
func (f *finder) nextParen(i int) int {
	src, m := f.src, &f.rarely().parens
	if m.from <= i && i <= m.to && (m.to < len(src) && strings.IndexByte("()", src[m.to]) >= 0 || i-m.from < columnLimit/2) {
		return m.to
	}
	limit := min(len(src), i+columnLimit)
	f.reach(limit, f.at)
	*m, f.memos.rare.columns = runMemo{i, limit}, hitCount{}
	for _, b := range []byte("()") {
		if k := strings.IndexByte(src[i:m.to], b); k >= 0 {
			m.to = i + k
		}
	}
	return m.to
}

// elementEnd returns where the element of a list that begins at j ends: at its comma, at what closes the list, or
// at the text's end or statementLimit.
func (f *finder) elementEnd(j int) int {
	src := f.src
	depth := 0
	limit := min(len(src), j+statementLimit)
	start := skipBlanks(src, j)
	for j = start; j < limit; j++ {
		switch src[j] {
		case '\'', '"':
			if insideWord(src, start, j) {
				continue
			}
			if end, ok := f.quoteEnd(j); ok && end <= limit {
				j = end - 1
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return j
			}
			depth--
		case ',':
			if depth == 0 {
				return j
			}
		}
	}
	f.reach(limit, f.at)
	return limit
}

// insideWord reports whether the quote at i stands in a word behind start and opens nothing, as in a value without quotes. One that opens a
// string behind a prefix or a type, N'x' or JSON'{}', is closed where the element may end.
func insideWord(src string, start, i int) bool {
	w := i
	for w > start && isWordByte(src[w-1]) {
		w--
	}
	if i-w < 2 || src[w] == '_' || i+1 < len(src) && !isAlnum(src[i+1]) {
		return false
	}
	k := strings.IndexByte(src[i+1:min(len(src), i+statementLimit)], src[i])
	return k < 0 || i+k+2 < len(src) && strings.IndexByte(",) ;:\n", src[i+k+2]) < 0
}

// skipBreaks steps over blanks and line ends, spelled ones too.
func skipBreaks(src string, i int) int {
	for i < len(src) {
		j := i
		for j < len(src) && src[j] == '\\' {
			j++
		}
		if j == len(src) || j == i && src[j] > ' ' || j > i && src[j] != 'n' && src[j] != 'r' && src[j] != 't' {
			return i
		}
		i = j + 1
	}
	return i
}
