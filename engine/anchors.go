package engine

import (
	"github.com/redactbench/redactbench/internal/anchors"
	"github.com/redactbench/redactbench/internal/effort"
	"github.com/redactbench/redactbench/internal/glance"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/patterns"
)

func init() {
	anchors.Default = func() ([]scan.Anchor, *scan.Options) {
		list := anchorsOf(patterns.Default())
		return list, &scan.Options{Windows: windowsOf(list)}
	}
	effort.Of = func(redactor any, text string) int {
		var f finder
		f.init(redactor.(*Redactor).program(), text, false)
		for ok := true; ok; {
			_, ok = f.next()
		}
		return f.work
	}
	glance.Hits = func(dst []int, redactor any, text string) []int {
		p := redactor.(*Redactor).program()
		var cur scan.Cursor
		var hits [hitBuffer]scan.Hit
		for cur.Done() < len(text) {
			for _, h := range hits[:p.scanner.Scan(text, &cur, hits[:])] {
				if !p.partOfWord(text, h) {
					dst = append(dst, h.Start)
				}
			}
		}
		return dst
	}
}

// anchorsOf returns the anchors that compile hands to the scanner for set, without
// those of known values.
func anchorsOf(set patterns.Set) []scan.Anchor {
	c := newCompiler(&program{rules: set.Rules()})
	for i := range c.p.rules {
		c.rule(&c.p.rules[i], int32(i))
	}
	c.keys()
	return c.list
}
