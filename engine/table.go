package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// Tables name their columns once, in a line of their own, and the values stand in the lines below: CSV, the output of
// database clients, Markdown. The functions of this file find the values of a column.

const (
	// tableLine is how long a line of a table may be, in bytes, and tableLimit how much of it is looked at.
	tableLine  = 512
	tableLimit = 2 << 10
	// cellName is how long the name of a column may be.
	cellName = 32
	// headsJudged is how many columns of one table are judged, so that what each costs is bounded.
	headsJudged = 16
)

// table judges the values below a name that heads a column of a table.
func (f *finder) table(c *keyHit) bool {
	src := f.src
	sep := headSeparator(src, c.start, c.nameEnd)
	if sep == "" {
		return false
	}
	low := max(0, c.start-tableLine)
	begin := low
	if k := swar.LastIndex(src[low:c.start], '\n'); k >= 0 {
		begin = low + k + 1
	} else if low > 0 {
		return false
	}
	high := min(len(src), c.nameEnd+tableLine)
	end := lineEnd(src, c.nameEnd, high)
	f.reach(nextRow(src, end), c.start)
	if end == high || !isHead(src[begin:end], sep) {
		return false
	}
	name, _ := c.judge(src)
	if name == nil {
		return false
	}
	if begin != f.tables.from && c.start < f.tables.to {
		return false // a row of a table that was followed
	}
	if begin != f.tables.from {
		f.heads = hitCount{}
	}
	if f.heads.add(f.at) > headsJudged {
		return false
	}
	column := cells(src[begin:c.start], sep) - 1
	all := cells(src[begin:end], sep)
	found := false
	limit := min(len(src), end+tableLimit)
	for i := nextRow(src, end); i < limit; {
		e := lineEnd(src, i, min(len(src), i+tableLine))
		f.reach(nextRow(src, e), c.start)
		if row := strings.TrimRight(src[i:e], " "); !isRuler(row) {
			if row == "" || cells(row, sep) != all {
				break
			}
			v := cell(row, sep, column)
			v.start, v.end = v.start+i, v.end+i
			v.open = v.end == len(src)
			d := dress{sep: '=', at: v.start}
			if isBar(sep) { // what tells of passwords is drawn like this too
				d = dress{sep: ' ', at: v.start, said: true, line: true}
			}
			if f.value(v, &d, name.rule, name.strength) {
				found = true
			}
		}
		i = nextRow(src, e)
		f.tables = runMemo{begin, i}
	}
	return found
}

// nextRow returns where the line begins behind the one that ends at i.
func nextRow(src string, i int) int {
	if i+1 < len(src) && src[i] == '\r' && src[i+1] == '\n' {
		i++
	}
	return i + 1
}

func isBar(sep string) bool { return sep != "," && sep != "\t" }

// headSeparator returns what separates the name from start to end from other cells of its line, or "" if it is
// no cell.
func headSeparator(src string, start, end int) string {
	i, j := start, end
	if i > 0 && src[i-1] == '"' && j < len(src) && src[j] == '"' {
		i, j = i-1, j+1
	}
	if j >= len(src) {
		return ""
	}
	switch after := src[j]; after {
	case ',', '\t', '\n', '\r':
		if after == ',' && (j+1 == len(src) || src[j+1] <= ' ') {
			return "" // of a sentence
		}
		if i > 0 && src[i-1] == ' ' {
			i = cellStart(src, i)
		}
		before := byte('\n')
		if i > 0 {
			before = src[i-1]
		}
		switch {
		case (before == ',' || before == '\t') && (after == before || after == '\n' || after == '\r'):
			return src[i-1 : i]
		case before == '\n' && (after == ',' || after == '\t'):
			return src[j : j+1]
		}
	case ' ', '|', 0xe2:
		if k := skipBlanks(src, j); k < len(src) && src[k] > '\r' && barLength(src, k) == 0 {
			return ""
		}
	default:
		return ""
	}
	// | name | and, of psql, name | email and email | name.
	i = skipBlanksBack(src, start)
	if n := barBefore(src, i); n > 0 {
		return src[i-n : i]
	}
	if i == 0 || src[i-1] == '\n' {
		j = skipBlanks(src, j)
		return src[j : j+barLength(src, j)]
	}
	return ""
}

// cellStart returns where the words before i begin that are a cell with what is at i, as in Secret access key; i if they
// are none.
func cellStart(src string, i int) int {
	for k := i; k > 0 && i-k < cellName && (isWordByte(src[k-1]) || src[k-1] == ' '); k-- {
		if isUpper(src[k-1]) && (k == 1 || strings.IndexByte(",\t\n", src[k-2]) >= 0) {
			return k - 1
		}
	}
	return i
}

func skipBlanksBack(src string, i int) int {
	for i > 0 && isBlank(src[i-1]) {
		i--
	}
	return i
}

// isHead reports whether a line is the names of columns.
func isHead(line, sep string) bool {
	bar := isBar(sep)
	line = strings.TrimRight(line, " \r")
	if bar {
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(line, " "), sep), sep)
	}
	n := 0
	for name := range strings.SplitSeq(line, sep) {
		n++
		if bar {
			if name = strings.Trim(name, " "); name == "(index)" || name == "#" { // console.table, Markdown
				continue
			}
		} else if name == "" && n == 1 { // an index that has no name
			continue
		} else if len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"' {
			name = name[1 : len(name)-1]
		}
		if name == "" || len(name) > cellName || !isLetter(name[0]) {
			return false
		}
		for k := 1; k < len(name); k++ {
			if !isWordByte(name[k]) && name[k] != ' ' && strings.IndexByte("-.()", name[k]) < 0 {
				return false
			}
		}
	}
	return n > 1
}

// isRuler reports whether a line is drawn between the rows of a table.
func isRuler(row string) bool {
	for i := 0; i < len(row); i++ {
		if c := row[i]; c < 0x80 && strings.IndexByte("+-=|: ", c) < 0 {
			return false
		}
	}
	return len(row) > 2
}

// cellEnd returns the end of the cell of a row that begins at i. Cells of CSV may have quotes, in which a separator is none
// and a quote is doubled (RFC 4180).
func cellEnd(row string, i int, sep string) int {
	if i < len(row) && row[i] == '"' && !isBar(sep) {
		for k := i + 1; k < len(row); k++ {
			if row[k] != '"' {
				continue
			}
			if k+1 == len(row) || row[k+1] != '"' {
				i = k
				break
			}
			k++
		}
	}
	if k := strings.Index(row[i:], sep); k >= 0 {
		return i + k
	}
	return len(row)
}

// cells counts the cells of a row.
func cells(row, sep string) int {
	n := 1
	for i := cellEnd(row, 0, sep); i < len(row); i = cellEnd(row, i+len(sep), sep) {
		n++
	}
	return n
}

// cell returns where a cell of a row stands, without what is around it.
func cell(row, sep string, column int) value {
	v := value{end: cellEnd(row, 0, sep)}
	for range column {
		v.start = v.end + len(sep)
		v.end = cellEnd(row, v.start, sep)
	}
	for v.start < v.end && row[v.start] == ' ' {
		v.start++
	}
	for v.end > v.start && row[v.end-1] == ' ' {
		v.end--
	}
	if v.end-v.start > 1 && strings.IndexByte("\"'`", row[v.start]) >= 0 && row[v.end-1] == row[v.start] {
		v.start, v.end, v.quoted = v.start+1, v.end-1, true
	}
	return v
}
