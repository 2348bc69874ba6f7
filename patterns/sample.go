package patterns

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
)

// maxDraws bounds how often Sample draws again because the rule's Verify
// refused. The strictest built-in Verify takes one random string in 256.
const maxDraws = 20000

// Sample returns a random secret in the rule's shape, so that no file of tests
// or rules holds anything that looks like a credential. The same state of rnd
// gives the same secret.
//
// For a Token it is the whole of it: what stands before the anchor, a prefix
// (the kept one of a capability URL too) and the shape. For a Block it is the
// text from the begin line to the end line. For any other matcher it is a random
// value that looks opaque, which a Regexp need not match. A Token whose shape does not parse gives "". Verify, where set, is satisfied unless it
// refuses everything; a panic in it is the caller's.
func (r Rule) Sample(rnd *rand.Rand) string {
	var s string
	for range maxDraws {
		kept := 0
		switch m := r.Matcher.(type) {
		case Token:
			s, kept = m.sample(rnd)
		case Block:
			s = m.sample(rnd)
		default:
			s = randomRun(rnd, charset.B62, 24+rnd.IntN(17))
		}
		if r.Verify == nil || r.Verify([]byte(s[kept:])) {
			break
		}
	}
	return s
}

// sample returns a token and how much of it stays.
func (t Token) sample(rnd *rand.Rand) (s string, kept int) {
	before, errBefore := ParseShape(t.Before)
	shape, errShape := ParseShape(t.Shape)
	if errBefore != nil || errShape != nil || len(t.Prefixes) == 0 {
		return "", 0
	}
	var b strings.Builder
	sampleParts(&b, rnd, before)
	b.WriteString(t.Prefixes[rnd.IntN(len(t.Prefixes))])
	if t.KeepPrefix {
		kept = b.Len()
	}
	sampleParts(&b, rnd, shape)
	return b.String(), kept
}

func sampleParts(b *strings.Builder, rnd *rand.Rand, parts []Part) {
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		if p.Optional > 0 && rnd.IntN(2) == 0 {
			i += p.Optional - 1
			continue
		}
		if p.Literal != "" {
			b.WriteString(p.Literal)
			continue
		}
		n := p.Min
		if more := min(p.Max-p.Min, 8); more > 0 {
			n += rnd.IntN(more + 1)
		}
		b.WriteString(randomRun(rnd, p.Class, n))
	}
}

// randomRun returns n random bytes of the set. Where it can, the run begins and
// ends in a letter or digit, as real ones nearly always do.
func randomRun(rnd *rand.Rand, set charset.Set, n int) string {
	all := set.Bytes()
	ends := all
	if set&charset.B62 != 0 {
		ends = (set & charset.B62).Bytes()
	}
	run := make([]byte, n)
	for i := range run {
		from := all
		if i == 0 || i == n-1 {
			from = ends
		}
		run[i] = from[rnd.IntN(len(from))]
	}
	return string(run)
}

// sample gives base64 lines of 64 bytes between the two lines, as PEM has them.
func (k Block) sample(rnd *rand.Rand) string {
	label := ""
	if len(k.Labels) > 0 {
		label = strings.TrimRight(k.Labels[rnd.IntN(len(k.Labels))], "-")
	}
	var b strings.Builder
	b.WriteString(k.Begin + label + dashesOf(k.Begin) + "\n")
	raw := make([]byte, 48)
	for range 4 + rnd.IntN(8) {
		for i := range raw {
			raw[i] = byte(rnd.UintN(256))
		}
		b.WriteString(base64.StdEncoding.EncodeToString(raw) + "\n")
	}
	b.WriteString(k.End + label + dashesOf(k.End))
	return b.String()
}

// dashesOf returns the dashes that close a line which opens with them.
func dashesOf(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, "-"))]
}
