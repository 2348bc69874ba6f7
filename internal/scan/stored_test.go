package scan

import (
	"encoding/binary"
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
