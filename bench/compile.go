package main

import (
	"errors"
	"fmt"

	"github.com/redactbench/redactbench/bench/internal/clock"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// compiling is what engine.New takes, in milliseconds of CPU time.
type compiling struct {
	DefaultMs float64 `json:"defaultMs"`
	CustomMs  float64 `json:"customMs"`
}

// customRules is the number of rules of the custom set.
const customRules = 300

// custom returns a set such as a company's: tokens with prefixes of its own,
// names of keys, and one expression in ten rules.
func custom() patterns.Set {
	var rules []patterns.Rule
	for i := range customRules {
		r := patterns.Rule{ID: fmt.Sprintf("custom-%d", i), What: "custom"}
		word := fmt.Sprintf("svc%c%c%d", 'a'+i%26, 'a'+i/26, i)
		switch {
		case i%10 == 0:
			r.Matcher = patterns.Regexp{Expr: word + `-[0-9a-f]{16,40}`, Anchors: []string{word}}
		case i%10 < 3:
			r.Matcher = patterns.Key{Names: []string{word + "_key"}}
		default:
			r.Matcher = patterns.Token{Prefixes: []string{word + "_"}, Shape: "b62{32}"}
		}
		rules = append(rules, r)
	}
	return patterns.NewSet(rules...)
}

func compile() (compiling, error) {
	sets := []patterns.Set{patterns.Default(), custom()}
	runs := make([]func(), len(sets))
	errs := make([]error, len(sets))
	for i, set := range sets {
		runs[i] = func() { _, errs[i] = engine.New(set, nil) }
	}
	ns := clock.Medians(perRound, runs...)
	return compiling{ns[0] / 1e6, ns[1] / 1e6}, errors.Join(errs...)
}
