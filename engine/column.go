package engine

import "strings"

// column judges the value of a column whose name stands in a statement's list:
// INSERT INTO users (name, password) VALUES ('bob', 'x').
func (f *finder) column(c *keyHit, d *dress) bool {
	src := f.src
	i := d.close
	if i >= len(src) || src[i] != ',' && src[i] != ')' {
		return false
	}
	limit := min(len(src), i+besideLimit)
	k := strings.IndexByte(src[i:limit], ')')
	if k < 0 {
		return false
	}
	j := skipBlanks(src, i+k+1)
	if !hasFold(src[j:], "values") {
		return false
	}
	n := 0
	low := max(0, c.start-besideLimit)
	open := c.start - 1
	for ; open >= low && src[open] != '('; open-- {
		if src[open] == ',' {
			n++
		}
	}
	name, _ := c.judge(src)
	j = skipBlanks(src, j+len("values"))
	if open < low || name == nil || j >= len(src) || src[j] != '(' {
		return false
	}
	if positional(src, j+1) {
		return f.parameter(j, n, name)
	}
	v, ok := f.nth(j+1, n)
	return ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength)
}

// parameterLimit is how far behind a statement with placeholders its parameters may stand, and how far
// before a name its statement may begin, in bytes.
const parameterLimit = 1 << 10

// bound judges the parameter for a column that is set to a placeholder, at i, in a statement behind
// which SQLAlchemy tells the parameters: [SQL: UPDATE users SET password=? …] [parameters: ('x', 3)].
func (f *finder) bound(i int, name *keyName) bool {
	src := f.src
	low := max(f.floor(f.at), i-parameterLimit)
	begin := strings.LastIndex(src[low:max(low, i)], "[SQL: ")
	if begin < 0 {
		return false
	}
	n := 0
	for j := low + begin; j < i; j++ {
		if positional(src, j) {
			n++
		}
	}
	return f.parameter(i, n, name)
}

// positional reports whether a placeholder of a statement stands at i that is told by its position.
func positional(src string, i int) bool {
	return i < len(src) && (src[i] == '?' || src[i] == '%' && i+1 < len(src) && src[i+1] == 's')
}

// parameter judges parameter n of the statement that i is in, from 0.
func (f *finder) parameter(i, n int, name *keyName) bool {
	src := f.src
	limit := min(len(src), i+parameterLimit)
	k := strings.Index(src[i:limit], "[parameters: ")
	f.reach(limit, i)
	if k < 0 {
		return false
	}
	found := false
	j := i + k + len("[parameters: ")
	for sets := 0; sets < 8; sets++ { // of executemany, [('x', 1), ('y', 2)]
		if j < len(src) && src[j] == '[' {
			j++
		}
		if j >= len(src) || src[j] != '(' {
			break
		}
		if v, ok := f.nth(j+1, n); ok && f.value(v, &dress{sep: '=', at: v.start}, name.rule, name.strength) {
			found = true
		}
		k := strings.Index(src[j:min(len(src), j+parameterLimit)], "), (")
		if k < 0 {
			break
		}
		j += k + len("), ")
	}
	return found
}

// nth returns the quoted element n, from 0, of the list that begins at j.
func (f *finder) nth(j, n int) (v value, ok bool) {
	src := f.src
	for ; j < len(src); n-- {
		j = wrapper(src, skipBlanks(src, j))
		v, next, ok := f.quotedAt(j)
		if n == 0 {
			return v, ok
		}
		if !ok {
			next = j
		}
		k := strings.IndexByte(src[next:min(len(src), next+besideLimit)], ',')
		if k < 0 {
			break
		}
		j = next + k + 1
	}
	return v, false
}
