package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// maskFlags are the flags of every command that masks.
type maskFlags struct {
	Mask   string   `help:"What stands in a secret's place: a text, or \"id\" for (redacted:RULE), or \"tag\" for (redacted:TAG), the same tag for the same secret; needs --tag-key." default:"(redacted)" placeholder:"TEXT|id|tag"`
	TagKey string   `help:"Key of the tags. Better given as REDACTBENCH_TAG_KEY, since others may see a command line." env:"REDACTBENCH_TAG_KEY" placeholder:"KEY"`
	Allow  []string `help:"A value that is never masked; may be repeated." sep:"none" placeholder:"VALUE"`
	knownFlags
	ruleFlags
	Disable []string `help:"A rule that is left out; may be repeated. See rules list." sep:"none" placeholder:"RULE" predictor:"rule"`
}

// redactor returns the redactor that the flags describe. Its errors are usage
// errors.
func (f *maskFlags) redactor(a *app) (*engine.Redactor, error) {
	set, err := f.set()
	if err != nil {
		return nil, err
	}
	f.hint(a)
	known, err := f.known(a)
	if err != nil {
		return nil, usageError{err}
	}
	opts := &engine.Options{Known: known, Allow: f.Allow, TagKey: []byte(f.TagKey)}
	switch f.Mask {
	case engine.DefaultMask:
	case "id":
		opts.Mask = engine.MaskRule
	case "tag":
		if f.TagKey == "" {
			return nil, usageError{errors.New("--mask tag needs --tag-key, or REDACTBENCH_TAG_KEY in the environment")}
		}
		opts.Mask = engine.MaskTag
	default:
		opts.Mask = engine.MaskText(f.Mask)
	}
	r, err := engine.New(set, opts)
	if err != nil {
		return nil, usageError{maskFault(err)}
	}
	return r, nil
}

// maskFault returns err with a fault of the mask called by its flag.
func maskFault(err error) error {
	var out []error
	for _, e := range parts(err) {
		if why, ok := strings.CutPrefix(e.Error(), "engine: Options.Mask: "); ok {
			e = errors.New("--mask: " + why)
		}
		out = append(out, e)
	}
	return errors.Join(out...)
}

// set returns the rules that the flags leave. Its errors are usage errors.
func (f *maskFlags) set() (patterns.Set, error) {
	set, err := f.ruleFlags.set()
	if err != nil {
		return set, err
	}
	if err := checkRules(set, f.Disable); err != nil {
		return set, usageError{err}
	}
	set = set.Without(f.Disable...)
	if set.Len() == 0 {
		return set, usageError{errors.New("--disable leaves no rule; leave out fewer")}
	}
	return set, nil
}

// checkRules returns an error that names every id that is no rule of the set, each with the
// rules it may have meant.
func checkRules(set patterns.Set, ids []string) error {
	rules := set.Rules()
	var errs []error
	for _, id := range ids {
		if slices.ContainsFunc(rules, func(r patterns.Rule) bool { return r.ID == id }) {
			continue
		}
		msg := fmt.Sprintf("no rule %q", id)
		if near := nearest(rules, id); len(near) > 0 {
			msg += "; near it: " + strings.Join(near, ", ")
		} else {
			msg += "; see redactbench rules list"
		}
		errs = append(errs, errors.New(msg))
	}
	return errors.Join(errs...)
}

// nearest returns up to three IDs that id may have meant: those that hold it or
// are at most a third of it away.
func nearest(rules []patterns.Rule, id string) []string {
	type candidate struct {
		id   string
		away int
	}
	var found []candidate
	for _, r := range rules {
		d := distance(r.ID, id)
		if d <= max(2, len(id)/3) || len(id) > 2 && strings.Contains(r.ID, id) {
			found = append(found, candidate{r.ID, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.away - b.away })
	var out []string
	for _, c := range found[:min(3, len(found))] {
		out = append(out, c.id)
	}
	return out
}

// distance returns the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
