package engine

import (
	_ "embed"
	"encoding/binary"

	"github.com/redactbench/redactbench/internal/scan"
)

// windows holds, for the anchors of the default set, the offsets that the
// scanner's filter looks at, chosen on sample text (scan.ChooseWindows). Choosing
// them at start would cost more than all other compiling. It is a list of
// records of 6 bytes, sorted: the anchor's hash, then its two offsets. So it serves
// sets that share anchors with the default one as well; anchors that it lacks have
// theirs chosen from a small sample.
//
//go:generate go test -run TestWindowsAreCurrent -update .
//go:embed windows.bin
var windows []byte

// tables holds the scanner of the default set's anchors, which has these windows. To build it
// at start would take longer than all other compiling.
//
//go:embed tables.bin
var tables []byte

const windowRecord = 6

// anchorHash is a hash of the anchor and its case, FNV-1a.
func anchorHash(a scan.Anchor) uint32 {
	h := uint32(2166136261)
	if a.Exact {
		h ^= 1
	}
	for i := range len(a.Text) {
		h = (h ^ uint32(a.Text[i])) * 16777619
	}
	return h
}

// windowsOf returns the stored offsets of anchors, two each; 0xFF where there are none.
func windowsOf(anchors []scan.Anchor) []uint8 {
	n := len(windows) / windowRecord
	at := func(i int) uint32 { return binary.BigEndian.Uint32(windows[i*windowRecord:]) }
	out := make([]uint8, 0, 2*len(anchors))
	for _, a := range anchors {
		h := anchorHash(a)
		// Hashes are spread evenly, so that a hash says about where it stands.
		i := int(uint64(h) * uint64(n) >> 32)
		for i > 0 && at(i-1) >= h {
			i--
		}
		for i < n && at(i) < h {
			i++
		}
		if i < n && at(i) == h {
			out = append(out, windows[i*windowRecord+4], windows[i*windowRecord+5])
			continue
		}
		out = append(out, 0x80, 0x80)
	}
	return out
}

// newScanner returns the scanner of the anchors: the stored one where they are the default set's.
func newScanner(anchors []scan.Anchor, noFilter bool) (*scan.Scanner, error) {
	if !noFilter {
		if s := scan.Load(tables, anchors); s != nil {
			return s, nil
		}
	}
	return scan.New(anchors, &scan.Options{Windows: windowsOf(anchors), NoFilter: noFilter})
}
