package scan

// An alarm of the filter is a position at which a window may stand. Here are the windows, to
// find those that do, and their anchors.

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/redactbench/redactbench/internal/swar"
)

// windows are sorted into buckets. It is immutable.
type windows struct {
	// nodes are in the order of their buckets.
	nodes []node
	// threes are the buckets of the windows of three known bytes, by a hash of those: mul spreads it, and shift leaves
	// a bucket's number of it. Which of them share one is chance, and that a common one shares it with many costs each
	// of its alarms comparisons. So mul can be chosen.
	threes []bucket
	mul    uint32
	shift  uint8
	// others are the buckets of all others. Few are, and rare tells where one may be, at an alarm's second byte.
	others [freeBuckets + 1<<8]span
	rare   [1 << 8]rare
}

// A rare has the windows whose third byte is free in the bits that their first byte selects, those that begin before
// their anchor in the bits that their third one selects.
type rare struct{ free, early uint32 }

// A span is nodes[from:to], the nodes of one bucket.
type span struct{ from, to uint16 }

// A bucket says what is beside its windows, so that most false alarms, which are half of all and more,
// end here: each window has, in the bit that the byte selects, the byte behind it in behind or else the one before
// it in before; one of which neither is known has all bits of behind.
type bucket struct {
	behind, before uint32
	span
}

// A node is a window of an anchor: what the bytes around an alarm must be. Of windows that
// have their neighbours in common too, a group, there is a node before theirs, which has the bits
// that all of them agree on.
type node struct {
	key, mask around
	about
}

// about is in one word what else a node says, so that it is loaded at once: from the lowest bit on, the anchor's ID and how many
// nodes follow for the group that this one stands for, else 0 (16 each), the window's offset in the anchor and
// the anchor's length (8 each), and whether all of the anchor is under mask.
type about uint64

func aboutNode(id uint16, offset int8, n uint8, whole bool) about {
	a := about(id) | about(uint8(offset))<<32 | about(n)<<40
	if whole {
		a |= 1 << 48
	}
	return a
}

func aboutGroup(skip int) about { return about(skip) << 16 }

func (a about) id() uint16  { return uint16(a) }
func (a about) skip() int   { return int(uint16(a >> 16)) }
func (a about) offset() int { return int(int8(a >> 32)) }
func (a about) n() int      { return int(uint8(a >> 40)) }
func (a about) whole() bool { return a>>48&1 != 0 }

// around is the 8 bytes before an alarm and the 8 from it on.
type around struct{ before, behind uint64 }

// A verifier looks into alarms.
type verifier struct {
	s *Scanner
	*windows
	text string
	pos  int // hits before it are not wanted
	hits []Hit
	n    int // of hits
	last int // where the last one of them starts, -1 without any
	// work is the Cursor's. due is perByte times the offset at which what alarms spent will be earned, and
	// budget, the filter's, how far ahead of the text that may be.
	work, due, budget int
}

// A verdict is what becomes of the filter behind an alarm.
type verdict uint8

const (
	goOn  verdict = iota
	full          // there is no room for all hits
	spent         // so is the budget
)

// verify adds to hits, in order, the occurrences that have a window at the
// position at.
func (v *verifier) verify(at int) verdict {
	v.due = max(v.due, perByte*at) + perAlarm
	var w around
	if i := at - 8; i >= 0 && i+16 <= len(v.text) {
		b := v.text[i : i+16]
		w = around{swar.Load(b), swar.Load(b[8:])}
	} else {
		w = v.aroundEnd(at)
	}
	x, three := v.windows, uint32(w.behind)
	b, r := &x.threes[x.threeBucket(three)], &x.rare[uint8(three>>8)]
	if r.free>>(three&31)&1 != 0 || r.early>>(three>>16&31)&1 != 0 {
		return v.verifyRare(w, at)
	}
	if b.has(w) {
		return v.compare(b.span, w, at)
	}
	if v.due-perByte*at > v.budget {
		return spent
	}
	return goOn
}

// verifyRare is verify where windows of all kinds may be.
func (v *verifier) verifyRare(w around, at int) verdict {
	x, three, got := v.windows, uint32(w.behind), goOn
	if b := &x.threes[x.threeBucket(three)]; b.has(w) {
		got = v.compare(b.span, w, at)
	}
	r := &x.rare[uint8(three>>8)]
	if got != full && r.free>>(three&31)&1 != 0 {
		got = v.compare(x.others[freeBucket(uint16(three))], w, at)
	}
	if got != full && r.early>>(three>>16&31)&1 != 0 {
		got = v.compare(x.others[earlyBucket(uint8(three>>8))], w, at)
	}
	return got
}

// has reports whether a window of the bucket may be there.
func (b *bucket) has(w around) bool {
	return (b.behind>>(w.behind>>24&31)|b.before>>(w.before>>56&31))&1 != 0
}

