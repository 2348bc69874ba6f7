package engine

import "github.com/redactbench/redactbench/internal/scan"

// Known is a value to mask wherever it occurs, and the name that findings give it.
type Known struct{ Name, Value string }

func (c *compiler) known(opts *Options) {}

func scanOptions(opts *Options) *scan.Options {
	if opts == nil {
		return nil
	}
	return &scan.Options{NoFilter: opts.noFilter}
}
