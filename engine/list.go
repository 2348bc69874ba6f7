package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/patterns"
)

// arrayLimit is how many elements of a list under a key are judged, and innerLimit how many
// of a list that another one of a key reached: lists that all reach to the end of the text
// would else be judged again and again.
const (
	arrayLimit = 256
	innerLimit = 8
)

// elements returns how many elements of a list at i are judged.
func (f *finder) elements(i int) int {
	if i < f.listed {
		return innerLimit
	}
	return arrayLimit
}

// shown are what Node.js and Python show in brackets that is no list, and levels are those of logs.
var (
	shown  = [...]string{"Function:", "Function (", "AsyncFunction", "GeneratorFunction", "class ", "Getter]", "Setter]", "Getter/Setter]", "Object: null prototype]", "Circular *", "Errno ", "native code]"}
	levels = lexicon.NewWords("error info warn warning debug trace fatal")
)

// noList reports whether what stands behind the bracket before i is no element of a list.
func noList(src string, i int) bool {
	for _, w := range shown {
		if strings.HasPrefix(src[i:], w) {
			return true
		}
	}
	e := i
	for e < len(src) && isLetter(src[e]) {
		e++
	}
	return e < len(src) && src[e] == ']' && levels.Has(src[i:e])
}

// array judges the elements of an array under a key.
func (f *finder) array(d *dress, i int, rule int32, s patterns.Strength) bool {
	src, n := f.src, len(f.src)
	if noList(src, i+1) {
		return true
	}
	limit := n
	inner := *d
	j := i + 1
	for k := f.elements(i); k > 0 && j < limit; k-- {
		for j < limit && (src[j] <= ' ' || src[j] == ',' || src[j] == '[' || strings.HasPrefix(src[j:], `\n`)) {
			if src[j] == '\\' {
				j++
			}
			j++
		}
		if j >= limit || src[j] == ']' || src[j] == '}' {
			break
		}
		v, next, ok := f.quotedAt(j)
		if ok {
			if e := skipBlanks(src, next); e < n && src[e] == ':' { // a member's name
				j = skipBlanks(src, e+1)
				continue
			}
		} else {
			v = value{start: j, end: f.unquoted(j, d)}
			v.open = v.end == n
			next = v.end
			if next == j {
				break
			}
			if m, cred := 0, false; next < n && src[next] == ' ' {
				if m, cred = f.p.schemes.name(src[j:next]); m > 0 && cred {
					v.end = f.unquoted(next+1, d)
					next = v.end
				}
			}
		}
		inner.at = v.start
		f.value(v, &inner, rule, s)
		j = next
	}
	f.listed = max(f.listed, j)
	if j >= n {
		f.touch(i)
	}
	return true
}

// yamlBlock judges the indented lines of a YAML block scalar as one value.
func (f *finder) yamlBlock(d *dress, rule int32, s patterns.Strength) bool {
	src, n := f.src, len(f.src)
	i := d.at
	indent := 0
	for i-indent > 0 && isBlank(src[i-indent-1]) {
		indent++
	}
	end := f.lineEnd(i)
	for end < n && end-i < quoteLimit {
		j := end + 1
		if src[end] == '\r' && j < n && src[j] == '\n' {
			j++
		}
		k := skipBlanks(src, j)
		f.reach(k, i)
		if k >= n || k-j < indent || indent == 0 || src[k] == '\n' {
			break
		}
		end = f.lineEnd(k)
	}
	return f.value(value{start: i, end: end, open: end == n}, d, rule, s)
}

// itemEnd returns the end of the line that i is in, which is an escape where the one before
// the value was.
func (f *finder) itemEnd(d *dress, i int) int {
	end := f.lineEnd(i)
	if d.escaped {
		if k := strings.Index(f.src[i:end], `\n`); k >= 0 {
			return i + k
		}
	}
	return end
}

// items judges the items of a YAML list, one to a line, under a key.
func (f *finder) items(d *dress, rule int32, s patterns.Strength) bool {
	src, n := f.src, len(f.src)
	i := d.at
	for k := f.elements(i); k > 0 && strings.HasPrefix(src[i:], "- "); k-- {
		e := dress{sep: ':', at: skipBlanks(src, i+2)}
		v, _, ok := f.quotedAt(e.at)
		if !ok {
			v = value{start: e.at, end: f.itemEnd(d, e.at)}
			v.open = v.end == n
		}
		if strings.IndexByte(src[v.start:v.end], ':') < 0 || v.quoted { // no object
			f.value(v, &e, rule, s)
		}
		f.listed = max(f.listed, v.end)
		i = f.nextLine(f.itemEnd(d, v.end))
		if i < 0 {
			break
		}
	}
	return true
}
