package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/swar"
)

// Most keys that clean text holds are decided by the bytes beside them. The functions of this
// file do that, and only that: what they decide is what key would decide in more steps.

// longWay leaves them out, so that a test can compare what both ways decide.
var longWay bool

// beforePlain are the bytes before a key's name that say nothing about it.
var beforePlain = bytesOf(" \t\n(\"'")

// plain judges a stem that is a word of a sentence, "the token is …", and reports whether it is one.
func (f *finder) plain(st *stem, at, end int) bool {
	src := f.src
	if longWay || at > 0 && !beforePlain[src[at-1]] {
		return false
	}
	i := end
	if i < len(src) && src[i]|0x20 == 's' {
		i++
	}
	if i+1 >= len(src) || src[i] != ' ' || !isLetter(src[i+1]) {
		return false
	}
	j := swar.SmallEnd(src, i+2)
	switch {
	case j-i > 20 || j+1 >= len(src):
		return false
	case src[j] == ',' || src[j] == '\n':
	case src[j] != ' ' || src[j+1] <= ' ' || src[j+1] == '=' || src[j+1] == ':': // name type = "x"
		return false
	}
	if a := st.alone; a != nil && (a.takes == takesDirective || a.takes == takesWords) || st.text[0] == 'p' && netrc(src, at) {
		return false
	}
	c := keyHit{st: st, hit: at, start: at, end: end, nameEnd: i}
	f.sentence(&c, &dress{sep: ' ', at: i + 1, close: i})
	return true
}

// ended judges a name behind which no value of its own can stand, "API_KEY; set it", and reports
// whether it is one.
func (f *finder) ended(c *keyHit) bool {
	src, i := f.src, c.nameEnd
	if longWay || c.start > 0 && !beforeEnded[src[c.start-1]] || i+1 >= len(src) {
		return false
	}
	d := dress{close: i, flag: src[c.start] == '-'}
	switch src[i] {
	case ',', ';', '}', '\n':
		if _, pos := memberValue(src, c.start, &d); pos != 0 || d.flag {
			return false
		}
	case '.', ')', '/':
		if src[i+1] == '=' || src[i+1] == ':' {
			return false
		}
	default:
		return false
	}
	if !f.column(c, &d) && (src[i] != ',' && src[i] != '\n' || !f.table(c)) {
		f.below(c)
		f.echoed(c, &d)
	}
	return true
}

// beforeEnded are the bytes before a name that do not open a list, a tag or the like.
var beforeEnded = func() (t [256]bool) {
	for c := range t {
		t[c] = strings.IndexByte("<>[{(:", byte(c)) < 0
	}
	return
}()
