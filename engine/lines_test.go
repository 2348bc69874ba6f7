package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/glance"
)

// A line in which a glance at many sees nothing has no hit by itself either: with another line
// behind it, nothing is taken for a part of a word that is none.
func TestAGlanceAtManyLinesMissesNone(t *testing.T) {
	var r *Redactor
	var lines []string
	for _, text := range gen.Errors(1, 4000) {
		lines = append(lines, strings.Split(text.Text, "\n")...)
	}
	for _, word := range []string{"pat", "key", "auth", "pass", "pwd", "token"} {
		lines = append(lines, word, "x"+word, word+"s", word+"words")
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	clean := 0
	for len(lines) > 0 {
		some := lines[:min(40, len(lines))]
		lines = lines[len(some):]
		hits := glance.Hits(nil, r, strings.Join(some, "\n"))
		at := 0
		for _, line := range some {
			seen := false
			for len(hits) > 0 && hits[0] < at+len(line) {
				seen, hits = true, hits[1:]
			}
			at += len(line) + 1
			if seen {
				continue
			}
			clean++
			if len(glance.Hits(nil, r, line)) > 0 || r.Match(line) {
				t.Errorf("by itself %q has a hit", line)
			}
		}
	}
	if clean < 1000 {
		t.Errorf("only %d lines are clean", clean)
	}
}
