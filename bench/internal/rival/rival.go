// Package rival holds what is measured: this module's engine and scanner, and the
// libraries that do the same or a part of it.
package rival

import (
	"errors"
	"fmt"
)

// A Rival is a library, or one use of it.
type Rival interface {
	// Name says which library and which of its functions.
	Name() string
	// Over returns a function that goes over the texts once, with all its results
	// made and thrown away. What Over itself does is preparation: it isn't measured.
	Over(texts []string) func()
	// Finds reports whether the rival finds anything in the text.
	Finds(text string) bool
}

// A Part says how much of the work of redaction a rival does.
type Part int

const (
	// Scan finds literals and decides nothing.
	Scan Part = iota
	// Whole finds secrets, or masks them.
	Whole
)

// makers build the rivals, in the order in which they are reported. The
// first of each part is this module's own.
var makers = []struct {
	name string
	part Part
	make func() (Rival, error)
}{
	{Append, Whole, newAppend},
	{Redact, Whole, newRedact},
	{Gitleaks, Whole, newGitleaks},
	{Datadog, Whole, newDatadog},
	{Stdlib, Whole, newStdlib},
	{Scanner, Scan, newScanner},
	{Cloudflare, Scan, newCloudflare},
	{Coregx, Scan, newCoregx},
	{Hyperscan, Scan, newHyperscan},
}

// ErrNotBuilt is the error of a rival that this build leaves out.
var ErrNotBuilt = errors.New("not in this build")

// All returns the rivals that do the part, and an error that joins the reasons of
// those that cannot be had here.
func All(part Part) ([]Rival, error) {
	var out []Rival
	var errs []error
	for _, m := range makers {
		if m.part != part {
			continue
		}
		r, err := m.make()
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", m.name, err))
			continue
		}
		out = append(out, r)
	}
	return out, errors.Join(errs...)
}

// Of returns the rival of that name.
func Of(name string) (Rival, error) {
	for _, m := range makers {
		if m.name == name {
			return m.make()
		}
	}
	return nil, fmt.Errorf("%s: no such rival", name)
}
