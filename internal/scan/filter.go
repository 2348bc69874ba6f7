package scan

// The filter is chosen where it pays: for sets of a dozen anchors or more, none
// of one byte, that do not look like plain text. It looks at every other byte.
// Each anchor has two windows of three bytes, one at an even and one at an odd
// offset, so that wherever the anchor starts one of them stands at an even
// position of the text. A table indexed by the two bytes there has, in the bit
// that the third byte selects, whether any anchor has such a window; clean text
// costs one look-up for two bytes and, four to ten times a KiB, a false alarm.
//
// False alarms are bounded by a budget that they spend and the text passed
// earns. Once it is spent, the automaton does the next 2 KiB, and if that
// happens again before as much text was filtered, twice as many as the last
// time, up to 64 KiB. What is handed over is an offset: all occurrences that
// start before it were reported, none that start at it or after.

import (
	"cmp"
	"math/bits"
	"slices"
)

const (
	// minFiltered is the number of anchors below which the 256 KiB of the table
	// are not worth having.
	minFiltered = 12
	// minDistance is how many bytes of plain text must lie between alarms, on
	// average. A byte costs the filter 0.2 ns and an alarm 20 ns; the automaton
	// takes 0.8 ns a byte where a text is long enough for its four lanes, but 4 to 5
	// in short texts, and those are what errors are. At 8 the two are equal there;
	// in long texts the budget below decides.
	minDistance = 8

	// The budget's unit is 0.4 ns, with the figures above: what a byte would have
	// cost the automaton, and what an alarm, a comparison and a hit cost the
	// filter. With them a text of any density runs within a tenth of the speed of
	// the better engine.
	perByte   = 2
	perAlarm  = 50
	perMember = 2
	perHit    = 30
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
	// The windows of bucket b are in groups[bucket[b]:bucket[b+1]].
	bucket  []uint16
	groups  []group
	members []member
	// shift makes a hash of a pair into a bucket's number.
	shift uint8
	// pairs is the number of buckets by pair. early: there are others, after them.
	pairs uint32
	early bool
	// reach is the greatest offset of a window in its anchor.
	reach int
	// budget bounds what alarms may spend.
	budget int
}

// A group is the windows members[from:to], which have their neighbours in common
// too: key under mask are the bits that all of them agree on.
type group struct {
	key, mask uint64
	from, to  uint16
}

// A member is one window of one word: what the 8 bytes around an alarm, from
// 3 before it, must be under mask.
type member struct {
	key, mask uint64
	word      int32
	offset    int8
	n         uint8 // the word's length where all of it is under mask, else 0
}

// around is where in the 8 bytes the window stands. Windows are mostly near
// the end of an anchor, where separators make them rare, so that what comes
// before tells more.
const around = 3

// next returns the first even position at or after i, which is even, at which a
// window may start, or a position at or after the last.
//
// A step loads the next pair, which is the index of the step after it and whose
// low bits select the bit of this one. The test compiles to one instruction and
// a branch that is hardly ever taken. It is written out because a loop of one
// step costs a tenth to a sixth. Steps that share a load of 8 bytes were slower by
// a sixth; 16 of them instead of 12 would gain 3 in 100 on logs.
func (f *filter) next(text string, i int) int {
	t := f.table
	for ; i+26 <= len(text); i += 24 {
		b := text[i : i+26]
		p0 := pairAt(b, 0)
		p1 := pairAt(b, 2)
		if t[p0]>>(p1&31)&1 != 0 {
			return i
		}
		p2 := pairAt(b, 4)
		if t[p1]>>(p2&31)&1 != 0 {
			return i + 2
		}
		p3 := pairAt(b, 6)
		if t[p2]>>(p3&31)&1 != 0 {
			return i + 4
		}
		p4 := pairAt(b, 8)
		if t[p3]>>(p4&31)&1 != 0 {
			return i + 6
		}
		p5 := pairAt(b, 10)
		if t[p4]>>(p5&31)&1 != 0 {
			return i + 8
		}
		p6 := pairAt(b, 12)
		if t[p5]>>(p6&31)&1 != 0 {
			return i + 10
		}
		p7 := pairAt(b, 14)
		if t[p6]>>(p7&31)&1 != 0 {
			return i + 12
		}
		p8 := pairAt(b, 16)
		if t[p7]>>(p8&31)&1 != 0 {
			return i + 14
		}
		p9 := pairAt(b, 18)
		if t[p8]>>(p9&31)&1 != 0 {
			return i + 16
		}
		p10 := pairAt(b, 20)
		if t[p9]>>(p10&31)&1 != 0 {
			return i + 18
		}
		p11 := pairAt(b, 22)
		if t[p10]>>(p11&31)&1 != 0 {
			return i + 20
		}
		p12 := pairAt(b, 24)
		if t[p11]>>(p12&31)&1 != 0 {
			return i + 22
		}
	}
	return f.nextOfRest(text, i)
}

