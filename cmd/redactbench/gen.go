package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/gen"
)

type genCmd struct {
	Seed       uint64   `help:"The same seed gives the same texts." default:"1"`
	N          int      `name:"n" help:"How many texts." default:"1000"`
	SecretRate float64  `help:"The share of texts with a secret, 0 to 1." default:"0.5"`
	Kinds      []string `help:"Only these kinds of secrets, with commas between them." placeholder:"KIND" predictor:"kind"`
	ListKinds  bool     `help:"List the kinds instead."`
}

// Help is what gen --help adds.
func (genCmd) Help() string {
	return `Writes labelled texts to standard output, a JSON object a line: text, secrets (what must be masked), kind, keep (what must stay). The secrets are random, in the shape of real ones.

Examples:

  redactbench gen --n 5000 --seed 7 > corpus.jsonl
  redactbench gen --kinds pem,jwt --secret-rate 1
  redactbench bench --corpus corpus.jsonl

Exit status: 0 done; 1 the output could not be written; 2 wrong usage.`
}

func (c *genCmd) Run(a *app) error {
	if c.ListKinds {
		_, err := fmt.Fprintln(a.stdout, strings.Join(gen.Kinds(), "\n"))
		return err
	}
	var faults []error
	if c.N < 0 {
		faults = append(faults, errors.New("--n must not be negative"))
	}
	if !(c.SecretRate >= 0 && c.SecretRate <= 1) { // also NaN
		faults = append(faults, errors.New("--secret-rate must be from 0 to 1"))
	}
	known := gen.Kinds()
	for _, k := range c.Kinds {
		if !slices.Contains(known, k) {
			faults = append(faults, fmt.Errorf("--kinds: no kind %q; see redactbench gen --list-kinds", k))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return usageError{err}
	}
	return writeCorpus(a.stdout, gen.Mix(c.Seed, c.N, c.SecretRate, c.Kinds))
}
