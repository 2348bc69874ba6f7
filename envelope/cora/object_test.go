package cora

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
)

// object is the format as encoding/json would write it.
type object struct {
	Format        string   `json:"format"`
	Version       int      `json:"version"`
	Code          string   `json:"code"`
	Message       string   `json:"message"`
	Hint          string   `json:"hint"`
	DocsURL       string   `json:"docsUrl"`
	NextActions   []action `json:"nextActions"`
	Issues        []issue  `json:"issues,omitempty"`
	OmittedIssues int      `json:"omittedIssues,omitempty"`
}

type action struct {
	Kind    string  `json:"kind"`
	Command *string `json:"command,omitempty"`
	URL     *string `json:"url,omitempty"`
	File    *string `json:"file,omitempty"`
}

type issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

func (o object) encode(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(o); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	const file = "../../schemas/cora-mcp-error/v1.json"
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("v1.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("v1.json")
})

// parse holds out to the schema and to what encoding/json writes.
func parse(t testing.TB, out []byte) object {
	t.Helper()
	s, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := s.Validate(doc); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var o object
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("more than one object: %s", out)
	}
	if again := o.encode(t); again != string(out) {
		t.Fatalf("not as encoded again:\n got %s\nwant %s", out, again)
	}
	if !utf8.Valid(out) {
		t.Fatalf("not UTF-8: %q", out)
	}
	return o
}

func renderer(t testing.TB, l budget.Limits) *Renderer {
	t.Helper()
	c, err := New(nil, l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// charge is what an object costs against its total.
func charge(t testing.TB, out []byte, wire bool) int {
	t.Helper()
	if !wire {
		return len(out)
	}
	b, err := json.Marshal(string(out))
	if err != nil {
		t.Fatal(err)
	}
	return len(b) - 2
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// token makes a GitHub token that no one ever had.
func token(r *rand.Rand) string {
	b := []byte("ghp_")
	for range 36 {
		b = append(b, letters[r.IntN(len(letters))])
	}
	return string(b)
}

func randomText(r *rand.Rand, parts int) string {
	pieces := []string{"word ", "request failed", "\n", "\r\n", `"`, `\`, "\x00", "\x1b[31m", "\u2028", "é", "日本語", "👩‍👩‍👧", "e\u0301", "\xff", "\xe2\x82", "<&>", "%2F", "&amp;",
		"https://user:pass@host.example/p?token=abcdefgh12345678", ": ", "received ", "'x9Q2z'", "…", "<<<<<<<<<<"}
	var b strings.Builder
	for range r.IntN(parts + 1) {
		if r.IntN(12) == 0 {
			b.WriteString(token(r))
		} else {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
	}
	return b.String()
}

func randomProblem(r *rand.Rand) *envelope.Problem {
	p := &envelope.Problem{
		Code: randomText(r, 3), Message: randomText(r, 12), Hint: randomText(r, 6), DocsURL: randomText(r, 4),
	}
	for range r.IntN(5) {
		make := []func(string) envelope.Action{envelope.Run, envelope.Open, envelope.Edit}[r.IntN(3)]
		p.Actions = append(p.Actions, make(randomText(r, 6)))
	}
	for range r.IntN(12) {
		path := envelope.Path("fixes", r.IntN(20), []string{"issue", "password", "x-y"}[r.IntN(3)])
		switch r.IntN(4) {
		case 0:
			p.Issues = append(p.Issues, envelope.Issue{})
		case 1:
			p.Issues = append(p.Issues, envelope.Issue{Path: randomText(r, 4), Message: randomText(r, 6)})
		default:
			p.Issues = append(p.Issues, envelope.Issue{Path: path, Message: randomText(r, 4)})
		}
	}
	return p
}

// small are limits at which random problems do not fit.
func small(r *rand.Rand, wire bool) budget.Limits {
	n := func() int { return 3 + r.IntN(60) }
	l := budget.Limits{Code: n(), Message: n() * 2, Hint: n(), DocsURL: n(), Action: n(), Actions: 3 + r.IntN(200), Path: n(), IssueMessage: n(), Wire: wire}
	l.Total = Smallest(l)
	return l
}
