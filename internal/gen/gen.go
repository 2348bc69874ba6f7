// Package gen makes labelled error texts and logs from a seed: what a
// redactor must mask, must keep and must leave alone. The same seed gives the
// same texts on every machine and in every release that keeps the data files.
//
// Texts are composed from the templates of data/ (see template.go for their
// notation). Every secret is drawn at run time in its documented shape, so
// neither the repository nor the binary holds anything that a secret scanner
// takes for a credential.
package gen

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Text is one labelled text.
type Text struct {
	// Text is what a program would have reported.
	Text string
	// Secrets are the substrings of Text that must not survive; none if the
	// text is clean and must come back unchanged.
	Secrets []string
	// Kind names the kind of secret, or the kind of look-alike of a clean text.
	Kind string
	// Keep are substrings of Text that must survive: what a reader needs in
	// order to act on the error. No secret is part of one.
	Keep []string
}

// Dirty reports whether the text holds a secret.
func (t Text) Dirty() bool { return len(t.Secrets) > 0 }

// secretShare is the share of the texts of Errors that hold a secret: about
// what makes the two figures of a measurement, leaks and false alarms,
// equally precise.
const secretShare = 0.55

// Errors returns n error texts. Somewhat over half hold a secret, of every
// kind in turn; the others are clean.
func Errors(seed uint64, n int) []Text { return Mix(seed, n, secretShare, nil) }

// Clean returns n texts without secrets, full of look-alikes.
func Clean(seed uint64, n int) []Text { return Mix(seed, n, 0, nil) }

// Mix returns n texts of which a share of rate (0 to 1) hold a secret of one of
// the kinds, or of any kind if kinds is empty. Kinds that do not exist are
// ignored; see Kinds.
func Mix(seed uint64, n int, rate float64, kinds []string) []Text {
	g := newGenerator(seed)
	pool := secretKinds
	if len(kinds) > 0 {
		pool = selectKinds(kinds)
	}
	out := make([]Text, 0, n)
	for i, dirty := 0, 0; i < n; i++ {
		if len(pool) == 0 || g.Float64() >= rate {
			out = append(out, g.clean(1+g.IntN(3)))
			continue
		}
		// In turn, not at random: each kind is measured on as many texts.
		out = append(out, g.dirty(pool[dirty%len(pool)]))
		dirty++
	}
	return out
}

// Bounds of what Short returns, in bytes: the length of a typical error.
const (
	shortMin = 275
	shortMax = 305
)

// Short returns n clean texts of 275 to 305 bytes each: the length of a typical
// error, for measuring speed.
func Short(seed uint64, n int) []Text {
	g := newGenerator(seed)
	out := make([]Text, 0, n)
	for len(out) < n {
		t := g.clean(1)
		for len(t.Text) < shortMin {
			t.Text += "; " + g.clean(1).Text
		}
		if len(t.Text) <= shortMax {
			out = append(out, t)
		}
	}
	return out
}

// Log returns a log of at least size bytes that ends with a whole record. A share of
// dirtyRate (0 to 1) of its records hold a secret. Records are plain, logfmt or
// JSON; plain ones may have several lines. Its Kind is "log".
func Log(seed uint64, size int, dirtyRate float64) Text {
	g := newGenerator(seed)
	out := Text{Kind: "log"}
	var b strings.Builder
	b.Grow(size + 1024)
	for i := 0; b.Len() < size; i++ {
		t := Text{}
		if g.Float64() < dirtyRate {
			t = g.dirty(secretKinds[i%len(secretKinds)])
		} else {
			t = g.clean(1)
		}
		b.WriteString(g.record(t.Text))
		out.Secrets = append(out.Secrets, t.Secrets...)
	}
	out.Text = b.String()
	return out
}

