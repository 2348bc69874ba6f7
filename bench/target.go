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

// targets returns what the results reach of the targets that they tell about.
func targets(r *results) []target {
	var out []target
	figures := slices.Concat(r.Whole, r.Scan)
	for _, f := range faster {
		i := slices.IndexFunc(figures, func(x figure) bool { return x.Corpus == f.corpus && x.Rival == f.rival })
		if i >= 0 {
			out = append(out, target{"times faster than " + f.rival + ", " + f.corpus, f.want, true, figures[i].Ratio})
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
