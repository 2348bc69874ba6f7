package engine

import (
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// What a line announces stands alone in the next: Your token is: over it, as an item of a list, in a fence, behind the marks of a
// comment. So does what a command at a prompt prints. In a string of JSON the line ends are spelled.

const (
	// belowLimit is how far behind a name its line may end that announces a value, in bytes.
	belowLimit = 120
	// belowItems is how many more lines below the first are judged, of a list or of several values.
	belowItems = 15
	// promptLimit is how long a prompt may be, in bytes.
	promptLimit = 64
)

// below judges what stands alone in the lines below the one of the name, where that ends in a colon or is a command at
// a prompt.
func (f *finder) below(c *keyHit) {
	src := f.src
	end, spelled := f.breakAfter(c.nameEnd)
	if end > c.nameEnd+belowLimit || f.belowBreak(c, end, spelled) || !spelled {
		return
	}
	if k := strings.IndexByte(src[c.nameEnd:min(len(src), c.nameEnd+belowLimit)], '\n'); k >= 0 { // what looked spelled is a path, C:\new
		f.belowBreak(c, c.nameEnd+k, false)
	}
}

// belowCommand is below for a command alone, of which a file or the like follows the name.
func (f *finder) belowCommand(c *keyHit) {
	if end, spelled := f.breakAfter(c.nameEnd); end <= c.nameEnd+belowLimit && f.printed(end, spelled) {
		f.belowBreak(c, end, spelled)
	}
}

// belowBreak is below where the line of the name ends at end. It reports whether a value may stand there, secret or not.
func (f *finder) belowBreak(c *keyHit, end int, spelled bool) bool {
	src := f.src
	stop := end
	for stop > c.nameEnd && beforeBreak[src[stop-1]] {
		stop--
	}
	said := src[c.nameEnd:stop]
	printed := !strings.HasSuffix(said, ":")
	if !printed && announcesOther(said, spelled) {
		return false
	}
	if printed && (strings.HasSuffix(said, `\`) || strings.HasSuffix(said, `\e`) || !f.printed(end, spelled)) { // it goes on, in roff too
		return false
	}
	i := skipLines(src, end, spelled, 2)
	if i < 0 {
		return false
	}
	if !spelled && i < len(src) && beforeComment[src[i]] {
		i = f.skipComment(i)
	}
	mark := ""
	if f.fenced(i) {
		i = skipLines(src, f.endOfLine(i, spelled), spelled, 2)
	} else if n := itemMark(src[i:]); n > 0 {
		if said = strings.TrimSuffix(said, ":"); said != "" && !strings.HasSuffix(said, " is") && !strings.HasSuffix(said, " are") {
			return false // of users, rules and so on
		}
		mark = src[i : i+n]
	}
	if i < 0 || !f.belowAt(c, i+len(mark), spelled, printed) {
		return false
	}
	for range belowItems {
		if i = skipLines(src, f.endOfLine(i, spelled), spelled, 1); i < 0 || itemMark(src[i:]) < len(mark) || !f.belowAt(c, i+itemMark(src[i:]), spelled, printed) {
			break
		}
	}
	return true
}

// announcesOther reports whether the noun before the colon that said ends with is of something else than a secret, "no token, request id:", or
// whether the colon is a drive's, C:\new.
func announcesOther(said string, spelled bool) bool {
	e := len(said) - 1
	w := swar.LettersStart(said, e, 0)
	if spelled && e-w == 1 && isUpper(said[w]) {
		return true
	}
	word, before := said[w:e], said[:w]
	return w > 0 && nouns.Kind(word) == label && (hasFold(word, "id") || !strings.Contains(before, " for ") && !strings.Contains(before, " of "))
}

// beforeBreak are bytes that say nothing behind a colon at a line's end: blanks, and what ends emphasis in Markdown.
var beforeBreak = bytesOf(" \t\r*_")

// A breakMemo is where the line ends that the run is in, as a line end or as one that is spelled.
type breakMemo struct {
	runMemo
	spelled bool
}

// breakAfter returns where the line that i is in ends, at a line end or one that is spelled; something more than i+belowLimit where
// that is further. Names of one line share its answer.
func (f *finder) breakAfter(i int) (end int, spelled bool) {
	src, m := f.src, &f.breaks
	if m.from <= i && i <= m.to && (m.to < len(src) && (src[m.to] == '\n' || m.spelled) || i+belowLimit < m.to) {
		return m.to, m.spelled
	}
	limit := min(len(src), i+4*belowLimit)
	*m = breakMemo{runMemo: runMemo{i, i + 4*belowLimit}}
	if k := strings.IndexByte(src[i:limit], '\n'); k >= 0 {
		limit = i + k
		m.to = limit
	}
	if b := strings.IndexByte(src[i:limit], '\\'); b >= 0 {
		for _, w := range [...]string{`\r\n`, `\n`} {
			if e := strings.Index(src[i+b:limit], w); e >= 0 {
				for m.to = i + b + e; m.to > i && src[m.to-1] == '\\'; m.to-- {
				}
				m.spelled = true
				break
			}
		}
	}
	return m.to, m.spelled
}

// endOfLine returns where the line that i is in ends, or the string that it is in.
func (f *finder) endOfLine(i int, spelled bool) int {
	if spelled {
		return f.spelledLineEnd(i)
	}
	return f.lineEnd(i)
}

// skipLines returns where the next line that is not empty begins behind the line end at i, without its indent; -1 where
// that is more than so many line ends on. Spelled line ends are counted where those of the line are.
func skipLines(src string, i int, spelled bool, most int) int {
	for n := 0; i < len(src); {
		switch {
		case src[i] == '\n' && !spelled:
			n++
			i++
		case src[i] == ' ' || src[i] == '\t' || src[i] == '\r':
			i++
		case src[i] == '\\' && spelled:
			j := i
			for j < len(src) && src[j] == '\\' {
				j++
			}
			if j == len(src) || src[j] != 'n' && src[j] != 'r' && src[j] != 't' {
				return i
			}
			if src[j] == 'n' {
				n++
			}
			i = j + 1
		default:
			return i
		}
		if n > most {
			return -1
		}
	}
	return len(src)
}

// beforeComment are the bytes that a comment's or a quote's line begins with.
var beforeComment = bytesOf("/#>*;-!%")

// skipComment steps over what the line at i begins with, if the hit's line begins with it too.
func (f *finder) skipComment(i int) int {
	src := f.src
	from := skipBlanks(src, f.floor(f.at))
	e := from
	for e < f.at && beforeComment[src[e]] {
		e++
	}
	mark := src[from:e]
	if mark == "" || e < len(src) && src[e] != ' ' {
		return i
	}
	for range 2 {
		if !strings.HasPrefix(src[i:], mark) {
			return i
		}
		k := skipBlanks(src, i+len(mark))
		if k >= len(src) || src[k] > '\r' {
			return k
		}
		if k = skipLines(src, k, false, 1); k < 0 {
			return i
		}
		i = k
	}
	return i
}

// itemMark returns the length of the mark of an item of a list or of a quote that s begins with, and its blank: - * > • 1. 1)
func itemMark(s string) int {
	n := 0
	for n < len(s) && n < 3 && isDigit(s[n]) {
		n++
	}
	switch {
	case n > 0 && n+1 < len(s) && (s[n] == '.' || s[n] == ')') && s[n+1] == ' ':
		return n + 2
	case n == 0 && len(s) > 1 && (s[0] == '>' || s[0] == '-' || s[0] == '*') && s[1] == ' ':
		return 2
	case strings.HasPrefix(s, "• "):
		return len("• ")
	}
	return 0
}

// belowAt judges what stands alone in the line at i, below the name; printed says that a command printed it.
func (f *finder) belowAt(c *keyHit, i int, spelled, printed bool) bool {
	src := f.src
	i = skipBlanks(src, i)
	f.reach(i+1, c.start)
	v := value{start: i, end: f.endOfLine(i, spelled)}
	f.reach(v.end+1, c.start)
	v.open = v.end == len(src)
	text := strings.TrimRight(src[v.start:v.end], " \r")
	v.end = v.start + len(text)
	for n := len(text); n > 2 && text[0] == '`' && text[n-1] == '`'; n -= 2 {
		v, text = value{start: v.start + 1, end: v.end - 1, quoted: true}, text[1:n-1]
	}
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		if w, _, ok := f.quotedAt(i); ok {
			v, text = w, src[w.start:w.end]
		}
	}
	name, _ := c.judge(src)
	if strings.Count(text, ":") > 4 { // Subject Key Identifier: 09:3B:…
		return false
	}
	if name == nil || text == "" || strings.IndexByte("{[<", text[0]) >= 0 || printed && text[0] == '-' || strings.IndexByte(text, ' ') >= 0 {
		return false
	}
	return f.value(v, &dress{sep: ' ', at: i, said: true, line: true}, name.rule, name.strength)
}

// printed reports whether the hit's line, which ends at end, is a command at a prompt that prints what it is asked for: $ cat
// /run/secrets/db_password.
func (f *finder) printed(end int, spelled bool) bool {
	if back := f.src[max(0, f.at-min(f.p.back, belowLimit)):f.at]; strings.IndexByte(back, '$') < 0 && strings.IndexByte(back, '#') < 0 {
		return false // in most cases
	}
	i := f.floor(f.at)
	if i > 0 && f.src[i-1] != '\n' {
		return false
	}
	line := f.src[i:min(end, f.at)]
	if spelled {
		line = line[1+swar.LastIndex(line, '"'):]
		if k := lastIndex(line, `\n`); k >= 0 {
			line = line[k+len(`\n`):]
		}
	}
	n := prompt(line)
	if n == 0 {
		return false
	}
	command := strings.TrimPrefix(f.src[min(end, f.at)-len(line)+n:end], "sudo ")
	word, rest, _ := strings.Cut(command, " ")
	word = word[1+swar.LastIndex(word, '/'):]
	if k := strings.LastIndexAny(rest, "|;&"); k >= 0 { // what the last command prints
		last, _, _ := strings.Cut(strings.TrimLeft(rest[k+1:], " "), " ")
		if !slices.Contains(passing[:], last) {
			return false
		}
	}
	for i := range printing {
		if p := &printing[i]; strings.Contains(rest, p.what) {
			for name := range strings.SplitSeq(p.commands, " ") {
				if name == word {
					return true
				}
			}
		}
	}
	return false
}

// printing are commands that print what they are asked for, and what must be behind them if they do other things too.
var printing = [...]struct{ commands, what string }{
	{"cat head tail less more type echo printf printenv base64 jq yq pass gopass", ""},
	{"kubectl oc", ".data"}, {"kubectl oc", "create token"}, {"oc", "whoami -t"},
	{"vault bw doppler", "get"}, {"vault op", "read"}, {"vault", "token"}, {"vault", "unwrap"},
	{"aws az", "get-"}, {"az", "show"}, {"gcloud", "access"}, {"gcloud", "print-"},
	{"security", "find-"}, {"secret-tool", "lookup"}, {"heroku", "config:get"}, {"gh", "auth token"}, {"rails rake", "secret"}, {"mix", "gen.secret"},
	{"argocd", "password"},
}

// passing are commands that print what they are given by a pipe, or nothing of their own.
var passing = [...]string{"base64", "jq", "yq", "cat", "head", "tail", "tr", "cut", "awk", "sed", "grep", "tee", "xargs", "echo", "openssl"}

// prompt returns the length of the shell's prompt that a line begins with, 0 if there is none: $, ann@web-1:~$, [root@web-1 ~]#, bash-5.1$, and
// those of containers, /app #. Those of other shells, > and ❯, would have to be looked for in most lines of clean text.
func prompt(line string) int {
	i := skipBlanks(line, 0)
	line = line[i:min(len(line), i+promptLimit)]
	if strings.HasPrefix(line, "$ ") {
		return i + len("$ ")
	}
	k := strings.IndexByte(line, ' ')
	if k > 1 && line[0] == '[' { // the directory is behind a blank
		if k = strings.IndexByte(line, ']'); k >= 0 {
			k = max(k, strings.IndexByte(line[:min(len(line), k+3)], ' '))
			if e := strings.IndexByte(line[k:], ' '); e >= 0 {
				k += e
			}
		}
	}
	switch {
	case k < 1:
	case line[0] == '/' || line[0] == '~': // where it is
		if rest := line[k:]; strings.HasPrefix(rest, " # ") || strings.HasPrefix(rest, " $ ") {
			return i + k + len(" # ")
		}
	case line[k-1] != '$' && line[k-1] != '#':
	case swar.LastIndex(line[:k], '@') > 0, strings.HasPrefix(line, "bash-"), strings.HasPrefix(line, "sh-"):
		return i + k + 1
	}
	return 0
}
