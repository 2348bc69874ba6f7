package engine

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// A stem is the last word that some key names share; the scanner looks for it.
type stem struct {
	text string
	// names are the names of rules that end in this word: by the byte that precedes
	// the word in them, then the longest first.
	names []keyName
	// alone is the name that is the stem itself, or nil. names[by[c]:by[c+1]] are those
	// in which c precedes the stem, c being a small letter or digit's number (letterOf).
	alone *keyName
	by    [letters + 1]uint8
}

// human reports whether the stem by itself names what a person chose.
func (st *stem) human() bool { return st.alone != nil && st.alone.strength == patterns.Human }

// A keyName is one name of a patterns.Key.
type keyName struct {
	text     string // without joiners
	rule     int32
	strength patterns.Strength
	word     bool
	takes    takes
	notAfter *wordSet
}

// takes is what a key's value is, as its rule says.
type takes uint8

const (
	takesValue     takes = iota
	takesDirective       // follows after a blank
	takesPair            // user:password
	takesWords           // the words of a wallet
)

func takesOf(m patterns.Key) takes {
	switch {
	case m.Directive:
		return takesDirective
	case m.Pair:
		return takesPair
	case m.Words:
		return takesWords
	}
	return takesValue
}

func validStem(s string) bool {
	if s == "" || s[0] == '_' || s[len(s)-1] == '_' || s[0] == ' ' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c-'a' >= 26 && c-'0' >= 10 && c != '_' && c != ' ' && c < 0x80 {
			return false
		}
	}
	return true
}

// separators returns, for the short stems that are parts of very common words (spin,
// inside, design, http:), the bytes that can follow them, with which they are anchored.
// A bare anchor of three letters has a window of two, and these pairs are
// everywhere.
func separators(stem string) string {
	switch stem {
	case "pin":
		return "=:\""
	case "pw":
		return "=:\"'\\%_]>"
	case "sig", "otp":
		return "=:\"'\\%"
	}
	return ""
}

// partOfWords reports whether a stem is one of the others that are parts of words (monkey,
// passed, author). Their hits are dropped at a glance where what follows can't follow a name.
func partOfWords(stem string) bool {
	switch stem {
	case "pat", "key", "auth", "pass", "pwd", "token":
		return true
	}
	return false
}

// afterPart tells the bytes that can follow such a stem in a key's name or after it.
var afterPart = func() (t [256]bool) {
	for c := range t {
		t[c] = !isLetter(byte(c)) || isUpper(byte(c)) || c == 's'
	}
	return
}()

// keys compiles the key rules together: stems that are the last word of several
// names are looked for once.
func (c *compiler) keys() {
	var all []string
	for i := range c.p.rules {
		if m, ok := c.p.rules[i].Matcher.(patterns.Key); ok {
			all = append(all, m.Names...)
		}
	}
	known := newIndex(len(all), func(i int) string { return all[i] })
	for i, n := range all {
		known.find(n, i)
	}
	c.p.stems = make([]stem, 0, len(all))
	stems := newIndex(len(all), func(i int) string { return c.p.stems[i].text })
	names, stemOf := make([]keyName, 0, 2*len(all)), make([]int, 0, 2*len(all))
	for i := range c.p.rules {
		m, ok := c.p.rules[i].Matcher.(patterns.Key)
		if !ok {
			continue
		}
		not := newWordSet(m.NotAfter)
		for _, n := range m.Names {
			if !validStem(n) {
				continue // reported by rule
			}
			glued := strings.ReplaceAll(n, "_", "")
			add := func(text string) {
				at, ok := stems.find(text, len(c.p.stems))
				if !ok {
					c.p.stems = append(c.p.stems, stem{text: text})
				}
				names = append(names, keyName{glued, int32(i), m.Strength, m.Word, takesOf(m), not})
				stemOf = append(stemOf, at)
			}
			// What is looked for is the last word where that is a key's name too, else the whole
			// name in its three spellings, since a word such as id or code is everywhere.
			last := n[swar.LastIndex(n, '_')+1:]
			if known.has(last) {
				add(last)
				continue
			}
			add(glued)
			add(n)
			add(strings.ReplaceAll(n, "_", "-"))
		}
	}
	if len(names) > 0 {
		c.p.back = max(c.p.back, maxBack) // a value that is named behind it
	}
	c.p.nameStems(names, stemOf)
	for i := range c.p.stems {
		w := c.p.stems[i].text
		a := act{kind: kindKey, arg: int32(i), len: int32(len(w))}
		after := separators(w)
		if w == "sid" {
			// Every user_id= ends like it: only the bytes around tell it apart.
			a := a
			for _, s := range []string{`"sid"`, `'sid'`, `\"sid\"`, " sid=", "?sid=", "&sid=", ";sid=", ".sid=", "_sid=", "{sid:", " sid:", ".sid:", "?sid%3d", "'sid=", "\"sid=", "[sid="} {
				a.at = int32(strings.Index(s, w))
				c.anchor(s, false, a)
			}
			continue
		}
		if after == "" {
			for _, w := range inAnyCase(w) {
				a.len = int32(len(w))
				c.anchor(w, false, a)
			}
		}
		for i := range len(after) {
			c.anchor(w+after[i:i+1], false, a)
			if b := after[i : i+1]; b == "=" {
				c.anchor(w+" = ", false, a)
			}
		}
	}
}

