package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// Tables name their columns once, in a line of their own, and the values stand in the lines below: CSV, the output of
// database clients, Markdown. The functions of this file find the values of a column.

const (
	// tableLine is how long the line of the names may be, in bytes, and tableLimit how much of the lines below is looked at.
	tableLine  = 1 << 10
	tableLimit = 16 << 10
	// cellOver is how much of a cell in quotes is looked at, in bytes, if it goes on in other lines.
	cellOver = 2 << 10
	// cellName is how long the name of a column may be.
	cellName = 32
	// rowsWithout is how many rows in a row may have no cell below a name, in a table that is lined up with blanks or drawn with bars.
	rowsWithout = 3
	// headsJudged is how many columns of one table are judged, so that what each costs is bounded.
	headsJudged = 16
)

// A tableHead is the line that was asked about last: whether it names the columns of a table, and how far that was
// followed.
type tableHead struct {
	begin, end int    // of the line
	sep        string // what separates its cells
	cells      int    // how many it has; 0 if it is no head
	to         int    // the rows before to were followed
	names      hitCount
}

func (t *tableHead) drop(n int) {
	t.begin, t.end, t.to, t.names.at = t.begin-n, t.end-n, t.to-n, t.names.at-n
}

// table judges the values below a name that heads a column of a table.
func (f *finder) table(c *keyHit) bool {
	src, t := f.src, &f.rarely().tables
	sep := headSeparator(src, c.start, c.nameEnd)
	if sep == "" || t.end <= c.start && c.start < t.to { // a row of a table that was followed
		return false
	}
	low := max(0, c.start-tableLine)
	begin := low + 1 + swar.LastIndex(src[low:c.start], '\n')
	if begin == low && low > 0 {
		return false
	}
	if t.begin != begin || t.sep != sep || t.end <= c.start { // a carriage return ends it, too
		names := hitCount{}
		if t.begin == begin && t.end > c.start { // the line has other bars, too
			names = t.names
		}
		*t = tableHead{begin: begin, sep: sep, end: lineEnd(src, c.nameEnd, min(len(src), c.nameEnd+tableLine)), names: names}
		if line := src[begin:t.end]; t.end < len(src) && (src[t.end] == '\n' || src[t.end] == '\r') && isHead(line, sep) {
			if n := cells(line, sep); !f.rowBefore(begin, sep, n) {
				t.cells = n
			}
		}
	}
	f.reach(nextRow(src, t.end), c.start)
	if t.cells == 0 {
		return false
	}
	name, _ := c.judge(src)
	if name == nil || t.names.add(f.at) > headsJudged {
		return false
	}
	column, rows, lined := 0, sep, alignedColumn{}
	if sep == aligned {
		lined = newAlignedColumn(src, begin, c.start, c.nameEnd)
	} else {
		column = cells(src[begin:c.start], sep) - 1
	}
	found, without, head := false, 0, src[begin:t.end]
	limit := min(len(src), t.end+tableLimit)
	for i := nextRow(src, t.end); i < limit; {
		e := f.lineEnd(i)
		f.reach(nextRow(src, e), c.start)
		if end := f.recordEnd(i, e, sep); end > e {
			e = end
			f.reach(nextRow(src, e), c.start)
		}
		if row := strings.TrimRight(src[i:e], " "); !isRuler(row) {
			if sep == "┃" && strings.HasPrefix(strings.TrimLeft(row, " "), "│") { // Python's rich draws the head's bars thick
				rows = "│"
			}
			n, v, ok := cells(row, rows), value{}, true
			switch {
			case row == "":
				ok = false
			case sep == aligned:
				if ok = n <= t.cells+1 && strings.IndexByte(row, '|') < 0 && !(capitals(head) && capitals(row) && alignedNames(row) > 1); !ok { // an index may stand before a row, and cells be empty
					break
				}
				var there bool
				if v, there = lined.cell(row, n, t.cells); there {
					without = 0
				} else if without++; without > rowsWithout {
					ok = false
				} else {
					i = nextRow(src, e) // which may be the head of another table
					continue
				}
			case n == t.cells || column < n && openCell(row, sep) >= 0: // or a row that was cut in a cell in quotes
				v, without = cell(row, rows, column), 0
			default:
				if without++; isBar(sep) && n > 1 && without <= rowsWithout && barLength(row, skipBlanks(row, 0)) > 0 { // it has more bars, or fewer
					i = nextRow(src, e)
					continue
				}
				ok = false
			}
			if !ok {
				break
			}
			v.start, v.end = v.start+i, v.end+i
			end := v.end
			if k := strings.IndexByte(src[v.start:end], ' '); sep == aligned && k > 0 {
				v.end = v.start + k
			}
			v.open = v.end == len(src)
			d := dress{sep: '=', at: v.start}
			if isBar(sep) || sep == aligned || !v.quoted && strings.IndexByte(src[v.start:v.end], ' ') >= 0 && !lexicon.IsPassphrase(src[v.start:v.end]) { // what tells of passwords is drawn like this too
				d = dress{sep: ' ', at: v.start, said: true, line: true}
			}
			if s, ok := c.cellStrength(name, src[v.start:v.end]); ok && f.value(v, &d, name.rule, s) && (f.within(v.start) || f.holdsMask(v)) {
				found = true
				if v.end < end && f.within(v.end-1) { // of words
					f.add(v.end-1, end, name.rule, 0)
				}
			}
		}
		if without > 0 && isBar(sep) { // a ruler: another table
			break
		}
		if i = nextRow(src, e); without == 0 {
			t.to = max(t.to, i)
		}
	}
	f.want = max(f.want, t.to+(t.to-c.start)/2) // if it goes on, so that long tables are not read again for each row
	return found
}

