package prove

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/expr"
	"github.com/redactbench/redactbench/patterns"
)

// A planting is a text with a secret whose place is known.
type planting struct {
	rule       *patterns.Rule
	text       string
	spans      []engine.Finding
	start, end int // of the secret
	// token is the place of {token} in a sample; both 0 where it has none.
	token, tokenEnd int
	neighbour       string
}

// Neighbours are what stands beside secrets in prose and in formats: no letters and digits, which a
// secret itself may be made of.
var (
	rightNeighbours = []string{".", ",", ")", "]", "}", ">", "&", "…", `"`, "'", "`", ";", ":", "\n", "\r\n", "\t", " ", `\n`, `\"`, "|", "<", "\x00", "é", "?", "!", "*", ". ", ", "}
	leftNeighbours  = []string{" ", "\n", "(", "[", "{", "<", `"`, "'", "`", "=", ": ", ", ", "é", "\x00", "|", "a b ", "\t", ">", `\n`, "…"}
)

// sample makes a text of a rule's sample and says where its secret is.
func (c *Checker) sample(r *patterns.Rule, k int, rnd *rand.Rand) planting {
	p := planting{rule: r, text: r.Match[k]}
	if i := strings.Index(p.text, "{token}"); i >= 0 {
		token := r.Sample(rnd)
		p.token, p.tokenEnd = i, i+len(token)
		p.text = strings.ReplaceAll(p.text, "{token}", token)
	}
	c.locate(&p)
	return p
}

// locate finds the secret of a planting.
func (c *Checker) locate(p *planting) {
	for f := range c.redactor.Find(p.text) {
		if p.tokenEnd > 0 && (f.End <= p.token || f.Start >= p.tokenEnd) {
			continue
		}
		if len(p.spans) == 0 {
			p.start, p.end = f.Start, f.End
		}
		p.spans = append(p.spans, f)
	}
}

// short reports whether a part of a sample's token is outside what is masked. What of a Token or
// a Block stays is theirs to say.
func (p *planting) short() bool {
	switch p.rule.Matcher.(type) {
	case patterns.Key, patterns.Param, patterns.Regexp:
		return p.tokenEnd > 0 && (p.start > p.token || p.end < p.tokenEnd)
	}
	return false
}

// plant makes a text with a secret of a rule, and puts something beside it.
func (c *Checker) plant(rnd *rand.Rand) (planting, *Broken) {
	r := &c.rules[rnd.IntN(len(c.rules))]
	var p planting
	if m, ok := r.Matcher.(patterns.Regexp); ok && len(r.Match) == 0 {
		p = planting{rule: r, text: expr.Generate(m.Expr, rnd)}
		c.locate(&p)
		if len(p.spans) == 0 {
			return planting{}, nil // too little entropy, or an exception
		}
	} else if len(r.Match) == 0 {
		return planting{}, nil
	} else {
		p = c.sample(r, rnd.IntN(len(r.Match)), rnd)
		if len(p.spans) == 0 {
			return p, &Broken{Promise: Samples, Rule: r.ID, Detail: "a sample holds nothing that it finds", Text: p.text}
		}
		if p.short() {
			return p, &Broken{Promise: Whole, Rule: r.ID, Detail: "of a sample's secret part stays", Text: p.text}
		}
	}
	secret := p.text[p.start:p.end]
	switch rnd.IntN(3) {
	case 0:
		if !p.open() {
			break
		}
		p.neighbour = rightNeighbours[rnd.IntN(len(rightNeighbours))]
		p.text = p.text[:p.end] + p.neighbour + p.text[p.end:]
	case 1:
		p.neighbour = leftNeighbours[rnd.IntN(len(leftNeighbours))]
		p.text = p.neighbour + p.text
	}
	p.start = strings.Index(p.text, secret)
	p.end = p.start + len(secret)
	return p, nil
}

// open reports whether something can follow the secret without becoming a part of it: a closing
// quote or bracket belongs to the format, and so does what ends a password in a URL.
func (p *planting) open() bool {
	switch p.rule.Matcher.(type) {
	case patterns.Token, patterns.Key, patterns.Param, patterns.Regexp, patterns.Credentials:
		return p.end == len(p.text) || strings.IndexByte("\"'`)]}>\\<", p.text[p.end]) < 0
	}
	return false
}