// nextOfRest is next for the end of the text.
func (f *filter) nextOfRest(text string, i int) int {
	t := f.table
	for ; i+3 <= len(text); i += 2 {
		if t[pairAt(text, i)]>>(text[i+2]&31)&1 != 0 {
			return i
		}
	}
	// The last pair may be the end of an anchor whose third byte is free; all
	// bits of such a row are set.
	if i+2 == len(text) && t[pairAt(text, i)]&1 != 0 {
		return i
	}
	return len(text)
}

// sift reports what it finds from c on, and moves c to the end of the text, or
// to where hits is full or the budget spent.
func (s *Scanner) sift(text string, c *Cursor, hits []Hit) int {
	f := s.filter
	n := 0
	i := c.pos &^ 1
	c.work += (len(text) - i) / 2
	for {
		at := f.next(text, i)
		if at >= len(text) {
			c.pos = len(text)
			return n
		}
		c.spent = max(0, c.spent-perByte*(at-i)) + perAlarm
		full := false
		n, full = s.verify(text, at, c, hits, n)
		if full || c.spent > f.budget {
			c.work -= (len(text) - at) / 2
			return s.handOver(at, c, hits, n, full)
		}
		i = at + 2
	}
}

// handOver ends sift at an alarm that was not fully verified. It keeps the hits
// that start where nothing more can be found, and lets the automaton go on if
// the budget was spent or there are none.
func (s *Scanner) handOver(at int, c *Cursor, hits []Hit, n int, full bool) int {
	safe := max(c.pos, at-s.filter.reach)
	for n > 0 && hits[n-1].Start >= safe {
		n--
	}
	c.pos = safe
	switch {
	case !full:
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

// verify adds to hits, in order, the occurrences that have a window at the
// position at. It reports whether there was no room for all of them.
func (s *Scanner) verify(text string, at int, c *Cursor, hits []Hit, n int) (int, bool) {
	f := s.filter
	var w uint64
	if at >= around && at-around+8 <= len(text) {
		b := text[at-around : at-around+8]
		w = uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	} else {
		for j := max(0, at-around); j < min(at-around+8, len(text)); j++ {
			w |= uint64(text[j]) << (8 * (j - at + around))
		}
	}
	full := false
	bucket := f.pairBucket(uint16(w >> (8 * around)))
	for {
		groups := f.groups[f.bucket[bucket]:f.bucket[bucket+1]]
		c.work += len(groups)
		c.spent += perMember * len(groups)
		for i := range groups {
			g := &groups[i]
			if w&g.mask != g.key {
				continue
			}
			if n, full = s.try(f.members[g.from:g.to], w, text, at, c, hits, n); full {
				return n, true
			}
		}
		if !f.early || bucket >= f.pairs {
			return n, false
		}
		bucket = f.earlyBucket(uint8(w >> (8 * (around + 1))))
	}
}

// pairBucket returns the bucket of the windows whose first two bytes are these,
// whatever the case of letters, and some others. The third byte is left to the
// comparison of groups: one look-up is worth more than a shorter bucket.
func (f *filter) pairBucket(pair uint16) uint32 {
	return uint32(pair|0x2020) * spread >> f.shift
}

// earlyBucket returns the bucket of the windows that begin one byte before an
// anchor which begins with first. They come after those by pair.
func (f *filter) earlyBucket(first uint8) uint32 { return f.pairs + uint32(first|0x20) }

// try compares the members of a group, and reports those that occur.
func (s *Scanner) try(members []member, w uint64, text string, at int, c *Cursor, hits []Hit, n int) (int, bool) {
	c.work += len(members)
	c.spent += perMember * len(members)
	for i := range members {
		m := &members[i]
		start := at - int(m.offset)
		if w&m.mask != m.key || start < c.pos {
			continue
		}
		word := &s.list[m.word]
		c.work += int(word.n)
		c.spent += int(word.n)
		if m.n > 0 {
			if start+int(m.n) > len(text) {
				continue
			}
		} else if !s.occurs(text, start, word) {
			continue
		}
		for _, id := range s.ids[word.from:word.to] {
			if word.fold && word.exact && !s.matches(text, start, id) {
				continue
			}
			if n == len(hits) {
				return n, true
			}
			c.work++
			c.spent += perHit
			s.insert(hits, n, Hit{start, id})
			n++
		}
	}
	return n, false
}

// occurs reports whether a word's spelling stands at start.
func (s *Scanner) occurs(text string, start int, w *word) bool {
	spelling, fold := s.spelling(w)
	if start+len(spelling) > len(text) {
		return false
	}
	text = text[start : start+len(spelling)]
	if !fold {
		return text == spelling
	}
	// Backwards: anchors that share a window differ most often in how they end.
	for i := len(spelling) - 1; i >= 0; i-- {
		if folded[text[i]] != spelling[i] {
			return false
		}
	}
	return true
}

// insert puts h where it belongs among hits[:n]. Windows are met in the order of
// their positions, so that hits are nearly in order as they come.
func (s *Scanner) insert(hits []Hit, n int, h Hit) {
	for n > 0 && s.before(h, hits[n-1]) {
		hits[n] = hits[n-1]
		n--
	}
	hits[n] = h
}

func (s *Scanner) before(x, y Hit) bool {
	if x.Start != y.Start {
		return x.Start < y.Start
	}
	if m, n := len(s.anchors[x.ID].Text), len(s.anchors[y.ID].Text); m != n {
		return m > n
	}
	return x.ID < y.ID
}

// newFilter returns a filter over the words, or nil where it would not pay.
func newFilter(ws *words, windows []uint8, budget int) *filter {
	if len(ws.anchors) < minFiltered || ws.shortest < 2 || len(ws.list) > 1<<14 {
		return nil
	}
	f := &filter{table: new([pairs]uint32), budget: budget}
	if budget == 0 {
		f.budget = allowance
	}
	offsets := stored(ws, windows)
	place(ws, f.table, offsets)
	f.fill(ws, offsets)
	if f.alarms(sample)*minDistance > len(sample) {
		return nil
	}
	return f
}

// alarms counts the positions of text at which next stops.
func (f *filter) alarms(text string) int {
	n := 0
	for i := f.next(text, 0); i < len(text); i = f.next(text, i+2) {
		n++
	}
	return n
}

// fill sorts the windows into buckets and groups.
func (f *filter) fill(ws *words, offsets []int8) {
	// About as many buckets as members; hash needs the upper bits of 32.
	size := bits.Len(uint(len(offsets)))
	f.shift = uint8(32 - size)
	f.pairs = 1 << size
	type placed struct {
		at uint64 // bucket, then group
		member
	}
	all := make([]placed, len(offsets))
	for i, o := range offsets {
		m := newMember(ws, int32(i/2), int(o))
		bucket := f.pairBucket(uint16(m.key >> (8 * around)))
		if o < 0 {
			bucket = f.earlyBucket(uint8(m.key >> (8 * (around + 1))))
			f.early = true
		}
		f.reach = max(f.reach, int(o))
		all[i] = placed{uint64(bucket)<<32 | m.neighbours(), m}
	}
	slices.SortFunc(all, func(x, y placed) int {
		if x.at != y.at {
			return cmp.Compare(x.at, y.at)
		}
		return cmp.Compare(x.word<<8|int32(uint8(x.offset)), y.word<<8|int32(uint8(y.offset)))
	})

	f.bucket = make([]uint16, f.pairs+256+1)
	f.members = make([]member, len(all))
	for i, p := range all {
		f.members[i] = p.member
		if i == 0 || p.at != all[i-1].at {
			f.groups = append(f.groups, group{key: p.key, mask: p.mask, from: uint16(i)})
			f.bucket[p.at>>32+1]++
		}
		g := &f.groups[len(f.groups)-1]
		g.mask &= p.mask &^ (g.key ^ p.key)
		g.key &= g.mask
		g.to = uint16(i + 1)
	}
	for b := range f.bucket[1:] {
		f.bucket[b+1] += f.bucket[b]
	}
}

// neighbours tells members of one bucket apart: the byte before the window and
// the one after it.
func (m *member) neighbours() uint64 {
	const before, after = 8 * (around - 1), 8 * (around + 3)
	return m.key>>before&0xFF<<24 | m.mask>>before&0xFF<<16 | m.key>>after&0xFF<<8 | m.mask>>after&0xFF
}

func newMember(ws *words, word int32, offset int) member {
	m := member{word: word, offset: int8(offset)}
	text, fold := ws.spelling(&ws.list[word])
	if offset <= around && len(text)-offset <= 8-around {
		m.n = uint8(len(text))
	}
	for j := range 8 {
		k := offset - around + j
		if k < 0 || k >= len(text) {
			continue
		}
		mask := uint64(0xFF)
		if fold && 'a' <= text[k] && text[k] <= 'z' {
			mask = 0xFF &^ 0x20
		}
		m.mask |= mask << (8 * j)
		m.key |= uint64(text[k]) & mask << (8 * j)
	}
	return m
}
