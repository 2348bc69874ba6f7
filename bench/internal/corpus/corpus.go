// Package corpus makes the texts that are measured, the same ones for every rival
// and on every machine.
package corpus

import "github.com/redactbench/redactbench/internal/gen"

// A Corpus is a list of texts of one kind.
type Corpus struct {
	Name  string
	Texts []string
	// Bytes is the length of all texts.
	Bytes int
}

// The names of the corpora.
const (
	ShortClean  = "short clean"
	ShortDirty  = "short, one secret"
	LogClean    = "clean log"
	LogDirty    = "dirty log"
	Adversarial = "adversarial"
)

const (
	seed = 1
	// shorts is how many short texts there are: 58 KB of text each, over what a branch
	// predictor learns by heart.
	shorts = 200
	// shortMin and shortMax bound a short text with a secret, in bytes, around the
	// 290 of the clean ones.
	shortMin, shortMax = 180, 400
	// logSize is a log's length in bytes. Others need seconds for 1 MiB; some of them
	// get slower with length, which a shorter log forgives.
	logSize = 512 << 10
	// dirtyRate is the share of a dirty log's records that hold a secret.
	dirtyRate = 0.05
	// familySize is the length in bytes of each adversarial family's text.
	familySize = 8 << 10
)

// All returns the corpora.
func All() []Corpus {
	return []Corpus{
		of(ShortClean, shortClean()),
		of(ShortDirty, shortDirty()),
		of(LogClean, []string{gen.Log(seed, logSize, 0).Text}),
		of(LogDirty, []string{gen.Log(seed, logSize, dirtyRate).Text}),
		of(Adversarial, families()),
	}
}

func of(name string, texts []string) Corpus {
	c := Corpus{Name: name, Texts: texts}
	for _, t := range texts {
		c.Bytes += len(t)
	}
	return c
}

func shortClean() []string {
	var out []string
	for _, t := range gen.Short(seed, shorts) {
		out = append(out, t.Text)
	}
	return out
}

func shortDirty() []string {
	var out []string
	for n := shorts; len(out) < shorts; n *= 2 {
		out = out[:0]
		for _, t := range gen.Errors(seed, n) {
			if len(t.Secrets) == 1 && len(t.Text) >= shortMin && len(t.Text) <= shortMax && len(out) < shorts {
				out = append(out, t.Text)
			}
		}
	}
	return out
}

func families() []string {
	var out []string
	for _, name := range gen.Families() {
		out = append(out, gen.Adversarial(name, familySize))
	}
	return out
}
