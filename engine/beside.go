package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// Errors name a key in one place and its value in another: in the next member of an object,
// or in the sentence around the key. The functions of this file look for such values,
// within these numbers of bytes.
const (
	besideLimit = 200
	echoBytes   = 128
)

// A keyHit is where a key's name stands: its stem at hit to end, the whole name
// at start to nameEnd.
type keyHit struct {
	st                       *stem
	hit, start, end, nameEnd int

	// weaker: the name goes on behind its stem, in the plural or with a word that says little.
	weaker bool

	judged bool
	k      *keyName
	from   int
}

// judge is judgeName, once.
func (c *keyHit) judge(src string) (*keyName, int) {
	if !c.judged {
		c.k, c.from = c.st.judgeName(src, c.start, c.hit, c.end)
		c.judged = true
	}
	return c.k, c.from
}

// Words before a value that a message repeats, and members that hold one.
var (
	echoWords   = lexicon.NewWords("value input received got actual was rejectedvalue invalidvalue attemptedvalue input_value given entered supplied provided string converting parsing")
	memberWords = lexicon.NewWords("value input received got given entered supplied provided actual rejectedvalue invalidvalue attemptedvalue input_value data params val content string parametervalue")
	// behindWords stand before a value that is named after it: invalid value "x" for …
	behindWords = lexicon.NewWords("value argument got received string entry input given")
	// linkWords stand between such a value and the key's name.
	linkWords = lexicon.NewWords("for flag option argument field path key parameter property attribute setting chain of in at column")
	// secondWords come before the second value of a comparison.
	secondWords = lexicon.NewWords("got want wanted expected received actual was but computed replace")
)

// structure are the bytes that objects and lists are made of.
var structure = bytesOf("{}[](),:=\"'`\n\\")

// named looks for a value that is named by the key beside it: {"name":"DB_PASSWORD","value":"x"},
// <property name="pass" value="x"/>, {"loc":["body","password"],"input":"x"}. done says that the
// name is a member's value, so that what follows it is none of its own.
func (f *finder) named(c *keyHit, d *dress) (done bool) {
	src := f.src
	i, pos := memberValue(src, c.start, d)
	if pos == 0 {
		return false
	}
	j := d.close
	elem := pos == '['
	inside := elem && src[j-1] != ']' // else dress has stepped over the list's end
	if elem {
		closes := listClose(src, i)
		if inside && closes != 0 {
			if j < len(src) && src[j] == ',' { // ("password",)
				j++
			}
			j = skipBreaks(src, j)
			f.reach(j+1, c.start)
		}
		if closes == 0 || inside && (j >= len(src) || src[j] != closes) {
			return false // no last element of a path
		}
	}
	if d.quote == 0 && j < len(src) && strings.IndexByte("\r\n,;}\\", src[j]) < 0 {
		return false
	}
	k, from := c.judge(src)
	if k == nil {
		return pos == ':' && d.sep == ','
	}
	if i > 0 && src[i-1] == '=' && f.elementAhead(j, k, from) || f.membersAhead(j, inside, k.rule, k.strength, from) || f.membersBehind(i, elem, k) {
		return true
	}
	return pos == ':' && d.sep == ','
}

// elementAhead judges the element that holds the value of the one whose attribute, ending at i, is the name:
// <setting name="password"><value>x</value>, of .NET.
func (f *finder) elementAhead(i int, k *keyName, from int) bool {
	const tag = "<value>"
	src := f.src
	at := strings.Index(src[i:min(len(src), i+nameLimit)], tag)
	open := max(0, i-nameLimit)
	open += 1 + swar.LastIndex(src[open:i], '<')
	if at < 0 || strings.IndexByte(src[i:i+at], '/') >= 0 || !strings.HasPrefix(src[open:], "setting ") && !strings.HasPrefix(src[open:], "property ") {
		return false // others hold texts: <data name="Password"><value>Passwort</value>
	}
	at += i + len(tag)
	return at < len(src) && f.values(&dress{sep: '>', at: at}, k.rule, k.strength, from)
}