// planted checks that the secret is gone, whatever is made of the text.
func (c *Checker) planted(p planting, rnd *rand.Rand) *Broken {
	secret := p.text[p.start:p.end]
	out := string(c.redactor.Append(nil, p.text))
	if leaks(secret, p.text, out) {
		return &Broken{Promise: Neighbour, Rule: p.rule.ID, Detail: fmt.Sprintf("with %q beside it, it stays", p.neighbour), Text: p.text}
	}
	redacted := c.redactor.Redact(p.text)
	for range 3 {
		limit := 3 + rnd.IntN(len(p.text)+3)
		if leaks(secret, p.text, redacted.Truncate(limit).String()) {
			return &Broken{Promise: Cut, Rule: p.rule.ID, Detail: fmt.Sprintf("cut to %d bytes, part of it stays", limit), Text: p.text}
		}
	}
	doc, err := json.Marshal(map[string]string{"m": p.text})
	if err != nil {
		return nil
	}
	var back map[string]string
	masked, _ := c.redactor.AppendJSON(nil, doc)
	if json.Unmarshal(masked, &back) == nil && leaks(secret, p.text, back["m"]) {
		return &Broken{Promise: JSON, Rule: p.rule.ID, Detail: "in a JSON string, it stays", Text: p.text}
	}
	return nil
}

// Seeds returns texts to start from: the rules' samples, and texts that their expressions match.
func (c *Checker) Seeds() []string {
	var out []string
	for i := range c.rules {
		r := &c.rules[i]
		rnd := rand.New(rand.NewPCG(uint64(i), 3))
		for k := range r.Match {
			out = append(out, c.sample(r, k, rnd).text)
		}
		out = append(out, r.NoMatch...)
		if m, ok := r.Matcher.(patterns.Regexp); ok {
			out = append(out, expr.Generate(m.Expr, rnd))
			out = append(out, m.Anchors...)
		}
	}
	return out
}

// A Mutator makes texts out of seeds.
type Mutator struct {
	seeds []string
	rnd   *rand.Rand
}

// NewMutator returns a Mutator of the seeds, of which there must be one at least.
func NewMutator(seeds []string, seed uint64) *Mutator {
	return &Mutator{seeds, rand.New(rand.NewPCG(seed, 4))}
}

// maxMutant is the length of the longest text that a Mutator makes, in bytes.
const maxMutant = 4 << 10

// Next returns the next text.
func (m *Mutator) Next() string {
	text := m.pick()
	for range 1 + m.rnd.IntN(6) {
		i := m.rnd.IntN(len(text) + 1)
		j := i + m.rnd.IntN(len(text)-i+1)
		switch m.rnd.IntN(8) {
		case 0:
			text = text[:i] + text[j:]
		case 1:
			text = text[:j] + text[i:]
		case 2:
			text = text[:i] + m.pick() + text[i:]
		case 3:
			text = text[:i] + rightNeighbours[m.rnd.IntN(len(rightNeighbours))] + text[i:]
		case 4:
			text = text[:i] + leftNeighbours[m.rnd.IntN(len(leftNeighbours))] + text[j:]
		case 5:
			text = text[:i] + engine.DefaultMask[:m.rnd.IntN(len(engine.DefaultMask)+1)] + text[i:]
		case 6:
			text += "\n" + m.pick()
		case 7:
			if other := m.pick(); other != "" {
				k := m.rnd.IntN(len(other))
				text = text[:i] + other[k:] + text[i:]
			}
		}
		text = text[:min(len(text), maxMutant)]
	}
	return text
}

func (m *Mutator) pick() string { return m.seeds[m.rnd.IntN(len(m.seeds))] }

// Shrink returns a shorter text that breaks the same promise with the same seed, as short as cutting
// parts out makes it.
func (c *Checker) Shrink(b *Broken) *Broken {
	for size := len(b.Input) / 2; size > 0; {
		shrunk := false
		for i := 0; i+size <= len(b.Input); {
			less := c.Check(b.Input[:i]+b.Input[i+size:], b.Seed)
			if less != nil && less.Promise == b.Promise {
				b, shrunk = less, true
				continue
			}
			i += size
		}
		if !shrunk || size > len(b.Input) {
			size /= 2
		}
	}
	return b
}
