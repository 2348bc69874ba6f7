package engine

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/patterns"
)

const (
	alnumBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	smallBytes = "abcdefghijklmnopqrstuvwxyz"
)

var chosenWords = strings.Fields("summer winter monkey dragon orange falcon bright garden purple rocket silver coffee")

// A drawer draws the values of a corpus's placeholders.
type drawer struct{ *rand.Rand }

func (d drawer) run(from string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[d.IntN(len(from))]
	}
	return string(b)
}

// human draws a password as people choose them, with one of signs in it.
func (d drawer) human(signs string) string {
	w := chosenWords[d.IntN(len(chosenWords))]
	sign := d.run(signs, 1)
	switch d.IntN(3) {
	case 0:
		return strings.ToUpper(w[:1]) + w[1:] + sign + d.run("123456789", 3)
	case 1:
		return d.run(smallBytes, 3) + sign + d.run("123456789", 3) + sign + d.run("QWXZKJ", 3)
	}
	return d.run("QWXZKJ", 2) + d.run(smallBytes, 3) + sign + d.run("123456789", 2) + d.run(smallBytes, 3)
}

func (d drawer) jwt() string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+d.run(alnumBytes, 12)+`","exp":1}`) + "." + d.run(alnumBytes, 43)
}

func (d drawer) draw(kind string) string {
	switch kind {
	case "token":
		return d.run(alnumBytes, 20+d.IntN(16)) + d.run("0123456789", 3) + d.run("GHJK", 1)
	case "hex":
		return d.run("0123456789abcdef", 40)
	case "human":
		return d.human("!~*^")
	case "signed":
		return d.human("!#$%&?")
	case "word":
		return chosenWords[d.IntN(len(chosenWords))] + d.run("123456789", 2)
	case "phrase":
		w := make([]string, 4)
		for i := range w {
			w[i] = chosenWords[d.IntN(len(chosenWords))]
		}
		return strings.Join(w, " ")
	case "jwt":
		return d.jwt()
	case "jwt:u":
		return strings.ReplaceAll(d.jwt(), ".", `\u002e`)
	case "basic":
		return base64.StdEncoding.EncodeToString([]byte("bob:" + d.human("!~*^")))
	case "pem", "pem:e":
		block := patterns.Rule{Matcher: patterns.Block{Begin: "-----BEGIN ", End: "-----END ", Labels: []string{"PRIVATE KEY"}}}.Sample(d.Rand)
		if kind == "pem:e" {
			block = strings.ReplaceAll(block, "\n", `\n`)
		}
		return block
	}
	panic("no such placeholder: " + kind)
}

var placeholder = regexp.MustCompile(`\{(token|hex|human|signed|word|phrase|jwt|jwt:u|basic|pem|pem:e)(#\d)?\}`)

// A corpusText is a text of the corpus with values drawn: what goes in and what must come out.
type corpusText struct {
	kind, row, in, want string
	secrets             []string
}

// fill draws the values of a row. Those are drawn again that occur in the row's own words.
func (d drawer) fill(kind, row string) corpusText {
	text := strings.NewReplacer("⏎", "\n", "␛", "\x1b", "⇥", "\t").Replace(row)
	c := corpusText{kind: kind, row: row}
	same := map[string]string{}
	c.in = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		m := placeholder.FindStringSubmatch(p)
		v, ok := same[p]
		if !ok || m[2] == "" {
			v = d.draw(m[1])
			same[p] = v
			c.secrets = append(c.secrets, v)
		}
		return v
	})
	c.want = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		if strings.HasPrefix(p, "{pem") {
			return "(redacted:PRIVATE-KEY)"
		}
		return mask
	})
	return c
}

// corpusTexts returns the project's own corpus, each row filled n times.
func corpusTexts(t testing.TB, n int) []corpusText {
	t.Helper()
	files, err := filepath.Glob("../testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	d := drawer{rand.New(rand.NewPCG(3, 1))}
	var out []corpusText
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kind := ""
		for _, row := range strings.Split(string(data), "\n") {
			if head, ok := strings.CutPrefix(row, "## "); ok {
				kind = strings.TrimSuffix(filepath.Base(name), ".txt") + "/" + head
			} else if row != "" {
				for range n {
					out = append(out, d.fill(kind, row))
				}
			}
		}
	}
	return out
}

// byKind runs f for each kind's texts.
func byKind(t *testing.T, texts []corpusText, f func(t *testing.T, c corpusText)) {
	for i := 0; i < len(texts); {
		j := i
		for j < len(texts) && texts[j].kind == texts[i].kind {
			j++
		}
		t.Run(texts[i].kind, func(t *testing.T) {
			for _, c := range texts[i:j] {
				f(t, c)
			}
		})
		i = j
	}
}

