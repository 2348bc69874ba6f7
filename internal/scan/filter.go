package scan

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// The filter is chosen where it pays: for sets of a dozen anchors or more, none
// of one byte, that do not look like plain text. It looks at every other byte.
// Each anchor has two windows of three bytes, one at an even and one at an odd
// offset, so that wherever the anchor starts one of them stands at an even
// position of the text. A table indexed by the two bytes there has, in the bit
// that the third byte selects, whether any anchor has such a window; clean text
// costs one look-up for two bytes and, four to ten times a KiB, a false alarm
// (verify.go).
//
// False alarms are bounded by a budget that they spend and the text passed
// earns. Once it is spent, the automaton does the next 2 KiB, and if that
// happens again before as much text was filtered, twice as many as the last
// time, up to 64 KiB. What is handed over is an offset: all occurrences that
// start before it were reported, none that start at it or after.

const (
	// minFiltered is the number of anchors below which the 256 KiB of the table
	// are not worth having.
	minFiltered = 12
	// maxFiltered is the number of anchors above which there would be too many alarms:
	// their windows are as many as the three bytes that words and tokens are made of.
	maxFiltered = 1 << 14
	// minDistance is how many bytes of plain text must lie between alarms, on
	// average. A byte costs the filter 0.2 ns and an alarm 20 ns; the automaton
	// takes 1.5 ns a byte where a text is long enough for its four lanes, but 4 to 5
	// in short texts, and those are what errors are. At 8 the filter is the better one
	// there; in long texts the budget below decides.
	minDistance = 8

	// The budget's unit is 0.4 ns, with the figures above: what a byte would have
	// cost the automaton, and what an alarm, a comparison and a hit cost the
	// filter. With them a text of any density runs within a tenth of the speed of
	// the better engine.
	perByte  = 4
	perAlarm = 50
	perNode  = 2
	perHit   = 30
	// allowance is what alarms may spend ahead of the text: enough for a cluster
	// of key names such as an error about settings has.
	allowance = 2000

	// The automaton's stretch is at least worth its start, the bytes behind its
	// blocks, and at most what is soon scanned in vain.
	minStretch = 2 << 10
	maxStretch = 64 << 10
)

const (
	pairs = 1 << 16
	// spread is the multiplier of the hashes, 2^32 over the golden ratio.
	spread = 0x9E3779B1
)

// filter is the tables.
type filter struct {
	table *[pairs]uint32
	windows
	// reach is the greatest offset of a window in its anchor.
	reach int
	// budget bounds what alarms may spend.
	budget int
	// masked is the length of the shortest text, in bytes, that is looked at by masks (masks.go), at least minMasked.
	masked int
}

// next returns the first even position at or after i, which is even and in the text or at its end, at which a
// window may start, or the text's length.
func (f *filter) next(text string, i int) int {
	t, rest := f.table, text[i:]
	for ; len(rest) > 2; rest = rest[2:] {
		if t[pairAt(rest, 0)]>>(rest[2]&31)&1 != 0 {
			return len(text) - len(rest)
		}
	}
	// The last pair may be the end of an anchor whose third byte is free; all
	// bits of such a row are set.
	if len(rest) == 2 && t[pairAt(rest, 0)]&1 != 0 {
		return len(text) - 2
	}
	return len(text)
}

// sift reports what it finds from c on, and moves c to the end of the text, or
// to where hits is full or the budget spent.
//
// What next does is written out here for all but the text's end. A
// step loads the next pair, which is the index of the step after it and whose
// low bits select the bit of this one. The test compiles to one instruction and
// a branch that is hardly ever taken. A loop of one step costs a tenth to a sixth, a call for each alarm
// as much in short texts. Steps that share a load of 8 bytes were slower by
// a sixth; 16 of them instead of 12 would gain 3 in 100 on logs.
func (s *Scanner) sift(text string, c *Cursor, hits []Hit) int {
	f := s.filter
	i := c.pos &^ 1
	var v verifier // a literal would be made elsewhere and copied
	v.s, v.windows, v.text, v.pos, v.hits, v.last = s, &f.windows, text, c.pos, hits, -1
	v.work, v.due, v.budget = c.work+(len(text)-i)/2, perByte*i+c.spent, f.budget
	if len(text)-i >= f.masked {
		at, got := 0, goOn
		if i, at, got = v.siftMasked(f, i); got != goOn {
			return s.handOver(at, c, &v, got)
		}
	}
	t := f.table
	for {
		at := -1
		for ; i+26 <= len(text); i += 24 {
			b := text[i : i+26]
			p0 := pairAt(b, 0)
			p1 := pairAt(b, 2)
			if t[p0]>>(p1&31)&1 != 0 {
				at = i
				break
			}
			p2 := pairAt(b, 4)
			if t[p1]>>(p2&31)&1 != 0 {
				at = i + 2
				break
			}
			p3 := pairAt(b, 6)
			if t[p2]>>(p3&31)&1 != 0 {
				at = i + 4
				break
			}
			p4 := pairAt(b, 8)
			if t[p3]>>(p4&31)&1 != 0 {
				at = i + 6
				break
			}
			p5 := pairAt(b, 10)
			if t[p4]>>(p5&31)&1 != 0 {
				at = i + 8
				break
			}
			p6 := pairAt(b, 12)
			if t[p5]>>(p6&31)&1 != 0 {
				at = i + 10
				break
			}
			p7 := pairAt(b, 14)
			if t[p6]>>(p7&31)&1 != 0 {
				at = i + 12
				break
			}
			p8 := pairAt(b, 16)
			if t[p7]>>(p8&31)&1 != 0 {
				at = i + 14
				break
			}
			p9 := pairAt(b, 18)
			if t[p8]>>(p9&31)&1 != 0 {
				at = i + 16
				break
			}
			p10 := pairAt(b, 20)
			if t[p9]>>(p10&31)&1 != 0 {
				at = i + 18
				break
			}
			p11 := pairAt(b, 22)
			if t[p10]>>(p11&31)&1 != 0 {
				at = i + 20
				break
			}
			p12 := pairAt(b, 24)
			if t[p11]>>(p12&31)&1 != 0 {
				at = i + 22
				break
			}
		}
		if at < 0 {
			if at = f.next(text, i); at >= len(text) {
				c.pos, c.work, c.spent = len(text), v.work, max(0, v.due-perByte*len(text))
				return v.n
			}
		}
		if got := v.verify(at); got != goOn {
			return s.handOver(at, c, &v, got)
		}
		i = at + 2
	}
}

