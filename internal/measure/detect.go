// Package measure says how well and how fast texts are redacted: secrets that
// survive, texts altered for nothing, bytes per second of CPU time. It measures the
// engine and any other program in the same way, by what goes in and what comes out.
package measure

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/gen"
)

// A Func redacts src and appends the result to dst.
type Func func(dst []byte, src string) []byte

// All returns what f makes of each text.
func (f Func) All(texts []string) []string {
	out := make([]string, len(texts))
	var buf []byte
	for i, t := range texts {
		buf = f(buf[:0], t)
		out[i] = string(buf)
	}
	return out
}

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
	// FalseAlarms counts runs of text that were masked with no secret in or beside them.
	FalseAlarms int `json:"falseAlarms"`
	// PlainBytes is the length of what is no secret, OverBytes of what was masked of it.
	PlainBytes int `json:"plainBytes"`
	OverBytes  int `json:"overBytes"`
	// Keep counts the parts of dirty texts that a reader needs, Kept those still there.
	Keep int `json:"keep"`
	Kept int `json:"kept"`
	// Clean counts the texts without secrets, Altered those that changed.
	Clean   int `json:"clean"`
	Altered int `json:"altered"`
}

// Recall is the share of secrets masked, 0 to 1; 1 if there are none.
func (t Tally) Recall() float64 { return share(t.Masked, t.Secrets) }

// Precision is the share of secrets in all that was masked, secrets and false alarms, 0 to 1;
// 1 if nothing was.
func (t Tally) Precision() float64 { return share(t.Masked, t.Masked+t.FalseAlarms) }

// F1 is the harmonic mean of Precision and Recall, 0 to 1.
func (t Tally) F1() float64 { return share(2*t.Masked, t.Masked+t.FalseAlarms+t.Secrets) }

// Unaltered is the share of clean texts that came back unchanged, 0 to 1; 1 if there are none.
func (t Tally) Unaltered() float64 { return share(t.Clean-t.Altered, t.Clean) }

// KeptShare is the share of what must survive that did, 0 to 1; 1 if there is nothing.
func (t Tally) KeptShare() float64 { return share(t.Kept, t.Keep) }

// Perfect reports whether every outcome was the right one.
func (t Tally) Perfect() bool {
	return t.Masked == t.Secrets && t.FalseAlarms == 0 && t.OverBytes == 0 && t.Kept == t.Keep && t.Altered == 0
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Add counts the outcomes of o too.
func (t *Tally) Add(o Tally) {
	t.Dirty += o.Dirty
	t.Safe += o.Safe
	t.Secrets += o.Secrets
	t.Masked += o.Masked
	t.SecretBytes += o.SecretBytes
	t.LeakedBytes += o.LeakedBytes
	t.FalseAlarms += o.FalseAlarms
	t.PlainBytes += o.PlainBytes
	t.OverBytes += o.OverBytes
	t.Keep += o.Keep
	t.Kept += o.Kept
	t.Clean += o.Clean
	t.Altered += o.Altered
}

// A Failure is a text whose outcome was wrong. Where the texts are to be left out, it has
// its ID, its kind and the counts alone.
type Failure struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Text    string   `json:"text,omitempty"`
	Secrets []string `json:"secrets,omitempty"`
	Out     string   `json:"out,omitempty"`
	// Leaks are where in Out something of a secret is: start and end, in bytes.
	Leaks [][2]int `json:"leaks,omitempty"`
	// LeakedBytes and OverBytes are as in a Tally. Lost are parts that had to be kept.
	LeakedBytes int      `json:"leakedBytes,omitempty"`
	OverBytes   int      `json:"overBytes,omitempty"`
	Lost        []string `json:"lost,omitempty"`
	Altered     bool     `json:"altered,omitempty"`
}

// A Detection is the outcome of a corpus.
type Detection struct {
	Total    Tally     `json:"total"`
	Kinds    []Tally   `json:"kinds"` // in order of their names
	Failures []Failure `json:"failures"`
}

// Detect counts the outcomes of texts of which a redactor made outs, one of each.
func Detect(texts []gen.Text, outs []string) Detection {
	d := Detection{Failures: []Failure{}}
	kinds := map[string]*Tally{}
	for i, t := range texts {
		one := Judge(t, outs[i])
		d.Total.Add(one)
		k := kinds[t.Kind]
		if k == nil {
			k = &Tally{Kind: t.Kind}
			kinds[t.Kind] = k
		}
		k.Add(one)
		if !one.Perfect() {
			d.Failures = append(d.Failures, failure(t, outs[i], one))
		}
	}
	for _, k := range kinds {
		d.Kinds = append(d.Kinds, *k)
	}
	slices.SortFunc(d.Kinds, func(a, b Tally) int { return cmp.Compare(a.Kind, b.Kind) })
	return d
}

// ID returns the name by which two reports know the same text: 12 hexadecimal digits of
// its SHA-256, which collide in a corpus of a million texts with a chance of 0.2 %.
func ID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

func failure(t gen.Text, out string, one Tally) Failure {
	f := Failure{ID: ID(t.Text), Kind: t.Kind, Text: t.Text, Secrets: t.Secrets, Out: out,
		LeakedBytes: one.LeakedBytes, OverBytes: one.OverBytes, Altered: one.Altered > 0}
	for _, k := range t.Keep {
		if !strings.Contains(out, k) {
			f.Lost = append(f.Lost, k)
		}
	}
	if one.LeakedBytes > 0 {
		f.Leaks = leakSpans(t, out)
	}
	return f
}

// Judge counts the outcome of one text of which a redactor made out.
func Judge(t gen.Text, out string) Tally {
	r := Tally{PlainBytes: len(t.Text)}
	if out != t.Text {
		for _, run := range lost(t.Text, t.Secrets, out) {
			r.OverBytes += run.bytes
			if !run.beside {
				r.FalseAlarms++
			}
		}
	}
	if !t.Dirty() {
		r.Clean = 1
		if out != t.Text {
			r.Altered = 1
			r.FalseAlarms = max(r.FalseAlarms, 1) // also where something was only added
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
	r.PlainBytes = max(0, r.PlainBytes-r.SecretBytes)
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
