package patterns

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1)) }

func TestRulesAreComplete(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, r := range Default().Rules() {
		if !id.MatchString(r.ID) {
			t.Errorf("%s: not in lower case with dashes", r.ID)
		}
		if seen[r.ID] {
			t.Errorf("%s: two rules have this ID", r.ID)
		}
		seen[r.ID] = true
		if r.What == "" || len(r.Match) == 0 || len(r.NoMatch) == 0 {
			t.Errorf("%s: no description, no match or no look-alike", r.ID)
		}
	}
}

func TestTokenRulesAreComplete(t *testing.T) {
	for _, r := range slices.Concat(tokens...) {
		for _, m := range r.Match {
			if !strings.Contains(m, "{token}") {
				t.Errorf("%s: a match text has no {token}", r.ID)
			}
		}
		tok := r.Matcher.(Token)
		if len(tok.Prefixes) == 0 {
			t.Errorf("%s: no anchor", r.ID)
		}
		for _, p := range tok.Prefixes {
			if len(p) < 2 {
				t.Errorf("%s: anchor %q is too short to be searched for", r.ID, p)
			}
		}
		if tok.Shape == "" && tok.Before == "" {
			t.Errorf("%s: nothing but an anchor", r.ID)
		}
		for _, s := range []string{tok.Shape, tok.Before} {
			if _, err := ParseShape(s); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
	}
}

func TestSamplesHaveTheirRulesShape(t *testing.T) {
	rnd := seeded(1)
	for _, r := range slices.Concat(tokens...) {
		tok := r.Matcher.(Token)
		before, _ := ParseShape(tok.Before)
		shape, _ := ParseShape(tok.Shape)
		for range 20 {
			s := r.Sample(rnd)
			if !hasShape(s, before, tok.Prefixes, shape) {
				t.Errorf("%s: a sample of %d bytes is not in the rule's shape", r.ID, len(s))
			}
			if r.Verify != nil && !r.Verify([]byte(s)) {
				t.Errorf("%s: Verify refuses a sample", r.ID)
			}
		}
	}
}

// hasShape says whether s is before, one of prefixes and shape, by a search
// over all ways; it shares nothing with the engine's matcher.
func hasShape(s string, before []Part, prefixes []string, shape []Part) bool {
	for _, rest := range tails(s, before) {
		for _, p := range prefixes {
			if tail, ok := strings.CutPrefix(rest, p); ok && slices.Contains(tails(tail, shape), "") {
				return true
			}
		}
	}
	return false
}

// tails returns what can follow in s behind the parts.
func tails(s string, parts []Part) []string {
	if len(parts) == 0 {
		return []string{s}
	}
	p, rest := parts[0], parts[1:]
	var out []string
	if p.Optional > 0 {
		out = append(out, tails(s, parts[p.Optional:])...)
	}
	if p.Literal != "" {
		if tail, ok := strings.CutPrefix(s, p.Literal); ok {
			out = append(out, tails(tail, rest)...)
		}
		return out
	}
	for n := 0; n <= min(p.Max, len(s)); n++ {
		if n >= p.Min {
			out = append(out, tails(s[n:], rest)...)
		}
		if n < len(s) && !strings.Contains(p.Class.Bytes(), s[n:n+1]) {
			break
		}
	}
	return out
}

func TestSampleIsRepeatable(t *testing.T) {
	for _, r := range slices.Concat(tokens...) {
		if a, b := r.Sample(seeded(7)), r.Sample(seeded(7)); a != b {
			t.Errorf("%s: one seed gives two samples", r.ID)
		}
	}
}

func TestSampleOfOtherMatchers(t *testing.T) {
	rnd := seeded(2)
	pem := Rule{Matcher: Block{Begin: "-----BEGIN ", End: "-----END ", Labels: []string{"RSA PRIVATE KEY"}}}.Sample(rnd)
	lines := strings.Split(pem, "\n")
	if lines[0] != "-----BEGIN RSA PRIVATE KEY-----" || lines[len(lines)-1] != "-----END RSA PRIVATE KEY-----" || len(lines) < 6 {
		t.Errorf("a block of %d lines begins %q and ends %q", len(lines), lines[0], lines[len(lines)-1])
	}
	if s := (Rule{Matcher: Block{Begin: "Lines: ", End: "MAC: "}}).Sample(rnd); !strings.HasPrefix(s, "Lines: \n") || !strings.HasSuffix(s, "\nMAC: ") {
		t.Error("a block without labels or dashes has some")
	}
	for _, m := range []Matcher{Key{Names: []string{"password"}}, Param{Names: []string{"sig"}}} {
		if s := (Rule{Matcher: m}).Sample(rnd); len(s) < 24 {
			t.Errorf("%T: a sample of %d bytes", m, len(s))
		}
	}
	if s := (Rule{Matcher: Token{Prefixes: []string{"x_"}, Shape: "nothing"}}).Sample(rnd); s != "" {
		t.Error("a shape that does not parse gives a sample")
	}
}

func TestVerifiersTellWordsFromKeys(t *testing.T) {
	for _, c := range []struct {
		fact   string
		verify func([]byte) bool
		in     string
		want   bool
	}{
		{"mixed takes digits and letters", mixed, "a1b2c3", true},
		{"mixed refuses a word", mixed, "production", false},
		{"mixed refuses a version", mixed, "v1.2.3", false},
		{"mixedCase takes all three", mixedCase, "abcABC1", true},
		{"mixedCase refuses one case", mixedCase, "abcdef1", false},
		{"twoCases refuses one case", twoCases, "organizations", false},
		{"opaque takes a long part", opaque, "sk-a1b2c3d4e5f6-x", true},
		{"opaque refuses a dated name", opaque, "sk-2026-11-30-report-of-the-day", false},
		{"opaque refuses a long word", opaque, "sk-kubernetes-authentication-123", false},
		{"varied refuses a run", varied, strings.Repeat("A", 100), false},
		{"varied takes eight bytes", varied, "abcdefgh", true},
		{"digitLate looks behind the colon", digitLate, "12:Abc", false},
		{"digitLate takes a digit behind it", digitLate, "12:Ab3", true},
		{"numbered refuses base64 of text", numbered, "MjAy" + strings.Repeat("a", 44), false},
		{"numbered refuses a short one", numbered, "MTIz", false},
	} {
		if got := c.verify([]byte(c.in)); got != c.want {
			t.Errorf("%s: %v", c.fact, got)
		}
	}
}