func unfiltered(t *testing.T) *Redactor {
	t.Helper()
	r, err := New(patterns.Default(), &Options{noFilter: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCorpus(t *testing.T) {
	var r Redactor
	plain := unfiltered(t)
	var to bytes.Buffer
	w := r.NewWriter(&to)
	byKind(t, corpusTexts(t, 3), func(t *testing.T, c corpusText) {
		got := string(r.Append(nil, c.in))
		if got != c.want {
			t.Errorf("%s\n in   %q\n got  %q", c.row, c.in, got)
			return
		}
		for way, other := range map[string]string{
			"Redact":          r.Redact(c.in).String(),
			"Find":            maskFound(&r, c.in),
			"AppendTruncated": string(r.AppendTruncated(nil, c.in, 1<<16)),
			"without filter":  string(plain.Append(nil, c.in)),
			"Writer":          writeParts(t, w, &to, c.in, nil),
			"Writer by byte":  writeParts(t, w, &to, c.in, everyByte(len(c.in))),
			"AppendJSON":      inJSON(t, &r, c.in),
		} {
			if other != got {
				t.Errorf("%s by %s\n in   %q\n got  %q\n want %q", c.row, way, c.in, other, got)
			}
		}
		if r.Match(c.in) != (len(c.secrets) > 0) {
			t.Errorf("%s: Match is wrong about %q", c.row, c.in)
		}
	})
}

// maskFound masks what Find finds.
func maskFound(r *Redactor, text string) string {
	out, at := "", 0
	for f := range r.Find(text) {
		out += text[at:f.Start]
		if f.Rule == "private-key" {
			out += "(redacted:PRIVATE-KEY)"
		} else {
			out += mask
		}
		at = f.End
	}
	return out + text[at:]
}

// inJSON masks text as a string of a JSON document.
func inJSON(t *testing.T, r *Redactor, text string) string {
	t.Helper()
	doc := append(jsontext.Append([]byte(`["`), text), `"]`...)
	out, err := r.AppendJSON(nil, doc)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := json.Unmarshal(out, &list); err != nil || len(list) != 1 {
		t.Fatalf("%q masked is %q: %v", doc, out, err)
	}
	return list[0]
}

func TestCorpusInNestedJSON(t *testing.T) {
	var r Redactor
	byKind(t, corpusTexts(t, 2), func(t *testing.T, c corpusText) {
		if strings.HasSuffix(c.kind, "in text alone") {
			return // its escapes would be escaped once more
		}
		inner := string(append(jsontext.Append([]byte(`{"msg":"`), c.in), `"}`...))
		out := inJSON(t, &r, inner)
		var doc struct{ Msg string }
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Errorf("%s: %q is no JSON: %v", c.row, out, err)
		}
		for _, s := range c.secrets {
			if strings.Contains(doc.Msg, s) {
				t.Errorf("%s\n in   %q\n got  %q", c.row, inner, out)
			}
		}
		if len(c.secrets) == 0 && doc.Msg != c.in {
			t.Errorf("%s: changed to %q", c.row, doc.Msg)
		}
	})
}

func TestCorpusAtEveryOffset(t *testing.T) {
	var r Redactor
	byKind(t, corpusTexts(t, 1), func(t *testing.T, c corpusText) {
		for n := 1; n <= 64; n++ {
			pad := strings.Repeat(".", n-1) + "\n"
			if got := string(r.Append(nil, pad+c.in)); got != pad+c.want {
				t.Errorf("%s behind %d bytes: %q", c.row, n, got[n:])
				break
			}
		}
	})
}

func TestMaskingAgainChangesNothing(t *testing.T) {
	var r Redactor
	byKind(t, corpusTexts(t, 2), func(t *testing.T, c corpusText) {
		if got := string(r.Append(nil, c.want)); got != c.want {
			t.Errorf("%q\n became %q", c.want, got)
		}
	})
}

// TestRulesKeepTheirSamples runs the texts that the rules themselves give.
func TestRulesKeepTheirSamples(t *testing.T) {
	var r Redactor
	rnd := rand.New(rand.NewPCG(5, 1))
	for _, rule := range patterns.Default().Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			for _, m := range rule.Match {
				for range 20 {
					s := rule.Sample(rnd)
					text := strings.ReplaceAll(m, "{token}", s)
					got := string(r.Append(nil, text))
					if got == text || strings.Contains(m, "{token}") && strings.Contains(got, sampleTail(rule, s)) {
						t.Errorf("%q\n stays %q", m, got)
						break
					}
				}
			}
			for _, text := range rule.NoMatch {
				if got := string(r.Append(nil, text)); got != text {
					t.Errorf("%q\n became %q", text, got)
				}
			}
		})
	}
}

// sampleTail returns what must not stay of a sample: its last bytes, since a capability URL
// keeps its first.
func sampleTail(rule patterns.Rule, s string) string {
	if t, ok := rule.Matcher.(patterns.Token); ok && t.KeepPrefix {
		for _, p := range t.Prefixes {
			if i := strings.Index(s, p); i >= 0 {
				return s[max(i+len(p), len(s)-8):]
			}
		}
	}
	return s
}

func FuzzAppend(f *testing.F) {
	for _, c := range corpusTexts(f, 1) {
		f.Add(c.in)
	}
	var r Redactor
	f.Fuzz(func(t *testing.T, text string) {
		once := string(r.Append(nil, text))
		if twice := string(r.Append(nil, once)); twice != once {
			t.Errorf("%q\n masked  %q\n again   %q", text, once, twice)
		}
		if got := strings.ToValidUTF8(once, "\ufffd"); got != once && strings.ToValidUTF8(text, "\ufffd") == text {
			t.Errorf("%q is valid, %q is not", text, once)
		}
	})
}
