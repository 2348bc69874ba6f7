package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// echoed looks for a value of the key that the sentence around it repeats, behind it in
// the line or before it: "password" must be a number, received "x"; invalid value "x" for
// "--password". It reports whether one was found.
func (f *finder) echoed(c *keyHit, d *dress) bool {
	src := f.src
	if a := c.st.alone; d.quote == 0 && !d.flag && c.start == c.hit && (a == nil || a.strength != patterns.Human) && c.lineEnd(src) < 0 {
		return false // "the token is", in most of clean text
	}
	limit := f.echoLimit(c)
	link, open := f.link(c.start, d.close), f.introducedAhead(c.nameEnd, limit)
	if d.quote != 0 && strings.HasPrefix(src[d.close:], " (`") {
		open = d.close + 2 // `password` (`x`) is too short
	}
	colon := 0
	if open < 0 { // password mismatch: got x, want y
		colon = strings.IndexByte(src[c.nameEnd:min(limit, c.nameEnd+32)], ':') + 1
		if colon > 0 && f.compared(c.nameEnd+colon) == 0 {
			colon = 0
		}
	}
	told := -1
	if open < 0 && colon == 0 && c.st.human() {
		told = f.toldBehind(c.nameEnd, limit)
	}
	if link < 0 && open < 0 && colon == 0 && told < 0 {
		return false
	}
	k, _ := c.judge(src)
	if k == nil {
		return false
	}
	if colon > 0 && f.another(c.nameEnd+colon, k.rule, k.strength) {
		return true
	}
	behind := link >= 0 && f.echoBehind(link, k)
	if told >= 0 && k.strength == patterns.Human && f.values(&dress{sep: ' ', at: told, said: true}, k.rule, k.strength, c.start) {
		return true
	}
	return open >= 0 && f.echoAhead(open, limit, k) || behind
}

// toldWords introduce a value without quotes, the participles among them where a clause or a quote ends before them.
var (
	toldWords   = lexicon.NewWords("value input received got actual rejectedvalue invalidvalue attemptedvalue input_value given entered supplied provided")
	participles = lexicon.NewWords("received got given entered supplied provided")
)

// toldBehind returns the offset of a value without quotes that one of the words for one introduces, with a colon or an equals sign,
// between i and limit: password is too weak, value: x. It is -1 where none does.
func (f *finder) toldBehind(i, limit int) int {
	src := f.src
	for _, sep := range []byte(":=") {
		for j := i; ; j++ {
			k := strings.IndexByte(src[j:limit], sep)
			if k < 0 {
				break
			}
			if j += k; told(src, i, j) {
				at := skipBlanks(src, j+1)
				if e := swar.LettersEnd(src, at); strings.HasPrefix(src[e:], " (") && lexicon.IsType(src[at:e]) { // given: integer (12345678)
					at = e + len(" (")
				}
				if at < limit && strings.IndexByte("\"'`[{<^", src[at]) < 0 && !measured(src[at:limit]) {
					return at
				}
			}
		}
	}
	return -1
}

// told reports whether a word that introduces a value ends before j, behind i.
func told(src string, i, j int) bool {
	e := skipBlanksBack(src, j)
	if e <= i || !toldWords.MayEnd(src, e) {
		return false
	}
	w := swar.LettersStart(src, e, max(i, e-16))
	if w > i && src[w-1] == '_' {
		w = swar.LettersStart(src, w-1, max(i, e-16))
	}
	if !toldWords.Has(src[w:e]) {
		return false
	}
	before := skipBlanksBack(src, w)
	if participles.Has(src[w:e]) {
		return before > i && strings.IndexByte(",;.)(]'\"`-", src[before-1]) >= 0
	}
	return before == i || before > i && src[before-1] != ':'
}

// numberEnd returns the end of the number, or of two with a dash between them, that s begins with.
func numberEnd(s string) int {
	i := 0
	for i < len(s) && (isDigit(s[i]) || i > 0 && (s[i] == '.' || s[i] == '-')) {
		i++
	}
	return i
}

