package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/redactbench/redactbench/internal/prove"
	"github.com/redactbench/redactbench/patterns"
	"github.com/redactbench/redactbench/patterns/rulefile"
)

type fuzzCmd struct {
	File      string        `arg:"" help:"A file of rules."`
	Runs      int           `help:"How many texts are tried." default:"20000" xor:"much" placeholder:"N"`
	Time      time.Duration `help:"Try texts for so long instead, such as 30s." xor:"much" placeholder:"D"`
	Seed      uint64        `help:"The same seed tries the same texts." default:"1"`
	Default   bool          `help:"Fuzz the rules together with the default ones."`
	Dir       string        `help:"Where cases that break a promise are kept, as go test keeps them." default:"testdata/fuzz/FuzzRules" placeholder:"DIR"`
	MaxBroken int           `help:"How many broken promises are told before it ends." default:"5" placeholder:"N"`
}

// Help is what fuzz --help adds.
func (fuzzCmd) Help() string {
	return `Looks for texts in which rules break a promise. From the rules' samples, and texts that their expressions match, it makes others, and checks that

  nothing panics, and the samples are judged as the rules say
  all of a secret is masked, whatever stands beside it
  masking twice is masking once
  no cut lets out part of a secret
  a stream, however it is split, is masked as the whole text
  JSON stays JSON
  the cost of a byte, counted in steps, is small, and no more in long texts

A case that breaks one is made short, printed as a Go test to paste, and kept in --dir, where go test finds it. Each promise of each rule is told once.

Examples:

  redactbench fuzz rules.toml
  redactbench fuzz rules.toml --time 5m --default
  redactbench fuzz .gitleaks.toml --runs 1000 --dir /tmp/broken

Exit status: 0 done, no promise was broken; 1 one was, or a case could not be kept; 2 wrong usage, or the file has faults.`
}

func (c *fuzzCmd) Run(a *app) error {
	if c.Runs < 1 || c.Time < 0 || c.MaxBroken < 1 {
		return usageError{errors.New("--runs, --time and --max-broken must be more than 0")}
	}
	file, err := openRules(c.File)
	if err != nil {
		return usageError{err}
	}
	a.notices(c.File, file)
	set := patterns.NewSet()
	if c.Default {
		set = patterns.Default()
	}
	set = file.Apply(set)
	if set.Len() == 0 {
		return usageError{fmt.Errorf("%s: has no rules of its own", c.File)}
	}
	checker, err := newChecker(c.File, file, set)
	if err != nil {
		return usageError{err}
	}
	if err := checker.Samples(); err != nil {
		a.reportAll(c.File+": ", err)
	}
	tried, broken := c.hunt(a, checker)
	fmt.Fprintf(a.stdout, "%d texts, %d promises broken\n", tried, broken)
	return a.stdout.err
}

// newChecker compiles a set of a file's rules; the error names lines.
func newChecker(name string, file *rulefile.File, set patterns.Set) (*prove.Checker, error) {
	checker, err := prove.New(set)
	if err != nil {
		return nil, withLines(name, file, err)
	}
	return checker, nil
}

// hunt tries texts until there were enough, or enough broke a promise.
func (c *fuzzCmd) hunt(a *app, checker *prove.Checker) (tried, broken int) {
	// A thousand runs take about a second; of that the bar only shows the share.
	total := time.Duration(c.Runs) * time.Millisecond
	if c.Time > 0 {
		total = c.Time
	}
	bar := newProgress(a.stderr, total)
	defer bar.done()
	bar.part("fuzz", total)
	start := time.Now()
	texts := prove.NewMutator(append(checker.Seeds(), ""), c.Seed)
	told := map[string]bool{}
	for broken < c.MaxBroken {
		done := float64(tried) / float64(c.Runs)
		if c.Time > 0 {
			done = float64(time.Since(start)) / float64(c.Time)
		}
		if done >= 1 {
			break
		}
		if tried%64 == 0 {
			bar.share(done)
		}
		b := checker.Check(texts.Next(), c.Seed+uint64(tried))
		tried++
		if b == nil || told[b.Promise+b.Rule] {
			continue
		}
		told[b.Promise+b.Rule] = true
		broken++
		c.tell(a, checker.Shrink(b))
	}
	return tried, broken
}

// tell prints a broken promise and keeps it.
func (c *fuzzCmd) tell(a *app, b *prove.Broken) {
	name, err := b.Save(c.Dir)
	if err != nil {
		a.report("%s: %v", c.Dir, reason(err))
	} else {
		name = ", kept as " + name
	}
	a.report("%v%s", b, name)
	_, _ = io.WriteString(a.stdout, strings.TrimRight(b.GoTest(), "\n")+"\n\n") // an error stays in the sink
}
