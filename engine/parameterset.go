package engine

import "strings"

// A parameterSet is where the parameters of one set begin.
type parameterSet struct {
	starts [512]int
	n      int
	// gap is how many stand before those that were left out, 'b'  ... 50 parameters truncated ...  'y'; -1 if none were.
	gap   int
	whole bool // the set ends where they do
	end   int  // where the set ends; 0 for one that was not read
}

// read reads the set that opens at i.
func (s *parameterSet) read(f *finder, i int) {
	s.n, s.gap, s.whole = 0, -1, false
	s.end = s.elements(f, i+1, len(f.src), len(s.starts))
}

// readNumbered reads the first most of a list without brackets that begins at i and ends with its line.
func (s *parameterSet) readNumbered(f *finder, i, most int) {
	s.n, s.gap, s.whole = 0, -1, false
	end, _ := f.listEnd(i)
	s.end = s.elements(f, i, end, min(most, len(s.starts)))
}

// readBare reads a list without quotes, which begins at i.
func (s *parameterSet) readBare(list string, i int, typed bool) {
	s.n, s.gap = 0, -1
	for i = skipBlanks(list, i); i < len(list) && s.n < len(s.starts); i = skipBlanks(list, i+1) {
		s.starts[s.n] = i
		s.n++
		i = bareEnd(list, i, typed)
	}
	last := s.starts[max(0, s.n-1)]
	s.whole = i >= len(list) && (!typed || s.n == 0 || last == len(list) || list[last:] == "null" || typeStart(list, last) < len(list)) // or cut
}

// readLines reads parameters that have lines of their own, of which the first begins at i with its number.
func (s *parameterSet) readLines(f *finder, i int) {
	src := f.src
	s.n, s.gap = 0, -1
	clear(s.starts[:columnsJudged])
	told := 0
	for range columnsJudged {
		n := 0
		for j := i + 1; j < len(src) && isDigit(src[j]) && n <= columnsJudged; j++ {
			n = 10*n + int(src[j]-'0')
		}
		if n == 0 || n > columnsJudged || s.starts[n-1] > 0 { // of the next statement
			break
		}
		s.starts[n-1], s.n = i, max(s.n, n)
		told++
		s.end, _ = f.listEnd(i)
		// The next one is in the next line, or some behind it.
		next, limit := s.end, min(len(src), s.end+2*linePrefix)
		for range 4 {
			next = lineEnd(src, min(nextRow(src, next), limit), limit)
		}
		f.reach(min(next+1, s.end+2*linePrefix), f.at)
		k := strings.Index(src[s.end:next], bindingParameter)
		if k < 0 {
			break
		}
		i = s.end + k + len(bindingParameter)
	}
	s.end, s.whole = max(s.end, i), told == s.n
}

// elements reads what is in the set from i on, which goes on to high at most, and returns where it ends.
func (s *parameterSet) elements(f *finder, i, high, most int) int {
	src := f.src
	for j := i; s.n < most; j++ {
		start := skipBreaks(src, j)
		if start >= high {
			return start
		}
		if src[start] == ')' || src[start] == ']' { // behind a last comma
			s.whole = true
			return start
		}
		s.starts[s.n] = start
		s.n++
		j = f.elementEnd(start)
		const truncated = " parameters truncated ..."
		if k := strings.Index(src[start:j], truncated); k > 0 && s.gap < 0 && s.n < len(s.starts) {
			s.gap = s.n
			s.starts[s.n] = skipBlanks(src, start+k+len(truncated))
			s.n++
		}
		if j >= len(src) || src[j] != ',' {
			s.whole = j < len(src)
			return j
		}
	}
	return i
}

// index returns the index of the parameter that has this many before it, or that many from it on to the end; -1 if it was
// not told.
func (s *parameterSet) index(before, behind int) int {
	if n := s.n - behind; s.whole && behind > 0 && (s.gap < 0 || n >= s.gap) {
		return max(n, -1) // of another statement, if those behind it are more than all of the set
	}
	if before >= 0 && before < s.n && (s.gap < 0 || before < s.gap) {
		return before
	}
	return -1
}