// measured reports whether s begins with a number and its unit, 16bytes, or with an address or a path.
func measured(s string) bool {
	if k := strings.IndexAny(s, " ,;)]\"'\n"); k >= 0 {
		s = s[:k]
	}
	if i := numberEnd(s); i > 0 && i < 10 {
		e := swar.LettersEnd(s, i)
		if i > 4 && e == i {
			return false // a number that may be one
		}
		if e < len(s) && s[e] == '/' { // kB/s
			e = swar.LettersEnd(s, e+1)
		}
		return e == len(strings.TrimSuffix(s, "."))
	}
	slash := false
	for k := range len(s) {
		switch c := s[k]; {
		case c == ':':
			return strings.HasPrefix(s[k:], "://") || k+1 < len(s) && lexicon.IsNumber(s[k+1:]) || strings.IndexByte(s[k:], '@') > 1
		case c == '/':
			slash = true
		case !isAlnum(c) && strings.IndexByte("._-+~%", c) < 0:
			return false
		}
	}
	return slash
}

// echoLimit returns how far an echo is looked for: to the end of the line, or of the next where
// the name is alone in its own.
func (f *finder) echoLimit(c *keyHit) int {
	src := f.src
	limit := min(len(src), c.nameEnd+echoBytes)
	if end := c.lineEnd(src); end >= 0 {
		limit = lineEnd(src, end+1, limit)
	} else if k := strings.IndexByte(src[c.nameEnd:limit], '\n'); k >= 0 {
		return c.nameEnd + k
	}
	f.reach(limit, c.hit)
	return limit
}

// lineEnd returns where the line of a name ends that is alone in it, with indices as in token.0 or without; else -1.
func (c *keyHit) lineEnd(src string) int {
	if c.start > 0 && src[c.start-1] != '\n' {
		return -1
	}
	i := c.nameEnd
	for i+1 < len(src) && src[i] == '.' && isDigit(src[i+1]) {
		for i++; i < len(src) && isDigit(src[i]); i++ {
		}
	}
	if i < len(src) && src[i] == '\n' {
		return i
	}
	return -1
}

// introducedAhead returns the offset of the first quote or bracket between i and limit that
// opens a repeated value; -1 where none does.
func (f *finder) introducedAhead(i, limit int) int {
	m := &f.echoes
	if m.to <= i || m.from > i {
		*m = runMemo{i, f.nextEcho(i)}
	}
	if m.to >= limit || strings.IndexByte("\"'`[", f.src[m.to]) < 0 {
		return -1 // the end of what was looked at
	}
	at := m.to
	for at > i && f.src[at-1] == '\\' {
		at--
	}
	return at
}

// echoSpan is how far nextEcho looks, in bytes: several keys of a line share its answer.
const echoSpan = 8 * echoBytes

// nextEcho returns the first offset from i on, in the line, at which a repeated value opens; that
// of the end of what it looked at if there is none.
func (f *finder) nextEcho(i int) int {
	src := f.src
	limit := min(len(src), i+echoSpan)
	if k := strings.IndexByte(src[i:limit], '\n'); k >= 0 && i+k+1 < len(src) && src[i+k+1] > ' ' {
		limit = i + k + 1
	}
	for _, q := range []byte("\"'`[") {
		for j := i; j < limit; j++ {
			k := strings.IndexByte(src[j:limit], q)
			if k < 0 {
				break
			}
			j += k
			if j > 0 && beforeEchoQuote[src[j-1]] && introduced(src, max(0, j-32), j, echoWords) {
				limit = j
				break
			}
		}
	}
	return limit
}

