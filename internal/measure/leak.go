package measure

import (
	"strings"

	"github.com/redactbench/redactbench/internal/gen"
)

// Bounds of the shortest run of a secret that counts as leaked, in bytes: a third
// of it. Shorter runs are in any text by chance, and a type prefix such as
// "github_pat_" (11 bytes of 93) is no secret; no leak of 24 bytes is harmless.
const (
	leakMin = 8
	leakMax = 24
)

// leakRun returns the length of the shortest run of a secret of n bytes that counts.
func leakRun(n int) int {
	if n < leakMin {
		return n
	}
	return min(max(leakMin, n/3), leakMax)
}

// Leaked returns how many bytes of secret, a substring of text, are still in
// out: those in a run that out holds and text does not hold elsewhere.
func Leaked(secret, text, out string) int {
	leaked, counted := 0, 0
	for i, part := range leakingParts(secret, text, out) {
		leaked += i + len(part) - max(i, counted)
		counted = i + len(part)
	}
	return leaked
}

// leakingParts yields each part of the shortest length that counts, with its place in secret, that
// out holds and text does not hold elsewhere.
func leakingParts(secret, text, out string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		if secret == "" {
			return
		}
		run := leakRun(len(secret))
		// NUL keeps what stands left and right of the secret from forming runs. Most secrets
		// are gone, so it is made only for those that are not.
		elsewhere := ""
		for i := 0; i+run <= len(secret); i++ {
			part := secret[i : i+run]
			if !strings.Contains(out, part) {
				continue
			}
			if elsewhere == "" {
				elsewhere = strings.ReplaceAll(text, secret, "\x00") + "\x00"
			}
			if !strings.Contains(elsewhere, part) && !yield(i, part) {
				return
			}
		}
	}
}

// leakSpans returns where in out something of a secret of t is, in order and joined.
func leakSpans(t gen.Text, out string) [][2]int {
	leaks := make([]bool, len(out)+1)
	for _, s := range t.Secrets {
		for _, part := range leakingParts(s, t.Text, out) {
			for from := 0; ; {
				i := strings.Index(out[from:], part)
				if i < 0 {
					break
				}
				for j := range len(part) {
					leaks[from+i+j] = true
				}
				from += i + 1
			}
		}
	}
	var spans [][2]int
	for i, leak := range leaks {
		switch {
		case leak && (i == 0 || !leaks[i-1]):
			spans = append(spans, [2]int{i, i + 1})
		case leak:
			spans[len(spans)-1][1] = i + 1
		}
	}
	return spans
}
