package scan

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/cloudflare/ahocorasick"
)

// benchTexts are what BenchmarkScan and BenchmarkCloudflare both read.
var benchTexts = []struct {
	name  string
	texts []string
}{
	{"short", cleanErrors(1, 1000)},
	{"log", []string{cleanLogs(1, 300_000)}},
	{"near/sk", []string{strings.Repeat("sk_", 20_000)}},
	{"near/secre", []string{strings.Repeat("secre toke passwor ", 3_000)}},
	{"near/begin", []string{strings.Repeat("-----BEGI", 6_000)}},
	{"hits/password", []string{strings.Repeat("password=", 6_000)}},
	{"hits/url", []string{strings.Repeat("a://b ", 10_000)}},
}

func benchSets(b *testing.B, run func(b *testing.B, anchors []Anchor, texts []string)) {
	for _, n := range []int{290, 600, 1300} {
		anchors := manyAnchors(n)
		for _, bt := range benchTexts {
			b.Run(fmt.Sprintf("%s/%d", bt.name, n), func(b *testing.B) {
				size := 0
				for _, s := range bt.texts {
					size += len(s)
				}
				b.SetBytes(int64(size))
				b.ReportAllocs()
				run(b, anchors, bt.texts)
			})
		}
	}
}

func scanAll(s *Scanner, text string) int {
	var hits [64]Hit
	var c Cursor
	total := 0
	for {
		n := s.Scan(text, &c, hits[:])
		total += n
		if n == 0 || c.Done() == len(text) {
			return total
		}
	}
}

func benchScan(b *testing.B, opts Options) {
	benchSets(b, func(b *testing.B, anchors []Anchor, texts []string) {
		opts.Windows = ChooseWindows(anchors, []byte(sample+cleanLogs(2, 100_000)))
		s := mustNew(b, anchors, opts)
		for b.Loop() {
			for _, text := range texts {
				scanAll(s, text)
			}
		}
	})
}

func BenchmarkScan(b *testing.B)      { benchScan(b, Options{}) }
func BenchmarkAutomaton(b *testing.B) { benchScan(b, Options{NoFilter: true}) }

// BenchmarkCloudflare gives Match texts that were folded beforehand, which is
// not counted.
func BenchmarkCloudflare(b *testing.B) {
	benchSets(b, func(b *testing.B, anchors []Anchor, texts []string) {
		m := cloudflare(anchors)
		var lower [][]byte
		for _, text := range texts {
			lower = append(lower, bytes.ToLower([]byte(text)))
		}
		for b.Loop() {
			for _, text := range lower {
				m.Match(text)
			}
		}
	})
}

func cloudflare(anchors []Anchor) *ahocorasick.Matcher {
	var dict []string
	for _, a := range anchors {
		dict = append(dict, lower(a.Text))
	}
	return ahocorasick.NewStringMatcher(dict)
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{290, 600, 1300} {
		anchors := manyAnchors(n)
		windows := ChooseWindows(anchors, []byte(sample))
		b.Run(fmt.Sprintf("stored/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustNew(b, anchors, Options{Windows: windows})
			}
		})
		b.Run(fmt.Sprintf("chosen/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustNew(b, anchors, Options{})
			}
		})
		b.Run(fmt.Sprintf("automaton/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			ws := newWords(anchors)
			for b.Loop() {
				newAutomaton(&ws)
			}
		})
	}
}