// echoAhead judges the first value between i and limit that is repeated; one opens at i.
func (f *finder) echoAhead(i, limit int, k *keyName) bool {
	src := f.src
	for j := i; j >= 0; {
		v, next, ok := f.quotedAt(j)
		if !ok {
			e := strings.IndexByte(src[j:limit], ']')
			if e < 0 || pairLike(src[j+1:j+e]) { // [type=string_type, input_value=None]
				return false
			}
			v, next = value{start: j + 1, end: j + e, quoted: true}, j+e
		}
		d := dress{sep: '=', at: j}
		if f.value(v, &d, k.rule, k.strength) {
			f.another(next, k.rule, k.strength)
			return true
		}
		j = f.introducedAhead(max(v.start, j+1), limit)
	}
	return false
}

// beforeEcho are the bytes between a word and the value that it introduces, and with a backslash those before its quote.
var (
	beforeEcho      = bytesOf(" :=(")
	beforeEchoQuote = bytesOf(" :=(\\")
)

// introduced reports whether one of words stands before j, but for a separator, behind low.
func introduced(src string, low, j int, words *lexicon.Words) bool {
	e := j
	for e > low && src[e-1] == '\\' {
		e--
	}
	quote := e
	for e > low && beforeEcho[src[e-1]] {
		e--
	}
	if e < quote && e > low && src[e-1] == '"' { // the name of a member: "received": "x"
		for e--; e > low && src[e-1] == '\\'; e-- {
		}
		words = participles
	}
	if e == quote || !words.MayEnd(src, e) {
		return false
	}
	w := e
	for w > low && e-w < 16 && isWordByte(src[w-1]) {
		w--
	}
	return words.Has(src[w:e])
}

// link returns where the words end that join a value to the name behind it: for, field,
// at path and so on; -1 where none do. The name begins at start and ends, with its quote, at end.
func (f *finder) link(start, end int) int {
	src := f.src
	i := start
	for i > 0 && start-i < nameLimit && ofLinked[src[i-1]] {
		i--
	}
	if i > 3 && src[i-1] == '(' && src[i-2] == ' ' && strings.IndexByte("\"'`", src[i-3]) >= 0 {
		if end < len(src) && src[end] == ':' {
			return -1 // 'root'@'localhost' (password: YES)
		}
		return i - 2 // 'x' (password)
	}
	if i > 4 && src[i-1] == ' ' && src[i-2] == ',' && src[i-4] == '-' { // "-t, --token"
		for i -= 4; i > 0 && strings.IndexByte("\"'`\\", src[i-1]) >= 0; i-- {
		}
	}
	if i == 0 || src[i-1] != ' ' {
		return -1
	}
	for i > 0 && (src[i-1] == ' ' || src[i-1] == ':') {
		i--
	}
	w := i
	for w > 0 && i-w < 16 && isLetter(src[w-1]) {
		w--
	}
	if w == i || !linkWords.Has(src[w:i]) && !strings.HasSuffix(src[:i], "not a valid") {
		return -1
	}
	return w
}

// echoBehind judges the last value before i that an echo's word introduces.
func (f *finder) echoBehind(i int, k *keyName) bool {
	src := f.src
	low := max(f.floor(f.at), i-besideLimit)
	if low > i {
		return false // what stands before i is settled
	}
	for n := 0; n < 3; n++ {
		e := strings.LastIndexAny(src[low:i], "\"'`")
		if e < 0 {
			return false
		}
		e += low
		s := swar.LastIndex(src[low:e], src[e])
		if s < 0 {
			return false
		}
		s += low
		v := value{start: s + 1, end: e, quoted: true}
		for v.end > v.start && src[v.end-1] == '\\' {
			v.end--
		}
		rest := src[e+1:]
		if (strings.HasPrefix(rest, " (") && e+1 == i || e+2 == i && rest != "" && rest[0] == ' ' && s > low+1 && src[s-1] == ' ' && src[s-2] == ':') || introduced(src, low, s, behindWords) || strings.HasPrefix(rest, " is not a valid ") || strings.HasPrefix(rest, " is not valid for ") {
			return f.value(v, &dress{sep: '=', at: s}, k.rule, k.strength)
		}
		i = s
	}
	return false
}
