package prove

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/redactbench/redactbench/patterns"
)

// hunt runs checks until the promise is broken, any one if it is empty, and returns what broke it; nil after n.
func hunt(t *testing.T, set patterns.Set, n int, promise string) *Broken {
	t.Helper()
	c, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMutator(append(c.Seeds(), ""), 1)
	for i := range n {
		if b := c.Check(m.Next(), uint64(i)); b != nil && (promise == "" || b.Promise == promise) {
			return b
		}
	}
	return nil
}

var flip atomic.Int64

// faulty are rules with a typical fault each.
var faulty = []struct {
	name    string
	rule    patterns.Rule
	promise string
}{
	{"it demands a blank after the token", patterns.Rule{Matcher: patterns.Regexp{Expr: `\b(?P<secret>acme_[a-z0-9]{20})(?:\s|$)`}}, Neighbour},
	{"it demands a blank before the token", patterns.Rule{Matcher: patterns.Regexp{Expr: `(?:^|\s)(?P<secret>acme_[a-z0-9]{20})`}}, Neighbour},
	{"its secret is shorter than the value", patterns.Rule{Matcher: patterns.Regexp{Expr: `acme=(?P<secret>\w{8})`}, Match: []string{"acme={token}"}}, Whole},
	{"its sample is no match", patterns.Rule{Matcher: patterns.Regexp{Expr: `acme=(?P<secret>\d{8})`}, Match: []string{"acme={token}"}}, Samples},
	{"it eats what the next match needs", patterns.Rule{Matcher: patterns.Regexp{Expr: `acme(?P<secret>\d)acme`}, Match: []string{"acme1acme", "acme1acme2acme"}}, Twice},
	{"it masks quotes", patterns.Rule{Matcher: patterns.Regexp{Expr: `"acme":\s*(?P<secret>"[^"]*")`}, Match: []string{`{"acme": "one"}`}}, JSON},
	{"its Verify does not stay the same", patterns.Rule{Matcher: patterns.Regexp{Expr: `acme_[a-z]{4}`}, Verify: func([]byte) bool { return flip.Add(1)%3 > 0 }}, Stream},
}

func TestTypicalFaultsAreCaught(t *testing.T) {
	for _, tt := range faulty {
		tt.rule.ID = "acme"
		t.Run(tt.name, func(t *testing.T) {
			if hunt(t, patterns.NewSet(tt.rule), 20000, tt.promise) == nil {
				t.Error("not caught")
			}
		})
	}
}

func TestADearRuleIsCaught(t *testing.T) {
	c, err := New(patterns.NewSet(patterns.Rule{ID: "acme", Matcher: patterns.Regexp{Expr: `[a-z]{0,900}acme[0-9]`}}))
	if err != nil {
		t.Fatal(err)
	}
	if b := c.cost(strings.Repeat("acme", 120)); b == nil || b.Promise != Cost {
		t.Errorf("%v", b)
	}
	if b := c.cost("acme 1 acme 2 "); b != nil {
		t.Errorf("on text that it hardly looks at: %v", b)
	}
}

// sound are rules without a fault.
var sound = []patterns.Rule{
	{ID: "token", Matcher: patterns.Token{Prefixes: []string{"acme_"}, Shape: "b62{20,}"}, Match: []string{"401 for {token}: revoked"}, NoMatch: []string{"acme_x"}},
	{ID: "regexp", Matcher: patterns.Regexp{Expr: `\bacmetoken_(?P<secret>[A-Za-z0-9]{20,40})`}, Match: []string{"with acmetoken_{token} denied"}},
	{ID: "pin", Matcher: patterns.Regexp{Expr: `pin/(?P<secret>[0-9]{6})`, MinEntropy: 0.5}},
}

func TestSoundRulesPass(t *testing.T) {
	for _, r := range sound {
		if b := hunt(t, patterns.NewSet(r), 2000, ""); b != nil {
			t.Errorf("%v in %q\n%s", b, b.Text, b.GoTest())
		}
	}
	if b := hunt(t, patterns.NewSet(sound...), 2000, ""); b != nil {
		t.Errorf("all together: %v in %q", b, b.Text)
	}
}

func TestSamplesAreTold(t *testing.T) {
	c, err := New(patterns.NewSet(
		patterns.Rule{ID: "one", Matcher: patterns.Regexp{Expr: `acme_\d{4}`}, Match: []string{"acme_1234", "acme_12"}, NoMatch: []string{"acme_x", "acme_9999"}},
		patterns.Rule{ID: "two", Matcher: patterns.Regexp{Expr: `seal=(?P<secret>\w{8})`}, Match: []string{"seal={token}"}},
	))
	if err != nil {
		t.Fatal(err)
	}
	err = c.Samples()
	want := []string{"rule one: not kept: " + Samples + ": match[1]", "no_match[1]", "rule two: not kept: " + Whole + ": of match[0]"}
	for _, w := range want {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("%q is not told: %v", w, err)
		}
	}
	if n := strings.Count(fmt.Sprint(err), "\n") + 1; n != 3 {
		t.Errorf("%d faults, want 3", n)
	}
}

func TestABrokenPromiseIsBrokenAgainShrunkAndSaved(t *testing.T) {
	set := patterns.NewSet(patterns.Rule{ID: "acme-key", Matcher: patterns.Regexp{Expr: `acme(?P<secret>\d)acme`}, Match: []string{"acme1acme", "acme1acme2acme"}})
	b := hunt(t, set, 20000, Twice)
	if b == nil {
		t.Fatal("not caught")
	}
	c, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	if again := c.Check(b.Input, b.Seed); again == nil || again.Promise != b.Promise {
		t.Errorf("again: %v", again)
	}
	b.Input = "long and " + b.Text + " winding" // by the text itself, not by what the seed makes
	if b = c.Check(b.Input, b.Seed); b == nil {
		t.Fatal("a longer text is right")
	}
	if b = c.Shrink(b); len(b.Input) > len("acme1acme2acme") {
		t.Errorf("shrunk to %q", b.Input)
	}
	test := b.GoTest()
	for _, want := range []string{"func TestAcmeKey_", "fuzz.Check(rules, ", "// rule acme-key: not kept: "} {
		if !strings.Contains(test, want) {
			t.Errorf("no %q in\n%s", want, test)
		}
	}
	dir := filepath.Join(t.TempDir(), "testdata", "fuzz", "FuzzRules")
	name, err := b.Save(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if want := fmt.Sprintf("go test fuzz v1\nstring(%+q)\nuint64(%d)\n", b.Input, b.Seed); err != nil || string(got) != want {
		t.Errorf("%v: %q, want %q", err, got, want)
	}
}
