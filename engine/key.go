package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// key judges a key at its stem: the name around it, how a value stands beside
// it, and the value.
func (f *finder) key(at int, a *act) {
	if f.within(at) {
		return
	}
	st := &f.p.stems[a.arg]
	src := f.src
	end := at + int(a.len)
	if f.plain(st, at, end) {
		return
	}
	nameEnd, weaker, ok := suffix(src, end, st.human())
	if !ok {
		return
	}
	c := keyHit{st: st, hit: at, start: nameStart(src, at), end: end, nameEnd: nameEnd, weaker: weaker}
	if c.start >= 3 && src[c.start-3:c.start] == "://" {
		return // the user of a URL
	}
	if c.start > 0 && src[c.start-1] == ':' && inARN(src, c.start) {
		return
	}
	if f.ended(&c) {
		return
	}
	if nameEnd+2 < len(src) && src[nameEnd] == '?' && src[nameEnd+1] == ' ' { // ? What is your API token? x
		f.sentence(&c, &dress{sep: ' ', at: nameEnd + 2, close: nameEnd})
		return
	}
	if nameEnd < len(src) && (src[nameEnd] == '\t' || src[nameEnd] == ' ' && alignedHead(src, c.start, nameEnd) >= 0) && f.table(&c) {
		return
	}
	var d dress
	ok = f.dress(&d, c.start, nameEnd)
	d.compound = c.start < at
	if ok && d.row && f.heads(&c, &d) && f.table(&c) {
		return
	}
	if ok && d.sep == ' ' && (d.quote == 0 || d.quote == '`') && d.at < len(src) {
		switch src[d.at] {
		case ')':
			ok = false // (name, password )
		case '|', 0xe2:
			if f.table(&c) { // | name | password |
				return
			}
		}
	}
	if d.quote != 0 && (!ok || d.sep == ',') && (f.column(&c, &d) || d.quote == '"' && f.table(&c)) {
		return
	}
	if (!ok || d.sep == ',' || d.sep == '>' || d.sep == ' ' && d.quote != 0) && f.named(&c, &d) {
		return
	}
	if !ok {
		if !f.column(&c, &d) && !f.table(&c) {
			f.below(&c)
			f.echoed(&c, &d)
		}
		return
	}
	switch {
	case d.at >= len(src):
	case d.sep == ':' && src[d.at] == '?' && strings.HasSuffix(src[:c.start], "${"):
		return // ${PASSWORD:?missing} says that where it is unset
	case d.sep == ' ' && (d.flag && d.described(src) || src[d.at] == '(' && d.keyColumns(src)):
		return
	}
	if a := st.alone; d.sep == ' ' && a != nil && a.takes == takesWords && lexicon.SeedLen(src[d.at:]) > 0 {
		d.sep = ':'
	} else if d.sep == ' ' && a != nil && a.takes == takesDirective {
		d.directive(src, st.text)
	} else if d.sep == ' ' && !d.flag && !d.line && plainWord(src, d.at) {
		f.sentence(&c, &d)
		return
	} else if d.sep == ' ' && !d.flag && !d.line && f.is(&c, &d) {
		return
	}
	k, from := c.judge(src)
	if k == nil {
		return
	}
	if f.p.notUUID[k.rule] && d.at < len(src) && src[d.at] == '[' && strings.Contains(src[d.at:min(len(src), d.at+besideLimit)], "kty") {
		return // a set of keys, whose private members have a rule of their own (RFC 7517)
	}
	s := f.strength(k, &c, &d)
	if d.sep == ' ' && !d.flag && s == patterns.Human && len(k.text) <= 4 && !d.line {
		return // pass, pw and pin before a blank are verbs and labels
	}
	if d.sep == '=' && d.at < len(src) && (src[d.at] == '?' || src[d.at] == '%' || src[d.at] == '$') {
		if number, ok := marker(src, d.at); ok && f.bound(c.start, d.at, number, k) {
			return
		}
	}
	d.pair, d.words = k.takes == takesPair, k.takes == takesWords
	if d.line && d.sep == ':' && d.at < len(src) && src[d.at] != '-' && itemMark(src[d.at:]) > 0 { // Passwords: over 1. x
		f.below(&c)
		return
	}
	if f.values(&d, k.rule, s, from) {
		if d.sep == ' ' && !d.line && !f.within(d.at) {
			f.belowCommand(&c)
		}
		return
	}
	quoted := d.sep == '>' || d.sep == '=' && d.at < len(src) && (src[d.at] == '"' || src[d.at] == '\'')
	if (d.sep == ' ' || d.sep == ':' || quoted) && !d.called {
		if quoted {
			nameEnd = d.at // in a sentence that is the value
		}
		if i, j := f.prose(nameEnd); i < j && f.foundBy(src[i:j], k.rule) {
			return
		} else if i < j {
			f.step(k.rule, i, j, "opaque word behind the key", true)
			f.add(i, j, k.rule, 0)
			f.another(j, k.rule, s)
			if link := f.link(c.start, d.close); link >= 0 { // invalid argument "x" for "--api-key" flag: parsing "x"
				f.echoBehind(link, k)
			}
			return
		} else if i < 0 {
			return
		}
	}
	if d.sep == '=' || d.called {
		return
	}
	if d.sep == ' ' || d.at < len(src) && src[d.at] == '*' {
		f.below(&c)
	}
	f.echoed(&c, &d)
}

