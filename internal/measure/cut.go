package measure

import (
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/gen"
)

// Cuts counts what came out of texts cut at every place.
type Cuts struct {
	Texts int `json:"texts"`
	Cuts  int `json:"cuts"`
	// Unsafe counts the cuts that let out part of a secret, Broken those of which the text was over its
	// limit or no UTF-8.
	Unsafe int `json:"unsafe"`
	Broken int `json:"broken"`
}

// A Cutter appends to dst src redacted and cut to max bytes.
type Cutter func(dst []byte, src string, max int) []byte

// CutAfter cuts every text at every length that is shorter than what f makes of it. Only texts
// of which f masks every secret are counted: what leaks whole, leaks cut.
func CutAfter(texts []gen.Text, f Func, cut Cutter) Cuts {
	var c Cuts
	var buf []byte
	for _, t := range texts {
		whole := f(nil, t.Text)
		if !t.Dirty() || Judge(t, string(whole)).Safe == 0 {
			continue
		}
		c.Texts++
		for limit := range len(whole) {
			buf = cut(buf[:0], t.Text, limit)
			c.Cuts++
			if leaks(t, string(buf)) {
				c.Unsafe++
			}
			if len(buf) > limit || !utf8.Valid(buf) {
				c.Broken++
			}
		}
	}
	return c
}

func leaks(t gen.Text, out string) bool {
	for _, s := range t.Secrets {
		if Leaked(s, t.Text, out) > 0 {
			return true
		}
	}
	return false
}

// cutMark ends a text that was cut before it came.
const cutMark = "…"

// An Early is a text that was cut inside its secret before it came, as loggers and
// clients cut the bodies that they quote.
type Early struct {
	gen.Text        // the whole text
	Cut      string // what is left of it, with a cut mark
}

// Earlies returns the texts, cut inside their first secret at every place that leaves so much of it
// that it would count as leaked.
func Earlies(texts []gen.Text) []Early {
	var out []Early
	for _, t := range texts {
		if !t.Dirty() {
			continue
		}
		secret := t.Secrets[0]
		at := strings.Index(t.Text, secret)
		for n := leakRun(len(secret)); n < len(secret); n++ {
			if utf8.RuneStart(secret[n]) {
				out = append(out, Early{t, t.Text[:at+n] + cutMark})
			}
		}
	}
	return out
}

// CutBefore counts the outcomes of texts that were cut before they came, of which a redactor
// made outs. Texts that leak whole, by d, are not counted, as in CutAfter.
func CutBefore(cuts []Early, outs []string, d Detection) Cuts {
	leaksWhole := map[string]bool{}
	for _, f := range d.Failures {
		leaksWhole[f.Text] = f.LeakedBytes > 0
	}
	var c Cuts
	last := ""
	for i, e := range cuts {
		if leaksWhole[e.Text.Text] {
			continue
		}
		if e.Text.Text != last {
			last = e.Text.Text
			c.Texts++
		}
		c.Cuts++
		if leaks(e.Text, outs[i]) {
			c.Unsafe++
		}
		if !utf8.ValidString(outs[i]) {
			c.Broken++
		}
	}
	return c
}
