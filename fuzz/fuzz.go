// Package fuzz tests rules of one's own by fuzzing. A test that fuzzes one rule is
//
//	func FuzzAcmeKey(f *testing.F) { fuzz.Rule(f, acmeKey) }
//
// and runs by go test -fuzz FuzzAcmeKey. From the rule's samples, and texts that its expression
// matches, it makes others, and checks on each:
//
//   - nothing panics
//   - samples are judged as the rule says, and all of a secret is masked
//   - a secret is masked whatever stands beside it: a full stop, a bracket, a quote
//   - masking twice is masking once
//   - no cut lets out part of a secret
//   - a stream, however it is split, is masked as the whole text
//   - JSON stays JSON, masked as a document and as text
//   - the cost of a byte, counted in steps, is small and does not grow with the text's length
//
// A case that breaks one is printed as a Go test to paste, and go test keeps it in testdata/fuzz. The command's
// redactbench fuzz makes the same checks of a rule file.
package fuzz

import (
	"errors"
	"testing"

	"github.com/redactbench/redactbench/internal/prove"
	"github.com/redactbench/redactbench/patterns"
)

// Rule fuzzes one rule, by itself.
func Rule(f *testing.F, r patterns.Rule) {
	f.Helper()
	Set(f, patterns.NewSet(r))
}

// Set fuzzes a set of rules together: what one of them masks changes what others see.
func Set(f *testing.F, set patterns.Set) {
	f.Helper()
	c, err := prove.New(set)
	if err != nil {
		f.Fatal(err)
	}
	for _, w := range c.Warnings() {
		f.Log(w)
	}
	if err := c.Samples(); err != nil {
		f.Error(err)
	}
	for i, text := range c.Seeds() {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if b := c.Check(text, seed); b != nil {
			t.Errorf("%v\n\n%s", b, b.GoTest())
		}
	})
}

// Check checks the promises on one text, with what the seed makes beside it. The error is nil
// if they are kept, and the same for the same text and seed; it joins the errors of rules that cannot
// be compiled. It names what is broken and does not hold the text.
func Check(set patterns.Set, text string, seed uint64) error {
	c, err := prove.New(set)
	if err != nil {
		return err
	}
	if b := c.Check(text, seed); b != nil {
		return errors.New(b.Error()) // a Broken holds the text
	}
	return nil
}
