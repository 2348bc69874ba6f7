package corpus

import (
	"slices"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
)

func TestCorporaAreAlwaysTheSame(t *testing.T) {
	a, b := All(), All()
	for i := range a {
		if !slices.Equal(a[i].Texts, b[i].Texts) {
			t.Errorf("%s differs from call to call", a[i].Name)
		}
		if a[i].Bytes == 0 {
			t.Errorf("%s is empty", a[i].Name)
		}
	}
}

func TestShortTextsAreShort(t *testing.T) {
	for _, c := range All()[:2] {
		if len(c.Texts) != shorts {
			t.Errorf("%s: %d texts, want %d", c.Name, len(c.Texts), shorts)
		}
		for _, s := range c.Texts {
			if len(s) < shortMin || len(s) > shortMax {
				t.Errorf("%s: a text of %d bytes", c.Name, len(s))
			}
		}
	}
}

func TestPairsHaveTheirLengths(t *testing.T) {
	for _, name := range Names() {
		p := PairOf(name)
		for _, s := range p.Short {
			if len(s) != GrowthShort {
				t.Errorf("%s: a short text of %d bytes", name, len(s))
			}
		}
		if len(p.Long) != 1 || len(p.Long[0]) != GrowthLong {
			t.Errorf("%s: not one long text", name)
		}
	}
}

func TestVariedFamiliesExist(t *testing.T) {
	for _, name := range varied {
		if !slices.Contains(gen.Families(), name) {
			t.Errorf("there is no family %s", name)
		}
	}
}