// keyColumns reports whether columns and their values follow, as PostgreSQL tells of a key: Key (id)=(…).
func (d *dress) keyColumns(src string) bool {
	i := d.at + 1
	for i < len(src) && i-d.at < nameLimit && (isWordByte(src[i]) || src[i] == ',' || src[i] == ' ' || src[i] == '"') {
		i++
	}
	return strings.HasPrefix(src[i:], ")=(")
}

// described reports whether an option is told what it is for, as in a command's help, and not
// given a value: words that stand apart from it.
func (d *dress) described(src string) bool {
	if d.line || d.at-d.close < 2 || strings.IndexByte(src[d.close:d.at], '\t') >= 0 {
		return false
	}
	i := d.at
	for i < len(src) && isLetter(src[i]) {
		i++
	}
	return i > d.at && i+1 < len(src) && src[i] == ' ' && isLetter(src[i+1])
}

// directive makes a setting's blank a separator. The names of several words occur in prose
// too: what follows them is only said to be a value unless it is quoted.
func (d *dress) directive(src, name string) {
	if strings.IndexByte(name, ' ') >= 0 && strings.IndexByte("\"'\\", src[d.at]) < 0 {
		d.said = true
		return
	}
	d.sep = '='
}

// pair reports whether a quoted name and the string behind its comma are alone in their brackets: in a
// longer list the string need not be the name's.
func pair(src string, start int, d *dress) bool {
	i := start - 1 - d.depth
	if d.quote == 0 {
		i = start
	}
	if i > 0 && src[i-1] == ' ' {
		i--
	}
	if i > 0 && src[i-1] == ',' {
		return false
	}
	j := d.at + d.depth
	if d.quote == 0 || j >= len(src) {
		return true
	}
	k := strings.IndexByte(src[j+1:min(len(src), j+besideLimit)], d.quote)
	return k < 0 || j+k+2 >= len(src) || src[j+k+2] != ','
}

