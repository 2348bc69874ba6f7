package engine

import "github.com/redactbench/redactbench/internal/swar"

// Many commands line up a table with blanks: NAME   PASSWORD   AGE over the values, which begin, or with numbers end, where
// the names do. The functions of this file are what table.go needs for those.

// aligned, as what separates cells, says that a table is one of these.
const aligned = "  "

// alignedCell returns where the cell of a row stands that begins at left, or ends at right; ok is false where neither is so.
func alignedCell(row string, left, right int) (v value, ok bool) {
	switch {
	case left < len(row) && row[left] != ' ' && (left == 0 || row[left-1] == ' '):
		v = value{start: left, end: left}
		for v.end < len(row) && row[v.end] != ' ' {
			v.end++
		}
		return v, true
	case right <= len(row) && row[right-1] != ' ' && (right == len(row) || row[right] == ' '):
		return value{start: 1 + swar.LastIndex(row[:right], ' '), end: right}, true
	}
	return v, false
}

// blanksAround reports whether the name from i to j is apart from others of its line by two blanks or more.
func blanksAround(src string, i, j int) bool {
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