// colourEnd returns the end of a terminal's colour, real or escaped, that src[s:i] begins in the numbers
// of; 0 if it does not.
func colourEnd(src string, s, i int) int {
	k := s
	for k < i && isDigit(src[k]) {
		k++
	}
	j := s - 1
	for j > 0 && s-j < 16 && (isDigit(src[j]) || src[j] == ';') {
		j--
	}
	if k == i || k == s || src[k] != 'm' || j < 1 || src[j] != '[' || src[j-1] != 0x1b && !strings.HasSuffix(src[:j], "1b") && !strings.HasSuffix(src[:j], "1B") {
		return 0
	}
	return k + 1
}

// inAnyCase returns a stem, and where it has letters that the scanner does not fold, it with a
// capital and in capitals.
func inAnyCase(w string) []string {
	out := []string{w}
	if !strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return out
	}
	first, size := utf8.DecodeRuneInString(w)
	for _, v := range []string{string(unicode.ToUpper(first)) + w[size:], strings.ToUpper(w)} {
		if lowerASCII(v) != lowerASCII(out[len(out)-1]) && v != w {
			out = append(out, v)
		}
	}
	return out
}

// suffix reads what follows a stem in a key's name. It returns where the name
// ends and how much weaker it makes the key: ok is false for names that go on to
// mean something else (tokenizer, password_policy). human says that the stem names a password.
func suffix(src string, i int, human bool) (end int, weaker, ok bool) {
	n := len(src)
	if i >= n || !isWordByte(src[i]) && !(i+1 < n && (src[i] == '-' || src[i] == '.') && isAlnum(src[i+1])) {
		return i, false, true
	}
	if c := src[i]; isLetter(c) {
		upper := isUpper(c)
		switch {
		case c|0x20 == 's' && (i+1 == n || !isWordByte(src[i+1])):
			return i + 1, true, true // a plural
		case upper && !isUpper(src[i-1]): // a hump
		default:
			return i, false, false
		}
	}
	limit := min(n, i+48)
	for i < limit {
		j := i
		for j < limit && (src[j] == '_' || src[j] == '-' || src[j] == '.') {
			j++
		}
		k := j
		for k < limit && isDigit(src[k]) {
			k++
		}
		if k == j {
			k = wordEnd(src, j, limit)
		}
		if k == j { // a joiner that joins nothing
			return i, weaker, true
		}
		if w := src[j:k]; !isDigit(w[0]) {
			switch lexicon.Tail(w) {
			case lexicon.TailNoise:
			case lexicon.TailOther:
				return i, false, false
			case lexicon.TailPart:
				if !human {
					return i, false, false
				}
				weaker = true
			default:
				weaker = true
			}
		}
		i = k
		if i < n && !isWordByte(src[i]) && !(i+1 < n && (src[i] == '-' || src[i] == '.') && isAlnum(src[i+1])) {
			return i, weaker, true
		}
	}
	return i, weaker, i == n
}

// wordEnd returns the end of the word of a name that starts at i: humps end words.
func wordEnd(src string, i, limit int) int {
	j := i
	for j < limit && isLetter(src[j]) {
		if j > i && isUpper(src[j]) && !isUpper(src[j-1]) {
			break
		}
		j++
	}
	return j
}

// nameLimit is how far before a stem its name is looked at.
const nameLimit = 64

// ofName are the bytes of names.
var ofName = bytesOf(wordBytes + "-.$")

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// nameStart returns where the name that goes on at i began.
func nameStart(src string, i int) int {
	s := i
	for low := max(0, i-nameLimit); s > low && ofName[src[s-1]]; s-- {
	}
	if s == 0 || s == i {
		return s
	}
	switch src[s-1] { // an escape that ends in name bytes is not the name's
	case '[', ';':
		if k := colourEnd(src, s, i); k > 0 {
			return k
		}
	case '\\':
		if src[s] == 'u' && i-s >= 5 {
			return min(i, s+5)
		}
		if strings.IndexByte("nrtbf", src[s]) >= 0 {
			return min(i, s+1)
		}
		if src[s] == 'x' && i-s >= 3 {
			return s + 3
		}
	case '%':
		if i-s >= 2 && isHexByte(src[s]) && isHexByte(src[s+1]) {
			return s + 2
		}
	}
	return s
}

