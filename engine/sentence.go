package engine

import (
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// sentence judges a key in the common case of clean text, "token is …": the name is
// looked at only if an opaque word or a quote follows.
func (f *finder) sentence(c *keyHit, d *dress) {
	if f.is(c, d) {
		return
	}
	if i, j := f.prose(c.nameEnd); i < j {
		if k, _ := c.judge(f.src); k != nil {
			f.step(k.rule, i, j, "opaque word behind the key", true)
			f.add(i, j, k.rule, 0)
			f.another(j, k.rule, k.strength)
			return
		}
	} else if i < 0 {
		return
	}
	f.echoed(c, d)
}

// saying are words between a password's name and the password, the longer ones last.
var saying = []string{
	"is ", "is: ", "was ", "est ", "es ", "lautet ", "ist ", "set to ", "is set to ", "was set to ", "has been set to ",
	"incorrect: ", "incorrect : ", "invalid: ", "invalide : ", "incorrecta: ", "incorreta: ", "errata: ", "falsch: ", "wrong: ", "rejected: ", "mismatch: ",
}

// is judges what a sentence says a password is: the password is x.
func (f *finder) is(c *keyHit, d *dress) bool {
	if a := c.st.alone; a == nil || a.strength != patterns.Human {
		return false
	}
	src := f.src
	at := 0
	switch src[d.at] | 0x20 { // what saying and for begin with
	case 'e', 'f', 'h', 'i', 'l', 'm', 'r', 's', 'w':
	default:
		return false
	}
	for _, w := range saying {
		if src[d.at]|0x20 == w[0] && hasFold(src[d.at:], w) {
			at = d.at + len(w)
		}
	}
	if hasFold(src[d.at:], "for ") { // [sudo] password for bob: x
		line := src[d.at:min(len(src), d.at+besideLimit)]
		if k := strings.IndexByte(line, '\n'); k >= 0 {
			line = line[:k]
		}
		if k := strings.Index(line, ": "); k > 0 && strings.Count(line[:k], " ") <= 3 && !strings.Contains(line[:k], ", ") && !strings.Contains(line[:k], ". ") {
			at = d.at + k + len(": ")
		}
	}
	if at == 0 || at >= len(src) {
		return false
	}
	k, from := c.judge(src)
	if k == nil || k.strength != patterns.Human || k.word {
		return false
	}
	e := dress{sep: ' ', at: at, said: true}
	return f.values(&e, k.rule, k.strength, from)
}

// plainWord reports whether a word of letters stands at i, small but for the first.
func plainWord(src string, i int) bool {
	j := i
	for j < len(src) && isLetter(src[j]) && (j == i || !isUpper(src[j])) {
		j++
	}
	return j > i && j-i < 20 && (j == len(src) || isBlank(src[j]) || src[j] == ',' || src[j] == '\n')
}
