package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// Many commands line up a table with blanks: NAME   PASSWORD   AGE over the values, which begin, or with numbers end, where
// the names do.

// aligned judges the values below a name that heads a column of such a table.
func (f *finder) aligned(c *keyHit) bool {
	src := f.src
	low := max(0, c.start-tableLine)
	begin := low + 1 + swar.LastIndex(src[low:c.start], '\n')
	if begin == low && low > 0 || c.start < f.rarely().tables.to {
		return false
	}
	end := lineEnd(src, c.nameEnd, min(len(src), c.nameEnd+tableLine))
	f.reach(nextRow(src, end), c.start)
	all := alignedNames(src[begin:end])
	if end == len(src) || src[end] != '\n' && src[end] != '\r' || all < 2 {
		return false
	}
	name, _ := c.judge(src)
	if name == nil {
		return false
	}
	left, right := c.start-begin, c.nameEnd-begin
	found := false
	limit := min(len(src), end+tableLimit)
	for i := nextRow(src, end); i < limit; {
		e := f.lineEnd(i)
		f.reach(nextRow(src, e), c.start)
		row := strings.TrimRight(src[i:e], " ")
		if n := alignedCells(row); n != all && n != all+1 { // an index may stand before each row
			break
		}
		from, to := left, right
		switch {
		case left < len(row) && row[left] != ' ' && (left == 0 || row[left-1] == ' '):
			to = left
			for to < len(row) && row[to] != ' ' {
				to++
			}
		case right <= len(row) && row[right-1] != ' ' && (right == len(row) || row[right] == ' '):
			from = 1 + swar.LastIndex(row[:right], ' ')
		default:
			return found
		}
		v := value{start: i + from, end: i + to, open: i+to == len(src)}
		if f.value(v, &dress{sep: ' ', at: v.start, said: true, line: true}, name.rule, c.cellStrength(name, src[v.start:v.end])) && f.within(v.start) {
			found = true
		}
		i = nextRow(src, e)
		t := &f.rarely().tables
		t.begin, t.end, t.to = begin, end, max(t.to, i)
	}
	return found
}

// blanksAround reports whether a name is apart from others of its line by two blanks or more.
func blanksAround(src string, c *keyHit) bool {
	i, j := c.start, c.nameEnd
	apart := i > 1 && src[i-1] == ' ' && src[i-2] == ' '
	if j >= len(src) {
		return false
	}
	if src[j] == '\n' || src[j] == '\r' {
		return apart
	}
	return src[j] == ' ' && j+1 < len(src) && src[j+1] == ' ' && (apart || i == 0 || src[i-1] == '\n')
}

// alignedNames returns the number of names of a line that only has names, two blanks and more apart, and 0 for others.
func alignedNames(line string) (n int) {
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		e := i
		for e < len(line) && line[e] != ' ' {
			e++
		}
		if !isColumnName(line[i:e]) || e+1 < len(line) && line[e+1] != ' ' {
			return 0
		}
		n++
		i = e
	}
	return n
}

// alignedCells counts the cells of a row.
func alignedCells(row string) (n int) {
	for i := 0; i < len(row); i++ {
		if row[i] != ' ' && (i == 0 || row[i-1] == ' ' && (i == 1 || row[i-2] == ' ')) {
			n++
		}
	}
	return n
}