// values judges the value, or each of an array's. It reports whether a secret was found or
// the key was answered by something that is none.
func (f *finder) values(d *dress, rule int32, s patterns.Strength, from int) bool {
	src, n := f.src, len(f.src)
	i := d.at
	if i >= n {
		f.touch(from)
		return true
	}
	if d.block {
		return f.yamlBlock(d, rule, s)
	}
	if src[i-1] == ' ' && d.empty(src) {
		return true
	}
	switch {
	case src[i] == '[' && d.sep != ' ':
		return f.array(d, i, rule, s)
	case src[i] == '-' && d.line && strings.HasPrefix(src[i:], "- "):
		return f.items(d, rule, s)
	case src[i] == '{' && !d.member && d.sep != ' ' || d.line && d.sep == ':':
		if f.typed(i, rule, s, from) {
			return true
		}
		if f.membersAhead(i+1, false, rule, s, from) {
			return true
		}
	}
	if d.quote == 0 && f.closesString(i, from) {
		return false
	}
	v, next, ok := f.quotedAt(i)
	if ok && d.sep == ',' && next < n && src[next] == ':' {
		return false // the next member's name
	}
	if ok {
		found := f.value(v, d, rule, s)
		for k := 0; d.sep == '=' && k < 4; k++ { // "a" + "b", 'a'.'b' of SQL and shells stay whole only when glued
			if next >= n || src[next] != '"' && src[next] != '\'' {
				break
			}
			if v, next, ok = f.quotedAt(next); !ok || !found {
				break
			}
			f.value(v, d, rule, s)
		}
		if found && d.sep != ',' {
			f.another(next, rule, s)
		}
		return found
	}
	if src[i] == '{' && d.member {
		if v, ok := braced(src, i); ok {
			return f.value(v, d, rule, s)
		}
	}
	if v, ok = f.bare(d); !ok {
		return d.marked
	}
	found := f.value(v, d, rule, s)
	if found && (d.sep == ':' || d.sep == ' ') {
		f.another(v.end, rule, s) // mismatch: x, want y
	}
	return found
}

// empty reports whether the value, before which a blank stands, is empty and the next pair stands where it could be:
// password= user=bob, and {Password: Port:5432} as Go prints a struct.
func (d *dress) empty(src string) bool {
	i := d.at
	if d.line || d.close >= len(src) {
		return false
	}
	k := i
	for k < len(src) && k-i < nameLimit && (isLetter(src[k]) || src[k] == '_') {
		k++
	}
	if k == i || k == len(src) {
		return false
	}
	switch {
	case d.sep == '=' && src[d.close] == '=' && src[k] == '=':
		return pairLike(src[i:tokenEnd(src, i)]) || k+1 < len(src) && src[k+1] == ' ' && smallName(src[i:k]) // token= user=
	case d.sep == ':' && src[d.close] == ':' && src[k] == ':':
		name := d.close
		for name > 0 && isWordByte(src[name-1]) {
			name--
		}
		return isUpper(src[name]) && isUpper(src[i]) && k-i > 1 && k+1 < len(src) && src[k+1] > ' ' && src[k+1] != '/' && inStruct(src, name) &&
			strings.IndexByte(src[k:min(len(src), k+besideLimit)], '}') >= 0
	}
	return false
}

// inStruct reports whether the field whose name begins at i is one of a struct as Go prints it: {Name:x Name:y}.
func inStruct(src string, i int) bool {
	if i == 0 || src[i-1] == '{' {
		return i > 0
	}
	k := swar.LastIndex(src[max(0, i-nameLimit):i-1], ':')
	return src[i-1] == ' ' && k >= 0 && src[max(0, i-nameLimit)+k+1] > ' '
}

// tokenEnd returns the end of what stands between blanks at i, or nameLimit behind it.
func tokenEnd(src string, i int) int {
	e := i
	for e < len(src) && e-i < nameLimit && src[e] > ' ' {
		e++
	}
	return e
}

// inARN reports whether a name at i is a part of the name of a resource of AWS: arn:aws:secretsmanager:…:secret:x.
func inARN(src string, i int) bool {
	t := src[max(0, i-nameLimit):i]
	k := strings.LastIndex(t, "arn:aws")
	return k >= 0 && !strings.ContainsAny(t[k:], " \t\n\"',={>")
}

// smallName reports whether s is made of small letters and _.
func smallName(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i]-'a' >= 26 && s[i] != '_' {
			return false
		}
	}
	return s != ""
}

// typed judges the value of an object that holds nothing else: {"stringValue": "x"}.
func (f *finder) typed(i int, rule int32, s patterns.Strength, from int) bool {
	w, e := typedMember(f.src, i)
	if e == 0 {
		return false
	}
	var m dress
	return f.dress(&m, w, e) && m.sep == ':' && f.values(&m, rule, s, from)
}