// listClose returns what closes the list that an element at i is in, the value of a member; 0 if that is no list but an
// index, x["name"], or the arguments of a call.
func listClose(src string, i int) byte {
	low := max(0, i-echoBytes)
	k := low + strings.LastIndexAny(src[low:i], "[(")
	switch {
	case k < low:
	case src[k] == '[':
		if k == 0 || !isWordByte(src[k-1]) && src[k-1] != ')' && src[k-1] != ']' {
			return ']'
		}
	case k >= 2 && src[k-1] == ' ' && (src[k-2] == ':' || src[k-2] == '='):
		return ')'
	}
	return 0
}

// ofPath are the bytes of a path that ends in a name; ofLinked those of one with its quotes and brackets.
var (
	ofPath   = bytesOf(wordBytes + "/.$-#")
	ofLinked = bytesOf(wordBytes + "\"'`\\/.[$-")
)

// memberValue tells whether a name, or a path that ends in it, is the whole value of a member,
// ':', or an element of a list, '['; 0 if neither. i is where the value begins.
func memberValue(src string, start int, d *dress) (i int, pos byte) {
	i = start
	for i > 0 && start-i < nameLimit && ofPath[src[i-1]] {
		i--
	}
	switch {
	case d.quote == 0:
	case d.spelled > 0 && i >= d.spelled && spelledQuote(src, i-d.spelled) == d.spelled:
		i -= d.spelled
	case i > 0 && src[i-1] == d.quote:
		for i--; i > 0 && src[i-1] == '\\'; i-- {
		}
	case i > 1 && src[i-1] == ' ': // a name of two words
		if i = swar.LettersStart(src, i-1, i-16); i == 0 || src[i-1] != d.quote {
			return i, 0
		}
		for i--; i > 0 && src[i-1] == '\\'; i-- {
		}
	default:
		return i, 0
	}
	j := i
	for j > 0 && i-j < 16 && src[j-1] <= ' ' {
		j--
	}
	if j < i && j > 2 && src[j-1] == 'n' && src[j-2] == '\\' { // a line end in a string
		for j -= 2; j > 0 && src[j-1] == '\\'; j-- {
		}
	}
	if j == 0 {
		return i, 0
	}
	switch src[j-1] {
	case ':', '=':
		return i, ':'
	case '>':
		if j > 1 && src[j-2] == '=' {
			return i, ':'
		}
	case '[', ',', '(':
		if d.quote != 0 {
			return i, '['
		}
	}
	return i, 0
}

// membersAhead looks behind i for a member of the same object that holds a value. elem says
// that i is within a list that is itself a member's value.
func (f *finder) membersAhead(i int, elem bool, rule int32, s patterns.Strength, from int) bool {
	src := f.src
	ahead := src[:min(len(src), i+besideLimit)]
	j := i
	for depth := 0; j < len(ahead) && depth >= 0; j++ {
		if !structure[ahead[j]] {
			continue
		}
		switch b := src[j]; b {
		case '{', '[', '(':
			depth++
		case ']', '}', ')':
			if elem && b != '}' {
				elem = false
				continue
			}
			depth--
		case '\n':
			if e := skipBlanks(src, j+1); e < len(src) && (src[e] == '\n' || strings.HasPrefix(src[e:], "- ")) {
				depth = -1 // the next item of a list, or a paragraph
			}
		case '\\':
			if strings.HasPrefix(src[j:], `\n`) && strings.HasPrefix(src[skipBlanks(src, j+2):], "- ") {
				depth = -1
			}
		case '"', '\'', '`':
			if e, ok := f.quoteEnd(j); ok && j > i && !isWordByte(src[j-1]) {
				j = e - 1
			}
		case ':', '=':
			if depth > 0 {
				continue
			}
			if found, typed := f.member(j, len(src), rule, s, from); found || typed {
				return found
			}
		}
	}
	f.reach(j, from)
	return false
}

