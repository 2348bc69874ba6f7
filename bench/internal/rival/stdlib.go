package rival

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/patterns"
)

// Stdlib is the name of the standard library's regexp.
const Stdlib = "regexp, one per token rule"

// stdlib runs an expression of the standard library for each rule that is a token: what
// a program does that keeps a list of expressions. Rules by the name of a key
// are left out, as one expression does not say what they do; so it does less than Append.
type stdlib struct{ exprs []*regexp.Regexp }

func newStdlib() (Rival, error) {
	var s stdlib
	var errs []error
	for _, r := range patterns.Default().Rules() {
		t, ok := r.Matcher.(patterns.Token)
		if !ok {
			continue
		}
		re, err := expression(t)
		if err != nil {
			errs = append(errs, fmt.Errorf("rule %s: %w", r.ID, err))
			continue
		}
		s.exprs = append(s.exprs, re)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return &s, nil
}

func (*stdlib) Name() string { return Stdlib }

func (s *stdlib) Finds(text string) bool {
	for _, re := range s.exprs {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

func (s *stdlib) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			for _, re := range s.exprs {
				re.FindAllStringIndex(t, -1)
			}
		}
	}
}

// expression returns the token as an expression: what it matches, not what the engine
// then decides about boundaries and truncated tokens.
func expression(t patterns.Token) (*regexp.Regexp, error) {
	before, err := shape(t.Before)
	if err != nil {
		return nil, err
	}
	after, err := shape(t.Shape)
	if err != nil {
		return nil, err
	}
	prefixes := make([]string, len(t.Prefixes))
	for i, p := range t.Prefixes {
		prefixes[i] = regexp.QuoteMeta(p)
	}
	words := "(?:" + strings.Join(prefixes, "|") + ")"
	if t.Fold {
		words = "(?i:" + words + ")"
	}
	head := ""
	if t.Boundary {
		head = `\b`
	}
	return regexp.Compile(head + before + words + after)
}

func shape(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	parts, err := patterns.ParseShape(s)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	group := 0 // parts until the optional group ends
	for _, p := range parts {
		if p.Optional > 0 {
			group = p.Optional
			b.WriteString("(?:")
		}
		b.WriteString(part(p))
		if group--; group == 0 {
			b.WriteString(")?")
		}
	}
	return b.String(), nil
}

// maxRepeat is the largest count that an expression may have.
const maxRepeat = 1000

func part(p patterns.Part) string {
	if p.Literal != "" {
		return regexp.QuoteMeta(p.Literal)
	}
	lo, hi := min(p.Min, maxRepeat), ""
	if p.Max <= maxRepeat {
		hi = fmt.Sprint(p.Max)
	}
	return fmt.Sprintf("%s{%d,%s}", class(p.Class), lo, hi)
}

// class returns the ASCII bytes of a set as a class.
func class(s charset.Set) string {
	var b strings.Builder
	b.WriteByte('[')
	for _, c := range s.Bytes() {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	b.WriteByte(']')
	return b.String()
}
