package corpus

import (
	"slices"

	"github.com/redactbench/redactbench/internal/gen"
)

// The two lengths that growth compares, in bytes: what fits the fastest caches, and what
// fits none of them.
const (
	GrowthShort = 8 << 10
	GrowthLong  = 1 << 20
)

// A Pair is one kind of text in two lengths.
type Pair struct {
	Name  string
	Short []string // of GrowthShort bytes each
	Long  []string // one of GrowthLong bytes
}

// varied are the families whose units differ: a short text of them is not like a long one by
// chance, so all pieces of the long one are measured instead.
var varied = []string{"alternating-hits", "all-hits", "random-base64", "random-bytes"}

// Names returns the names that PairOf knows: the logs, then all adversarial families.
func Names() []string {
	return append([]string{LogClean, LogDirty}, gen.Families()...)
}

// PairOf returns the pair of that name.
func PairOf(name string) Pair {
	switch {
	case name == LogClean:
		return pieces(name, gen.Log(seed, GrowthLong, 0).Text[:GrowthLong])
	case name == LogDirty:
		return pieces(name, gen.Log(seed, GrowthLong, dirtyRate).Text[:GrowthLong])
	case slices.Contains(varied, name):
		return pieces(name, gen.Adversarial(name, GrowthLong))
	}
	return Pair{name, []string{gen.Adversarial(name, GrowthShort)}, []string{gen.Adversarial(name, GrowthLong)}}
}

func pieces(name, long string) Pair {
	p := Pair{Name: name, Long: []string{long}}
	for i := 0; i < len(long); i += GrowthShort {
		p.Short = append(p.Short, long[i:i+GrowthShort])
	}
	return p
}
