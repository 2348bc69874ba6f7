package scan

import (
	"encoding/binary"
	"slices"
)

// The tables of a Scanner can be stored, so that a program whose anchors are known when it is built
// reads them instead of building them. Numbers are little-endian, and in this order:
//
//	head: how many there are of what follows, and the filter's numbers
//	anchors: the length of each, its first bit set if exact; then the bytes of all
//	runs of rows of the table that are alike and not 0: first row, last row, bits
//	nodes, chunks, bucket, near, early
type head struct {
	anchors, bytes, runs, nodes, chunks, buckets, near int
	threes, shift, nearShift, reach                    int
}

// fields are the numbers of a head in order.
func (h *head) fields() []*int {
	return []*int{&h.anchors, &h.bytes, &h.runs, &h.nodes, &h.chunks, &h.buckets, &h.near, &h.threes, &h.shift, &h.nearShift, &h.reach}
}

const (
	headSize  = 11 * 4
	runSize   = 2 + 2 + 4
	nodeSize  = chunkSize + 4 + 4 + 2 + 1 + 1 + 1
	chunkSize = 8 + 8
	exactBit  = 0x80 // above any length
)

var le = binary.LittleEndian

// Store returns the Scanner's tables for Load; nil for a Scanner without a filter, which has none.
func (s *Scanner) Store() []byte {
	f := s.filter
	if f == nil {
		return nil
	}
	var lens, text, runs []byte
	for _, a := range s.anchors {
		n := byte(len(a.Text))
		if a.Exact {
			n |= exactBit
		}
		lens = append(lens, n)
		text = append(text, a.Text...)
	}
	for from := 0; from < pairs; {
		to := from
		for to+1 < pairs && f.table[to+1] == f.table[from] {
			to++
		}
		if bits := f.table[from]; bits != 0 {
			runs = le.AppendUint32(le.AppendUint16(le.AppendUint16(runs, uint16(from)), uint16(to)), bits)
		}
		from = to + 1
	}
	h := head{
		len(lens), len(text), len(runs) / runSize, len(f.nodes), len(f.chunks), len(f.bucket), len(f.near),
		int(f.threes), int(f.shift), int(f.nearShift), f.reach,
	}
	var out []byte
	for _, n := range h.fields() {
		out = le.AppendUint32(out, uint32(*n))
	}
	out = slices.Concat(out, lens, text, runs)
	for i := range f.nodes {
		m := &f.nodes[i]
		whole := byte(0)
		if m.whole {
			whole = 1
		}
		out = le.AppendUint32(le.AppendUint32(m.chunk.append(out), uint32(m.id)), m.spell)
		out = append(le.AppendUint16(out, m.skip), byte(m.offset), m.n, whole)
	}
	for _, ch := range f.chunks {
		out = ch.append(out)
	}
	for _, list := range [][]uint32{f.bucket, f.near, f.early[:]} {
		for _, n := range list {
			out = le.AppendUint32(out, n)
		}
	}
	return out
}

func (ch chunk) append(dst []byte) []byte {
	return le.AppendUint64(le.AppendUint64(dst, ch.key), ch.mask)
}

// Load returns the Scanner whose tables stored is, which takes a tenth of New; nil if it is not
// one of these anchors. It keeps anchors, which must not change.
func Load(stored []byte, anchors []Anchor) *Scanner {
	if len(stored) < headSize {
		return nil
	}
	var h head
	r := reader(stored)
	for _, n := range h.fields() {
		*n = int(le.Uint32(r.take(4)))
	}
	rest := h.runs*runSize + h.nodes*nodeSize + h.chunks*chunkSize + 4*(h.buckets+h.near+256)
	if h.anchors != len(anchors) || len(r) != h.anchors+h.bytes+rest || !spells(r.take(h.anchors), r.take(h.bytes), anchors) {
		return nil
	}
	table := new([pairs]uint32)
	for range h.runs {
		b := r.take(runSize)
		for i := int(le.Uint16(b)); i <= int(le.Uint16(b[2:])); i++ {
			table[i] = le.Uint32(b[4:])
		}
	}
	f := &filter{table: table, reach: h.reach, budget: allowance, windows: windows{
		table: table, threes: uint32(h.threes), shift: uint8(h.shift), nearShift: uint8(h.nearShift),
		nodes: make([]node, h.nodes), chunks: make([]chunk, h.chunks), bucket: make([]uint32, h.buckets), near: make([]uint32, h.near),
	}}
	for i := range f.nodes {
		b := r.take(nodeSize)
		f.nodes[i] = node{
			chunk: chunkOf(b), id: int32(le.Uint32(b[16:])), spell: le.Uint32(b[20:]),
			skip: le.Uint16(b[24:]), offset: int8(b[26]), n: b[27], whole: b[28] != 0,
		}
	}
	for i := range f.chunks {
		f.chunks[i] = chunkOf(r.take(chunkSize))
	}
	for _, list := range [][]uint32{f.bucket, f.near, f.early[:]} {
		b := r.take(4 * len(list))
		for i := range list {
			list[i] = le.Uint32(b[4*i:])
		}
	}
	return newScanner(anchors, f)
}

// spells reports whether the anchors have these lengths and bytes.
func spells(lens, bytes reader, anchors []Anchor) bool {
	for i, a := range anchors {
		n := int(lens[i] &^ exactBit)
		if n != len(a.Text) || n > len(bytes) || a.Exact != (lens[i]&exactBit != 0) || string(bytes[:n]) != a.Text {
			return false
		}
		bytes = bytes[n:]
	}
	return len(bytes) == 0
}

// A reader is what is left to read. It must be known to be long enough.
type reader []byte

func (r *reader) take(n int) reader {
	taken := (*r)[:n]
	*r = (*r)[n:]
	return taken
}

func chunkOf(b []byte) chunk { return chunk{le.Uint64(b), le.Uint64(b[8:])} }
