package engine

import (
	"errors"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// Libraries for JSON tell a value that they could not use first, and where it was far behind, in lines of their own:
// Cannot deserialize value of type `int` from String "x": … (through reference chain: com.acme.Login["password"]).

const (
	// locatedLimit is how far behind a value the path to it may begin, in bytes: a schema may be between them.
	locatedLimit = 4 << 10
	// locatedPath is how long a path may be, in bytes, with the types before it.
	locatedPath = 2 << 10
)

// located compiles a patterns.Located.
func (c *compiler) located(m patterns.Located, i int32) error {
	if m.Path == "" {
		return errors.New("has no path")
	}
	path := c.label(m.Path)
	if len(m.After) > 0 {
		c.p.back = max(c.p.back, maxBack)
		if err := c.each(m.After, true, act{kind: kindLocatedBefore, rule: i, arg: path}); err != nil || len(m.Before) == 0 {
			return err
		}
	}
	return c.each(m.Before, true, act{kind: kindLocated, rule: i, arg: path})
}

// located judges the value behind a phrase that a path behind it gives the key of.
func (f *finder) located(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	v := value{start: i}
	if q := src[i-1]; q == '"' || q == '\'' || q == '`' {
		for i--; i > at && src[i-1] == '\\'; i-- {
		}
		w, _, ok := f.quotedAt(i)
		if !ok {
			return
		}
		v = w
	} else {
		for v.end = i; v.end < len(src) && src[v.end] > ' ' && src[v.end] != ')'; v.end++ {
		}
		f.reach(v.end, at)
	}
	f.locate(at, v, a)
}

// locatedBefore judges the value before a phrase, which begins with its quote if it has one.
func (f *finder) locatedBefore(at int, a *act) {
	src := f.src
	low := max(f.floor(at), at-maxBack)
	v := value{start: at, end: at}
	if q := src[at]; q != '\'' && q != '"' {
		for v.start > low && (isAlnum(src[v.start-1]) || src[v.start-1] == '.') {
			v.start--
		}
		f.locate(at, v, a)
		return
	}
	for v.end > low && src[v.end-1] == '\\' { // the quotes are escaped
		v.end--
	}
	for k, escapes := v.end, at-v.end; ; {
		if k = low + swar.LastIndex(src[low:k], src[at]); k < low {
			return
		}
		e := k
		for e > 0 && src[e-1] == '\\' {
			e--
		}
		if k-e == escapes && (e == 0 || strings.IndexByte(" :(\n\"", src[e-1]) >= 0) {
			v.start, v.quoted = k+1, true
			break
		}
	}
	f.locate(at, v, a)
}

// locate judges a value that the act's path behind it gives the key of.
func (f *finder) locate(at int, v value, a *act) {
	src := f.src
	if v.start >= v.end || lexicon.IsType(src[v.start:v.end]) {
		return
	}
	limit := min(len(src), v.end+locatedLimit)
	k := strings.Index(src[v.end:limit], f.p.labels[a.arg])
	if k < 0 {
		if limit == len(src) {
			f.want = max(f.want, v.end+pathWant)
		}
		f.reach(limit, at)
		return
	}
	i := v.end + k + len(f.p.labels[a.arg])
	end := lineEnd(src, i, min(len(src), i+locatedPath))
	f.reach(end, at)
	if f.inString(i) {
		end = bareQuote(src, i, end)
	}
	if key := f.p.jsonKey(pathEnd(src[i:end])); key.rule >= 0 {
		f.value(v, &dress{sep: ':', at: v.start}, a.rule, key.strength)
	}
}

// pathEnd returns the last name of the path that a line begins with, behind its types: com.acme.Login["user"]->com.acme.User["password"]),
// ['user']['password']: or { mode: ("a" | "b"), password: number }/password: number.
func pathEnd(path string) string {
	if types, ok := strings.CutPrefix(path, ": "); ok { // io-ts tells the types, and other messages may follow
		for _, next := range [...]string{"Invalid value ", "', '", "; "} {
			types, _, _ = strings.Cut(types, next)
		}
		for _, end := range [...]string{"}/", ")/", ">/"} {
			types = types[max(0, 1+lastIndex(types, end)):]
		}
		path = types
	}
	if k := strings.IndexByte(path, ')'); k >= 0 {
		path = path[:k]
	} else if k := strings.Index(path, "]:"); k >= 0 {
		path = path[:k]
	}
	quote := strings.IndexAny(path, "\"'\\")
	if k := strings.IndexByte(path, '['); k >= 0 && k < quote {
		if k = strings.LastIndexAny(path, "\"'"); k < 0 {
			return ""
		}
		return strings.TrimRight(path[1+swar.LastIndex(path[:k], path[k]):k], `\`)
	}
	if quote >= 0 { // of the string that the message is in
		path = path[:quote]
	}
	name := path[1+swar.LastIndex(path, '/'):]
	if k := strings.IndexAny(name, ": "); k >= 0 {
		name = name[:k]
	}
	return name
}
