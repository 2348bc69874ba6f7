package engine

import (
	"errors"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/patterns"
)

// cookie judges the pairs of a Cookie or Set-Cookie header.
func (f *finder) cookie(at int, a *act) {
	if at < f.listed {
		return // one of the pairs that were judged
	}
	src, n := f.src, len(f.src)
	start := nameStart(src, at)
	name := src[start : at+int(a.len)]
	i := at + int(a.len)
	if !cookieName(name) {
		return
	}
	if i < n && src[i] == '2' {
		i++
	}
	var d dress
	ok := f.dress(&d, start, i)
	if !ok || d.sep == ' ' && !d.flag || d.sep == '>' || d.query {
		return
	}
	i = d.at
	end := 0
	for i < n && src[i] == '[' {
		i++
	}
	if f.closesString(i, start) {
		return
	}
	if v, _, ok := f.quotedAt(i); ok {
		i, end = v.start, v.end
	} else if end = f.lineEnd(i); end >= f.edge {
		f.touch(start)
	}
	f.listed = max(f.listed, f.cookiePairs(a, i, end))
}

// cookieName reports whether a name that ends in cookie is a header's, a variable's or an
// option's that holds pairs, and not that of one cookie.
func cookieName(name string) bool {
	lead := name[:len(name)-len("cookie")]
	if lead == "" || lead[len(lead)-1] == '.' {
		return true
	}
	for _, end := range []string{"set-", "set_", "http_", "--"} {
		if len(lead) >= len(end) && hasFold(lead[len(lead)-len(end):], end) {
			return true
		}
	}
	return false
}

// longestCookie bounds a cookie's name, in bytes; the longest in use have some 60.
const longestCookie = 256

// cookiePairs judges the pairs of a header's value and returns how far it read.
func (f *finder) cookiePairs(a *act, i, end int) int {
	src := f.src
	harmless := f.p.cookies[a.arg].harmless
	for i < end {
		for i < end && (src[i] == ' ' || src[i] == ';' || src[i] == '[' || src[i] == '"') {
			i++
		}
		j := i
		for j < end && j-i < longestCookie && src[j] != '=' && src[j] != ';' && src[j] != '"' && src[j] > ' ' {
			j++
		}
		if j >= end || src[j] != '=' {
			i = j
			if j < end && src[j] != ';' {
				return j // no list of pairs: prose
			}
			continue
		}
		i = f.cookieValue(a.rule, harmless, i, j, end)
		if i < end && src[i] != ';' {
			return i
		}
	}
	return i
}

// cookieValue judges one pair, its name src[i:j], and returns where it ends.
func (f *finder) cookieValue(rule int32, harmless map[string]struct{}, i, j, end int) int {
	src := f.src
	k := j + 1
	for k < end && src[k] != ';' && src[k] > ' ' && src[k] != '"' && src[k] != ']' && src[k] != '\'' && cutMark(src, k) == 0 && (src[k] != '\\' || k+1 == end || src[k+1] != 'r' && src[k+1] != 'n') {
		k++
	}
	var buf [32]byte
	name := src[i:j]
	if len(name) <= len(buf) {
		m := len(buf) - len(name)
		for x := 0; x < len(name); x++ {
			c := name[x]
			if isUpper(c) {
				c |= 0x20
			}
			buf[m+x] = c
		}
		if _, ok := harmless[string(buf[m:])]; ok {
			if hasFold(name, "expires") { // a date has blanks
				for k < end && src[k] != ';' {
					k++
				}
			}
			return k
		}
	}
	text := src[j+1 : k]
	e := lexicon.Weigh(text)
	form := common(text, e, true)
	if form == lexicon.Path || form == lexicon.Name {
		form = lexicon.None
		if e.Total < opaqueValue {
			form = lexicon.Name
		}
	}
	if form == lexicon.None && (len(text) < 6 || lexicon.IsNumber(text) && len(text) < 10 || e.Letters() == len(text) && e.Total < wordEvidence) {
		form = lexicon.Short
	}
	f.step(rule, j+1, k, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(j+1, k, rule, 0)
	}
	return k
}

// echo judges what a phrase repeats, to the end of its quotes.
func (f *finder) echo(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	if label := f.p.labels[a.arg]; label != "" {
		i = skipSpace(src, i)
		f.reach(i+len(label), at)
		if strings.HasPrefix(src[i:], label) {
			i += len(label)
		}
	}
	j := i
	for j < len(src) && src[j] != '"' && src[j] != '\\' && src[j] > ' ' {
		j++
	}
	f.reach(j, i)
	text := src[i:j]
	if len(text) < 4 || portOnly(text) || lexicon.IsReference(text, lexicon.Weigh(text)) || lexicon.IsStop(text) || lexicon.IsMasked(text) {
		return
	}
	f.shaped(i, j, a.rule)
}

