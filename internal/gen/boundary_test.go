package gen

import (
	"slices"
	"strings"
	"testing"
)

func TestBoundariesPutEveryTokenBesideEverything(t *testing.T) {
	cells := Boundaries(1)
	beside := map[string]int{}
	for _, c := range cells {
		beside[c.Beside]++
		if len(c.Secrets) == 0 || strings.Count(c.Text.Text, c.Secrets[0]) == 0 {
			t.Fatalf("%s %s: no secret in the text", c.Kind, c.Beside)
		}
		for _, k := range c.Keep {
			if !strings.Contains(c.Text.Text, k) {
				t.Fatalf("%s %s: the text does not hold %q", c.Kind, c.Beside, k)
			}
		}
	}
	kinds := len(parseKinds(tokenData))
	if want := len(beforeToken) + len(afterToken) + 2; len(beside) != want || len(cells) != kinds*want {
		t.Errorf("%d neighbours and %d cells of %d kinds", len(beside), len(cells), kinds)
	}
	for b, n := range beside {
		if n != kinds {
			t.Errorf("%s: %d of %d kinds", b, n, kinds)
		}
	}
	if !slices.EqualFunc(cells, Boundaries(1), func(a, b Boundary) bool { return a.Text.Text == b.Text.Text }) {
		t.Error("the same seed gave other cells")
	}
}
