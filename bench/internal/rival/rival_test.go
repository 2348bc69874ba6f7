package rival

import (
	"slices"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/internal/anchors"
	"github.com/redactbench/redactbench/internal/scan"
)

func rivals(t *testing.T, part Part) []Rival {
	t.Helper()
	out, err := All(part)
	if err != nil {
		t.Log(err)
	}
	return out
}

func TestOnlyHyperscanMayBeMissing(t *testing.T) {
	for part, want := range map[Part]int{Whole: 5, Scan: 3} {
		if got := len(rivals(t, part)); got < want {
			t.Errorf("%d rivals of part %d, want %d", got, part, want)
		}
	}
}

// TestRivalsAgreeOnObviousTexts guards against a rival that was set up wrongly and is fast since it
// does nothing.
func TestRivalsAgreeOnObviousTexts(t *testing.T) {
	// A GitHub token under a key: Datadog knows but the key, regexp but the token.
	token := "ghp_" + strings.Repeat("a1B2c3D4e", 4)
	for _, tt := range []struct {
		name, text string
		found      bool
	}{
		{"a token", "clone failed: password=" + token, true},
		{"no token", "the file was not found", false},
		{"nothing", "", false},
	} {
		for _, part := range []Part{Whole, Scan} {
			for _, r := range rivals(t, part) {
				if r.Finds(tt.text) != tt.found {
					t.Errorf("%s: %s finds %v, want %v", tt.name, r.Name(), !tt.found, tt.found)
				}
			}
		}
	}
}

func TestOverRunsAgain(t *testing.T) {
	texts := []string{"plain", "", "password=hunter2 at line 1"}
	for _, part := range []Part{Whole, Scan} {
		for _, r := range rivals(t, part) {
			run := r.Over(texts)
			run()
			run() // a rival that keeps state would fail or panic here
			if r.Finds("plain") {
				t.Errorf("%s finds something in a plain word", r.Name())
			}
		}
	}
}

// found holds the starts of each folded word in a text.
type found map[string][]int

func (f found) add(word string, start int) { f[word] = append(f[word], start) }

// diff returns a word on whose starts f and g do not agree, and false if there is none.
func (f found) diff(g found) (string, bool) {
	for w := range f {
		if !slices.Equal(f[w], g[w]) {
			return w, true
		}
	}
	for w := range g {
		if len(f[w]) == 0 {
			return w, true
		}
	}
	return "", false
}

// A judge knows which finds of folded words are finds of anchors too: an exact
// anchor has to stand there in its own case.
type judge map[string][]scan.Anchor

func newJudge(list []scan.Anchor) judge {
	j := judge{}
	for _, a := range list {
		j[lower(a.Text)] = append(j[lower(a.Text)], a)
	}
	return j
}

func (j judge) at(word, text string, start int) bool {
	return slices.ContainsFunc(j[word], func(a scan.Anchor) bool {
		return !a.Exact || strings.HasPrefix(text[start:], a.Text)
	})
}

func (j judge) in(word, text string) bool {
	return slices.ContainsFunc(j[word], func(a scan.Anchor) bool {
		return !a.Exact || strings.Contains(text, a.Text)
	})
}

// TestScannersFindTheSame holds the scanner to both automata on every corpus: the
// set of words to cloudflare's, all positions to coregx's.
func TestScannersFindTheSame(t *testing.T) {
	list, opts := anchors.Default()
	own, err := scan.New(list, opts)
	if err != nil {
		t.Fatal(err)
	}
	s, j, words := &scanner{s: own}, newJudge(list), dictionary()
	cf, err := newCloudflare()
	if err != nil {
		t.Fatal(err)
	}
	cg, err := newCoregx()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range corpus.All() {
		for _, text := range c.Texts {
			got := found{}
			s.each(text, func(hits []scan.Hit) {
				for _, h := range hits {
					got.add(lower(list[h.ID].Text), h.Start)
				}
			})
			for w := range got { // two anchors that differ in case alone are one word
				got[w] = slices.Compact(got[w])
			}
			low := []byte(lower(text))

			positions := found{}
			for _, m := range cg.(*coregxAutomaton).a.FindAllOverlapping(low) {
				if w := words[m.PatternID]; j.at(w, text, m.Start) {
					positions.add(w, m.Start)
				}
			}
			if w, differ := got.diff(positions); differ {
				t.Errorf("%s: %q is at %d places for the scanner, at %d for %s", c.Name, w, len(got[w]), len(positions[w]), Coregx)
			}

			matched := map[string]bool{}
			for _, i := range cf.(*cloudflareMatcher).m.Match(low) {
				if w := words[i]; j.in(w, text) {
					matched[w] = true
				}
			}
			for _, w := range words {
				if has := len(got[w]) > 0; has != matched[w] {
					t.Errorf("%s: %q is there for the scanner: %v, for %s: %v", c.Name, w, has, Cloudflare, matched[w])
				}
			}
		}
	}
}
