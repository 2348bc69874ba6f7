package main

import (
	"time"

	"github.com/redactbench/redactbench/bench/internal/clock"
	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/rival"
)

// A figure is what one rival costs on one corpus.
type figure struct {
	Corpus string `json:"corpus"`
	Rival  string `json:"rival"`
	// NsPerText is nanoseconds of CPU time.
	NsPerText float64 `json:"nsPerText"`
	// MBps is megabytes (10^6 bytes) per second of CPU time.
	MBps float64 `json:"mbps"`
	// Ratio is this rival's time over that of the first rival of its part, which is
	// this module's own.
	Ratio float64 `json:"ratio"`
	// Allocs is heap objects made for a text, on average.
	Allocs float64 `json:"allocsPerText"`
}

// perRound is the CPU time for which a rival is measured in each round, at least. The clock
// counts microseconds.
const perRound = 30 * time.Millisecond

// compare measures the rivals of a part on every corpus. Its notices say which are missing.
func compare(part rival.Part, step func(string)) (figures []figure, notices error) {
	rivals, notices := rival.All(part)
	for _, c := range corpus.All() {
		step(c.Name)
		runs := make([]func(), len(rivals))
		for i, r := range rivals {
			runs[i] = r.Over(c.Texts)
		}
		ns := clock.Medians(perRound, runs...)
		for i, r := range rivals {
			figures = append(figures, figure{
				Corpus:    c.Name,
				Rival:     r.Name(),
				NsPerText: ns[i] / float64(len(c.Texts)),
				MBps:      float64(c.Bytes) * 1e3 / ns[i],
				Ratio:     ns[i] / ns[0],
				Allocs:    clock.Allocations(runs[i]) / float64(len(c.Texts)),
			})
		}
	}
	return figures, notices
}
