package measure

import (
	"cmp"
	"slices"
	"time"

	"github.com/redactbench/redactbench/internal/gen"
)

// A Growth says how the cost of a byte grows with the length of an adversarial
// text.
type Growth struct {
	Family string `json:"family"`
	// NsShort and NsLong are nanoseconds of CPU time per byte of a text of
	// GrowthShort and of GrowthLong bytes.
	NsShort float64 `json:"nsPerByteShort"`
	NsLong  float64 `json:"nsPerByteLong"`
}

// Ratio is the growth: about 1 for a linear redactor, 4 for a quadratic one.
func (g Growth) Ratio() float64 {
	if g.NsShort == 0 {
		return 1
	}
	return g.NsLong / g.NsShort
}

// GrowthShort and GrowthLong are the lengths that are compared, in bytes: over what fits a first-level cache, and
// four times that.
const (
	GrowthShort = 16 << 10
	GrowthLong  = 64 << 10
)

// Growths measures every adversarial family, each for about the time given, and
// returns them, the dearest byte first. tick is as for Measure.
func Growths(f Func, each time.Duration, tick func(float64)) []Growth {
	if tick == nil {
		tick = func(float64) {}
	}
	c := newClock()
	var buf []byte
	perByte := func(family string, n int) float64 {
		text := gen.Adversarial(family, n)
		times, took := c.repeat(func() { buf = f(buf[:0], text) }, each/2)
		return float64(took.Nanoseconds()) / float64(times) / float64(n)
	}
	names := gen.Families()
	out := make([]Growth, 0, len(names))
	for i, name := range names {
		out = append(out, Growth{name, perByte(name, GrowthShort), perByte(name, GrowthLong)})
		tick(float64(i+1) / float64(len(names)))
	}
	slices.SortFunc(out, func(a, b Growth) int { return cmp.Compare(b.NsLong, a.NsLong) })
	return out
}
