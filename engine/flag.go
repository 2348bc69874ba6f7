package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
)

// flagLine is how far before a flag its command is looked for, in bytes.
const flagLine = 200

// flag judges the value of a command's option.
func (f *finder) flag(at int, a act) {
	g := &f.p.flags[a.arg]
	src, n := f.src, len(f.src)
	if !f.command(g, at) {
		return
	}
	i := at + int(a.len)
	attached := false
	switch {
	case i >= n:
		f.touch(at)
		return
	case isBlank(src[i]):
		if g.Attached && !g.AfterColon {
			return // mysql -p asks for the password; what follows is a database
		}
		i = skipBlanks(src, i)
	case src[i] == '=':
		i++
	case src[i] == '"' || src[i] == '\'':
		k := i + 1
		for k < n && strings.IndexByte(`, "'`, src[k]) >= 0 && k-i < 6 {
			k++
		}
		if src[at] == src[i] && k > i+1 { // argv dump: "-p", "x"
			i = k - 1
		}
	default:
		if !g.Attached {
			return
		}
		attached = true
	}
	d := dress{sep: ' ', flag: true, at: i}
	v, _, ok := f.quotedAt(i)
	if !ok {
		v = value{start: i, end: f.unquoted(i, &d)}
	}
	f.reach(v.end, at)
	if g.AfterColon {
		k := strings.IndexByte(src[v.start:v.end], ':')
		if k < 0 {
			return
		}
		v.start += k + 1
	}
	text := src[v.start:v.end]
	form := lexicon.Empty
	if text != "" {
		e := lexicon.Weigh(text)
		form = common(text, e, v.quoted)
		if form == lexicon.None && (len(text) < 3 || !attached && metavar(text) || lexicon.IsNumber(text) && strings.IndexByte(text, ':') >= 0 && !g.AfterColon) {
			form = lexicon.Short
		}
	}
	f.step(a.rule, v.start, v.end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(v.start, v.end, a.rule, 0)
	}
}

// command reports whether one of the flag's commands stands before it in its line.
func (f *finder) command(g *option, at int) bool {
	src := f.src
	low := max(0, at-flagLine)
	for k := at - 1; k > low; k-- {
		if src[k] == '\n' {
			low = k
		}
	}
	line := src[low:at]
	for _, c := range g.Commands {
		for i := 0; i < len(line); {
			k := strings.Index(line[i:], c)
			if k < 0 {
				break
			}
			k += i
			i = k + len(c)
			if (k == 0 || !isWordByte(line[k-1]) && line[k-1] != '-') && (i == len(line) || !isWordByte(line[i]) && line[i] != '-' && line[i] != ':') {
				return true
			}
		}
	}
	return false
}

// call judges an argument of a call by its position.
func (f *finder) call(at int, a act) {
	src, n := f.src, len(f.src)
	i := at + int(a.len)
	for arg := 1; i < n; arg++ {
		for i < n && (src[i] == ' ' || src[i] == '[' || src[i] == ',') {
			i++
		}
		v, next, ok := f.quotedAt(i)
		if !ok {
			d := dress{sep: ','}
			v = value{start: i, end: f.unquoted(i, &d)}
			next = v.end
		}
		f.reach(v.end, at)
		if next <= i {
			return
		}
		if arg == f.p.calls[a.arg].arg {
			text := src[v.start:v.end]
			if k := strings.Index(text, "..."); k >= 0 && k == len(text)-3 {
				text = text[:k]
			}
			form := lexicon.Empty
			if text != "" {
				form = common(text, lexicon.Weigh(text), v.quoted)
			}
			f.step(a.rule, v.start, v.start+len(text), form.String(), form == lexicon.None)
			if form == lexicon.None {
				f.add(v.start, v.start+len(text), a.rule, 0)
			}
			return
		}
		i = next
		if i < n && src[i] != ',' {
			return
		}
	}
}