// bare reads an unquoted value. ok is false where none is one.
func (f *finder) bare(d *dress) (v value, ok bool) {
	src, n := f.src, len(f.src)
	i := d.at
	if src[i] == '(' && d.sep == ' ' {
		i++
	}
	if i < n && src[i] == '[' {
		if k := strings.IndexByte(src[i:min(n, i+nameLimit)], ']'); k > 0 && strings.HasPrefix(src[i+k:], "](") {
			if d.marked = isCommit(src[i+1 : i+k]); d.marked { // a link
				return v, false
			}
			return value{start: i + 1, end: i + k}, true
		}
	}
	v = value{start: i, end: f.unquoted(i, d)}
	if v.end > i && v.end < n && src[v.end] == '<' && src[v.end-1] == '.' {
		d.marked = true // code whose words are marked up
		return v, false
	}
	switch d.sep {
	case ',':
		if d.close >= n || d.quote != 0 || src[v.end-1] == ',' || v.end >= n || src[v.end] != ']' {
			return v, false
		}
		d.sep, d.said = ' ', true // [Password, x] of .NET
	case ':':
		v = beforeHost(src, v)
	}
	if d.words {
		if n := lexicon.SeedLen(src[i:]); n > 0 {
			return value{start: i, end: i + n, quoted: true, open: i+n == len(src)}, true
		}
	}
	if d.sep == '>' {
		v.end = elementEnd(src, i)
		v.quoted = strings.IndexByte(src[v.start:v.end], ' ') >= 0
	}
	if v.end < n && src[v.end] == ';' && !d.query && nameFollows(src, v.end+1) {
		d.member = true
	}
	if d.member && !d.query && d.sep == '=' {
		end := memberEnd(src, v)
		first := src[v.start:v.end]
		if text := src[v.start:end]; !lexicon.IsReference(first, lexicon.Weigh(first)) && (!lexicon.IsSentence(text) || lexicon.IsPassphrase(text) || settingFollows(src, end)) {
			v.end = end
		}
	}
	v.open = v.end == n
	if v.end < n && cutMark(src, v.end) == 0 || v.end == n {
		v.end = trimEnd(src, v.start, v.end, d)
	}
	return v, true
}

// beforeHost narrows a value after a colon that is user:password@host:port or
// user:password@tcp(…) to what is before the @, and to the password where a user stands before it.
func beforeHost(src string, v value) value {
	if v.end-v.start > judgedBytes {
		return v
	}
	k := swar.LastIndex(src[v.start:v.end], '@')
	if k <= 0 {
		return v
	}
	k += v.start
	j := k + 1
	for j < v.end && (isAlnum(src[j]) || src[j] == '.' || src[j] == '-') {
		j++
	}
	if j == k+1 || j >= v.end || src[j] != '(' && src[j] != '/' && (src[j] != ':' || j+1 >= v.end || !isDigit(src[j+1])) {
		return v
	}
	v.end = k
	i := v.start
	for i < k && (isWordByte(src[i]) || src[i] == '.' || src[i] == '-') {
		i++
	}
	if i > v.start && i+1 < k && src[i] == ':' && src[i+1] != '/' {
		v.start = i + 1
	}
	return v
}

// memberEnd extends an unquoted value of a connection string over blanks: only a
// semicolon, a quote or the line's end closes it.
func memberEnd(src string, v value) int {
	for j := v.end; j < len(src) && j-v.end < 64; j++ {
		switch src[j] {
		case ';':
			for j > v.end && src[j-1] == ' ' {
				j--
			}
			return j
		case '"', '\'', '`', '\n', '\r', '=', ':', '<', '\\', ')':
			return v.end
		}
	}
	return v.end
}

// settingFollows reports whether the semicolon at i is before the next name= of a connection
// string, and not before the next of several messages.
func settingFollows(src string, i int) bool {
	i = skipBlanks(src, min(i+1, len(src)))
	return nameFollows(src, i) && src[i+strings.IndexAny(src[i:], "=:")] == '='
}

// braced reads an ODBC value in braces, in which }} is a brace.
func braced(src string, i int) (value, bool) {
	for j := i + 1; j < len(src) && j-i < 256; j++ {
		if src[j] == '\n' {
			break
		}
		if src[j] != '}' {
			continue
		}
		if j+1 < len(src) && src[j+1] == '}' {
			j++
			continue
		}
		return value{start: i + 1, end: j, quoted: true}, true
	}
	return value{}, false
}
