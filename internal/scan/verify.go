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

// spread2 is a multiplier like spread, for a second hash.
const spread2 = 0x85EBCA6B

// hashes are the multipliers of the hashes of windows. Which windows share a bucket, or a bit of near, is chance; that
// a common one shares it with many costs each of its alarms a branch that is foreseen wrongly. So multipliers can be
// chosen, too.
type hashes struct{ bucketMul, nearMul uint32 }

// windows are sorted into buckets. It is immutable.
type windows struct {
	// table is the filter's.
	table *[pairs]uint32
	// The windows of bucket b are nodes[bucket[b]:bucket[b+1]].
	bucket []uint16
	nodes  []node
	// shift makes a hash of three bytes the number of a bucket, one of threes.
	shift  uint8
	threes uint32
	hashes
	// near has a bit for each four bytes that a window and the byte behind it, or else the one
	// before it, can be, and for three where neither is known.
	near      []uint32
	nearShift uint8
	// early has, in the bit that an anchor's second byte selects at its first one, whether
	// there is a window that begins before it.
	early [256]uint32
}

// A node is a window of an anchor: what the bytes around an alarm must be. Of windows that
// have their neighbours in common too, a group, there is a node before theirs, which has the bits
// that all of them agree on.
type node struct {
	key, mask around
	id        uint16 // of the anchor
	skip      uint16 // how many nodes follow for the group that this one stands for, else 0
	offset    int8
	n         uint8 // the anchor's length
	whole     bool  // all of the anchor is under mask
	_         uint8
}

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
	// Whether a window of three known bytes may be there, a fourth byte tells. Half of all alarms and more are
	// false, and most of them end here, before the larger tables are looked at.
	x, three := v.windows, uint32(w.behind)
	a, b, c := x.nearBehind(three), x.nearBefore(w.fromBefore()), x.nearThree(three)
	near := x.near[a>>5]>>(a&31) | x.near[b>>5]>>(b&31) | x.near[c>>5]>>(c&31)
	if near&1 != 0 && v.try(x.threeBucket(three), w, at) ||
		x.table[uint16(three)] == ^uint32(0) && v.try(x.freeBucket(uint16(three)), w, at) ||
		x.early[uint8(three>>8)]>>(three>>16&31)&1 != 0 && v.try(x.earlyBucket(uint8(three>>8)), w, at) {
		return full
	}
	if v.due-perByte*at > v.budget {
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

// try compares the windows of a bucket, and reports whether there was no room for all hits.
func (v *verifier) try(bucket uint32, w around, at int) bool {
	nodes := v.nodes[v.bucket[bucket]:v.bucket[bucket+1]]
	v.work += len(nodes)
	v.due += perNode * len(nodes)
	for i := 0; i < len(nodes); i++ {
		m := &nodes[i]
		if (w.before&m.mask.before^m.key.before)|(w.behind&m.mask.behind^m.key.behind) != 0 {
			i += int(m.skip)
			continue
		}
		if m.skip > 0 {
			continue
		}
		start := at - int(m.offset)
		if start < v.pos || start+int(m.n) > len(v.text) || !m.whole && !v.s.anchors[m.id].occurs(v.text[start:]) {
			continue
		}
		if v.n == len(v.hits) {
			return true
		}
		v.due += perHit
		if h := (Hit{start, int32(m.id)}); v.n == 0 || v.hits[v.n-1].Start < start {
			v.hits[v.n] = h
			v.n++
		} else {
			v.n = v.s.insert(v.hits, v.n, h)
		}
	}
	return false
}

// The buckets are, one kind after the other: of the windows of three known bytes,
// by those; of the windows whose third byte is free, by the first two; of the windows that
// begin one byte before their anchor, by the anchor's first. All are found whatever the case of
// letters, and share their bucket with some others. Few windows are of the
// latter kinds, and the tables tell whether there can be one.

const (
	freeBits     = 8
	nearBits     = 4 // near has 16 bits a bucket
	otherBuckets = 1<<freeBits + 1<<8
)

func (x *windows) threeBucket(three uint32) uint32 {
	return (three&0x1FFFFF | 0x2020) * x.bucketMul >> (x.shift & 31)
}

func (x *windows) freeBucket(pair uint16) uint32 {
	return x.threes + uint32(pair|0x2020)*spread>>(32-freeBits)
}

func (x *windows) earlyBucket(first uint8) uint32 {
	return x.threes + 1<<freeBits + uint32(first|0x20)
}

// fromBefore returns four bytes, the first of which is the one before an alarm.
func (w around) fromBefore() uint32 { return uint32(w.behind<<8 | w.before>>56) }

func (x *windows) nearBehind(four uint32) uint32 {
	return (four | 0x20202020) * x.nearMul >> (x.nearShift & 31)
}

func (x *windows) nearBefore(four uint32) uint32 {
	return (four | 0x20202020) * spread2 >> (x.nearShift & 31)
}

func (x *windows) nearThree(three uint32) uint32 {
	return (three&0xFFFFFF | 0x20202020) * x.nearMul >> (x.nearShift & 31)
}

// enter sets the bits that verify looks at for a window of three known bytes.
func (x *windows) enter(m *node) {
	set := func(h uint32) { x.near[h>>5] |= 1 << (h & 31) }
	behind := uint32(m.key.behind)
	switch {
	case m.mask.behind>>24&0xFF != 0:
		set(x.nearBehind(behind))
	case m.mask.before>>56 != 0:
		set(x.nearBefore(m.key.fromBefore()))
	default:
		set(x.nearThree(behind))
	}
}

// occurs reports whether an anchor of 8 bytes or more stands at the start of text, which is no shorter.
func (a *Anchor) occurs(text string) bool {
	// Backwards: anchors that share a window differ most often in how they end.
	for i := len(a.Text) - 8; ; i = max(0, i-8) {
		want := swar.Load(a.Text[i:])
		free := uint64(0)
		if !a.Exact {
			free = swar.Letters(want) >> 2 // the bit that is another one in the other case
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
func newWindows(ws *words, offsets []int8, table *[pairs]uint32, h hashes) windows {
	// One to two buckets a window.
	size := bits.Len(uint(2 * len(ws.anchors)))
	x := windows{
		table: table, hashes: h, threes: 1 << size, shift: uint8(32 - size),
		near: make([]uint32, 1<<(size+nearBits-5)), nearShift: uint8(32 - size - nearBits),
	}
	all := make([]node, 0, 2*len(ws.anchors))
	for i := range ws.list {
		w := &ws.list[i]
		for _, id := range ws.ids[w.from:w.to] {
			d := demandOf(ws.anchors[id])
			for _, o := range offsets[2*i : 2*i+2] {
				all = append(all, d.node(id, int(o)))
				m := &all[len(all)-1]
				if o >= 0 && int(o)+2 < int(m.n) {
					x.enter(m)
				}
			}
		}
		if o := offsets[2*i+1]; o < 0 {
			text, fold := ws.spelling(w)
			early := newWindow(text, fold, int(o))
			for _, first := range early.second {
				x.early[first] |= early.bits
			}
		}
	}
	x.sort(all)
	return x
}

// sort puts the nodes into their buckets, and within those into groups.
func (x *windows) sort(all []node) {
	buckets := x.threes + otherBuckets
	x.bucket = make([]uint16, buckets+1) // maxFiltered anchors have no more nodes than that
	of := make([]uint32, len(all))
	for i := range all {
		of[i] = x.bucketOf(&all[i])
		x.bucket[of[i]]++
	}
	// Of each bucket where it starts in order, and when it is filled, where it ends.
	at := uint16(0)
	for b, n := range x.bucket {
		x.bucket[b] = at
		at += n
	}
	order := make([]int32, len(all))
	for i, b := range of {
		order[x.bucket[b]] = int32(i)
		x.bucket[b]++
	}
	x.nodes = make([]node, 0, len(all)+len(all)/4)
	var list []node
	from := uint16(0)
	for b := range buckets {
		to := x.bucket[b]
		x.bucket[b] = uint16(len(x.nodes))
		list = list[:0]
		near := order[from:to]
		if len(near) > 1 { // by number, since each type that is sorted adds to the size of programs
			slices.SortStableFunc(near, func(a, b int32) int { return cmp.Compare(all[a].neighbours(), all[b].neighbours()) })
		}
		for _, i := range near {
			list = append(list, all[i])
		}
		x.group(list)
		from = to
	}
	x.bucket[buckets] = uint16(len(x.nodes))
}

// group appends the nodes of a bucket, which are in order, by groups.
func (x *windows) group(list []node) {
	for len(list) > 0 {
		n := 1
		for n < min(len(list), math.MaxUint16) && list[n].neighbours() == list[0].neighbours() {
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
	a := node{key: list[0].key, mask: list[0].mask, skip: uint16(len(list))}
	for i := range list {
		a.mask.before &= list[i].mask.before &^ (a.key.before ^ list[i].key.before)
		a.mask.behind &= list[i].mask.behind &^ (a.key.behind ^ list[i].key.behind)
		a.key.before &= a.mask.before
		a.key.behind &= a.mask.behind
	}
	return a
}

// bucketOf returns the bucket in which a node is found.
func (x *windows) bucketOf(m *node) uint32 {
	three := uint32(m.key.behind)
	switch {
	case m.offset < 0:
		return x.earlyBucket(uint8(three >> 8))
	case int(m.offset)+2 >= int(m.n):
		return x.freeBucket(uint16(three))
	}
	return x.threeBucket(three)
}

// neighbours tells the nodes of one bucket apart: the byte before the window and the one after it.
func (m *node) neighbours() uint64 {
	return m.key.before>>56<<24 | m.mask.before>>56<<16 | m.key.behind>>24&0xFF<<8 | m.mask.behind>>24&0xFF
}

// demandBefore is the room before an anchor: a window can begin one byte before it, and what is before a window is looked at.
const demandBefore = 16

// A demand is what bytes must be under mask for an anchor to stand there, with room on both sides for
// bytes that may be any.
type demand struct {
	key, mask [demandBefore + MaxAnchor + 8]uint8
	n         int
}

func demandOf(a Anchor) (d demand) {
	d.n = len(a.Text)
	for i := range len(a.Text) {
		b, under := a.Text[i], uint8(0xFF)
		if c := folded[b]; !a.Exact && 'a' <= c && c <= 'z' {
			under = 0xFF &^ 0x20
		}
		d.key[demandBefore+i], d.mask[demandBefore+i] = b&under, under
	}
	return d
}

// from returns the demand on 8 bytes from the anchor's byte i on, -9 to MaxAnchor.
func (d *demand) from(i int) (key, mask uint64) {
	i += demandBefore
	return binary.LittleEndian.Uint64(d.key[i:]), binary.LittleEndian.Uint64(d.mask[i:])
}

func (d *demand) node(id int32, offset int) node {
	m := node{id: uint16(id), offset: int8(offset), n: uint8(d.n), whole: offset <= 8 && d.n-offset <= 8}
	m.key.before, m.mask.before = d.from(offset - 8)
	m.key.behind, m.mask.behind = d.from(offset)
	return m
}
