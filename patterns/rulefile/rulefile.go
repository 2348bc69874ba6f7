// Package rulefile reads rules from TOML files: this project's own format, which
// Sample documents, and the configurations of gitleaks and betterleaks.
package rulefile

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// Sample is a commented file in the project's own format, which shows every member.
//
//go:embed testdata/sample.toml
var Sample string

// A File is what a rule file says.
type File struct {
	// Rules are its rules, in order.
	Rules []patterns.Rule
	// Without are IDs of rules that are to be left out of the set that the rules are added to.
	Without []string
	// Notices are what of the file has no effect here, and why. What only describes (title, tags,
	// minVersion) has none.
	Notices []*Fault

	lines map[string]int
}

// Line returns the line of a rule's ID, from 1, 0 for a rule that the file does not have.
func (f *File) Line(id string) int { return f.lines[id] }

// Apply returns the set with the file's rules, and without those that it leaves out.
func (f *File) Apply(set patterns.Set) patterns.Set {
	return set.Without(f.Without...).With(f.Rules...)
}

// A Fault is what is wrong with one line of a file, or has no effect. It names members, and
// quotes no values but IDs of rules.
type Fault struct {
	// Line counts from 1.
	Line int
	// Rule is the ID of the rule that the line belongs to; empty where it belongs to none.
	Rule string
	Err  error
}

func (f *Fault) Error() string {
	if f.Rule == "" {
		return fmt.Sprintf("line %d: %v", f.Line, f.Err)
	}
	return fmt.Sprintf("line %d: rule %s: %v", f.Line, f.Rule, f.Err)
}

// Unwrap returns the reason.
func (f *Fault) Unwrap() error { return f.Err }

// Options may be nil, which is the zero Options.
type Options struct {
	// GitleaksDefault is the text of gitleaks' own configuration, which extend.useDefault
	// stands for. Without it, the rules of patterns.Default stand in its place.
	GitleaksDefault []byte
	// Open returns the text of the file that extend.path names. Without it extend.path is a fault.
	Open func(path string) ([]byte, error)
}

// Read reads a file. A file with tables [[rules]], or anything else that gitleaks' configurations have at
// their top, is read as one; any other is in the project's own format. The error joins a *Fault for
// each thing that is wrong, in the order of the lines; members that the format does not have are wrong.
// What an expression does is for engine.New to judge, save that it can be read.
func Read(data []byte, opts *Options) (*File, error) {
	if opts == nil {
		opts = &Options{}
	}
	root, fault := parse(data)
	if fault != nil {
		return nil, fault
	}
	r := &reader{opts: opts, file: &File{lines: map[string]int{}}}
	if root.foreign() {
		r.gitleaks(root)
	} else {
		r.own(root)
	}
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b *Fault) int { return a.Line - b.Line })
		errs := make([]error, len(r.faults))
		for i, f := range r.faults {
			errs[i] = f
		}
		return nil, errors.Join(errs...)
	}
	return r.file, nil
}

// A reader gathers rules and what is wrong.
type reader struct {
	opts   *Options
	file   *File
	faults []*Fault
	rule   string // whose members are read
	depth  int    // of extend
}

func (r *reader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, &Fault{line, r.rule, fmt.Errorf(format, args...)})
}

func (r *reader) notice(line int, text string) {
	r.file.Notices = append(r.file.Notices, &Fault{line, r.rule, errors.New(text)})
}

// add adds a rule whose ID is at a line. IDs may appear in masks, so they have to be of
// characters that masks may hold.
func (r *reader) add(rule patterns.Rule, line int) {
	switch {
	case rule.ID == "":
		r.fault(line, "id is missing")
	case strings.Trim(rule.ID, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "":
		r.fault(line, "id holds more than letters, digits, dashes, _ and .")
	case r.file.lines[rule.ID] > 0:
		r.fault(line, "id stands twice: also in line %d", r.file.lines[rule.ID])
	default:
		r.file.lines[rule.ID] = line
		r.file.Rules = append(r.file.Rules, rule)
	}
}
