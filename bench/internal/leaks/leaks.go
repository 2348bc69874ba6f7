// Package leaks compares gitleaks' own detector with this module's engine, both with the
// configuration that gitleaks has in it.
package leaks

import (
	"slices"
	"strings"

	"github.com/rs/zerolog"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
	"github.com/redactbench/redactbench/patterns/rulefile"
)

// A Pair is the two.
type Pair struct {
	File   *rulefile.File
	Theirs *detect.Detector
	Ours   *engine.Redactor
}

// New reads gitleaks' configuration for both.
func New() (*Pair, error) {
	// It logs through zerolog's global logger; what the terminal costs is not its cost.
	zerolog.SetGlobalLevel(zerolog.Disabled)
	theirs, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return nil, err
	}
	file, err := rulefile.Read([]byte(config.DefaultConfig), nil)
	if err != nil {
		return nil, err
	}
	ours, err := engine.New(patterns.NewSet(file.Rules...), nil)
	if err != nil {
		return nil, err
	}
	return &Pair{File: file, Theirs: theirs, Ours: ours}, nil
}

// A Difference is a secret that one of them finds and the other does not.
type Difference struct {
	// Rule is the rule that found it.
	Rule string
	// Ours says that it is the engine which found it.
	Ours bool
	// Text is where it was found, Secret what it is.
	Text, Secret string
}

// Compare returns the secrets that both find in a text, whole or as part of a longer one, and the differences.
func (p *Pair) Compare(text string) (both int, diffs []Difference) {
	var ours, theirs []Difference
	for f := range p.Ours.Find(text) {
		ours = append(ours, Difference{f.Rule, true, text, text[f.Start:f.End]})
	}
	for _, f := range p.Theirs.DetectString(text) {
		theirs = append(theirs, Difference{f.RuleID, false, text, strings.Trim(f.Secret, "\n")})
	}
	for _, d := range theirs {
		if slices.ContainsFunc(ours, func(o Difference) bool { return strings.Contains(o.Secret, d.Secret) }) {
			both++
		} else {
			diffs = append(diffs, d)
		}
	}
	for _, o := range ours {
		// Findings that overlap are one to the engine, so that it may hold several.
		if !slices.ContainsFunc(theirs, func(d Difference) bool {
			return strings.Contains(o.Secret, d.Secret) || strings.Contains(d.Secret, o.Secret)
		}) {
			diffs = append(diffs, o)
		}
	}
	return both, diffs
}

// Why says why they differ; empty where no reason is known.
func (p *Pair) Why(d Difference) string {
	for _, n := range p.File.Notices {
		if n.Rule == d.Rule && d.Ours && strings.Contains(n.Error(), "path is ignored") {
			return "the rule is for some paths only, and texts have none: gitleaks then finds nothing, the engine finds it everywhere"
		}
		if n.Rule == d.Rule && d.Ours && strings.Contains(n.Error(), "without its keywords") {
			return "gitleaks demands a keyword somewhere in the text, however far away; the engine masks without it"
		}
		if n.Rule == d.Rule && !d.Ours && strings.Contains(n.Error(), "none of its keywords") {
			return "the expression matches any git hash once a keyword is somewhere in the text; the engine demands it in the match"
		}
	}
	if !d.Ours && (strings.HasSuffix(d.Secret, `\n`) || strings.HasSuffix(d.Secret, `\r`)) {
		return "gitleaks takes the match for a text and matches it again, so that the escape of a line end gets into the secret"
	}
	if !d.Ours && strings.Contains(d.Secret, engine.DefaultMask) {
		return "a mask that is in the secret already stays, and parts it"
	}
	if strings.Contains(d.Text, "gitleaks:allow") {
		return "gitleaks lets a line alone that says so; what is masked must not decide that"
	}
	return ""
}