// quoteEnd returns the offset behind what closes the quote at i.
func (f *finder) quoteEnd(i int) (int, bool) {
	d := 0
	for i-d > 0 && f.src[i-d-1] == '\\' && d < 31 {
		d++
	}
	end, size := f.closing(i+1, f.src[i], d)
	return end + size, end >= 0
}

// membersBehind looks before i, in the same line, for such a member.
func (f *finder) membersBehind(i int, elem bool, name *keyName) bool {
	src := f.src
	low := max(f.floor(f.at), i-echoBytes)
	if low >= i || !holdsMember(src, low, i) {
		return false
	}
	depth := 0
	before := src[low:i]
	for k := len(before) - 1; k >= 0 && depth >= 0; k-- {
		b := before[k]
		if !structure[b] {
			continue
		}
		switch b {
		case '}', ']', ')':
			depth++
		case '[', '{', '(':
			if elem && b != '{' {
				elem = false
				continue
			}
			depth--
		case ':', '=':
			if depth > 0 {
				continue
			}
			sep := low + k
			if _, _, ok := memberName(src, sep); !ok {
				continue
			}
			if v := skipBlanks(src, sep+1); src[v] == '{' || src[v] == '[' || !strings.ContainsAny(src[v:max(v, i)], " \t\n,;&\"'`\\") { // or of the name's own word
				continue
			}
			found, _ := f.member(sep, i, name.rule, name.strength, low)
			return found // another before it is of another key
		}
	}
	return false
}

// holdsMember reports whether there is a member in src[low:high] whose name says that it is a value, whatever holds it.
func holdsMember(src string, low, high int) bool {
	for i := low; i < high; i++ {
		if i = swar.IndexEither(src[:high], i, ':', '='); i == high {
			return false
		}
		if _, _, ok := memberName(src, i); ok {
			return true
		}
	}
	return false
}

// memberName returns where the word before the separator at sep stands, and whether it says that what is behind is a
// value.
func memberName(src string, sep int) (w, e int, ok bool) {
	e = sep
	for e > 0 && isBlank(src[e-1]) {
		e--
	}
	if e > 0 && (src[e-1] == '"' || src[e-1] == '\'' || src[e-1] == '`') {
		for e--; e > 0 && src[e-1] == '\\'; e-- {
		}
	} else if e >= 6 && !isLetter(src[e-1]) {
		if spelledQuote(src, e-5) == 5 {
			e -= 5
		} else if spelledQuote(src, e-6) == 6 {
			e -= 6
		}
	}
	if !memberWords.MayEnd(src, e) {
		return e, e, false
	}
	w = e
	for w > 0 && e-w < 16 && isWordByte(src[w-1]) {
		w--
	}
	return w, e, memberWords.Has(src[w:e])
}

// member judges the value behind the separator at sep if the word before it says that it
// is one; the value ends before high. typed says that only the type of a value is there.
func (f *finder) member(sep, high int, rule int32, s patterns.Strength, from int) (found, typed bool) {
	src := f.src
	w, e, ok := memberName(src, sep)
	if !ok {
		return false, false
	}
	var m dress
	if ok = f.dress(&m, w, e); ok && m.at < high {
		if w1, e1 := typedMember(src, m.at); e1 > 0 {
			w, e, m = w1, e1, dress{}
			ok = f.dress(&m, w, e)
		}
	}
	if !ok || m.sep != ':' && m.sep != '=' && m.sep != '>' || m.at >= high || src[m.at] == '{' || src[m.at] == '[' || m.line {
		return false, false
	}
	if v, _, ok := f.quotedAt(m.at); ok && typeValues.Has(src[w:e]) && lexicon.IsType(src[v.start:v.end]) {
		return false, true
	}
	return f.values(&m, rule, s, from), false
}
