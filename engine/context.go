package engine

import (
	"encoding/base64"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/lexicon"
)

// token68 is the alphabet of credentials (RFC 9110, section 11.2), and what else is seen there.
const token68 = charset.B64All | charset.B64URL

// credentials judges what follows a scheme's name in prose or a header whose
// name is not known.
func (f *finder) credentials(at int, a act) {
	src, n := f.src, len(f.src)
	if at > 0 && isWordByte(src[at-1]) && !escapeBefore(src, at) {
		return
	}
	i := at + int(a.len)
	if i < n && isBlank(src[i]) {
		i = skipBlanks(src, i)
	}
	if f.within(i) {
		return
	}
	d := dress{sep: ' ', percent: src[i-1] != ' ' && src[i-1] != '\t'}
	end := f.unquoted(i, &d)
	text := src[i:trimEnd(src, i, end, &d)]
	if text == "" {
		return
	}
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	if form == lexicon.None {
		form = unlike(text, e, opaqueValue, false)
		if form != lexicon.None && hasFold(src[at:], "basic") && basic(text) {
			form = lexicon.None
		}
	}
	f.step(a.rule, i, i+len(text), form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(i, i+len(text), a.rule, 0)
	}
}

// basic reports whether s is the base64 of user:password (RFC 7617).
func basic(s string) bool {
	if len(s) < 4 || len(s) > 1024 {
		return false
	}
	var buf [64]byte
	head := s[:min(len(s), 84)&^3]
	n, err := base64.StdEncoding.Decode(buf[:], []byte(head)) // at most 84 bytes: the copy stays on the stack
	if err != nil && n == 0 {
		return false
	}
	colon := false
	for _, c := range buf[:n] {
		if c < ' ' || c > '~' {
			return false
		}
		colon = colon || c == ':'
	}
	return colon
}

// cookie judges the pairs of a Cookie or Set-Cookie header.
func (f *finder) cookie(at int, a act) {
	src, n := f.src, len(f.src)
	start := nameStart(src, at)
	name := src[start : at+int(a.len)]
	i := at + int(a.len)
	if len(name) > len("cookie") && !hasFold(name, "set-cookie") && !hasFold(name, "http_cookie") {
		return
	}
	if i < n && src[i] == '2' {
		i++
	}
	d, ok := f.dress(start, i)
	if !ok || d.sep == ' ' || d.sep == '>' || d.query {
		return
	}
	i = d.at
	end := 0
	for i < n && src[i] == '[' {
		i++
	}
	if v, _, ok := f.quotedAt(i); ok {
		i, end = v.start, v.end
	} else if end = lineEnd(src, i, n); end >= f.edge {
		f.touch(start)
	}
	harmless := f.p.cookies[a.arg].harmless
	for i < end {
		for i < end && (src[i] == ' ' || src[i] == ';' || src[i] == '[' || src[i] == '"') {
			i++
		}
		j := i
		for j < end && src[j] != '=' && src[j] != ';' && src[j] > ' ' {
			j++
		}
		if j >= end || src[j] != '=' {
			i = j
			if j < end && src[j] != ';' {
				return // no list of pairs: prose
			}
			continue
		}
		i = f.cookieValue(a.rule, harmless, i, j, end)
		if i < end && src[i] != ';' {
			return
		}
	}
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
	if form == lexicon.None && (len(text) < 6 || lexicon.IsNumber(text) && len(text) < 10 || e.Letters == len(text) && e.Total < wordEvidence) {
		form = lexicon.Short
	}
	f.step(rule, j+1, k, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(j+1, k, rule, 0)
	}
	return k
}

// blockLine is how long a line of a block may be; base64 is wrapped at 76 or 64
// bytes, but some writers do not wrap at all.
const blockLine = 4 << 10

