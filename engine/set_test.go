package engine

import (
	"testing"

	"github.com/redactbench/redactbench/patterns"
)

// TestDefaultCompiles holds what the zero Redactor relies on.
func TestDefaultCompiles(t *testing.T) {
	p, err := compile(patterns.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rules, %d anchors, %d acts, back %d", len(p.rules), len(p.first)-1, len(p.acts), p.back)
}

func BenchmarkCompileDefault(b *testing.B) {
	for b.Loop() {
		compile(patterns.Default(), nil)
	}
}
