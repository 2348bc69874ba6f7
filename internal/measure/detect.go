// Package measure says how well and how fast texts are redacted: secrets that
// survive, texts altered for nothing, bytes per second of CPU time.
package measure

import (
	"cmp"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/gen"
)

// A Func redacts src and appends the result to dst.
type Func func(dst []byte, src string) []byte

// A Tally counts outcomes, of one kind of text or of all.
type Tally struct {
	Kind string `json:"kind,omitempty"`
	// Dirty counts the texts that hold secrets, Safe those of them of which no
	// secret survived.
	Dirty int `json:"dirty"`
	Safe  int `json:"safe"`
	// Secrets counts the secrets, Masked those of which nothing survived.
	Secrets int `json:"secrets"`
	Masked  int `json:"masked"`
	// SecretBytes is the length of all secrets, LeakedBytes of what survived of them.
	SecretBytes int `json:"secretBytes"`
	LeakedBytes int `json:"leakedBytes"`
	// Keep counts the parts of dirty texts that a reader needs, Kept those still there.
	Keep int `json:"keep"`
	Kept int `json:"kept"`
	// Clean counts the texts without secrets, Altered those that changed.
	Clean   int `json:"clean"`
	Altered int `json:"altered"`
}

// Recall is the share of secrets masked, 0 to 1; 1 if there are none.
func (t Tally) Recall() float64 { return share(t.Masked, t.Secrets) }

// Unaltered is the share of clean texts that came back unchanged, 0 to 1; 1 if there are none.
func (t Tally) Unaltered() float64 { return share(t.Clean-t.Altered, t.Clean) }

// KeptShare is the share of what must survive that did, 0 to 1; 1 if there is nothing.
func (t Tally) KeptShare() float64 { return share(t.Kept, t.Keep) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func (t *Tally) add(o Tally) {
	t.Dirty += o.Dirty
	t.Safe += o.Safe
	t.Secrets += o.Secrets
	t.Masked += o.Masked
	t.SecretBytes += o.SecretBytes
	t.LeakedBytes += o.LeakedBytes
	t.Keep += o.Keep
	t.Kept += o.Kept
	t.Clean += o.Clean
	t.Altered += o.Altered
}

// Detect redacts every text and counts the outcomes, in all and by kind, the
// kinds in order of their names.
func Detect(texts []gen.Text, f Func) (total Tally, kinds []Tally) {
	at := map[string]int{}
	var buf []byte
	for _, t := range texts {
		buf = f(buf[:0], t.Text)
		one := Judge(t, string(buf))
		total.add(one)
		i, ok := at[t.Kind]
		if !ok {
			i = len(kinds)
			at[t.Kind] = i
			kinds = append(kinds, Tally{Kind: t.Kind})
		}
		kinds[i].add(one)
	}
	slices.SortFunc(kinds, func(a, b Tally) int { return cmp.Compare(a.Kind, b.Kind) })
	return total, kinds
}

// Judge counts the outcome of one text of which a redactor made out.
func Judge(t gen.Text, out string) Tally {
	var r Tally
	if !t.Dirty() {
		r.Clean = 1
		if out != t.Text {
			r.Altered = 1
		}
		return r
	}
	r.Dirty = 1
	for _, s := range t.Secrets {
		n := Leaked(s, t.Text, out)
		r.Secrets++
		r.SecretBytes += len(s)
		r.LeakedBytes += n
		if n == 0 {
			r.Masked++
		}
	}
	if r.Masked == r.Secrets {
		r.Safe = 1
	}
	for _, k := range t.Keep {
		r.Keep++
		if strings.Contains(out, k) {
			r.Kept++
		}
	}
	return r
}

// Bounds of the shortest run of a secret that counts as leaked, in bytes: a third
// of it. Shorter runs are in any text by chance, and a type prefix such as
// "github_pat_" (11 bytes of 93) is no secret; no leak of 24 bytes is harmless.
const (
	leakMin = 8
	leakMax = 24
)

// Leaked returns how many bytes of secret, a substring of text, are still in
// out: those in a run that out holds and text does not hold elsewhere.
func Leaked(secret, text, out string) int {
	if secret == "" {
		return 0
	}
	run := len(secret)
	if run >= leakMin {
		run = min(max(leakMin, run/3), leakMax)
	}
	// NUL keeps what stands left and right of the secret from forming runs.
	elsewhere := strings.ReplaceAll(text, secret, "\x00")
	leaked, counted := 0, 0
	for i := 0; i+run <= len(secret); i++ {
		part := secret[i : i+run]
		if strings.Contains(out, part) && !strings.Contains(elsewhere, part) {
			leaked += i + run - max(i, counted)
			counted = i + run
		}
	}
	return leaked
}