// block judges a block such as a PEM private key, to its END line, or to where
// its lines stop being those of a block.
func (f *finder) block(at int, a act) {
	b := &f.p.blocks[a.arg]
	src, n := f.src, len(f.src)
	i := at + int(a.len)
	if !f.label(b, i) {
		return
	}
	end := i
	// The line that BEGIN is on.
	for end < n && src[end] != '\n' && src[end] != '\\' && src[end] != ' ' && end-i < 80 {
		end++
	}
	if k := strings.Index(src[i:min(n, i+80)], "-----"); k >= 0 {
		end = i + k + 5
	}
	closed := false
	for end < n {
		j, size := f.blockBytes(end)
		if strings.HasPrefix(src[j:], b.end) {
			end = j + len(b.end)
			k := strings.Index(src[end:min(n, end+80)], "-----")
			if k >= 0 && strings.HasPrefix(b.end, "-----") {
				end += k + 5
				closed = true
			} else if !strings.HasPrefix(b.end, "-----") {
				end = j
			}
			break
		}
		if size == 0 {
			break
		}
		end = j
	}
	for end > at && (src[end-1] <= ' ') {
		end--
	}
	if !closed {
		f.reach(end+len(b.end), at)
	}
	f.step(a.rule, at, end, "block", true)
	f.add(at, end, a.rule, 0)
}

// label reports whether one of a block's labels follows within its BEGIN line.
func (f *finder) label(b *block, i int) bool {
	src := f.src
	limit := min(len(src), i+64)
	head := src[i:limit]
	if len(b.labels) == 0 {
		return true
	}
	if k := strings.IndexByte(head, '-'); k >= 0 {
		head = head[:k]
	} else if limit == len(src) {
		f.touch(i)
	}
	if k := strings.IndexByte(head, '\n'); k >= 0 {
		head = head[:k]
	}
	for _, l := range b.labels {
		if strings.Contains(head, strings.TrimRight(l, "-")) {
			return true
		}
	}
	return false
}

// blockBytes steps over one run of a block: line ends, real or escaped, then a
// line of base64 or a header. size is what the run holds besides line ends.
func (f *finder) blockBytes(i int) (end, size int) {
	src, n := f.src, len(f.src)
	j := i
	for j < n {
		c := src[j]
		if c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '>' || c == '|' {
			j++
			continue
		}
		if c == '\\' {
			k := j
			for k < n && src[k] == '\\' {
				k++
			}
			if k < n && (src[k] == 'n' || src[k] == 'r' || src[k] == 't') {
				j = k + 1
				continue
			}
			if k < n && hasFold(src[k:], "u000a") {
				j = k + 5
				continue
			}
			if k < n && src[k] == '\n' {
				j = k
				continue
			}
		}
		if hasFold(src[j:], "%0a") || hasFold(src[j:], "%0d") || hasFold(src[j:], "%20") {
			j += 3
			continue
		}
		if j+1 < n && (c == '"' || c == '\'' || c == '+' || c == ',') && f.joinedLine(j) > j {
			j = f.joinedLine(j)
			continue
		}
		break
	}
	k := j
	for k < n && k-j < blockLine && (charset.Of[src[k]]&token68 != 0 || src[k] == '%' && (hasFold(src[k:], "%2b") || hasFold(src[k:], "%2f") || hasFold(src[k:], "%3d"))) {
		if src[k] == '-' && strings.HasPrefix(src[k:], "-----") {
			break
		}
		k++
	}
	// A header (Proc-Type: 4,ENCRYPTED; Comment: x) belongs to the block.
	if k < n && src[k] == ':' && k > j && k-j < 24 && k+1 < n && src[k+1] == ' ' && isUpper(src[j]) {
		for k < n && src[k] != '\n' && src[k] != '\\' && src[k] != '"' && k-j < 200 {
			k++
		}
		return k, k - j
	}
	// Prose ends a block: a short word behind a blank.
	if k-j < 16 && k < n && (src[k] == ' ' || src[k] == ':') && j > i && src[j-1] == ' ' {
		return i, 0
	}
	return k, k - j
}

// joinedLine steps over what joins the lines of a block in source code:
// "…" + or a quote, a comma and a quote.
func (f *finder) joinedLine(i int) int {
	src, n := f.src, len(f.src)
	j := i
	for j < n && j-i < 24 && strings.IndexByte("\"'+, \n\r\t.", src[j]) >= 0 {
		j++
	}
	if j < n && j > i+1 && (src[j-1] == '"' || src[j-1] == '\'') && strings.IndexByte(src[i:j], '\n') >= 0 {
		return j
	}
	return i
}

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

// echo judges what a phrase repeats, to the end of its quotes.
func (f *finder) echo(at int, a act) {
	src := f.src
	i := at + int(a.len)
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
