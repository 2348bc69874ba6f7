package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/knownfile"
)

// knownFlags are the flags for values that are masked wherever they occur.
type knownFlags struct {
	KnownEnv  bool     `help:"Mask the values of the environment's secret variables wherever they occur, also encoded. Those that are too short or are words or paths are left out and reported by name."`
	KnownFile []string `help:"A file of such values, NAME=VALUE a line; lines that begin with # and empty ones are skipped; may be repeated." sep:"none" placeholder:"FILE"`
}

// known returns the values that the flags name.
func (f *knownFlags) known(a *app) ([]engine.Known, error) {
	var known []engine.Known
	if f.KnownEnv {
		values, skipped := engine.KnownFromEnv(os.Environ())
		known = values
		for _, err := range skipped {
			// What was left out on purpose is no failure.
			fmt.Fprintf(a.stderr, "redactbench: --known-env leaves out %v\n", err)
		}
	}
	var errs []error
	for _, name := range f.KnownFile {
		values, err := knownfile.Read(name)
		known = append(known, values...)
		errs = append(errs, err)
	}
	return known, errors.Join(errs...)
}
