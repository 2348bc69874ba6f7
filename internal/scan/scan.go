// Package scan finds every occurrence of any of a set of literals, the anchors,
// in a text: all positions, all overlaps, each exactly once. It knows nothing of
// what the anchors stand for.
//
// Two engines do it. The automaton (automaton.go) walks one table step a byte
// and is the reference. The filter (filter.go) looks at every other byte, and leaves
// stretches full of what looks like anchors to the automaton.
// Both give the same hits in the same order.
package scan

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
)

// An Anchor is a literal to find.
type Anchor struct {
	// Text holds 1 to MaxAnchor bytes, any bytes.
	Text string
	// Exact demands the bytes as they are; otherwise ASCII letters, and only
	// they, match in either case.
	Exact bool
}

const (
	// MaxAnchor is the length of the longest anchor, in bytes. It bounds how far
	// the engines look back and ahead.
	MaxAnchor = 64
	// maxTotal bounds the bytes of all anchors together, and so the automaton's
	// table: at the 60 byte classes that names and prefixes use it is 240 times
	// as large. The default set holds under 10 KiB.
	maxTotal = 1 << 20
)

// A Hit is one occurrence of one anchor.
type Hit struct {
	// Start is the offset of the occurrence's first byte in the text.
	Start int
	// ID is the anchor's index in the list given to New.
	ID int32
}

// Options may be nil, which is the zero Options.
type Options struct {
	// NoFilter leaves the filter out, so that the automaton does all work.
	NoFilter bool
	// Windows holds what ChooseWindows returned for these anchors. It may be
	// shorter than that: the windows of the anchors it says nothing valid about
	// are chosen by New, from a small sample of its own.
	Windows []uint8
	// Sample, where set, is text like what will be scanned, some 100 KiB or more: New then tries some
	// hashes for the filter's tables, each on all of Sample, and keeps those with which the least is compared.
	Sample string

	// budget, where not 0, is the filter's credit in steps; tests make it tiny.
	budget int
	// masked, where not 0, is filter.masked; tests have masks made wherever they can be, and nowhere.
	masked int
}

// A Scanner holds the tables for a set of anchors. It is immutable and safe for
// concurrent use.
type Scanner struct {
	// anchors are as given to New.
	anchors []Anchor
	// longest is the length of the longest anchor in bytes.
	longest int
	// filter is nil where it would not pay.
	filter *filter
	// auto is built when it is first needed: most programs never meet a text
	// that the filter gives up on, and its table is the larger one.
	auto atomic.Pointer[automaton]
}

// New returns a Scanner for the anchors. Anchors may repeat, contain each other
// and differ in case alone; each keeps its own ID. New keeps the strings of
// anchors, not the slice. Its error joins one error for each anchor that is
// empty or too long, and names it by index.
func New(anchors []Anchor, opts *Options) (*Scanner, error) {
	if opts == nil {
		opts = &Options{}
	}
	var errs []error
	total := 0
	for i, a := range anchors {
		if len(a.Text) == 0 || len(a.Text) > MaxAnchor {
			errs = append(errs, fmt.Errorf("scan: anchor %d has %d bytes, want 1 to %d", i, len(a.Text), MaxAnchor))
		}
		total += len(a.Text)
	}
	if total > maxTotal {
		errs = append(errs, fmt.Errorf("scan: the anchors have %d bytes, want at most %d", total, maxTotal))
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	anchors = slices.Clone(anchors)
	var f *filter
	if !opts.NoFilter {
		f = newFilter(anchors, opts)
	}
	return newScanner(anchors, f), nil
}

func newScanner(anchors []Anchor, f *filter) *Scanner {
	s := &Scanner{anchors: anchors, filter: f}
	for _, a := range anchors {
		s.longest = max(s.longest, len(a.Text))
	}
	return s
}

// Longest returns the length of the longest anchor in bytes, 0 if there is none.
// A text that grows is scanned to its end and, once it has grown, from
// At(end-Longest()+1): only an occurrence that was cut by the old end is new there.
func (s *Scanner) Longest() int { return s.longest }

// A Cursor is how far a text has been scanned. The zero Cursor is the start of
// the text. It belongs to one text and one Scanner.
type Cursor struct {
	// pos: all occurrences that start before it were reported.
	pos int
	// skip counts those that start at pos and were reported already.
	skip int
	// block is how many starts the automaton tries to settle at a time.
	block int
	// spent is what the filter's alarms have spent of its budget.
	spent int
	// until is where the automaton hands over to the filter, and stretch how far
	// that was when the budget was last spent.
	until, stretch int
	// work counts steps: table look-ups and anchors tried. It is
	// added to where a loop ends, never inside one; tests hold it linear.
	work int
}

// At returns a cursor from which only occurrences that start at or after pos
// are reported.
func At(pos int) Cursor { return Cursor{pos: max(pos, 0)} }

// Done returns the offset before which nothing is left to find: every
// occurrence in the text that starts before it was reported, or skipped by At.
func (c *Cursor) Done() int { return c.pos }

// Drop says that the first n bytes of the text, all of them done, are gone.
func (c *Cursor) Drop(n int) { c.pos, c.until = c.pos-n, c.until-n }

// Scan finds the next occurrences after c, writes them to hits, moves c past
// them and returns their number. It returns 0 only when c.Done() is len(text),
// or At was given more than that; so a caller loops until 0, or until Done says
// that the rest is empty. hits must hold at least 1; with 64 little of a
// text full of hits is walked twice, and half the speed on it is lost with 32.
//
// Hits ascend by Start, within a call and from call to call; of those that share
// a Start the longest comes first, of equal length the smaller ID. A Start is
// never less than c.Done() was before the call. Scan does not allocate, but for
// the automaton's table when that is first needed.
func (s *Scanner) Scan(text string, c *Cursor, hits []Hit) int {
	if len(hits) == 0 {
		return 0
	}
	for c.pos < len(text) {
		n := 0
		switch {
		case s.filter == nil:
			n = s.walk(text, len(text), c, hits)
		case c.pos < c.until:
			n = s.walk(text, min(c.until, len(text)), c, hits)
		default:
			n = s.sift(text, c, hits)
		}
		if n > 0 {
			return n
		}
	}
	return 0
}
