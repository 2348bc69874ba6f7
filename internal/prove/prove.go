// Package prove looks for texts in which rules break what the engine promises. Package fuzz and the
// command run it: it imports no package testing, which a command should not link.
package prove

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/effort"
	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/patterns"
)

// The promises that are checked, as Broken names them.
const (
	Panics    = "nothing panics"
	Samples   = "samples are judged as the rule says"
	Whole     = "all of a secret is masked"
	Neighbour = "a secret is masked whatever stands beside it"
	Twice     = "masking twice is masking once"
	Cut       = "no cut lets out part of a secret"
	Stream    = "a stream is masked as the whole text"
	JSON      = "JSON stays JSON"
	Cost      = "the cost of a byte is small, and no more in long texts"
)

// A Broken promise.
type Broken struct {
	Promise string
	// Rule is the ID of the rule whose secret it is about; empty where it is no single one's.
	Rule string
	// Detail says what was seen, without the text.
	Detail string
	// Text is the text in which it was seen.
	Text string
	// Check of these breaks it again.
	Input string
	Seed  uint64
}

func (b *Broken) Error() string {
	s := "not kept: " + b.Promise
	if b.Rule != "" {
		s = "rule " + b.Rule + ": " + s
	}
	if b.Detail != "" {
		s += ": " + b.Detail
	}
	return s
}

// A Checker checks a set. It is safe for concurrent use if the rules' Verify functions are.
type Checker struct {
	redactor *engine.Redactor
	// short follows secrets for as short as possible, so that costs that grow with
	// the length of a text show in short ones.
	short *engine.Redactor
	rules []patterns.Rule
}

// New compiles a set. The error is engine.New's.
func New(set patterns.Set) (*Checker, error) {
	r, err := engine.New(set, nil)
	if err != nil {
		return nil, err
	}
	short, err := engine.New(set, &engine.Options{MaxSecret: 1024})
	if err != nil {
		return nil, err
	}
	return &Checker{r, short, set.Rules()}, nil
}

// Warnings returns what the engine has to say about the rules.
func (c *Checker) Warnings() []*engine.RuleError { return c.redactor.Warnings() }

// Samples checks the samples of all rules. The error joins a *Broken for each that is judged wrong.
func (c *Checker) Samples() error {
	var errs []error
	for i := range c.rules {
		r := &c.rules[i]
		rnd := rand.New(rand.NewPCG(uint64(i), 1))
		for k := range r.Match {
			p := c.sample(r, k, rnd)
			switch {
			case len(p.spans) == 0:
				errs = append(errs, &Broken{Promise: Samples, Rule: r.ID, Detail: fmt.Sprintf("match[%d] holds nothing that it finds", k), Text: p.text})
			case p.short():
				errs = append(errs, &Broken{Promise: Whole, Rule: r.ID, Detail: fmt.Sprintf("of match[%d] part stays", k), Text: p.text})
			}
		}
		for k, text := range r.NoMatch {
			for f := range c.redactor.Find(text) {
				if f.Rule == r.ID {
					errs = append(errs, &Broken{Promise: Samples, Rule: r.ID, Detail: fmt.Sprintf("no_match[%d] holds something that it finds", k), Text: text})
					break
				}
			}
		}
	}
	return errors.Join(errs...)
}

// Check checks the promises on a text, and on a text with a secret that it makes from the seed.
// The same text and seed give the same outcome; nil is that all are kept.
func (c *Checker) Check(text string, seed uint64) (b *Broken) {
	seen := text
	defer func() {
		if r := recover(); r != nil {
			b = &Broken{Promise: Panics, Text: seen}
		}
		if b != nil {
			b.Input, b.Seed = text, seed
		}
	}()
	rnd := rand.New(rand.NewPCG(seed, 2))
	if b := c.text(text, rnd); b != nil {
		return b
	}
	if seed%costEvery == 0 {
		if b := c.cost(text); b != nil {
			return b
		}
	}
	// Of its own, so that what is planted does not depend on the text, which can then be shrunk.
	rnd = rand.New(rand.NewPCG(seed, 5))
	p, b := c.plant(rnd)
	if b != nil || p.text == "" {
		return b
	}
	seen = p.text
	if b := c.planted(p, rnd); b != nil {
		return b
	}
	return c.text(p.text, rnd)
}