// cellStrength returns what the name of a column proves of a cell; ok is false where the cell is a name.
func (c *keyHit) cellStrength(name *keyName, cell string) (s patterns.Strength, ok bool) {
	switch {
	case c.weaker && lexicon.IsNumber(cell): // how many there are
		return patterns.Weak, true
	case name.text == "secret" && name.strength == patterns.Human: // the secrets of Kubernetes have names
		return patterns.Strong, !isResourceName(cell)
	}
	return name.strength, true
}

// rowBefore reports whether the line before the one that begins at i is of the same table, so that the latter is not its
// head. A ruler or two may be between them.
func (f *finder) rowBefore(i int, sep string, n int) bool {
	rulers := 0
	if isBar(sep) && !f.rulerAbove(i-1) && f.rulerBelow(f.memos.rare.tables.end, f.at) {
		return false // a head between a line and its ruler
	}
	for range 3 {
		e := i - 1
		low := max(0, e-tableLine)
		if e <= low {
			return false
		}
		if src := f.src; src[e-1] == '\r' {
			e--
		}
		i = low + 1 + swar.LastIndex(f.src[low:e], '\n')
		line := strings.TrimRight(f.src[i:e], " ")
		if isBar(sep) && isRuler(line) {
			if rulers++; rulers > 1 {
				return false // the ends of two tables
			}
			continue
		}
		return line != "" && cells(line, sep) == n && (isBar(sep) || sep != aligned && strings.HasPrefix(line, sep) || isHead(line, sep))
	}
	return false
}

// rulerAbove reports whether the line that ends at i is a ruler.
func (f *finder) rulerAbove(i int) bool {
	if i > 0 && f.src[i-1] == '\r' {
		i--
	}
	low := max(0, i-tableLine)
	return i > 0 && isRuler(strings.TrimRight(f.src[low+1+swar.LastIndex(f.src[low:i], '\n'):i], " "))
}

// rulerBelow reports whether the line behind the one that ends at i is a ruler; it is asked for a name at start.
func (f *finder) rulerBelow(i, start int) bool {
	i = nextRow(f.src, i)
	f.reach(i, start)
	if i >= len(f.src) {
		return false
	}
	e := lineEnd(f.src, i, min(len(f.src), i+tableLine))
	f.reach(e+1, start)
	return isRuler(f.src[i:e])
}

// heads reports whether a row of two cells, of which the name is the first, is the head of a table: a ruler is below it, and
// the cell beside the name has no digit.
func (f *finder) heads(c *keyHit, d *dress) bool {
	end := f.lineEnd(c.nameEnd)
	beside := f.src[min(d.at, end):min(end, d.at+tableLine)]
	return !strings.ContainsAny(beside, "0123456789") && f.rulerBelow(end, c.start)
}

// nextRow returns where the line begins behind the one that ends at i.
func nextRow(src string, i int) int {
	if i+1 < len(src) && src[i] == '\r' && src[i+1] == '\n' {
		i++
	}
	return i + 1
}

func isBar(sep string) bool { return sep != "," && sep != "\t" && sep != aligned }

// headSeparator returns what separates the cell that the name from start to end is the last of, from other cells of its
// line; "" if it is none.
func headSeparator(src string, start, end int) string {
	j := end
	for j < len(src) && j-end < 3 && (src[j] == '*' || src[j] == '`') { // of Markdown
		j++
	}
	if j >= len(src) {
		return ""
	}
	quoted := src[j] == '"' && j+1 < len(src)
	if quoted {
		j++
	}
	switch after := src[j]; after {
	case ',', '\t', '\n', '\r':
		if after == ',' && (j+1 == len(src) || src[j+1] <= ' ') {
			return "" // of a sentence
		}
		i := cellStart(src, start)
		if quoted {
			if i == 0 || src[i-1] != '"' {
				return ""
			}
			i--
		}
		before := byte('\n')
		if i > 0 && src[i-1] != 0xbf {
			before = src[i-1]
		}
		switch {
		case (before == ',' || before == '\t') && (after == before || after == '\n' || after == '\r'):
			return src[i-1 : i]
		case before == '\n' && (after == ',' || after == '\t'):
			return src[j : j+1]
		}
		if after == ',' || after == '\t' || quoted {
			return ""
		}
	case ' ', '|', 0xe2:
	default:
		return ""
	}
	k := skipBlanks(src, j)
	if k < len(src) && src[k] > '\r' && barLength(src, k) == 0 {
		if alignedHead(src, start, end) >= 0 {
			return aligned
		}
		return ""
	}
	// | name | and, of psql, name | email and email | name.
	i := skipBlanksBack(src, cellStart(src, start))
	if n := barBefore(src, i); n > 0 {
		return src[i-n : i]
	}
	if n := barLength(src, k); n > 0 && (i == 0 || src[i-1] == '\n') {
		return src[k : k+n]
	}
	if alignedHead(src, start, end) >= 0 {
		return aligned
	}
	return ""
}

