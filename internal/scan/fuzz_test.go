package scan

import (
	"slices"
	"strings"
	"testing"
)

// FuzzScan compares all engines with the naive matcher and, for which anchors
// there are in a text at all, with an implementation by others. Anchors are the
// lines of set; "=" before one makes it exact.
func FuzzScan(f *testing.F) {
	for _, tt := range tables {
		var set []string
		for _, a := range tt.anchors {
			if a.Exact {
				set = append(set, "="+a.Text)
			} else {
				set = append(set, a.Text)
			}
		}
		f.Add(strings.Join(set, "\n"), strings.Join(tt.texts, " "), uint8(3), uint8(0))
	}
	f.Add("ab\nab\n=AB\nabab", strings.Repeat("ab", 90), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, set, text string, room, from uint8) {
		var anchors []Anchor
		for _, line := range strings.Split(set, "\n") {
			as := list(line)
			if n := len(as[0].Text); n > 0 && n <= MaxAnchor && len(anchors) < 40 {
				anchors = append(anchors, as...)
			}
		}
		if len(anchors) == 0 {
			return
		}
		all := make(map[string]*Scanner)
		for _, e := range engines {
			all[e.name] = mustNew(t, slices.Concat(anchors, filler), e.opts)
		}
		check(t, all, anchors, text, int(from), int(room)+1)
		compareSets(t, anchors, text)
	})
}

// compareSets compares which anchors, without regard to case, are in text. Both
// sides see folded bytes, since that is all the other one can.
func compareSets(t *testing.T, anchors []Anchor, text string) {
	t.Helper()
	anyCase := make([]Anchor, len(anchors))
	for i, a := range anchors {
		anyCase[i].Text = a.Text
	}
	s := mustNew(t, slices.Concat(anyCase, filler), Options{})
	hits, _ := collect(t, s, text, Cursor{}, 16)
	got := make(map[string]bool)
	for _, h := range withoutFiller(hits, anchors) {
		got[lower(anyCase[h.ID].Text)] = true
	}
	want := make(map[string]bool)
	for _, id := range cloudflare(anyCase).MatchThreadSafe([]byte(lower(text))) {
		want[lower(anyCase[id].Text)] = true
	}
	for w := range want {
		if !got[w] {
			t.Errorf("%q is in the text but was not found", w)
		}
	}
	for g := range got {
		if !want[g] {
			t.Errorf("%q was found but is not in the text", g)
		}
	}
}

// lower folds ASCII letters alone, unlike strings.ToLower.
func lower(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = folded[b[i]]
	}
	return string(b)
}
