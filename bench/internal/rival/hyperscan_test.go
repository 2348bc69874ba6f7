//go:build hyperscan

package rival

import (
	"testing"

	"github.com/redactbench/redactbench/bench/internal/corpus"
)

func TestHyperscanCountsWhatTheScannerCounts(t *testing.T) {
	own, err := newScanner()
	if err != nil {
		t.Fatal(err)
	}
	hs, err := newHyperscan()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range corpus.All() {
		for _, text := range c.Texts {
			if want, got := own.(*scanner).count(text), hs.(*hyperscan).count(text); got != want {
				t.Errorf("%s: Hyperscan counts %d, the scanner %d", c.Name, got, want)
			}
		}
	}
}
