package measure

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/patterns"
)

// A Rule is what one rule finds and costs.
type Rule struct {
	ID string `json:"id"`
	// Found counts its findings that hold something of a secret, False those that do not;
	// OverBytes is what it masked that is no secret.
	Found     int `json:"found"`
	False     int `json:"false"`
	OverBytes int `json:"overBytes"`
	// Samples counts texts made of the rule's own, SamplesMasked those masked, by whichever
	// rule; LeakedBytes is what survived.
	Samples       int `json:"samples"`
	SamplesMasked int `json:"samplesMasked"`
	LeakedBytes   int `json:"leakedBytes"`
	// Looks counts the candidates that the rule looked at in a megabyte (10^6 bytes) of log.
	Looks float64 `json:"looksPerMB"`
	// NsPerKB is what the set with the rule costs more than without it on such a log, in nanoseconds of
	// CPU time per 1,000 bytes: what leaving it out would save. It is 0 for a rule that
	// looked at nothing.
	NsPerKB float64 `json:"nsPerKB"`
}

// Precision is the share of the rule's findings that hold a secret; 1 if it found nothing.
func (r Rule) Precision() float64 { return share(r.Found, r.Found+r.False) }

// Recall is the share of the rule's own samples that are masked.
func (r Rule) Recall() float64 { return share(r.SamplesMasked, r.Samples) }

const (
	// samplesPerText is how often each sample text of a rule is drawn.
	samplesPerText = 4
	// costLog is the length of the log that rules are timed on, in bytes: what a second-level
	// cache holds.
	costLog = 64 << 10
	// costRounds is how often a rule is timed. The least counts: a rule's share is
	// smaller than what disturbs a median.
	costRounds = 5
)

// Rules measures every rule of the set that r was made of, on the texts and on a log made of
// seed, for about the time given in all. tick is as for Measure.
func Rules(set patterns.Set, r *engine.Redactor, texts []gen.Text, seed uint64, budget time.Duration, tick func(float64)) []Rule {
	if tick == nil {
		tick = func(float64) {}
	}
	rules := set.Rules()
	out := make([]Rule, len(rules))
	at := make(map[string]*Rule, len(rules))
	for i, rule := range rules {
		out[i].ID = rule.ID
		at[rule.ID] = &out[i]
	}
	for _, t := range texts {
		attribute(at, t, r)
	}
	log := gen.Log(seed, costLog, 0.05).Text
	r.Explain(log, func(s engine.Step) {
		if o := at[s.Rule]; o != nil {
			o.Looks += 1e6 / float64(len(log))
		}
	})
	rnd := rand.New(rand.NewPCG(seed, 0))
	for i, rule := range rules {
		out[i].samples(rule, r, rnd)
	}
	costs(out, set, log, budget, tick)
	return out
}

// attribute counts the findings in a text by their rules.
func attribute(at map[string]*Rule, t gen.Text, r *engine.Redactor) {
	secret := secretBytes(t)
	for f := range r.Find(t.Text) {
		o := at[f.Rule]
		if o == nil {
			continue // a known value, which is no rule
		}
		over := 0
		for _, is := range secret[f.Start:f.End] {
			if !is {
				over++
			}
		}
		o.OverBytes += over
		if over < f.End-f.Start {
			o.Found++
		} else {
			o.False++
		}
	}
}

// secretBytes says of each byte of a text whether it is a secret's.
func secretBytes(t gen.Text) []bool {
	is := make([]bool, len(t.Text))
	for _, s := range t.Secrets {
		for from := 0; ; {
			i := strings.Index(t.Text[from:], s)
			if i < 0 {
				break
			}
			for j := range len(s) {
				is[from+i+j] = true
			}
			from += i + len(s)
		}
	}
	return is
}

// samples draws the rule's own texts and counts those masked.
func (o *Rule) samples(rule patterns.Rule, r *engine.Redactor, rnd *rand.Rand) {
	const place = "{token}"
	for _, sample := range rule.Match {
		if !strings.Contains(sample, place) {
			// The text does not say what its secret is; that there is a finding must do.
			o.Samples++
			if r.Match(sample) {
				o.SamplesMasked++
			}
			continue
		}
		for range samplesPerText {
			token := rule.Sample(rnd)
			text := strings.ReplaceAll(sample, place, token)
			n := Leaked(secretOf(rule, token), text, string(r.Append(nil, text)))
			o.Samples++
			o.LeakedBytes += n
			if n == 0 {
				o.SamplesMasked++
			}
		}
	}
}

// secretOf returns what of a sample must be masked: of a capability URL, of which more or fewer
// segments are kept, the last one.
func secretOf(rule patterns.Rule, token string) string {
	if t, ok := rule.Matcher.(patterns.Token); ok && t.KeepPrefix {
		return token[strings.LastIndexAny(token, "/=")+1:]
	}
	return token
}

// costs times the set without each rule that looked at something. The whole set is timed beside
// each, since machines get faster and slower meanwhile. Timing each rule by itself would be
// simpler, but small sets are scanned by another engine.
func costs(out []Rule, set patterns.Set, log string, budget time.Duration, tick func(float64)) {
	looking := 0
	for _, o := range out {
		if o.Looks > 0 {
			looking++
		}
	}
	if looking == 0 {
		return
	}
	whole, err := engine.New(set, nil) // r may look for known values too
	if err != nil {
		return
	}
	c := newClock()
	each := budget / time.Duration(looking*2*costRounds)
	var buf []byte
	once := func(r *engine.Redactor) float64 {
		times, took := c.repeat(func() { buf = r.Append(buf[:0], log) }, each)
		return float64(took.Nanoseconds()) / float64(times)
	}
	done := 0
	for i := range out {
		if out[i].Looks == 0 {
			continue
		}
		done++
		tick(float64(done) / float64(looking))
		rest, err := engine.New(set.Without(out[i].ID), nil)
		if err != nil {
			continue // the only rule of its set
		}
		with, without := once(whole), once(rest)
		for range costRounds - 1 {
			with, without = min(with, once(whole)), min(without, once(rest))
		}
		out[i].NsPerKB = max(0, with-without) * 1000 / float64(len(log))
	}
}
