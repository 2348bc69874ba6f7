package main

import (
	"time"

	"github.com/redactbench/redactbench/bench/internal/clock"
	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/rival"
)

// A growth says how the cost of a byte grows with the length of a text.
type growth struct {
	Text string `json:"text"`
	// NsShort and NsLong are nanoseconds of CPU time per byte of Append, in 8 KiB
	// and in 1 MiB.
	NsShort float64 `json:"nsPerByteShort"`
	NsLong  float64 `json:"nsPerByteLong"`
	// NsCloudflare is the same for cloudflare's Match alone, in 1 MiB.
	NsCloudflare float64 `json:"nsPerByteCloudflare"`
}

// Ratio is 1 where the cost is linear.
func (g growth) Ratio() float64 { return g.NsLong / g.NsShort }

// VsCloudflare is the time of Match over that of Append: over 1 where masking costs less than their
// scan.
func (g growth) VsCloudflare() float64 { return g.NsCloudflare / g.NsLong }

// growthRound is perRound for growth: there are over fifty families.
const growthRound = 4 * time.Millisecond

// growths measures every log and adversarial family.
func growths(step func(string)) ([]growth, error) {
	own, err := rival.Of(rival.Append)
	if err != nil {
		return nil, err
	}
	cloudflare, err := rival.Of(rival.Cloudflare)
	if err != nil {
		return nil, err
	}
	var out []growth
	for _, name := range corpus.Names() {
		step(name)
		p := corpus.PairOf(name)
		ns := clock.Medians(growthRound, own.Over(p.Short), own.Over(p.Long), cloudflare.Over(p.Long))
		out = append(out, growth{
			Text:         name,
			NsShort:      ns[0] / float64(len(p.Short)*corpus.GrowthShort),
			NsLong:       ns[1] / corpus.GrowthLong,
			NsCloudflare: ns[2] / corpus.GrowthLong,
		})
	}
	return out, nil
}
