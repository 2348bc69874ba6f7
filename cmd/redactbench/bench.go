package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"

	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
)

type benchCmd struct {
	maskFlags
	Seed       uint64   `help:"The same seed gives the same texts." default:"1"`
	N          int      `name:"n" help:"How many labelled texts detection is measured on." default:"4000"`
	Corpus     string   `help:"Measure detection on this file, as gen writes it, instead." placeholder:"FILE"`
	Exec       []string `help:"Measure this program too, a shell's command that reads JSON objects with a text, one a line, and writes each back redacted; may be repeated." sep:"none" placeholder:"CMD"`
	Short      bool     `help:"Show samples and the main figures, in about 3 s."`
	Format     string   `help:"table or markdown: for people; json: for compare and html; html: a page; benchfmt: for benchstat." enum:"table,json,benchfmt,html,markdown" default:"table" placeholder:"table|json|benchfmt|html|markdown"`
	Texts      bool     `help:"Put the texts that failed, with their secrets, into json and html. --no-texts leaves IDs, kinds and counts." default:"true" negatable:""`
	Cpuprofile string   `help:"Write a CPU profile of the measurement, as go tool pprof reads it." placeholder:"FILE"`
}

// Help is what bench --help adds.
func (benchCmd) Help() string {
	return `Measures, on texts made from a seed or on a corpus of your own:

  detection   recall, precision, F1, bytes leaked, bytes over-masked, clean texts altered; in all, by kind and by rule
  boundaries  every provider's token beside everything that can stand next to one
  cuts        texts cut at every place after they were masked, and before
  speed       MB/s (10^6 bytes), ns per text, allocations; by length of text, and by rule
  growth      what a byte costs on adversarial texts of 16 and of 64 KiB

Recall is the share of secrets of which nothing survives: no run of a third of it, 8 to 24 bytes, or the whole where it is shorter. Precision is secrets masked per secrets masked and false alarms, which are runs of text masked with no secret in or beside them. Times are CPU time where the system tells it, of all processes of a program, less its start; MB/s is a median with its confidence interval of 95 % or more. It takes under 15 s, without --exec.

Reports in json and html hold the texts that failed, with their secrets: leave them out by --no-texts where a corpus has real ones.

Examples:

  redactbench bench
  redactbench bench --corpus corpus.jsonl --disable jwt
  redactbench bench --exec 'other-redactor --ndjson' --format markdown
  redactbench bench --format json > new.json
  redactbench bench --format benchfmt > new.txt && benchstat old.txt new.txt

Exit status: 0 done, whatever the figures; 1 the corpus could not be read, or a program failed; 2 wrong usage.`
}

func (c *benchCmd) Run(a *app) error {
	if c.N < 1 {
		return usageError{errors.New("--n must be at least 1")}
	}
	set, err := c.set()
	if err != nil {
		return err
	}
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	texts, err := a.texts(c.Corpus, c.Seed, c.N)
	if err != nil || texts == nil {
		return err
	}
	stop, err := profile(c.Cpuprofile)
	if err != nil {
		return err
	}
	if c.Format == "table" {
		if err := showSamples(a, r); err != nil {
			return errors.Join(err, stop())
		}
	}
	b := &bench{app: a, set: set, redactor: r, texts: texts, seed: c.Seed, short: c.Short}
	rep := b.run(c.Exec)
	rep.Corpus = c.Corpus
	if err := stop(); err != nil {
		return err
	}
	if !c.Texts {
		rep.DropTexts()
	}
	return c.write(a, rep)
}

func (c *benchCmd) write(a *app, rep *report.Report) error {
	switch c.Format {
	case "json":
		return writeJSON(a.stdout, rep)
	case "benchfmt":
		return rep.WriteBenchfmt(a.stdout)
	case "html":
		return rep.WriteHTML(a.stdout)
	}
	s := newSheet(a, c.Format == "markdown")
	printReport(s, rep, c.Short)
	return a.stdout.err
}

// profile starts a CPU profile unless name is empty. stop ends it.
func profile(name string) (stop func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--cpuprofile: cannot create %s: %w", name, reason(err))
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("--cpuprofile: %w", err), f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		if err := f.Close(); err != nil {
			return fmt.Errorf("--cpuprofile: cannot write %s: %w", name, reason(err))
		}
		return nil
	}, nil
}

// worst returns up to n tallies that are not perfect, those with most secrets missed first, then
// those with most texts altered.
func worst(kinds []measure.Tally, n int) []measure.Tally {
	out := slices.DeleteFunc(slices.Clone(kinds), measure.Tally.Perfect)
	slices.SortStableFunc(out, func(a, b measure.Tally) int {
		return cmp.Or(
			cmp.Compare(b.Secrets-b.Masked, a.Secrets-a.Masked),
			cmp.Compare(b.Altered, a.Altered),
			cmp.Compare(b.FalseAlarms, a.FalseAlarms),
			cmp.Compare(b.Keep-b.Kept, a.Keep-a.Kept),
			cmp.Compare(b.OverBytes, a.OverBytes),
		)
	})
	return out[:min(n, len(out))]
}
