// Package engine finds secrets in text and puts masks in their place.
package engine

import (
	"errors"
	"iter"

	"github.com/redactbench/redactbench/patterns"
)

// SKELETON: bodies are placeholders until the matchers land; signatures are final.

// A Redactor masks secrets. It is immutable and safe for concurrent use. The
// zero Redactor uses patterns.Default() and no options.
type Redactor struct{ _ int }

// Options change how a Redactor works; nil is the zero Options.
type Options struct {
	Mask      Mask
	Known     []Known
	Allow     []string
	TagKey    []byte
	MaxSecret int
}

// Known is a value to mask wherever it occurs.
type Known struct{ Name, Value string }

// Secret is what a Mask is told.
type Secret struct {
	Rule string
	Len  int
	Tag  string
}

// Mask appends what stands in a secret's place.
type Mask func(dst []byte, s Secret) []byte

// Finding is one secret.
type Finding struct {
	Rule       string
	Start, End int
}

// RuleError reports a bad rule.
type RuleError struct {
	ID  string
	Err error
}

func (e *RuleError) Error() string { return "rule " + e.ID + ": " + e.Err.Error() }
func (e *RuleError) Unwrap() error { return e.Err }

// New compiles a set.
func New(set patterns.Set, opts *Options) (*Redactor, error) {
	if set.Len() == 0 {
		return nil, errors.New("engine: empty set")
	}
	return &Redactor{}, nil
}

// Append appends src with its secrets masked.
func (r *Redactor) Append(dst []byte, src string) []byte { return append(dst, src...) }

// AppendBytes is Append for a byte slice.
func (r *Redactor) AppendBytes(dst, src []byte) []byte { return append(dst, src...) }

// AppendTruncated appends src masked and cut to max bytes as encoding/json
// writes them between quotes (SetEscapeHTML(false)); raw valid UTF-8 is appended, not its encoding.
func (r *Redactor) AppendTruncated(dst []byte, src string, max int) []byte {
	return append(dst, src[:min(max, len(src))]...)
}

// AppendJSON appends a JSON document with its strings masked.
func (r *Redactor) AppendJSON(dst, src []byte) ([]byte, error) { return append(dst, src...), nil }

// Redacted is text without secrets; only a Redactor makes one.
type Redacted struct{ s string }

func (t Redacted) String() string            { return t.s }
func (t Redacted) Len() int                  { return len(t.s) }
func (t Redacted) Truncate(max int) Redacted { return t }

// Redact returns src masked, sharing src where it is clean.
func (r *Redactor) Redact(src string) Redacted { return Redacted{src} }

// Find yields the findings of src in order.
func (r *Redactor) Find(src string) iter.Seq[Finding] { return func(yield func(Finding) bool) {} }

// Match reports whether src holds a secret.
func (r *Redactor) Match(src string) bool { return false }

// Error returns err with its text masked.
func (r *Redactor) Error(err error) error { return err }
