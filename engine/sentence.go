package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
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
			if f.foundBy(f.src[i:j], k.rule) {
				return
			}
			f.step(k.rule, i, j, "opaque word behind the key", true)
			f.add(i, j, k.rule, 0)
			f.another(j, k.rule, k.strength)
			return
		}
	} else if i < 0 {
		return
	}
	f.below(c)
	f.echoed(c, d)
}

// A phrase stands between a password's name and the password.
type phrase struct {
	text string
	// state: it tells what is wrong with the password, and what follows may explain that.
	state bool
}

// saying are the phrases by their first letter, the longer ones last.
var saying = func() (t [256][]phrase) {
	for _, w := range []string{"is ", "is: ", "was ", "est ", "es ", "lautet ", "ist ", "set to ", "is set to ", "was set to ", "has been set to "} {
		t[w[0]] = append(t[w[0]], phrase{w, false})
	}
	for _, w := range []string{"incorrect: ", "incorrect : ", "invalid: ", "invalide : ", "incorrecta: ", "incorreta: ", "errata: ", "falsch: ", "wrong: ", "rejected: ", "mismatch: "} {
		t[w[0]] = append(t[w[0]], phrase{w, true})
	}
	return
}()

// is judges what a sentence says a password is: the password is x.
func (f *finder) is(c *keyHit, d *dress) bool {
	if a := c.st.alone; a == nil || a.strength != patterns.Human {
		return false
	}
	src := f.src
	at := 0
	first := src[d.at] | 0x20
	phrases := saying[first]
	if phrases == nil && first != 'f' {
		return false
	}
	state := false
	for _, w := range phrases {
		if hasFold(src[d.at:], w.text) {
			at, state = d.at+len(w.text), w.state
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
		if k := strings.Index(line, " = "); at == 0 && k > 0 && strings.Count(line[:k], " ") <= 2 { // SET PASSWORD FOR 'bob'@'%' = 'x'
			at = wrapper(src, d.at+k+len(" = "))
		}
		if k := strings.Index(line, " is "); at == 0 && k > 0 && strings.Count(line[:k], " ") <= 3 { // the password for user bob is x
			at = d.at + k + len(" is ")
		}
	}
	if at == 0 || at >= len(src) {
		return false
	}
	k, from := c.judge(src)
	if k == nil || k.strength != patterns.Human || k.word {
		return false
	}
	e := dress{sep: ' ', at: at, said: !state}
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

// repeatWords stand before what a message repeats of the value.
var repeatWords = lexicon.NewWords("value input received got was given entered provided password passphrase passwd secret token key integer number boolean string")

// repeated masks what a message under a key's name says that the value was, in quotes or at its end:
// {"password": ["'x' is too common."]}, {"password": ["Not a valid integer: x"]}.
func (f *finder) repeated(v value, rule int32) bool {
	src := f.src
	end := min(v.end, v.start+judgedBytes)
	found := false
	for i := v.start; i < end; i++ {
		if strings.IndexByte("\"'`", src[i]) < 0 || i > v.start && !introduced(src, v.start, i, repeatWords) && src[i-1] != '\\' {
			continue
		}
		k := strings.IndexByte(src[i+1:end], src[i])
		if k < 0 {
			break
		}
		j := i + 1 + k
		for k > 0 && src[i+k] == '\\' {
			k--
		}
		found = f.repeatedAt(i+1, i+1+k, rule) || found
		i = j
	}
	if k := strings.LastIndex(src[v.start:end], ": "); k >= 0 && end == v.end && introduced(src, v.start, v.start+k+len(": "), repeatWords) {
		k += v.start + len(": ")
		if e := trimEnd(src, k, end, &dress{}); e+1 != end || src[e] != '!' { // which passwords end with, messages that end in a value do not
			end = e
		}
		found = f.repeatedAt(k, end, rule) || found
	}
	return found
}

// repeatedAt masks src[i:j], which is in quotes or told as a value, if it is a word as passwords and tokens are, and none as messages are made of.
func (f *finder) repeatedAt(i, j int, rule int32) bool {
	text := f.src[i:j]
	if len(text) < 5 || strings.ContainsAny(text, " \t\n[]{}()<>@\\\"'`") {
		return false
	}
	e := lexicon.Weigh(text)
	if !chosen(text, e, true) && unlike(text, e, opaqueHuman, true) != lexicon.None || common(text, e, true) != lexicon.None {
		return false
	}
	f.step(rule, i, j, "repeated in a message about the key", true)
	f.add(i, j, rule, 0)
	return true
}
