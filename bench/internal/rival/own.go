package rival

import (
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/anchors"
	"github.com/redactbench/redactbench/internal/scan"
)

// The names of this module's own parts.
const (
	Append  = "Append"
	Redact  = "Redact"
	Scanner = "internal/scan"
)

// appender is Redactor.Append with the default rules into a slice with room.
type appender struct {
	r   engine.Redactor
	dst []byte
}

func newAppend() (Rival, error) { return &appender{}, nil }

func (*appender) Name() string { return Append }

func (a *appender) Finds(text string) bool { return a.r.Match(text) }

func (a *appender) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			a.dst = a.r.Append(a.dst[:0], t)
		}
	}
}

// redactor is Redactor.Redact with the default rules.
type redactor struct{ r engine.Redactor }

func newRedact() (Rival, error) { return &redactor{}, nil }

func (*redactor) Name() string { return Redact }

func (r *redactor) Finds(text string) bool { return r.r.Redact(text).String() != text }

func (r *redactor) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			r.r.Redact(t)
		}
	}
}

// scanner is the engine's scanner with the default rules' anchors. It reports every
// position, which of the others only Hyperscan does.
type scanner struct {
	s *scan.Scanner
	// hits is as large as scan advises; on the stack it would escape to each's f.
	hits [64]scan.Hit
}

func newScanner() (Rival, error) {
	s, err := scan.New(anchors.Default())
	return &scanner{s: s}, err
}

func (*scanner) Name() string { return Scanner }

func (s *scanner) Finds(text string) bool { return s.count(text) > 0 }

func (s *scanner) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			s.count(t)
		}
	}
}

func (s *scanner) count(text string) int {
	total := 0
	s.each(text, func(hits []scan.Hit) { total += len(hits) })
	return total
}

// each calls f with the hits of text, some at a time.
func (s *scanner) each(text string, f func([]scan.Hit)) {
	var c scan.Cursor
	for {
		n := s.s.Scan(text, &c, s.hits[:])
		f(s.hits[:n])
		if n == 0 || c.Done() == len(text) {
			return
		}
	}
}
