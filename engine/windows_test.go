package engine

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
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
// changed and windows.bin and tables.bin were not written anew: go generate ./engine does that.
func TestWindowsAreCurrent(t *testing.T) {
	anchors := anchorsOf(patterns.Default())
	current(t, "windows.bin", &windows, chosenWindows(anchors))
	s, err := scan.New(anchors, &scan.Options{Windows: windowsOf(anchors), Sample: string(gen.Sample(1, 512<<10))})
	if err != nil {
		t.Fatal(err)
	}
	current(t, "tables.bin", &tables, s.Store())
	if loaded := scan.Load(tables, anchors); !reflect.DeepEqual(loaded, s) {
		t.Error("the scanner that is loaded is not the one that was stored")
	}
}

// current compares what a file holds with what it must hold, or writes it.
func current(t *testing.T, file string, have *[]byte, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		*have = want
	}
	if !bytes.Equal(*have, want) {
		t.Error(file, "is not what the default set's anchors and the sample text give; run go generate ./engine")
	}
}

// TestTablesServeTheirAnchors: the stored tables serve the default set, and no other.
func TestTablesServeTheirAnchors(t *testing.T) {
	list := anchorsOf(patterns.Default())
	p, err := compile(patterns.Default(), nil)
	if err != nil || !reflect.DeepEqual(p.scanner, scan.Load(tables, list)) {
		t.Error("the default set is not compiled with the stored tables", err)
	}
	for name, change := range map[string]func(a []scan.Anchor) []scan.Anchor{
		"one more":     func(a []scan.Anchor) []scan.Anchor { return append(a, scan.Anchor{Text: "more"}) },
		"one less":     func(a []scan.Anchor) []scan.Anchor { return a[1:] },
		"another text": func(a []scan.Anchor) []scan.Anchor { a[7].Text = strings.Repeat("x", len(a[7].Text)); return a },
		"another case": func(a []scan.Anchor) []scan.Anchor { a[7].Exact = !a[7].Exact; return a },
		"cut elsewhere": func(a []scan.Anchor) []scan.Anchor {
			n := len(a[0].Text) - 1
			a[1].Text, a[0].Text = a[0].Text[n:]+a[1].Text, a[0].Text[:n]
			return a
		},
	} {
		if scan.Load(tables, change(slices.Clone(list))) != nil {
			t.Error(name, "is taken for the default set's anchors")
		}
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