// judgeName finds the rule whose name ends at the stem that starts at hit and
// ends at end; start is where the whole name begins, moved back over a blank
// where two words make a name (API key).
func (st *stem) judgeName(src string, start, hit, end int) (k *keyName, from int) {
	if len(st.names) > 0 {
		if k := st.longer(src, start, hit, end); k != nil {
			return k, start
		}
		if start > 0 && start == hit && src[start-1] == ' ' {
			s := swar.LettersStart(src, start-1, start-24)
			if k := st.longer(src, s, start-1, end); k != nil {
				return k, s
			}
		}
	}
	k = st.alone
	switch {
	case k == nil:
	case k.word && hit > start && !startsWord(src, hit):
		return nil, start
	case k.notAfter.endsAt(src, hit):
		return nil, start
	}
	return k, start
}

// longer returns the longest name of more than the stem that ends the one from start to end, whose stem is behind
// before; nil where there is none.
func (st *stem) longer(src string, start, before, end int) *keyName {
	for before > start && !isAlnum(src[before-1]) {
		before--
	}
	if before == start {
		return nil
	}
	c := letterOf(src[before-1] | 0x20)
	if st.by[c] == st.by[c+1] {
		return nil
	}
	var buf [nameLimit]byte
	folded := buf[foldName(buf[:], src[start:end]):]
	for i := st.by[c]; i < st.by[c+1]; i++ {
		if k := &st.names[i]; len(k.text) <= len(folded) && string(folded[len(folded)-len(k.text):]) == k.text {
			return k
		}
	}
	return nil
}

// letters is the number of bytes that names are made of.
const letters = 36

func letterOf(c byte) int {
	if isDigit(c) {
		return int(c-'0') + 26
	}
	return int(c-'a') % 26
}

// nameStems gives each stem its names; stemOf has the stem of each.
func (p *program) nameStems(names []keyName, stemOf []int) {
	end := make([]int, len(p.stems)+1) // of those that were laid out, by stem
	for _, i := range stemOf {
		end[i+1]++
	}
	for i := range p.stems {
		end[i+1] += end[i]
	}
	out := make([]keyName, len(names))
	for k, i := range stemOf {
		out[end[i]] = names[k]
		end[i]++
	}
	begin := 0
	for i := range p.stems {
		p.stems[i].index(out[begin:end[i]:end[i]])
		begin = end[i]
	}
}

// index sorts the names, which become the stem's. Of equal names the first in the set counts.
func (st *stem) index(names []keyName) {
	n := len(st.text)
	lead := func(k *keyName) int {
		if len(k.text) <= n {
			return -1
		}
		return letterOf(k.text[len(k.text)-n-1])
	}
	if len(names) > 1 {
		order := make([]int32, len(names)) // by number, since each type that is sorted adds to the size of programs
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortStableFunc(order, func(x, y int32) int {
			a, b := &names[x], &names[y]
			return cmp.Or(cmp.Compare(lead(a), lead(b)), cmp.Compare(len(b.text), len(a.text)))
		})
		sorted := make([]keyName, len(names))
		for i, k := range order {
			sorted[i] = names[k]
		}
		names = sorted
	}
	i := 0
	for i < len(names) && lead(&names[i]) < 0 {
		st.alone = &names[0]
		i++
	}
	st.names = names[i:]
	i = 0
	for c := range letters {
		for i < len(st.names) && lead(&st.names[i]) == c {
			i++
		}
		st.by[c+1] = uint8(min(i, 255))
	}
}

// startsWord reports whether a word of a name starts at i.
func startsWord(src string, i int) bool {
	p := src[i-1]
	return !isLetter(p) || isUpper(src[i]) && !isUpper(p)
}

// foldName writes the name in lower case, without joiners, to the end of buf
// and returns where it begins there. What does not fit is left out at the front.
func foldName(buf []byte, name string) int {
	n := len(buf)
	for i := len(name) - 1; i >= 0 && n > 0; i-- {
		c := name[i]
		if !isAlnum(c) {
			continue
		}
		if isUpper(c) {
			c |= 0x20
		}
		n--
		buf[n] = c
	}
	return n
}
