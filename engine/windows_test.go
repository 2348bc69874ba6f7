package engine

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/patterns"
)

var update = flag.Bool("update", false, "write the generated files anew")

// chosenWindows is what windows.bin must hold for the default set's anchors.
func chosenWindows(anchors []scan.Anchor) []byte {
	offsets := scan.ChooseWindows(anchors, gen.Sample(1, 2<<20))
	records := make([][]byte, len(anchors))
	for i, a := range anchors {
		r := binary.BigEndian.AppendUint32(nil, anchorHash(a))
		records[i] = append(r, offsets[2*i], offsets[2*i+1])
	}
	slices.SortFunc(records, bytes.Compare)
	return bytes.Join(records, nil)
}

// TestWindowsAreCurrent fails where the default set's anchors or the sample text
// changed and windows.bin was not written anew: go generate ./engine does that.
func TestWindowsAreCurrent(t *testing.T) {
	want := chosenWindows(anchorsOf(patterns.Default()))
	if *update {
		if err := os.WriteFile("windows.bin", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(windows, want) {
		t.Error("windows.bin is not what the default set's anchors and the sample text give; run go generate ./engine")
	}
}

// TestAnchorHashesDiffer: two anchors with one hash would share windows that may
// not be valid for both.
func TestAnchorHashesDiffer(t *testing.T) {
	seen := map[uint32]string{}
	for _, a := range anchorsOf(patterns.Default()) {
		h := anchorHash(a)
		if other, ok := seen[h]; ok {
			t.Errorf("anchors %q and %q have the same hash", a.Text, other)
		}
		seen[h] = a.Text
	}
}
