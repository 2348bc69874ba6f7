package main

import (
	"cmp"
	"slices"

	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/rival"
)

// A target is a figure that the module promises.
type target struct {
	What string `json:"what"`
	// Want is the limit, a least value where AtLeast is set and a greatest one where not.
	Want    float64 `json:"want"`
	AtLeast bool    `json:"atLeast"`
	Got     float64 `json:"got"`
}

// Reached reports whether the figure is within its limit.
func (t target) Reached() bool {
	if t.AtLeast {
		return t.Got >= t.Want
	}
	return t.Got <= t.Want
}

// faster are the least ratios between rivals.
var faster = []struct {
	corpus, rival string
	want          float64
}{
	{corpus.ShortClean, rival.Cloudflare, 10},
	{corpus.LogClean, rival.Cloudflare, 12},
	{corpus.LogDirty, rival.Cloudflare, 12},
	{corpus.Adversarial, rival.Cloudflare, 2},
	{corpus.ShortClean, rival.Hyperscan, 1},
	{corpus.LogClean, rival.Hyperscan, 1},
	{corpus.ShortClean, rival.Gitleaks, 250},
	{corpus.ShortDirty, rival.Gitleaks, 100},
	{corpus.LogClean, rival.Gitleaks, 400},
	{corpus.LogDirty, rival.Gitleaks, 400},
	{corpus.ShortClean, rival.Datadog, 150},
}

// leanest are the greatest numbers of allocations for a text.
var leanest = []struct {
	corpus, rival string
	want          float64
}{
	{corpus.ShortClean, rival.Append, 0},
	{corpus.ShortDirty, rival.Append, 0},
	{corpus.ShortClean, rival.Redact, 0},
	{corpus.ShortDirty, rival.Redact, 1},
}

// allocsNoise is what the runtime itself allocates now and then, spread over a corpus of 200 texts.
const allocsNoise = 0.02

// targets returns what the results reach of the targets that they tell about.
func targets(r *results) []target {
	var out []target
	figures := slices.Concat(r.Whole, r.Scan)
	of := func(corpus, rival string) *figure {
		i := slices.IndexFunc(figures, func(f figure) bool { return f.Corpus == corpus && f.Rival == rival })
		if i < 0 {
			return nil
		}
		return &figures[i]
	}
	for _, t := range faster {
		if f := of(t.corpus, t.rival); f != nil {
			out = append(out, target{"times faster than " + t.rival + ", " + t.corpus, t.want, true, f.Ratio})
		}
	}
	for _, t := range leanest {
		if f := of(t.corpus, t.rival); f != nil {
			out = append(out, target{What: "allocations of " + t.rival + ", " + t.corpus, Want: t.want + allocsNoise, Got: f.Allocs})
		}
	}
	if e := r.Encoding; e != nil {
		out = append(out, target{What: "cora.Append over encoding/json", Want: 1, Got: e.Ratio()})
	}
	if len(r.Growth) > 0 {
		most := slices.MaxFunc(r.Growth, func(a, b growth) int { return cmp.Compare(a.Ratio(), b.Ratio()) })
		least := slices.MinFunc(r.Growth, func(a, b growth) int { return cmp.Compare(a.VsCloudflare(), b.VsCloudflare()) })
		out = append(out,
			target{What: "cost of a byte, 1 MiB over 8 KiB, most: " + most.Text, Want: 1.25, Got: most.Ratio()},
			target{"times faster than " + rival.Cloudflare + ", least: " + least.Text, 1, true, least.VsCloudflare()})
	}
	if s := r.Startup; s != nil {
		out = append(out,
			target{What: "start-up added, ms", Want: 2, Got: s.Linked.Ms - s.Bare.Ms},
			target{What: "binary added, MB", Want: 2.5, Got: (s.Linked.Binary - s.Bare.Binary) / 1e6},
			target{What: "resident memory added, MB", Want: 4, Got: (s.Linked.Resident - s.Bare.Resident) / 1e6})
	}
	if c := r.Compiling; c != nil {
		out = append(out,
			target{What: "compile the default set, ms", Want: 3, Got: c.DefaultMs},
			target{What: "compile 300 custom rules, ms", Want: 20, Got: c.CustomMs})
	}
	return out
}
