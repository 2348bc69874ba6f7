package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// ruleTexts returns texts that hold a secret of a rule.
func ruleTexts(rule patterns.Rule, rnd *rand.Rand) []string {
	sample := rule.Sample(rnd)
	texts := []string{
		"request to api.example.com failed with " + sample + ": status 401",
		"first line\nexport TOKEN=" + sample + "\nlast line",
		`{"error":"bad token \"` + sample + `\"","path":"/a%2Fb"}`,
	}
	for _, m := range rule.Match {
		texts = append(texts, strings.ReplaceAll(m, "{token}", sample)+" and what follows, 日本語")
	}
	return texts
}

// Wherever a text is cut, no piece of a secret of 5 bytes or more survives
// that the whole text, masked, does not hold itself.
func TestNoCutLetsOutAPieceOfASecret(t *testing.T) {
	var r engine.Redactor
	rnd := rand.New(rand.NewPCG(11, 12))
	cuts := 0
	var dst []byte
	for _, rule := range patterns.Default().Rules() {
		for _, text := range ruleTexts(rule, rnd) {
			whole := r.Redact(text)
			pieces := map[string]bool{}
			for f := range r.Find(text) {
				for i := f.Start; i+5 <= f.End; i++ {
					if piece := text[i : i+5]; !strings.Contains(whole.String(), piece) {
						pieces[piece] = true
					}
				}
			}
			for max := 3; max <= len(text)+3; max++ {
				cuts++
				dst = r.AppendTruncated(dst[:0], text, max)
				out := string(dst)
				if want := whole.Truncate(max).String(); out != want {
					t.Fatalf("rule %s in %d bytes: not Redact, then Truncate", rule.ID, max)
				}
				for i := range max {
					if i+5 <= len(out) && pieces[out[i:i+5]] {
						t.Fatalf("rule %s in %d bytes: a piece of a secret", rule.ID, max)
					}
				}
			}
		}
	}
	if cuts < 100_000 {
		t.Errorf("only %d cuts", cuts)
	}
}
