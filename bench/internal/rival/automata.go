package rival

import (
	cloudflare "github.com/cloudflare/ahocorasick"
	coregx "github.com/coregx/ahocorasick"

	"github.com/redactbench/redactbench/internal/anchors"
)

// The names of the automata by others.
const (
	Cloudflare = "cloudflare/ahocorasick"
	Coregx     = "coregx/ahocorasick"
)

// dictionary returns the default rules' anchors in lower case, each once. Neither
// automaton ignores case, so both are given folded words and folded texts.
func dictionary() []string {
	list, _ := anchors.Default()
	seen := map[string]bool{}
	var out []string
	for _, a := range list {
		w := lower(a.Text)
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// lower folds ASCII letters alone, as scan does; strings.ToLower may change a
// text's length.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

func folded(texts []string) [][]byte {
	out := make([][]byte, len(texts))
	for i, t := range texts {
		out[i] = []byte(lower(t))
	}
	return out
}

// cloudflareMatcher is Match, which says which words occur, not where.
type cloudflareMatcher struct {
	m     *cloudflare.Matcher
	words []string
}

func newCloudflare() (Rival, error) {
	words := dictionary()
	return &cloudflareMatcher{cloudflare.NewStringMatcher(words), words}, nil
}

func (*cloudflareMatcher) Name() string { return Cloudflare }

func (c *cloudflareMatcher) Finds(text string) bool { return len(c.m.Match([]byte(lower(text)))) > 0 }

func (c *cloudflareMatcher) Over(texts []string) func() {
	lowered := folded(texts)
	return func() {
		for _, t := range lowered {
			c.m.Match(t)
		}
	}
}

// coregxAutomaton is FindAllOverlapping, the one of its functions that gives all
// positions.
type coregxAutomaton struct{ a *coregx.Automaton }

func newCoregx() (Rival, error) {
	a, err := coregx.NewBuilder().AddStrings(dictionary()).Build()
	return &coregxAutomaton{a}, err
}

func (*coregxAutomaton) Name() string { return Coregx }

func (c *coregxAutomaton) Finds(text string) bool { return c.a.IsMatch([]byte(lower(text))) }

func (c *coregxAutomaton) Over(texts []string) func() {
	lowered := folded(texts)
	return func() {
		for _, t := range lowered {
			c.a.FindAllOverlapping(t)
		}
	}
}
