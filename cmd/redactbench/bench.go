package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
)

type benchCmd struct {
	maskFlags
	Seed   uint64 `help:"The same seed gives the same texts." default:"1"`
	N      int    `name:"n" help:"How many labelled texts detection is measured on." default:"4000"`
	Corpus string `help:"Measure detection on this file, as gen writes it, instead." placeholder:"FILE"`
	Short  bool   `help:"Show samples and the main figures, in about 3 s."`
	Format string `help:"text: tables; json: one object." enum:"text,json" default:"text" placeholder:"text|json"`
}

// Help is what bench --help adds.
func (benchCmd) Help() string {
	return `Shows sample errors before and after, then measures, on texts made from a seed:

  detection   secrets masked, bytes leaked, context kept, clean texts altered
  speed       MB/s (10^6 bytes), ns and allocations per text
  growth      what a byte costs on adversarial texts of 16 and of 64 KiB

Times are CPU time of the process where the system tells it, else time of day; MB/s is a median with its quartiles. It takes under 15 s.

Examples:

  redactbench bench
  redactbench bench --corpus corpus.jsonl --disable jwt
  redactbench bench --format json > new.json

Exit status: 0 done, whatever the figures; 1 the corpus could not be read; 2 wrong usage.`
}

// A report is what bench measured.
type report struct {
	Version   string           `json:"version"`
	Seed      uint64           `json:"seed"`
	Corpus    string           `json:"corpus,omitempty"`
	Texts     int              `json:"texts"`
	Detection measure.Tally    `json:"detection"`
	Kinds     []measure.Tally  `json:"kinds"`
	Speed     []measure.Speed  `json:"speed"`
	Growth    []measure.Growth `json:"growth,omitempty"`
}

func (c *benchCmd) Run(a *app) error {
	if c.N < 1 {
		return usageError{errors.New("--n must be at least 1")}
	}
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	texts, err := c.texts(a)
	if err != nil || texts == nil {
		return err
	}
	if c.Format == "text" {
		if err := showSamples(a.stdout, r); err != nil {
			return err
		}
	}
	rep, err := c.measure(a, r, texts)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return writeJSON(a.stdout, rep)
	}
	rep.print(a.stdout, c.Short)
	return a.stdout.err
}

// texts returns the labelled texts; nil without an error where that was reported already.
func (c *benchCmd) texts(a *app) (texts []gen.Text, err error) {
	if c.Corpus == "" {
		return gen.Errors(c.Seed, c.N), nil
	}
	err = a.each([]string{c.Corpus}, func(_ string, in *bufio.Reader) error {
		texts, err = readCorpus(in)
		if err != nil {
			texts = nil
		}
		return err
	})
	return texts, err
}

// How long parts of the measurement take, in CPU time.
const (
	rowTime      = 1500 * time.Millisecond
	rowTimeShort = 400 * time.Millisecond
	familyTime   = 60 * time.Millisecond
)

func (c *benchCmd) measure(a *app, r *engine.Redactor, texts []gen.Text) (*report, error) {
	rep := &report{Version: version(), Seed: c.Seed, Corpus: c.Corpus, Texts: len(texts)}
	rows := speedRows(c.Seed)
	parts := len(rows) + 1
	if !c.Short {
		parts++
	}
	p := newProgress(a.stderr, parts)
	defer p.done()
	p.part("detection")
	rep.Detection, rep.Kinds = measure.Detect(texts, r.Append)
	each := rowTime
	if c.Short {
		each = rowTimeShort
	}
	for _, row := range rows {
		p.part(row.name)
		rep.Speed = append(rep.Speed, measure.Measure(row.name, row.texts, r.Append, each, p.share))
	}
	if !c.Short {
		p.part("growth")
		rep.Growth = measure.Growths(r.Append, familyTime, p.share)
	}
	return rep, nil
}

type speedRow struct {
	name  string
	texts []string
}

// speedRows returns the lists of texts that speed is measured on.
func speedRows(seed uint64) []speedRow {
	plain := func(texts []gen.Text, keep func(gen.Text) bool) (out []string) {
		for _, t := range texts {
			if keep(t) {
				out = append(out, t.Text)
			}
		}
		return out
	}
	all := func(gen.Text) bool { return true }
	return []speedRow{
		{"clean error, 290 bytes", plain(gen.Short(seed, 400), all)},
		{"error with a secret", plain(gen.Errors(seed, 800), gen.Text.Dirty)},
		{"clean log, 1 MB", []string{gen.Log(seed, 1_000_000, 0).Text}},
		{"log with 5 % secrets, 1 MB", []string{gen.Log(seed, 1_000_000, 0.05).Text}},
	}
}

// worst returns up to n tallies that are not perfect, those with most secrets missed first, then
// those with most texts altered.
func worst(kinds []measure.Tally, n int) []measure.Tally {
	out := slices.DeleteFunc(slices.Clone(kinds), func(t measure.Tally) bool {
		return t.Masked == t.Secrets && t.Altered == 0 && t.Kept == t.Keep
	})
	slices.SortStableFunc(out, func(a, b measure.Tally) int {
		return cmp.Or(
			cmp.Compare(b.Secrets-b.Masked, a.Secrets-a.Masked),
			cmp.Compare(b.Altered, a.Altered),
			cmp.Compare(b.Keep-b.Kept, a.Keep-a.Kept),
		)
	})
	return out[:min(n, len(out))]
}

// percent returns a share as a percentage that is 100 only if nothing is missing.
func percent(share float64) string {
	s := fmt.Sprintf("%.1f %%", share*100)
	if share < 1 && strings.HasPrefix(s, "100") {
		return "99.9 %"
	}
	return s
}