// text checks what holds for any text.
func (c *Checker) text(text string, rnd *rand.Rand) *Broken {
	once := c.redactor.Append(nil, text)
	if twice := c.redactor.AppendBytes(nil, once); !bytes.Equal(once, twice) {
		return &Broken{Promise: Twice, Rule: c.first(string(once)), Detail: "what was masked is masked again, differently", Text: text}
	}
	if out, err := stream(c.redactor, text, rnd); err != nil || !bytes.Equal(out, once) {
		return &Broken{Promise: Stream, Rule: c.first(text), Detail: "a Writer gives other text than Append", Text: text}
	}
	redacted := c.redactor.Redact(text)
	for range 3 {
		limit := rnd.IntN(len(redacted.String()) + 8)
		cut := redacted.Truncate(limit).String()
		if !utf8.ValidString(cut) || encoded(cut) > limit {
			return &Broken{Promise: Cut, Detail: fmt.Sprintf("cut to %d bytes it is longer or ill-formed", limit), Text: text}
		}
		if got := string(c.redactor.AppendTruncated(nil, text, limit)); got != cut {
			return &Broken{Promise: Cut, Detail: fmt.Sprintf("AppendTruncated to %d bytes is not Redact and Truncate", limit), Text: text}
		}
	}
	return c.json(text)
}

// json checks that documents stay documents: masked as documents, and as text where the text is one
// itself. (A text of stray quotes inside a document is read as text is: a quote that is open may
// well end behind the document's own.)
func (c *Checker) json(text string) *Broken {
	doc, err := json.Marshal(map[string]any{"m": text, "n": []any{1, true, text}})
	if err != nil {
		return nil
	}
	out, err := c.redactor.AppendJSON(nil, doc)
	if err != nil || !json.Valid(out) {
		return &Broken{Promise: JSON, Rule: c.first(string(doc)), Detail: "AppendJSON made of a document what is none", Text: string(doc)}
	}
	if json.Valid([]byte(text)) && !json.Valid(c.redactor.AppendBytes(nil, []byte(text))) {
		return &Broken{Promise: JSON, Rule: c.first(text), Detail: "masked as text, a document is none any more", Text: text}
	}
	return nil
}

const (
	// costEvery: one in so many checks is of the cost, which takes as long as many others.
	costEvery = 64
	// A text is repeated to these lengths, in bytes: a bit over what the short redactor follows
	// a secret for, and four times that.
	costShort, costLong = 8 << 10, 32 << 10
	// costLimit is how many steps a byte may cost. The dearest of public rule sets, all 222 together, take
	// a fifth on the worst text known for them.
	costLimit = 1000
)

// cost checks that a text costs no more a byte when it is repeated more often.
func (c *Checker) cost(text string) *Broken {
	if len(text) == 0 {
		return nil
	}
	text = text[:min(len(text), 512)]
	steps := func(n int) int { return effort.Of(c.short, strings.Repeat(text, 1+n/len(text))) }
	short := steps(costShort)
	if short > costLimit*costShort {
		return &Broken{Promise: Cost, Detail: fmt.Sprintf("%d steps a byte", short/costShort), Text: text}
	}
	if long := steps(costLong); long > 6*short+costLong {
		return &Broken{Promise: Cost, Detail: fmt.Sprintf("%d steps in %d bytes, %d in %d", short, costShort, long, costLong), Text: text}
	}
	return nil
}

// first returns the ID of the rule that finds the first secret of a text.
func (c *Checker) first(text string) string {
	for f := range c.redactor.Find(text) {
		return f.Rule
	}
	return ""
}

// stream masks a text by a Writer, split at random.
func stream(r *engine.Redactor, text string, rnd *rand.Rand) ([]byte, error) {
	var out bytes.Buffer
	w := r.NewWriter(&out)
	most := 1 + rnd.IntN(max(1, len(text)))
	for rest := text; rest != ""; {
		n := min(len(rest), 1+rnd.IntN(most))
		if _, err := w.Write([]byte(rest[:n])); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	err := w.Close()
	return out.Bytes(), err
}

// encoded returns the length of a text as JSON, without quotes.
func encoded(s string) int {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return 0
	}
	return b.Len() - len(`""`) - len("\n")
}

// leaks reports whether a part of a secret of a text survives in out.
func leaks(secret, text, out string) bool { return measure.Leaked(secret, text, out) > 0 }