// cellBytes are those of a column's name, and what Markdown puts around it.
var cellBytes = func() (t [256]bool) {
	t = bytesOf(wordBytes + " -.()/#*`?%$&'")
	for c := 0x80; c < 256; c++ {
		t[c] = true
	}
	return
}()

// cellStart returns where the cell begins that ends in the name at i.
func cellStart(src string, i int) int {
	k := i
	for k > 0 && i-k < cellName && cellBytes[src[k-1]] && (src[k-1] < 0x80 || barBefore(src, k) == 0) {
		k--
	}
	for k < i && src[k] == ' ' {
		k++
	}
	return k
}

func skipBlanksBack(src string, i int) int {
	for i > 0 && isBlank(src[i-1]) {
		i--
	}
	return i
}

// byteOrderMark is what some programs, Excel among them, begin a file of UTF-8 with.
const byteOrderMark = "\xef\xbb\xbf"

// isHead reports whether a line is the names of columns.
func isHead(line, sep string) bool {
	if sep == aligned {
		return alignedNames(line) > 1
	}
	bar := isBar(sep)
	line = strings.TrimRight(strings.TrimPrefix(line, byteOrderMark), " \r")
	if bar {
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(line, " "), sep), sep)
	}
	n := 0
	for name := range strings.SplitSeq(line, sep) {
		n++
		if bar {
			name = strings.Trim(name, " *`")
			if name == "(index)" || name == "" { // console.table
				continue
			}
		} else if name == "" && n == 1 { // an index that has no name
			continue
		} else if len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"' {
			name = name[1 : len(name)-1]
		}
		if name != "#" && !isColumnName(name) {
			return false
		}
	}
	return n > 1
}

// isColumnName reports whether s is words, none of which is a value's: it begins with a letter, or with a number as 1st does.
func isColumnName(s string) bool {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if len(s) > cellName || i > 2 || i == len(s) || !isLetter(s[i]) && s[i] != '_' && s[i] < 0x80 {
		return false
	}
	for ; i < len(s); i++ {
		if c := s[i]; !isWordByte(c) && c < 0x80 && strings.IndexByte(" -.()/?%$&'", c) < 0 {
			return false
		}
	}
	return true
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
	for {
		k := strings.Index(row[i:], sep)
		if k < 0 {
			return len(row)
		}
		if i += k; sep != "|" || backslashes(row, i)%2 == 0 || !strings.HasPrefix(strings.TrimLeft(row, " "), sep) { // of Markdown, in a cell
			return i
		}
		i++
	}
}

// openCell returns the offset of the quote that opens the last cell of a row, which goes on in the next line (RFC 4180); -1 where
// none does.
func openCell(row, sep string) int {
	if isBar(sep) || sep == aligned || strings.IndexByte(row, '"') < 0 {
		return -1
	}
	for i := 0; i < len(row); i += len(sep) {
		if row[i] == '"' && quoteClosed(row[i+1:]) < 0 {
			return i
		}
		if i = cellEnd(row, i, sep); i == len(row) {
			break
		}
	}
	return -1
}

// quoteClosed returns the offset of the quote that ends a cell which s is the rest of, -1 without one. Two quotes are one that does
// not end it.
func quoteClosed(s string) int {
	for i := 0; ; i += 2 {
		k := strings.IndexByte(s[i:], '"')
		if k < 0 {
			return -1
		}
		if i += k; i+1 == len(s) || s[i+1] != '"' {
			return i
		}
	}
}

// recordEnd returns the end of the row that begins at i, whose first line ends at e, if cells of it go on in other lines; e
// for others, and where a cell goes on for more than cellOver.
func (f *finder) recordEnd(i, e int, sep string) int {
	end := e
	for {
		open := openCell(f.src[i:end], sep)
		if open < 0 {
			return end
		}
		i += open + 1
		limit := min(len(f.src), i+cellOver)
		f.reach(limit, f.at)
		k := quoteClosed(f.src[i:limit])
		if k < 0 {
			return e
		}
		i += k + 1
		end = f.lineEnd(i)
		if i += min(len(sep), end-i); i == end {
			return end
		}
	}
}

// cells counts the cells of a row.
func cells(row, sep string) int {
	if sep == aligned {
		return alignedCells(row)
	}
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
	} else if v.end > v.start && row[v.start] == '"' { // cut
		v.start++
	}
	return v
}
