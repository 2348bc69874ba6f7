package scan

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestLoadGivesWhatWasStored(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("nothing is loaded here")
	}
	for _, n := range []int{100, 1000} {
		anchors := manyAnchors(n)
		s, err := New(anchors, nil)
		if err != nil || s.filter == nil {
			t.Fatal(err, "or no filter")
		}
		stored := s.Store()
		if l := Load(stored, anchors); !reflect.DeepEqual(l, s) {
			t.Errorf("%d anchors: another scanner", n)
		}
		if l := Load(slices.Insert(slices.Clone(stored), 0, 0)[1:], anchors); !reflect.DeepEqual(l, s) {
			t.Errorf("%d anchors: another scanner, the tables not being aligned", n)
		}
		if Load(stored, anchors[1:]) != nil {
			t.Errorf("%d anchors: loaded for others", n)
		}
	}
	s, _ := New(manyAnchors(3), nil)
	if s.Store() != nil || Load(nil, nil) != nil {
		t.Error("there are tables without a filter")
	}
}

// TestChosenHashesFindTheSame: other hashes compare less, and find what they found before.
func TestChosenHashesFindTheSame(t *testing.T) {
	anchors := manyAnchors(600)
	text := nearText(rand.New(rand.NewPCG(11, 11)), anchors, 20_000, 4)
	s := mustNew(t, anchors, Options{budget: 1 << 30})
	want, before := compared(t, s, text)
	s = mustNew(t, anchors, Options{budget: 1 << 30, Sample: text})
	got, after := compared(t, s, text)
	if !slices.Equal(want, got) {
		t.Errorf("%d hits, want %d", len(got), len(want))
	}
	if after > before || s.filter.hashes == (hashes{spread, spread}) {
		t.Errorf("%d comparisons, %d before", after, before)
	}
	if l := Load(s.Store(), anchors); binary.NativeEndian.Uint16([]byte{1, 0}) == 1 && l.filter.hashes != s.filter.hashes {
		t.Error("the hashes are not stored")
	}
}

// compared returns the hits, and what comparing for them cost.
func compared(t *testing.T, s *Scanner, text string) ([]Hit, int) {
	hits, _ := collect(t, s, text, Cursor{}, 64)
	return hits, s.filter.compared(s, text)
}
