package scan

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestLoadGivesWhatWasStored(t *testing.T) {
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
		if Load(stored, anchors[1:]) != nil {
			t.Errorf("%d anchors: loaded for others", n)
		}
	}
	s, _ := New(manyAnchors(3), nil)
	if s.Store() != nil || Load(nil, nil) != nil {
		t.Error("there are tables without a filter")
	}
}

// TestChosenHashFindsTheSame: another hash compares less, and finds what the first one found.
func TestChosenHashFindsTheSame(t *testing.T) {
	anchors := manyAnchors(600)
	text := nearText(rand.New(rand.NewPCG(11, 11)), anchors, 20_000, 4)
	s := mustNew(t, anchors, Options{budget: 1 << 30})
	want, before := compared(t, s, text)
	s = mustNew(t, anchors, Options{budget: 1 << 30, Sample: text})
	got, after := compared(t, s, text)
	if !slices.Equal(want, got) {
		t.Errorf("%d hits, want %d", len(got), len(want))
	}
	if after > before || s.filter.mul == spread {
		t.Errorf("%d comparisons, %d before", after, before)
	}
	if l := Load(s.Store(), anchors); l.filter.mul != s.filter.mul {
		t.Error("the hash is not stored")
	}
}

// compared returns the hits, and what comparing for them cost.
func compared(t *testing.T, s *Scanner, text string) ([]Hit, int) {
	hits, _ := collect(t, s, text, Cursor{}, 64)
	return hits, s.filter.compared(s, text)
}
