package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
	"github.com/redactbench/redactbench/patterns/rulefile"
)

// ruleFlags say which rules there are.
type ruleFlags struct {
	Rules     []string `help:"A file of rules that are added to the default ones, in this program's TOML (see rules sample) or gitleaks'; may be repeated." sep:"none" placeholder:"FILE"`
	NoDefault bool     `name:"no-default" help:"With --rules: leave the default rules out."`
}

// set returns the rules that the flags name. Its errors are usage errors, all of them at once.
func (f *ruleFlags) set() (patterns.Set, error) {
	set := patterns.Default()
	if f.NoDefault {
		if len(f.Rules) == 0 {
			return set, usageError{errors.New("--no-default leaves no rule; name some by --rules")}
		}
		set = patterns.NewSet()
	}
	var errs []error
	for _, name := range f.Rules {
		file, err := openRules(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		set = file.Apply(set)
	}
	if err := errors.Join(errs...); err != nil {
		return set, usageError{err}
	}
	return set, nil
}

// hint says which of the files hold what has no effect.
func (f *ruleFlags) hint(a *app) {
	for _, name := range f.Rules {
		// What cannot be read is a fault already.
		if file, err := openRules(name); err == nil && len(file.Notices) > 0 {
			fmt.Fprintf(a.stderr, "redactbench: %s: %d lines have no effect, or not all of it; see redactbench rules check\n", name, len(file.Notices))
		}
	}
}

// openRules reads a file of rules. Each line of the error begins with the file's name.
func openRules(name string) (*rulefile.File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	file, err := rulefile.Read(data, &rulefile.Options{Open: os.ReadFile})
	if err != nil {
		var errs []error
		for line := range strings.Lines(err.Error()) {
			errs = append(errs, fmt.Errorf("%s: %s", name, strings.TrimSuffix(line, "\n")))
		}
		return nil, errors.Join(errs...)
	}
	return file, nil
}

// notices says what of a file has no effect, which is no failure.
func (a *app) notices(name string, file *rulefile.File) {
	for _, n := range file.Notices {
		fmt.Fprintf(a.stderr, "redactbench: %s: %v\n", name, n)
	}
}

type rulesCheckCmd struct {
	Files []string `arg:"" name:"file" help:"Files of rules."`
}

// Help is what rules check --help adds.
func (rulesCheckCmd) Help() string {
	return `Reads files of rules, compiles them, tries their samples, and says for each line what is wrong, what has no effect, and what is questionable: a rule that is looked at often, that follows a secret without end, that looks at masks. Nothing is masked.

Examples:

  redactbench rules check rules.toml
  redactbench rules check .gitleaks.toml

Exit status: 0 done, all files can be used; 1 a file has faults, or cannot be read; 2 wrong usage.`
}

func (c *rulesCheckCmd) Run(a *app) error {
	for _, name := range c.Files {
		file, err := openRules(name)
		if err != nil {
			a.reportAll("", err)
			continue
		}
		a.notices(name, file)
		a.check(name, file)
	}
	return nil
}

// check compiles the rules of a file and tries their samples.
func (a *app) check(name string, file *rulefile.File) {
	set := file.Apply(patterns.NewSet())
	if set.Len() == 0 {
		fmt.Fprintf(a.stdout, "%s: no rules of its own\n", name)
		return
	}
	checker, err := newChecker(name, file, set)
	if err != nil {
		a.reportAll("", err)
		return
	}
	for _, w := range checker.Warnings() {
		fmt.Fprintf(a.stderr, "redactbench: %s: line %d: %v\n", name, file.Line(w.ID), w)
	}
	if err := checker.Samples(); err != nil {
		a.reportAll(name+": ", err)
		return
	}
	fmt.Fprintf(a.stdout, "%s: %d rules\n", name, set.Len())
}

// withLines puts the file and the line before what the engine says of each rule.
func withLines(name string, file *rulefile.File, err error) error {
	var errs []error
	for _, err := range parts(err) {
		if r, ok := err.(*engine.RuleError); ok {
			for _, why := range parts(r.Err) {
				errs = append(errs, fmt.Errorf("%s: line %d: rule %s: %w", name, file.Line(r.ID), r.ID, why))
			}
			continue
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// parts returns the errors that err joins, in any number of steps.
func parts(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range joined.Unwrap() {
		out = append(out, parts(e)...)
	}
	return out
}

type rulesSampleCmd struct{}

// Help is what rules sample --help adds.
func (rulesSampleCmd) Help() string {
	return `Writes a commented file of rules that shows every member there is, to begin one's own with.

Example:

  redactbench rules sample > rules.toml

Exit status: 0 done; 2 wrong usage.`
}

func (rulesSampleCmd) Run(a *app) error {
	_, err := io.WriteString(a.stdout, rulefile.Sample)
	return err
}

type rulesShowCmd struct {
	ruleFlags
	ID string `arg:"" name:"id" help:"The rule." predictor:"rule"`
}

// Help is what rules show --help adds.
func (rulesShowCmd) Help() string {
	return `Shows a rule: its kind, what it is made of, and its samples. Of a long list the first 20 are shown.

Examples:

  redactbench rules show github-pat
  redactbench rules show acme-key --rules rules.toml

Exit status: 0 done; 2 wrong usage, or no such rule.`
}

func (c *rulesShowCmd) Run(a *app) error {
	set, err := c.set()
	if err != nil {
		return err
	}
	if err := checkRules(set, []string{c.ID}); err != nil {
		return usageError{err}
	}
	rules := set.Rules()
	r := rules[slices.IndexFunc(rules, func(r patterns.Rule) bool { return r.ID == c.ID })]
	out := bufio.NewWriter(a.stdout)
	fmt.Fprintf(out, "%s: %s\n", r.ID, r.What)
	showFields(out, matcherKind(r.Matcher), r.Matcher)
	if r.Verify != nil {
		fmt.Fprintln(out, "  checked by code of its own")
	}
	for _, s := range r.Match {
		fmt.Fprintf(out, "  finds its secret in      %q\n", s)
	}
	for _, s := range r.NoMatch {
		fmt.Fprintf(out, "  finds nothing in         %q\n", s)
	}
	return out.Flush()
}
