package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/redactbench/redactbench/fuzz"
	"github.com/redactbench/redactbench/patterns"
)

var acmeKey = patterns.Rule{
	ID:      "acme-key",
	What:    "Acme API key",
	Matcher: patterns.Token{Prefixes: []string{"acme_live_"}, Shape: "b62{24,}"},
	Match:   []string{"401 for {token}: revoked"},
	NoMatch: []string{"acme_live_ is the prefix"},
}

func FuzzRule(f *testing.F) { fuzz.Rule(f, acmeKey) }

func FuzzSet(f *testing.F) {
	fuzz.Set(f, patterns.NewSet(acmeKey, patterns.Rule{
		ID:      "acme-seal",
		Matcher: patterns.Regexp{Expr: `(?i)acme[_-]seal[=:]\s?(?P<secret>[a-z0-9]{12,64})`},
		Match:   []string{"ACME_SEAL={token}"},
	}))
}

// A fuzz test of one's own rule, in a file of tests.
func ExampleRule() {
	var FuzzAcmeKey = func(f *testing.F) { fuzz.Rule(f, acmeKey) }
	_ = FuzzAcmeKey
}

// A fuzz test of one's own rules beside the default ones.
func ExampleSet() {
	var FuzzRules = func(f *testing.F) { fuzz.Set(f, patterns.Default().With(acmeKey)) }
	_ = FuzzRules
}

func ExampleCheck() {
	rules := patterns.NewSet(patterns.Rule{
		ID:      "acme-key",
		Matcher: patterns.Regexp{Expr: `acme_(?P<secret>[a-z]{8})(?:\s|$)`}, // wants a blank behind
		Match:   []string{"acme_abcdefgh"},
	})
	for seed := range uint64(100) {
		if err := fuzz.Check(rules, "", seed); err != nil {
			fmt.Println(err)
			break
		}
	}
	// Output:
	// rule acme-key: not kept: a secret is masked whatever stands beside it: with "!" beside it, it stays
}
