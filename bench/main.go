// Command bench measures the engine beside the libraries that do the same or a part of
// it: in one process and one run, by CPU time, on the same texts.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/rival"
)

type cli struct {
	JSON string   `help:"Write all figures as JSON to this file." placeholder:"FILE" type:"path"`
	Page string   `help:"Put the figures into this Markdown page, between its marks." placeholder:"FILE" type:"existingfile"`
	Only []string `help:"Measure only these sections: ${enum}." enum:"whole,scan,growth,encoding,startup,compiling"`
}

func main() {
	var c cli
	ctx := kong.Parse(&c, kong.Description("Measures the engine beside other libraries, by CPU time, in under three minutes."))
	ctx.FatalIfErrorf(c.run())
}

// A section is a part of the run that can be left out.
type section struct {
	name  string
	steps int
	// measure adds to the results. Its error is a notice: the other sections go on.
	measure func(r *results, step func(string)) error
}

func sections() []section {
	corpora := len(corpus.All())
	return []section{
		{"encoding", 1, func(r *results, step func(string)) (err error) {
			step("encoding")
			r.Encoding, err = pointer(encode())
			return err
		}},
		{"compiling", 1, func(r *results, step func(string)) (err error) {
			step("compiling")
			r.Compiling, err = pointer(compile())
			return err
		}},
		{"startup", 1, func(r *results, step func(string)) (err error) {
			step("start-up")
			r.Startup, err = pointer(start())
			return err
		}},
		{"growth", len(corpus.Names()), func(r *results, step func(string)) (err error) {
			r.Growth, err = growths(step)
			return err
		}},
		{"scan", corpora, func(r *results, step func(string)) (err error) {
			r.Scan, err = compare(rival.Scan, step)
			return err
		}},
		{"whole", corpora, func(r *results, step func(string)) (err error) {
			r.Whole, err = compare(rival.Whole, step)
			return err
		}},
	}
}

// pointer returns nil for a section that could not be measured.
func pointer[T any](v T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &v, nil
}

func (c *cli) run() error {
	todo := sections()
	if len(c.Only) > 0 {
		todo = slices.DeleteFunc(todo, func(s section) bool { return !slices.Contains(c.Only, s.name) })
	}
	steps := 0
	for _, s := range todo {
		steps += s.steps
	}
	bar := progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())
	step := func(name string) {
		bar.Describe(name)
		_ = bar.Add(1) // a bar that cannot be drawn is no loss
	}
	r := results{Machine: thisMachine()}
	var notices []error
	for _, s := range todo {
		if err := s.measure(&r, step); err != nil {
			notices = append(notices, fmt.Errorf("left out: %w", err))
		}
	}
	_ = bar.Finish()
	r.Targets = targets(&r)
	r.print(&printer{w: os.Stdout})
	if err := errors.Join(notices...); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	var errs []error
	if c.JSON != "" {
		errs = append(errs, r.write(c.JSON))
	}
	if c.Page != "" {
		errs = append(errs, r.page(c.Page))
	}
	return errors.Join(errs...)
}
