package engine

import "strings"

// statementLimit is how far behind a column its parameter may stand, in bytes.
const statementLimit = 2 << 10

// column judges the value of a column whose name stands in a statement's list:
// INSERT INTO users (name, password) VALUES ('bob', 'x').
func (f *finder) column(c *keyHit, d *dress) bool {
	src := f.src
	i := d.close
	if i >= len(src) || src[i] != ',' && src[i] != ')' {
		return false
	}
	limit := min(len(src), i+besideLimit)
	k := strings.IndexAny(src[i:limit], "()")
	if k < 0 || src[i+k] == '(' {
		return false
	}
	j := skipSpace(src, i+k+1)
	if strings.HasPrefix(src[j:], `\n`) {
		j = skipBlanks(src, j+2)
	}
	f.reach(j+1, c.start)
	if !hasFold(src[j:], "values") {
		return false
	}
	n := 0
	low := max(0, c.start-besideLimit)
	open := c.start - 1
	for ; open >= low && src[open] != '(' && src[open] != ')'; open-- {
		if src[open] == ',' {
			n++
		}
	}
	name, _ := c.judge(src)
	j = skipBlanks(src, j+len("values"))
	if open < low || src[open] == ')' || name == nil || j >= len(src) || src[j] != '(' {
		return false
	}
	before := 0 // placeholders of other columns
	for j++; n > 0; n-- {
		if positional(src, skipBlanks(src, j)) {
			before++
		}
		if j = f.elementEnd(j); j >= len(src) || src[j] != ',' {
			return false
		}
		j++
	}
	j = wrapper(src, skipBlanks(src, j))
	if number := numbered(src, j); number > 0 {
		return f.parameter(j, name, func(int) int { return number - 1 })
	}
	if positional(src, j) {
		return f.parameter(j, name, func(int) int { return before })
	}
	v, _, ok := f.quotedAt(j)
	return ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength)
}

// bound judges the parameter for a column that is set to a placeholder, at i, in a statement behind
// which SQLAlchemy tells the parameters: [SQL: UPDATE users SET password=? …] [parameters: ('x', 3)].
func (f *finder) bound(i int, name *keyName) bool {
	src := f.src
	low := max(f.floor(f.at), i-besideLimit)
	if line := src[low:max(low, i)]; !strings.Contains(line, "SET ") && !strings.Contains(line, "WHERE ") && !strings.Contains(line, "AND ") {
		return false // the verb of a format, password=%s
	}
	if number := numbered(src, i); number > 0 {
		return f.parameter(i, name, func(int) int { return number - 1 })
	}
	return f.parameter(i, name, func(end int) int {
		behind := 0 // placeholders, from this one on
		for j := i; j < end; j++ {
			switch {
			case src[j] == '\'':
				k := strings.IndexByte(src[j+1:end], '\'')
				if k < 0 {
					return 0
				}
				j += k + 1
			case src[j] == '%' && j+1 < end && src[j+1] == '%':
				j++
			case positional(src, j):
				behind++
			}
		}
		return -behind
	})
}

// positional reports whether a placeholder of a statement stands at i that is told by its position.
func positional(src string, i int) bool {
	return i < len(src) && (src[i] == '?' || src[i] == '%' && i+1 < len(src) && src[i+1] == 's')
}

// numbered returns the number of the placeholder $1 to $99 at i, or 0.
func numbered(src string, i int) int {
	if i+1 >= len(src) || src[i] != '$' || !isDigit(src[i+1]) {
		return 0
	}
	n := int(src[i+1] - '0')
	if i+2 < len(src) && isDigit(src[i+2]) {
		n = 10*n + int(src[i+2]-'0')
	}
	return n
}

// parameterMarks stand before the parameters: in errors and, with times, in logs of statements.
var parameterMarks = [...]string{"[parameters: ", "[generated in ", "[cached since "}

// parameters returns the offset of the parameters that are told in text; -1 where none are.
func parameters(text string) int {
	for i, mark := range parameterMarks {
		k := strings.Index(text, mark)
		if k < 0 {
			continue
		}
		if i == 0 {
			return k + len(mark)
		}
		if e := strings.Index(text[k:min(len(text), k+nameLimit)], "] "); e > 0 {
			return k + e + len("] ")
		}
	}
	return -1
}

// parameter judges a parameter of the statement that i is in: the one whose number, from 0 or, if it is
// negative, from the end, which tells for the statement's end.
func (f *finder) parameter(i int, name *keyName, which func(end int) int) bool {
	src := f.src
	limit := min(len(src), i+statementLimit)
	k := parameters(src[i:limit])
	f.reach(limit, i)
	if k < 0 {
		return false
	}
	j := i + k
	n := which(j)
	found := false
	for sets := 0; sets < 8; sets++ { // of executemany, [('x', 1), ('y', 2)]
		if j < len(src) && src[j] == '[' {
			j++
		}
		if j >= len(src) || src[j] != '(' {
			break
		}
		var starts [64]int // of the elements
		count := 0
		for j++; count < len(starts); j++ {
			if starts[count] = skipBlanks(src, j); starts[count] >= len(src) || src[starts[count]] == ')' {
				break
			}
			count++
			if j = f.elementEnd(j); j >= len(src) || src[j] != ',' {
				break
			}
		}
		at := n
		if n < 0 {
			at += count
		}
		if at >= 0 && at < count {
			if v, _, ok := f.quotedAt(wrapper(src, starts[at])); ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength) {
				found = true
			}
		}
		if !strings.HasPrefix(src[min(j, len(src)):], "), (") {
			break
		}
		j += len("), ")
	}
	return found
}

// elementEnd returns where the element of a list that begins at j ends: at its comma, at what closes the list, or
// at the text's end or statementLimit.
func (f *finder) elementEnd(j int) int {
	src := f.src
	depth := 0
	limit := min(len(src), j+statementLimit)
	for j = skipBlanks(src, j); j < limit; j++ {
		switch src[j] {
		case '\'', '"':
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
