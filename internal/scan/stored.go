package scan

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/redactbench/redactbench/internal/swar"
)

// The tables of a Scanner can be stored, so that a program whose anchors are known when it is built
// has them instead of building them. All but the filter's table, which is mostly empty, are used where they
// are stored: to copy them took half of the time, since memory is dear when it is touched first. So they are
// stored as they are in memory, where the low byte of a number comes first.

// A header is what stands before the tables. Those of words come first, for their alignment.
type header struct {
	anchors             uint64 // a hash of them
	nodes, bucket, near uint32 // lengths
	runs                uint32
	threes              uint32
	shift, nearShift    uint8
	reach               uint16
	bucketMul, nearMul  uint32
}

// A run is rows of the filter's table that hold the same, from the first to the last.
type run struct {
	first, last uint16
	bits        uint32
}

// Store returns the Scanner's tables for Load; nil for a Scanner without a filter, which has none.
func (s *Scanner) Store() []byte {
	f := s.filter
	if f == nil {
		return nil
	}
	var runs []run
	for i, bits := range f.table {
		switch n := len(runs); {
		case bits == 0:
		case n > 0 && int(runs[n-1].last) == i-1 && runs[n-1].bits == bits:
			runs[n-1].last++
		default:
			runs = append(runs, run{uint16(i), uint16(i), bits})
		}
	}
	h := header{
		nodes: uint32(len(f.nodes)), bucket: uint32(len(f.bucket)), near: uint32(len(f.near)),
		runs: uint32(len(runs)), anchors: hashOf(s.anchors),
		threes: f.threes, bucketMul: f.bucketMul, nearMul: f.nearMul, shift: f.shift, nearShift: f.nearShift, reach: uint16(f.reach),
	}
	var out []byte
	for _, table := range []any{h, f.nodes, f.near, f.early, runs, f.bucket} {
		out, _ = binary.Append(out, binary.LittleEndian, table) // fails for types without a fixed size only
	}
	return out
}

// Load returns the Scanner that Store wrote down, in a tenth of the time that New takes; nil if
// that was not one of these anchors, or where the high byte of a number comes first. It keeps both
// arguments, which must not change.
func Load(stored []byte, anchors []Anchor) *Scanner {
	if len(stored) == 0 || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil
	}
	if uintptr(unsafe.Pointer(&stored[0]))%8 != 0 {
		aligned := make([]uint64, len(stored)/8+1)
		stored = append(unsafe.Slice((*byte)(unsafe.Pointer(&aligned[0])), 8*len(aligned))[:0], stored...)
	}
	h := take[header](&stored, 1)[0]
	if h.anchors != hashOf(anchors) {
		return nil
	}
	x := windows{
		nodes: take[node](&stored, h.nodes), near: take[uint32](&stored, h.near), early: take[[256]uint32](&stored, 1)[0],
		threes: h.threes, shift: h.shift, nearShift: h.nearShift, hashes: hashes{h.bucketMul, h.nearMul},
	}
	runs := take[run](&stored, h.runs)
	x.bucket = take[uint16](&stored, h.bucket)
	x.table = new([pairs]uint32)
	for _, r := range runs {
		for i := int(r.first); i <= int(r.last); i++ {
			x.table[i] = r.bits
		}
	}
	return newScanner(anchors, &filter{table: x.table, windows: x, reach: int(h.reach), budget: allowance, masked: fastMasked})
}

// take returns the first n elements of what is stored, where they are, and moves stored behind them.
func take[T any](stored *[]byte, n uint32) []T {
	var one T
	b := (*stored)[:int(n)*int(unsafe.Sizeof(one))]
	*stored = (*stored)[len(b):]
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// hashOf returns a hash of anchors, in order, by eight bytes: two lists of them have the same one by chance once in 2^64 times.
func hashOf(anchors []Anchor) uint64 {
	const mul, high = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
	h := uint64(len(anchors))
	mix := func(x uint64) {
		up, low := bits.Mul64(h^x, mul)
		h = (up ^ low) + high
	}
	for _, a := range anchors {
		n := uint64(len(a.Text))
		if a.Exact {
			n |= 1 << 32
		}
		mix(n)
		text := a.Text
		for ; len(text) > 8; text = text[8:] {
			mix(swar.Load(text))
		}
		last := uint64(0)
		for i := range len(text) {
			last |= uint64(text[i]) << (8 * i)
		}
		mix(last)
	}
	return h
}