// label keeps a text that an act goes by, and returns its index.
func (c *compiler) label(text string) int32 {
	c.p.labels = append(c.p.labels, text)
	return int32(len(c.p.labels) - 1)
}

// members compiles a patterns.Member.
func (c *compiler) members(m patterns.Member, i int32) error {
	if m.Path == "" {
		return errors.New("has no path")
	}
	a := act{kind: kindMember, rule: i, arg: c.label(m.Path)}
	var anchors []string
	for _, name := range m.Names {
		if m.Bare {
			anchors = append(anchors, "  "+name+": '", "  "+name+`: "`, "{ "+name+": '", "{ "+name+`: "`)
		} else {
			anchors = append(anchors, `"`+name+`":`, `"`+name+`\":`)
		}
	}
	return c.each(anchors, false, a)
}

// pathLimit is how far behind such a value its path may end, in bytes: over the lines of an object.
const pathLimit = 1 << 10

// pathWant is how far behind such a value the object mostly ends, in bytes.
const pathWant = 160

// memberBefore judges the value of a member that a path behind it gives the key of.
func (f *finder) memberBefore(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	if i > 0 && (src[i-1] == '\'' || src[i-1] == '"') && src[i-2] == ' ' { // the quote is the anchor's end
		i--
	}
	i = skipBlanks(src, i)
	v, end, ok := f.quotedAt(i)
	if !ok || lexicon.IsType(src[v.start:v.end]) {
		return
	}
	name, seen := f.pathBehind(end, f.p.labels[a.arg], src[at] != '"')
	if name == "" && seen == len(src) {
		f.want = max(f.want, end+pathWant)
	}
	f.reach(seen, at)
	if key := f.p.jsonKey(name); key.rule >= 0 {
		f.value(v, &dress{sep: ':', at: i}, a.rule, key.strength)
	}
}

// pathBehind returns the last name of the path that the member of this name holds in the object that goes on at i, and how
// far it looked; "" if there is none. bare says that names have no quotes.
func (f *finder) pathBehind(i int, member string, bare bool) (name string, seen int) {
	src := f.src
	limit := min(len(src), i+pathLimit)
	if limit < len(src) && !strings.Contains(src[i:limit], member) {
		return "", limit
	}
	depth := 0
	for j := i; j < limit; j++ {
		b := src[j]
		if !structure[b] && (!bare || b != member[0] || isWordByte(src[j-1])) {
			continue
		}
		e := j
		switch b {
		case '{', '[', '(':
			depth++
			continue
		case '}', ']', ')':
			if depth == 0 {
				return "", j + 1
			}
			depth--
			continue
		case '"', '\'', '`':
			if !bare && b != '"' {
				continue
			}
			d := 0
			for src[j-d-1] == '\\' && d < 31 {
				d++
			}
			end, size := f.closing(j+1, b, d)
			if end < 0 || end+size > limit {
				continue
			}
			text := src[j+1 : end]
			e, j = end+size, end+size-1
			if bare || depth > 0 || text != member {
				continue
			}
		default:
			if !bare || depth > 0 || !strings.HasPrefix(src[j:limit], member) {
				continue
			}
			e = j + len(member)
		}
		if e = skipBreaks(src, e); e >= limit || src[e] != ':' {
			continue
		}
		if e = skipBreaks(src, e+1); e >= limit {
			break
		}
		k := -1
		switch src[e] {
		case '[':
			k = strings.IndexByte(src[e:limit], ']')
		case '\'', '"':
			k = strings.IndexByte(src[e+1:limit], src[e]) + 1
		}
		if k <= 0 {
			continue
		}
		if name = lastName(src[e : e+k]); name != "" {
			return name, e + k + 1
		}
	}
	return "", limit
}

// lastName returns the last name of a list of quoted ones that is not closed; the indexes behind it are none.
func lastName(list string) string {
	for e := len(list); ; {
		for e > 1 && (list[e-1] <= ' ' || list[e-1] == ',' || list[e-1] == '"' || list[e-1] == '\'' || list[e-1] == '\\' || list[e-2] == '\\') {
			e--
		}
		if e <= 1 {
			return ""
		}
		name := list[1+strings.LastIndexAny(list[:e], "\"'[, ") : e]
		if strings.Trim(name, "0123456789") != "" || len(name) == 0 {
			return name
		}
		e -= len(name)
	}
}