// siftMasked is sift for a long text but its end. It returns where it stopped, and for a verdict that ends sift, the alarm.
func (v *verifier) siftMasked(f *filter, i int) (end, at int, got verdict) {
	var masks [maskBatch]uint64
	text := v.text
	for i+2 < len(text) {
		end := min(i+2*maskSteps*maskBatch, i+(len(text)-i-1)&^1)
		for _, m := range masks[:f.alarmMasks(&masks, text, i, end)] {
			for ; m != 0; m &= m - 1 {
				at := i + 2*bits.TrailingZeros64(m)
				if got := v.verify(at); got != goOn {
					return i, at, got
				}
			}
			i = min(i+2*maskSteps, end)
		}
	}
	return i, 0, goOn
}

// handOver ends sift at an alarm that was not fully verified. It keeps the hits
// that start where nothing more can be found, and lets the automaton go on if
// the budget was spent or there are none.
func (s *Scanner) handOver(at int, c *Cursor, v *verifier, why verdict) int {
	c.work, c.spent = v.work-(len(v.text)-at)/2, v.due-perByte*at
	safe := max(c.pos, at-s.filter.reach)
	n := v.n
	for n > 0 && v.hits[n-1].Start >= safe {
		n--
	}
	c.pos = safe
	switch {
	case why == spent:
		if c.stretch == 0 || safe-c.until >= c.stretch {
			c.stretch = minStretch
		} else {
			c.stretch = min(2*c.stretch, maxStretch)
		}
		c.until, c.spent = safe+c.stretch, 0
	case n == 0:
		c.until = max(at, safe) + 1 // hits is shorter than what starts within reach
	}
	return n
}

// newFilter returns a filter for the anchors, or nil where it would not pay.
func newFilter(anchors []Anchor, opts *Options) *filter {
	if len(anchors) < minFiltered || len(anchors) > maxFiltered || slices.ContainsFunc(anchors, func(a Anchor) bool { return len(a.Text) < 2 }) {
		return nil
	}
	ws := newWords(anchors)
	f := &filter{
		table:  new([pairs]uint32),
		budget: cmp.Or(opts.budget, allowance),
		masked: cmp.Or(opts.masked, fastMasked),
	}
	offsets := stored(&ws, opts.Windows)
	place(&ws, f.table, offsets)
	f.windows = newWindows(&ws, offsets, spread)
	for _, o := range offsets {
		f.reach = max(f.reach, int(o))
	}
	if f.alarms(sample)*minDistance > len(sample) {
		return nil
	}
	if opts.Sample != "" {
		f.choose(newScanner(anchors, f), &ws, offsets, opts.Sample)
	}
	return f
}

// choose chooses the hash of windows anew, so that the least is compared where the filter stops in sample.
func (f *filter) choose(s *Scanner, ws *words, offsets []int8, sample string) {
	best, least := f.mul, f.compared(s, sample)
	for mul, try := uint32(spread), 0; try < hashTries; try++ {
		mul += 0x3C6EF372 // which leaves it odd
		f.windows = newWindows(ws, offsets, mul)
		if n := f.compared(s, sample); n < least {
			best, least = mul, n
		}
	}
	f.windows = newWindows(ws, offsets, best)
}

// hashTries is how many multipliers are tried.
const hashTries = 64

// compared counts what is compared where the filter stops in text, and what passes the first look, which is as dear as
// some comparisons.
func (f *filter) compared(s *Scanner, text string) int {
	var hits [64]Hit
	v := verifier{s: s, windows: &f.windows, text: text, hits: hits[:], budget: math.MaxInt}
	n := 0
	for i := f.next(text, 0); i < len(text); i = f.next(text, i+2) {
		v.n, v.last, v.work = 0, -1, 0
		v.verify(i)
		if n += v.work; v.work > 0 {
			n += perPass
		}
	}
	return n
}

// perPass is how many comparisons the time is worth that an alarm takes which is not turned away by its bucket.
const perPass = 3

// alarms counts the positions of text at which next stops.
func (f *filter) alarms(text string) int {
	n := 0
	for i := f.next(text, 0); i < len(text); i = f.next(text, i+2) {
		n++
	}
	return n
}
