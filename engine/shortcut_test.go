package engine

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
)

// What is decided at a glance is what is decided without: of texts as they are met, and of texts
// cut and put together at random, so that keys stand beside whatever can follow them.
func TestShortcutsDecideAsTheLongWay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var texts []string
	for _, text := range gen.Errors(1, 3000) {
		texts = append(texts, text.Text)
	}
	for _, text := range gen.Short(2, 1000) {
		texts = append(texts, text.Text)
	}
	for _, text := range corpusTexts(t, 2) {
		texts = append(texts, text.in)
	}
	for _, key := range []string{"token", "password", "API_KEY", "auths", "secret", "cache_key", "'pass'", "[key", "x.session"} {
		for _, sep := range []string{" ", "  ", "=", " = ", ": ", ":=", ", ", ";", "\n", ")", ".", "}", " ["} {
			for _, word := range []string{"is", "type", "Required", "x1y2z3w4v5u6", "hunter2x!", `"hunter2x"`} {
				for _, rest := range []string{"", " ", " = \"x9y8z7w6\"", "=x9y8z7w6", ": x9y8z7w6", ":=x", ", got 'hunter22'", " invalid\npassword=hunter2"} {
					texts = append(texts, key+sep+word+rest, "for "+key+sep+word+rest, "("+key+sep+word+rest, "https://"+key+sep+word+rest)
				}
			}
		}
	}
	whole := len(texts)
	for range 30000 {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			s := texts[rnd.IntN(whole)]
			if s == "" {
				continue
			}
			i := rnd.IntN(len(s))
			b.WriteString(s[i:min(len(s), i+1+rnd.IntN(80))])
			b.WriteString([]string{"", " ", "\n", ": ", "=", `"`, ", ", ".", ") ", `\n`}[rnd.IntN(10)])
		}
		texts = append(texts, b.String())
	}
	var r Redactor
	for _, text := range texts {
		short := r.Append(nil, text)
		longWay = true
		long := r.Append(nil, text)
		longWay = false
		if !bytes.Equal(short, long) {
			t.Errorf("%q:\nat a glance %q\nelse        %q", text, short, long)
		}
	}
}