// Sample returns size bytes that look like what a redactor reads: errors, logs and
// stack traces, one record in ten with a secret. It is what the scanner's
// windows are chosen from.
func Sample(seed uint64, size int) []byte {
	g := newGenerator(seed)
	b := make([]byte, 0, size+1024)
	for i := 0; len(b) < size; i++ {
		switch {
		case i%10 == 0:
			b = append(b, g.dirty(secretKinds[i/10%len(secretKinds)]).Text...)
		case i%3 == 0:
			b = append(b, g.record(g.clean(1).Text)...)
		default:
			b = append(b, g.clean(1+g.IntN(3)).Text...)
		}
		b = append(b, '\n')
	}
	return b[:size]
}

// Kinds returns the names of the kinds of secrets, in the order in which they
// are drawn.
func Kinds() []string {
	out := make([]string, len(secretKinds))
	for i, k := range secretKinds {
		out[i] = k.name
	}
	return out
}

func selectKinds(names []string) []kind {
	want := make(map[string]bool, len(names))
	for _, n := range names {
		want[n] = true
	}
	var out []kind
	for _, k := range secretKinds {
		if want[k.name] {
			out = append(out, k)
		}
	}
	return out
}

// joiners stand between the sentences of a text.
var joiners = []string{" ", "\n", ": ", "; ", ". ", " - ", "\n\t", ", "}

// clean returns a text of n clean sentences.
func (g *generator) clean(n int) Text {
	k := pick(g, cleanKinds)
	t := Text{Text: g.expand(pick(g, k.forms), nil), Kind: k.name}
	for range n - 1 {
		next := g.expand(pick(g, pick(g, cleanKinds).forms), nil)
		t.Text = join(t.Text, pick(g, joiners), next)
	}
	t.Text = strings.Trim(t.Text, "\n")
	return t
}

// dirty returns a text with a sentence that holds a secret of kind k, and up to two
// clean sentences around it.
func (g *generator) dirty(k kind) Text {
	t := Text{Kind: k.name}
	t.Text = g.expand(pick(g, k.forms), &t)
	if g.IntN(2) == 0 {
		t.Text = join(g.clean(1).Text, pick(g, joiners), t.Text)
	}
	if g.IntN(2) == 0 {
		t.Text = join(t.Text, pick(g, joiners), g.clean(1).Text)
	}
	t.Text = strings.Trim(t.Text, "\n")
	return t
}

// join puts b after a. A template that ends or begins with a line end owns the
// rest of its line: a header or a cookie has no end but the line's.
func join(a, sep, b string) string {
	if strings.HasSuffix(a, "\n") || strings.HasPrefix(b, "\n") {
		return strings.TrimSuffix(a, "\n") + "\n" + strings.TrimPrefix(b, "\n")
	}
	return a + sep + b
}

// record returns text as one log record with its line end.
func (g *generator) record(text string) string {
	switch g.IntN(5) {
	case 0: // JSON, as slog.JSONHandler and zap write it
		return `{"time":"` + g.field("ts") + `","level":"` + g.field("level") + `","msg":` + quoteJSON(text) +
			`,"component":"` + g.field("svc") + `","trace_id":"` + g.field("hex:32") + "\"}\n"
	case 1: // logfmt, as slog.TextHandler and logrus write it
		return "time=" + g.field("ts") + " level=" + g.field("level") + " msg=" + strconv.Quote(text) +
			" component=" + g.field("svc") + " request_id=" + g.field("uuid") + "\n"
	case 2: // klog
		return "E" + g.field("n:4") + " " + g.field("clock") + "   " + g.field("n:5") + " " + g.field("word") + ".go:" + g.field("num:1-900") + "] " + text + "\n"
	default:
		return g.field("ts") + " " + g.field("LEVEL") + " [" + g.field("svc") + "] " + text + "\n"
	}
}

// A generator draws from one seed.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) *generator {
	// The second word only separates this use from others of the same seed.
	return &generator{rand.New(rand.NewPCG(seed, 0x72656461637462))}
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }
