package scan

import (
	"encoding/binary"

	"github.com/redactbench/redactbench/internal/swar"
)

// A Scanner can be stored, so that a program whose anchors are known when it is built need not choose its windows
// and sort them. What is soon made is made when it is loaded: stored, it would only make programs larger.
//
// Numbers are stored low byte first: a header of a hash of the anchors (8 bytes), mul (4), the number of
// runs (4) and that of nodes, those of groups too (2), and reach (2); the runs, which are rows of the filter's table that hold the same: the first (2),
// the last (2) and what they hold (4); and the nodes: ID (2), offset (1) and how many stand for one group (1), of
// which the first is stored. A group's own node is made of them.

const (
	headerSize = 20
	runSize    = 8
	nodeSize   = 4
)

// Store returns what Load takes; nil for a Scanner without a filter, of which there is nothing to store.
func (s *Scanner) Store() []byte {
	f, le := s.filter, binary.LittleEndian
	if f == nil {
		return nil
	}
	var runs []byte
	for first := 0; first < len(f.table); {
		last := first
		for last+1 < len(f.table) && f.table[last+1] == f.table[first] {
			last++
		}
		if bits := f.table[first]; bits != 0 {
			runs = le.AppendUint16(le.AppendUint16(runs, uint16(first)), uint16(last))
			runs = le.AppendUint32(runs, bits)
		}
		first = last + 1
	}
	var nodes []byte
	group := uint8(0)
	for _, m := range f.nodes {
		if m.skip() > 0 {
			group = uint8(m.skip()) // maxGroup at most
			continue
		}
		nodes = append(le.AppendUint16(nodes, m.id()), uint8(m.offset()), group)
		group = 0
	}
	out := le.AppendUint32(le.AppendUint64(nil, hashOf(s.anchors)), f.mul)
	out = le.AppendUint32(out, uint32(len(runs)/runSize))
	out = le.AppendUint16(le.AppendUint16(out, uint16(len(f.nodes))), uint16(f.reach))
	return append(append(out, runs...), nodes...)
}

// Load returns the Scanner that Store wrote down, in a fraction of the time that New takes; nil if
// that was not one of these anchors. It keeps anchors, which must not change.
func Load(stored []byte, anchors []Anchor) *Scanner {
	le := binary.LittleEndian
	if len(stored) < headerSize || le.Uint64(stored) != hashOf(anchors) {
		return nil
	}
	runs := runSize * int(le.Uint32(stored[12:]))
	f := &filter{table: new([pairs]uint32), reach: int(le.Uint16(stored[18:])), budget: allowance, masked: fastMasked}
	f.windows = emptyWindows(len(anchors), le.Uint32(stored[8:]))
	f.nodes = make([]node, le.Uint16(stored[16:]))
	stored = stored[headerSize:]
	for r := stored[:runs]; len(r) > 0; r = r[runSize:] {
		rows, bits := f.table[le.Uint16(r):int(le.Uint16(r[2:]))+1], le.Uint32(r[4:])
		for i := range rows {
			rows[i] = bits
		}
	}
	at := 0
	for n := stored[runs:]; len(n) > 0; n = n[nodeSize:] {
		if group := int(n[3]); group > 0 {
			f.nodes[at].about = aboutGroup(group)
			at++
		}
		id := le.Uint16(n)
		f.nodes[at].of(&anchors[id], id, int8(n[2]))
		at++
	}
	for i := range f.nodes {
		if m := &f.nodes[i]; m.skip() > 0 {
			*m = agreed(f.nodes[i+1 : i+1+m.skip()])
		}
	}
	f.index()
	return newScanner(anchors, f)
}

// hashOf returns a hash of anchors, in order: two lists of them have the same one by chance once in 2^64 times.
func hashOf(anchors []Anchor) uint64 {
	h := uint64(len(anchors))
	for _, a := range anchors {
		if a.Exact {
			h++
		}
		h = swar.Hash(h, a.Text)
	}
	return h
}
