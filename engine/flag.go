package engine

import (
	"errors"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// flagLine is how far before a flag its command is looked for, in bytes.
const flagLine = 200

func (c *compiler) flag(m patterns.Flag, i int32) error {
	if len(m.Commands) == 0 || len(m.Flags) == 0 {
		return errors.New("has no commands or no flags")
	}
	c.p.flags = append(c.p.flags, option{m})
	a := act{kind: kindFlag, rule: i, arg: int32(len(c.p.flags) - 1)}
	for _, f := range m.Flags {
		for _, lead := range []string{" ", "\"", "'"} {
			if m.Attached && (len(f) == 2 || strings.HasSuffix(f, ":")) {
				c.anchor(lead+f, true, a)
				continue
			}
			for _, end := range []string{" ", "=", "\"", "'", ","} {
				c.anchor(lead+f+end, true, act{kind: a.kind, rule: i, arg: a.arg, len: int32(len(lead) + len(f))})
			}
		}
	}
	return nil
}

// flag judges the value of a command's option.
func (f *finder) flag(at int, a *act) {
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
		if g.Attached && g.After == 0 {
			return // mysql -p asks for the password; what follows is a database
		}
		i = skipBlanks(src, i)
	case src[i] == '=':
		i++
	case src[i] == ',' && listed(src, at+1, i): // [docker, login, -p, x]
		i += len(", ")
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
	if f.closesString(i, at) {
		return
	}
	v, _, ok := f.quotedAt(i)
	if !ok {
		v = value{start: i, end: f.unquoted(i, &d)}
	}
	f.reach(v.end, at)
	if g.After != 0 {
		k := strings.IndexByte(src[v.start:v.end], g.After)
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
		if form == lexicon.None && (len(text) < 3 || !attached && metavar(text) || lexicon.IsNumber(text) && strings.IndexByte(text, ':') >= 0 && g.After == 0) {
			form = lexicon.Short
		}
	}
	f.step(a.rule, v.start, v.end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(v.start, v.end, a.rule, 0)
	}
}

// listed reports whether the option from start to the comma at i is an element of a list of arguments as Java and others
// print it, without quotes: [docker, login, -p, x].
func listed(src string, start, i int) bool {
	if !strings.HasPrefix(src[i:], ", ") || start < 2 || src[start-1] != ' ' || src[start-2] != ',' {
		return false
	}
	low := max(0, start-flagLine)
	return swar.LastIndex(src[low:start], '[') > max(swar.LastIndex(src[low:start], ']'), swar.LastIndex(src[low:start], '\n'))
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
			if (k == 0 || !isWordByte(line[k-1]) && line[k-1] != '-' || escapeBefore(line, k)) && (i == len(line) || !isWordByte(line[i]) && line[i] != '-' && line[i] != ':') {
				return true
			}
		}
	}
	return false
}

// A call is a compiled patterns.Call.
type call struct {
	arg   int
	words bool
}

func (c *compiler) call(m patterns.Call, i int32) error {
	if m.Arg < 1 || m.Arg > 9 {
		return errors.New("has an argument number that is not 1 to 9")
	}
	c.p.calls = append(c.p.calls, call{m.Arg, m.Words})
	return c.each(m.Anchors, true, act{kind: kindCall, rule: i, arg: int32(len(c.p.calls) - 1)})
}

// callFlags is how many flags a command may have before the argument that is looked for.
const callFlags = 32

// call judges an argument of a call by its position.
func (f *finder) call(at int, a *act) {
	src, n := f.src, len(f.src)
	c := &f.p.calls[a.arg]
	i := at + int(a.len)
	if at > 0 && isWordByte(src[at-1]) && src[at]-'a' < 26 && !escapeBefore(src, at) {
		return // encrypt( is not crypt(
	}
	between := " [,("
	if c.words {
		between = " "
	}
	for arg, flags := 1, 0; i < n && flags <= callFlags; arg++ {
		for i < n && strings.IndexByte(between, src[i]) >= 0 {
			i++
		}
		v, next, ok := f.quotedAt(i)
		if !ok {
			v = value{start: i, end: argumentEnd(src, i)}
			if c.words {
				v.end = lineWord(src, i)
			}
			if next = v.end; arg < c.arg && strings.HasPrefix(src[next:], " id #") { // Resource id #4, in a stack trace of PHP
				next = argumentEnd(src, next+len(" id #"))
			}
		}
		f.reach(v.end, at)
		if next <= i {
			return
		}
		if c.words && (src[i] == '-' || !ok && ofWindows(src[i:v.end])) {
			arg--
			flags++
		} else if arg == c.arg {
			if text := strings.TrimRight(src[v.start:v.end], ".,:;)]"); c.words && !v.quoted {
				if e := lexicon.Weigh(text); e.Digits() > 1 && e.Lower() > 0 && !isDigit(text[0]) && !(text[0] == 'v' && isDigit(text[1])) && !lexicon.IsAlgorithm(text) && !pairLike(text) { // no word of a message, and no XOAUTH2
					v.end, v.quoted = v.start+len(text), true
				}
			}
			f.argument(v, a.rule)
			return
		}
		i = next
		if i < n && src[i] != ',' && (!c.words || src[i] != ' ') {
			return
		}
	}
}

