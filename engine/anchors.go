package engine

import (
	"github.com/redactbench/redactbench/internal/anchors"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/patterns"
)

func init() {
	anchors.Default = func() ([]scan.Anchor, *scan.Options) {
		list := anchorsOf(patterns.Default())
		return list, scanOptions(nil, list)
	}
}

// anchorsOf returns the anchors that compile hands to the scanner for set, without
// those of known values.
func anchorsOf(set patterns.Set) []scan.Anchor {
	c := compiler{p: &program{rules: set.Rules()}, anchors: map[anchorKey]int{}}
	for i := range c.p.rules {
		c.rule(&c.p.rules[i], int32(i))
	}
	c.keys()
	return c.list
}