// compare compares the windows of a bucket.
func (v *verifier) compare(bucket span, w around, at int) verdict {
	nodes := v.nodes[bucket.from:bucket.to]
	v.work += len(nodes)
	due := v.due + perNode*len(nodes)
	for i := 0; i < len(nodes); i++ {
		m := &nodes[i]
		a := m.about
		if (w.before&m.mask.before^m.key.before)|(w.behind&m.mask.behind^m.key.behind) != 0 {
			i += a.skip()
			continue
		}
		start := at - a.offset()
		if a.skip() > 0 || start < v.pos || start+a.n() > len(v.text) || !a.whole() && !v.s.anchors[a.id()].occurs(v.text[start:]) {
			continue
		}
		if uint(v.n) >= uint(len(v.hits)) {
			return full
		}
		due += perHit
		if h := (Hit{start, int32(a.id())}); start > v.last {
			v.hits[v.n] = h
			v.n++
			v.last = start
		} else {
			v.n = v.s.insert(v.hits, v.n, h)
		}
	}
	if v.due = due; due-perByte*at > v.budget {
		return spent
	}
	return goOn
}

// aroundEnd returns what is around at, where some of it is not in the text: zeros are there.
func (v *verifier) aroundEnd(at int) around {
	text := v.text
	if len(text) < 8 {
		var buf [16]byte
		copy(buf[8-at:], text)
		return around{binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(buf[8:])}
	}
	before, behind := max(8-at, 0), max(at+8-len(text), 0) // bytes that are missing
	return around{swar.Load(text[at-8+before:]) << (8 * before), swar.Load(text[at-behind:]) >> (8 * behind)}
}

// The buckets are, one kind after the other: of the windows of three known bytes,
// by those; of the windows whose third byte is free, by the first two; of the windows that
// begin one byte before their anchor, by the anchor's first. All are found whatever the case of
// letters, and share their bucket with some others.

const (
	freeBits    = 8
	freeBuckets = 1 << freeBits
)

func (x *windows) threeBucket(three uint32) uint32 {
	return (three&0x1FFFFF | 0x2020) * x.mul >> (x.shift & 31)
}

func freeBucket(pair uint16) uint32 { return uint32(pair|0x2020) * spread >> (32 - freeBits) }

func earlyBucket(first uint8) uint32 { return freeBuckets + uint32(first|0x20) }

// bucketOf returns the number of the bucket in which a node is found: those of others come behind threes.
func (x *windows) bucketOf(m *node) uint32 {
	three := uint32(m.key.behind)
	switch {
	case m.offset() < 0:
		return uint32(len(x.threes)) + earlyBucket(uint8(three>>8))
	case m.free():
		return uint32(len(x.threes)) + freeBucket(uint16(three))
	}
	return x.threeBucket(three)
}

// free reports whether the window's third byte is behind the anchor.
func (m *node) free() bool { return m.offset()+2 >= m.n() }

// occurs reports whether an anchor of 8 bytes or more stands at the start of text, which is no shorter.
func (a *Anchor) occurs(text string) bool {
	// Backwards: anchors that share a window differ most often in how they end.
	for i := len(a.Text) - 8; ; i = max(0, i-8) {
		want := swar.Load(a.Text[i:])
		free := uint64(0)
		if !a.Exact {
			free = caseBits(want)
		}
		if (swar.Load(text[i:])^want)&^free != 0 {
			return false
		}
		if i == 0 {
			return true
		}
	}
}