// ofWindows reports whether a word of a command is a drive, a share or an option, as Windows writes them: Z: or *, \\\\host\share, /user:bob.
func ofWindows(word string) bool {
	return word == "*" || len(word) == 2 && word[1] == ':' || word[0] == '/' && strings.IndexByte(word[1:], '/') < 0 || strings.HasPrefix(word, `\\`)
}

// argumentEnd returns the end of an unquoted argument, of which no more than judgedBytes are looked at: each call of a
// chain looks at its own.
func argumentEnd(src string, i int) int {
	j := i
	for j < len(src) && j-i < judgedBytes && ends[src[j]] != endAlways && src[j] != ',' && src[j] != ')' && src[j] != ']' {
		j++
	}
	return j
}

// argument judges an argument of a call. An unquoted one is a name more often than not.
func (f *finder) argument(v value, rule int32) {
	text := strings.TrimSuffix(f.src[v.start:v.end], "...")
	if !v.quoted {
		text = strings.TrimRight(text, ".,:;)]")
	}
	form := lexicon.Empty
	if text != "" {
		e := lexicon.Weigh(text)
		form = common(text, e, v.quoted)
		if form == lexicon.None && !v.quoted && !chosen(text, e, true) {
			form = unlike(text, e, opaqueBlank, false)
		}
	}
	end := v.start + len(text)
	f.step(rule, v.start, end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(v.start, end, rule, 0)
	}
}

// piped judges what a command at at is given by a pipe: echo "x" | docker login --password-stdin.
func (f *finder) piped(at int, a *act) {
	src := f.src
	if end := at + int(a.len); end < len(src) && src[end-1] != ' ' && (isWordByte(src[end]) || src[end] == '-') {
		return // another command
	}
	low := max(f.floor(at), at-flagLine)
	bar := low + swar.LastIndex(src[low:at+1], '|') // which some commands are anchored with
	end := bar
	for end > low && src[end-1] == ' ' {
		end--
	}
	if end <= low || src[bar] != '|' {
		return
	}
	v := value{end: end}
	v.start = low + 1 + swar.LastIndex(src[low:end], ' ')
	before := v.start
	if q := src[end-1]; q == '"' || q == '\'' {
		v.end--
		k := low + swar.LastIndex(src[low:v.end], q)
		if k < low {
			return
		}
		v.start, before, v.quoted = k+1, k, true
		for v.end > v.start && src[v.end-1] == '\\' { // the quotes are escaped
			v.end--
			before--
		}
	}
	if !echoes(src[low:max(low, before)]) {
		return
	}
	f.given(v, byte(a.arg), a.rule)
}

// given judges a word that is given to a command, behind the byte after if that is not 0.
func (f *finder) given(v value, after byte, rule int32) {
	if after != 0 {
		k := strings.IndexByte(f.src[v.start:v.end], after)
		if k < 0 {
			return
		}
		v.start += k + 1
	}
	v.quoted = true // it is one as it is
	f.argument(v, rule)
}

// traced judges what is piped where a shell tells its commands one by one (set -x): + echo x over + docker login --password-stdin.
func (f *finder) traced(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	for at > 0 && src[at-1] == '+' {
		at--
	}
	if at > 0 && src[at-1] != '\n' {
		return
	}
	end := lineEnd(src, i, min(len(src), i+judgedBytes))
	next := min(end+1, len(src))
	command := src[next:lineEnd(src, next, min(len(src), next+flagLine))]
	f.reach(next+len(command), at)
	m := &f.p.pipes[a.arg]
	if command == "" || command[0] != '+' || !slices.ContainsFunc(m.Into, func(into string) bool { return reads(command, into) }) {
		return
	}
	for i < end && (src[i] == '-' || strings.HasPrefix(src[i:], "'%s") || strings.HasPrefix(src[i:], "%s")) { // options, and a format
		k := strings.IndexByte(src[i:end], ' ')
		if k < 0 {
			return
		}
		i += k + 1
	}
	v, next, ok := f.quotedAt(i)
	if !ok {
		v, next = value{start: i, end: end}, end
	}
	if next == end {
		f.given(v, m.After, a.rule)
	}
}

// reads reports whether a command that a shell tells, behind plus signs, is the one that into is of a rule.
func reads(command, into string) bool {
	name, first := strings.CutPrefix(into, "| ")
	if !first {
		return strings.Contains(command, name)
	}
	command = strings.TrimPrefix(strings.TrimLeft(command, "+ "), "sudo ")
	return strings.HasPrefix(command, name)
}

// echoes reports whether a command's line ends in echo or printf, but for their options and formats.
func echoes(line string) bool {
	for {
		line = strings.TrimRight(line, " ")
		word := line[1+swar.LastIndex(line, ' '):]
		if strings.HasSuffix(word, "echo") || strings.HasSuffix(word, "printf") {
			return true
		}
		if word == "" || word[0] != '-' && !strings.Contains(word, "%s") {
			return false
		}
		line = line[:len(line)-len(word)]
	}
}
