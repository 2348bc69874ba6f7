package engine

import (
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
)

// Many commands line up a table with blanks: NAME   PASSWORD   AGE over the values, which begin, or with numbers end, where
// the names do. Two blanks and more are between cells. The functions of this file are what table.go needs for those.

// aligned, as what separates cells, says that a table is one of these.
const aligned = "  "

// An alignedColumn is where the name of a column stands in its line, in characters, and which of the names it is.
type alignedColumn struct {
	left, right int
	next        int // where the next name begins; -1 if there is none
	index       int
}

// newAlignedColumn returns the column of the name that ends at j, in a line that begins at begin.
func newAlignedColumn(src string, begin, i, j int) alignedColumn {
	i = alignedHead(src, i, j)
	a := alignedColumn{left: utf8.RuneCountInString(src[begin:i]), next: -1, index: alignedCells(src[begin:j]) - 1}
	a.right = a.left + utf8.RuneCountInString(src[i:j])
	if k := skipBlanks(src, j); k < len(src) && src[k] > ' ' {
		a.next = a.right + k - j
	}
	return a
}

// cell returns where the cell of a row stands that has n cells, most of them as many as the head; ok is false where it is not known.
func (a *alignedColumn) cell(row string, n, cells int) (v value, ok bool) {
	left, right, next := byteOffset(row, a.left), byteOffset(row, a.right), len(row)
	if a.next >= 0 {
		next = byteOffset(row, a.next)
	}
	switch {
	case n < 2: // no more than its first
		return v, false
	case left < len(row) && row[left] != ' ' && (left == 0 || row[left-1] == ' '):
		v = value{start: left, end: gap(row, left)}
		if v.end > next && next > left && row[next-1] == ' ' {
			v.end = len(strings.TrimRight(row[:next], " "))
		}
		return v, true
	case right <= len(row) && row[right-1] != ' ' && (right == len(row) || row[right] == ' '):
		return value{start: gapBefore(row, right), end: right}, true
	case n >= cells: // a cell before it is wider than its column, or coloured, and an index may stand before the row
		for range a.index + n - cells {
			v.start = skipBlanks(row, gap(row, skipBlanks(row, v.start)))
		}
		v.start = skipBlanks(row, v.start)
		v.end = gap(row, v.start)
		return v, v.start < v.end
	}
	return v, false
}

// byteOffset returns the offset of the character of that number, counted from 0. It is len(s) for the one behind the last, and more
// for those behind that, so that nothing is there.
func byteOffset(s string, char int) int {
	for i := range min(char, len(s)) {
		if s[i] < utf8.RuneSelf {
			continue
		}
		for char -= i; i < len(s) && char > 0; char-- {
			_, n := utf8.DecodeRuneInString(s[i:])
			i += n
		}
		return i + char
	}
	return char
}

// gap returns where the cell of a row ends that i is in.
func gap(row string, i int) int {
	if k := strings.Index(row[i:], aligned); k >= 0 {
		return i + k
	}
	return len(row)
}

// gapBefore returns where the cell begins that ends at i.
func gapBefore(row string, i int) int {
	for i > 0 && !(row[i-1] == ' ' && (i == 1 || row[i-2] == ' ')) {
		i--
	}
	return i
}

// alignedHead returns where the cell begins that the name from i to j is the last of the words of, if it is apart from others
// of its line by two blanks or more; else -1.
func alignedHead(src string, i, j int) int {
	if j >= len(src) || src[j] != '\n' && src[j] != '\r' && (src[j] != ' ' || j+1 == len(src) || src[j+1] != ' ') || i > 0 && src[i-1] > ' ' {
		return -1
	}
	low := max(0, i-cellName)
	for i > low && src[i-1] != '\n' && !(src[i-1] == ' ' && i > 1 && src[i-2] == ' ') {
		if i--; src[i] == '\t' { // a declaration
			return -1
		}
	}
	if i > 1 && src[i-1] == ' ' && src[i-2] == ' ' || (i == 0 || src[i-1] == '\n') && src[j] == ' ' {
		return i
	}
	return -1
}

// typeNames stand behind a name that is declared, in columns too.
var typeNames = lexicon.NewWords("string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 bool boolean byte float float32 float64 double any error text varchar char integer bigint uuid json jsonb bytea date timestamp")

// alignedNames returns the number of names of a line that only has names, two blanks and more apart, and 0 for others.
func alignedNames(line string) (n int) {
	for i := skipBlanks(line, 0); i < len(line); n++ {
		e := gap(line, i)
		if name := strings.TrimRight(line[i:e], " "); !isColumnName(name) || strings.Count(name, " ") > 2 || n > 0 && typeNames.Has(name) || digitsIn(name) > 3 || strings.IndexByte(name, '/') >= 0 {
			return 0
		}
		i = skipBlanks(line, e)
	}
	return n
}

// capitals reports whether s has letters, none of them small.
func capitals(s string) bool {
	any := false
	for i := range len(s) {
		if 'a' <= s[i] && s[i] <= 'z' {
			return false
		}
		any = any || isUpper(s[i])
	}
	return any
}

// digitsIn counts the digits of s.
func digitsIn(s string) (n int) {
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
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

// isResourceName reports whether s is a name as Kubernetes gives them, words and digits joined by hyphens: web-tls-8f4k2m9x.
func isResourceName(s string) bool {
	k := swar.SmallEnd(s, 0)
	if k < 2 || k == len(s) || s[k] != '-' {
		return false
	}
	for ; k < len(s); k++ {
		if c := s[k]; !(isDigit(c) || 'a' <= c && c <= 'z' || c == '-' || c == '.') {
			return false
		}
	}
	return true
}