// insert puts h where it belongs among hits[:n] and returns n+1. Windows are met in the
// order of their positions, so that hits are nearly in order as they come.
func (s *Scanner) insert(hits []Hit, n int, h Hit) int {
	i := n
	for i > 0 && hits[i-1].Start >= h.Start && s.before(h, hits[i-1]) {
		hits[i] = hits[i-1]
		i--
	}
	hits[i] = h
	return n + 1
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

// newWindows returns the windows of all anchors, which have these two offsets a word.
func newWindows(ws *words, offsets []int8, mul uint32) windows {
	all := make([]node, 0, 2*len(ws.anchors))
	for i := range ws.list {
		w := &ws.list[i]
		for _, id := range ws.ids[w.from:w.to] {
			for _, o := range offsets[2*i : 2*i+2] {
				all = append(all, node{})
				all[len(all)-1].of(&ws.anchors[id], uint16(id), o)
			}
		}
	}
	x := emptyWindows(len(ws.anchors), mul)
	x.sort(all)
	x.index()
	return x
}

// emptyWindows returns windows for this many anchors, without nodes.
func emptyWindows(anchors int, mul uint32) windows {
	size := bits.Len(uint(2 * anchors)) // one to two buckets a window
	return windows{mul: mul, threes: make([]bucket, 1<<size), shift: uint8(32 - size)}
}

// sort makes nodes of all, by buckets, and within those by groups.
func (x *windows) sort(all []node) {
	// from is of each bucket where it starts in order, and when it is filled, where it ends.
	from := make([]uint16, len(x.threes)+len(x.others)) // maxFiltered anchors have no more nodes than that
	of := make([]uint32, len(all))
	for i := range all {
		of[i] = x.bucketOf(&all[i])
		from[of[i]]++
	}
	at := uint16(0)
	for b, n := range from {
		from[b] = at
		at += n
	}
	order := make([]int32, len(all))
	for i, b := range of {
		order[from[b]] = int32(i)
		from[b]++
	}
	x.nodes = make([]node, 0, len(all)+len(all)/4)
	var list []node
	at = 0
	for _, to := range from {
		list = list[:0]
		near := order[at:to]
		if len(near) > 1 { // by number, since each type that is sorted adds to the size of programs
			slices.SortStableFunc(near, func(a, b int32) int { return cmp.Compare(all[a].neighbours(), all[b].neighbours()) })
		}
		for _, i := range near {
			list = append(list, all[i])
		}
		x.group(list)
		at = to
	}
}

// index makes the buckets of the nodes, which are in order.
func (x *windows) index() {
	first := 0 // the first node of a group, or the only one
	for i := range x.nodes {
		m := &x.nodes[i]
		if m.skip() > 0 {
			continue
		}
		s, three := (*span)(nil), uint32(m.key.behind)
		switch number := x.bucketOf(m); {
		case number < uint32(len(x.threes)):
			b := &x.threes[number]
			s = &b.span
			switch {
			case m.mask.behind>>24&0xFF != 0:
				b.behind |= 1 << (three >> 24 & 31)
			case m.mask.before>>56 != 0:
				b.before |= 1 << (m.key.before >> 56 & 31)
			default:
				b.behind = ^uint32(0)
			}
		default:
			s = &x.others[number-uint32(len(x.threes))]
			for _, second := range m.second() {
				if r := &x.rare[second]; m.offset() < 0 {
					r.early |= 1 << (three >> 16 & 31)
				} else {
					r.free |= 1 << (three & 31)
				}
			}
		}
		if s.to == 0 {
			s.from = uint16(first)
		}
		s.to = uint16(i + 1)
		first = i + 1
	}
}

// second returns the window's second byte, in both cases.
func (m *node) second() [2]uint8 {
	free := ^uint8(m.mask.behind>>8) & 0x20 // the bit that is another one in the other case
	return cases(uint8(m.key.behind>>8)|free, free != 0)
}

// maxGroup is how many nodes a group has at most.
const maxGroup = math.MaxUint8

// group appends the nodes of a bucket, which are in order, by groups.
func (x *windows) group(list []node) {
	for len(list) > 0 {
		n := 1
		for n < min(len(list), maxGroup) && list[n].neighbours() == list[0].neighbours() {
			n++
		}
		if n > 1 {
			x.nodes = append(x.nodes, agreed(list[:n]))
		}
		x.nodes = append(x.nodes, list[:n]...)
		list = list[n:]
	}
}

// agreed returns the bits that all of list agree on.
func agreed(list []node) node {
	a := node{list[0].key, list[0].mask, aboutGroup(len(list))}
	for i := range list {
		a.mask.before &= list[i].mask.before &^ (a.key.before ^ list[i].key.before)
		a.mask.behind &= list[i].mask.behind &^ (a.key.behind ^ list[i].key.behind)
		a.key.before &= a.mask.before
		a.key.behind &= a.mask.behind
	}
	return a
}

// neighbours tells the nodes of one bucket apart: the byte before the window and the one after it.
func (m *node) neighbours() uint64 {
	return m.key.before>>56<<24 | m.mask.before>>56<<16 | m.key.behind>>24&0xFF<<8 | m.mask.behind>>24&0xFF
}

// of makes m the node of the window that an anchor has at the offset.
func (m *node) of(a *Anchor, id uint16, offset int8) {
	n, o := len(a.Text), int(offset)
	m.about = aboutNode(id, offset, uint8(n), o <= 8 && n-o <= 8)
	if n > 8 || o < 0 {
		m.key.before, m.mask.before = a.demand(o - 8)
		m.key.behind, m.mask.behind = a.demand(o)
		return
	}
	// Both at once.
	key, mask := swar.Head(a.Text), ^uint64(0)>>(64-8*uint(n))
	if !a.Exact {
		mask &^= caseBits(key)
	}
	key &= mask
	m.key, m.mask = around{key << (64 - 8*uint(o)), key >> (8 * uint(o))}, around{mask << (64 - 8*uint(o)), mask >> (8 * uint(o))}
}

// caseBits returns the bits of 8 bytes that are others in the other case.
func caseBits(x uint64) uint64 { return swar.Letters(x) >> 2 }

// demand returns what 8 bytes from the anchor's byte i on must be under mask for it to stand there. Bytes
// before and behind the anchor may be any.
func (a *Anchor) demand(i int) (key, mask uint64) {
	n := len(a.Text)
	from, to := max(i, 0), min(i+8, n)
	if from >= to {
		return 0, 0
	}
	at := max(0, min(from, n-8)) // what is loaded begins here, and has all bytes from there to the one before to
	key = swar.Head(a.Text[at:]) >> (8 * (from - at)) << (8 * (from - i))
	mask = ^uint64(0) >> (8 * (8 - to + from)) << (8 * (from - i))
	if !a.Exact {
		mask &^= caseBits(key)
	}
	return key & mask, mask
}
