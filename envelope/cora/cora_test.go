package cora

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/internal/race"
	"github.com/redactbench/redactbench/patterns"
)

// The object is exactly the unlimited one with the most issues that fit, for
// every total.
func TestTheMostIssuesThatFitAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		p := randomProblem(r)
		l := small(r, n%2 == 1)
		unlimited := l
		unlimited.Total = 1 << 30
		whole := parse(t, renderer(t, unlimited).Append(nil, p))
		if len(whole.Issues) != len(p.Issues) || whole.OmittedIssues != 0 {
			t.Fatalf("%d of %d issues without a limit", len(whole.Issues), len(p.Issues))
		}
		var candidates []string
		var costs []int
		for k := range len(p.Issues) + 1 {
			o := whole
			o.Issues, o.OmittedIssues = whole.Issues[:k], len(p.Issues)-k
			candidates = append(candidates, o.encode(t))
			costs = append(costs, charge(t, []byte(candidates[k]), l.Wire))
		}
		for last := -1; ; l.Total++ {
			best := -1
			for k, cost := range costs {
				if cost <= l.Total {
					best = k
				}
			}
			dst := renderer(t, l).Append([]byte("before"), p)
			if best < 0 || string(dst) != "before"+candidates[best] {
				t.Fatalf("%+v in %d:\n got %s\nwant %d issues", p, l.Total, dst, best)
			}
			if best < last {
				t.Fatalf("%d issues in %d, %d in less", best, l.Total, last)
			}
			if last = best; best == len(p.Issues) && l.Total > costs[best]+3 {
				break
			}
		}
	}
}

func TestActionsHaveTheirOwnLimit(t *testing.T) {
	p := &envelope.Problem{}
	for range 10 {
		p.Actions = append(p.Actions, envelope.Open("https://example.com/a/page"))
	}
	// One takes 50 bytes, each further one 51.
	for limit, want := range map[int]int{3: 1, 50: 1, 100: 1, 101: 2, 151: 2, 152: 3, 508: 9, 509: 10, 2048: 10} {
		for _, total := range []int{0, 6000, 1 << 20} {
			c := renderer(t, budget.Limits{Actions: limit, Total: total})
			if o := parse(t, c.Append(nil, p)); len(o.NextActions) != want {
				t.Errorf("%d actions in %d", len(o.NextActions), limit)
			}
		}
	}
}

func TestEveryTextKeepsToItsLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	size := func(s string) int { return len(object{Code: s}.encode(t)) - len(object{}.encode(t)) }
	for n := range 400 {
		p := randomProblem(r)
		l := small(r, n%2 == 1)
		l.Total = 1 << 20
		o := parse(t, renderer(t, l).Append(nil, p))
		check := func(name, text string, limit int) {
			if size(text) > limit {
				t.Errorf("%s takes %d of %d: %q", name, size(text), limit, text)
			}
		}
		check("code", o.Code, l.Code)
		check("message", o.Message, l.Message)
		check("hint", o.Hint, l.Hint)
		check("docsUrl", o.DocsURL, l.DocsURL)
		for _, a := range o.NextActions {
			for _, s := range []*string{a.Command, a.URL, a.File} {
				if s != nil {
					check("action", *s, l.Action)
				}
			}
		}
		for _, is := range o.Issues {
			check("path", is.Path, l.Path)
			check("issue message", is.Message, l.IssueMessage)
		}
	}
}

func TestTotalsUnderTheSmallestAreRefused(t *testing.T) {
	for _, wire := range []bool{false, true} {
		r := rand.New(rand.NewPCG(5, 6))
		for range 50 {
			l := small(r, wire)
			l.Total--
			_, err := New(nil, l)
			var le *budget.LimitError
			if !errors.As(err, &le) || le.Field != "total" || le.Smallest != l.Total+1 {
				t.Errorf("%+v: %v", l, err)
			}
		}
	}
	if _, err := New(nil, budget.Limits{Code: 2, Path: 1, Total: 4}); err == nil || strings.Count(err.Error(), "limit ") != 3 {
		t.Errorf("%v", err)
	}
}

// At the smallest total the worst there can be fits to the byte.
func TestTheSmallestTotalIsTight(t *testing.T) {
	for text, wire := range map[string]bool{"x": false, `"`: false, `\"`: true, "<": true} {
		long := strings.Repeat(text, 3000)
		p := &envelope.Problem{Code: long, Message: long, Hint: long, DocsURL: long, Actions: []envelope.Action{envelope.Run(long), envelope.Run(long)}}
		p.Issues = make([]envelope.Issue, 1000)
		for i := range p.Issues {
			p.Issues[i] = envelope.Issue{Path: "x", Message: long}
		}
		l := budget.Limits{Actions: 3, Wire: wire}
		l.Total = Smallest(l)
		out := renderer(t, l).Append(nil, p)
		o := parse(t, out)
		if cost := charge(t, out, wire); cost > l.Total || cost < l.Total*9/10 {
			t.Errorf("%q: %d of %d", text, cost, l.Total)
		}
		if len(o.NextActions) != 1 || o.OmittedIssues != 1000 {
			t.Errorf("%q: %d actions, %d omitted", text, len(o.NextActions), o.OmittedIssues)
		}
	}
}

// fill puts a secret of its own into every string of a value.
func fill(v reflect.Value, r *rand.Rand, secrets *[]string) {
	secret := func() string {
		s := token(r)
		*secrets = append(*secrets, s)
		return s
	}
	switch {
	case v.Type() == reflect.TypeFor[envelope.Action]():
		make := []func(string) envelope.Action{envelope.Run, envelope.Open, envelope.Edit}[r.IntN(3)]
		v.Set(reflect.ValueOf(make("see " + secret() + " and on")))
	case v.Kind() == reflect.String:
		v.SetString("in " + secret() + " and more of it\nthan " + secret())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), r, secrets)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(v.Index(i), r, secrets)
		}
	default:
		panic("a kind of field the canary does not fill: " + v.Kind().String())
	}
}

// No piece of a secret that is 5 bytes or longer gets out, wherever the texts
// are cut.
func TestCanary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for room := 3; room < 160; room++ {
		var p envelope.Problem
		var secrets []string
		fill(reflect.ValueOf(&p).Elem(), r, &secrets)
		if len(secrets) != 4*2+3+3*2*2 {
			t.Fatalf("%d secrets", len(secrets))
		}
		if room%2 == 0 {
			p.Message = strings.ReplaceAll(p.Message, "\n", " ") // so that it lists the issues
		}
		l := budget.Limits{Code: room, Message: room * (1 + room%5), Hint: room, DocsURL: room, Action: room, Actions: 10 * room, Path: room, IssueMessage: room}
		out := renderer(t, l).Append(nil, &p)
		parse(t, out)
		for _, s := range secrets {
			for i := len("ghp_"); i+5 <= len(s); i++ {
				if bytes.Contains(out, []byte(s[i:i+5])) {
					t.Fatalf("in texts of %d: %s of %s: %s", room, s[i:i+5], s, out)
				}
			}
		}
	}
}

func TestMessageListsItsIssues(t *testing.T) {
	issues := []envelope.Issue{
		{Path: "fixes[1].issue", Message: "Expected 32 lowercase\nhex characters."},
		{Path: "", Message: "Too many fixes."},
		{Path: "auth.password", Message: "expected string of 12 characters, received 'hunter2'"},
	}
	list := "\nfixes[1].issue: Expected 32 lowercase hex characters.\nToo many fixes." +
		"\nauth.password: expected string of 12 characters, received '(redacted)'"
	for _, row := range []struct {
		message string
		limit   int
		want    string
	}{
		{"Invalid arguments.", 0, "Invalid arguments." + list},
		{"Invalid arguments.\n", 0, "Invalid arguments." + list},
		{"", 0, list[1:]},
		{"Invalid arguments:\nfixes, and hunter2", 0, "Invalid arguments:\nfixes, and (redacted)"},
		// 162 bytes in all, line ends being two
		{"Invalid arguments.", 162, "Invalid arguments." + list},
		{"Invalid arguments.", 161, "Invalid arguments.\nfixes[1].issue: Expected 32 lowercase hex characters.\nToo many fixes.…"},
		{"Invalid arguments.", 90, "Invalid arguments.\nfixes[1].issue: Expected 32 lowercase hex characters.…"},
		{"Invalid arguments.", 60, "Invalid arguments.\nfixes[1].issue: Expected 32 lowercase…"},
		{"Invalid arguments.", 39, "Invalid arguments.…"},
		{"Invalid arguments.", 11, "Invalid…"},
		{"Invalid arguments.", 20, "Invalid argume…"},
		{"Invalid arguments.", 21, "Invalid arguments.…"},
	} {
		p := &envelope.Problem{Message: row.message, Issues: issues}
		o := parse(t, renderer(t, budget.Limits{Message: row.limit}).Append(nil, p))
		if o.Message != row.want {
			t.Errorf("%q in %d:\n got %q\nwant %q", row.message, row.limit, o.Message, row.want)
		}
	}
}

func TestHintIsOneLine(t *testing.T) {
	p := &envelope.Problem{Hint: "Set the token:\n  export TOKEN=…\r\n"}
	if o := parse(t, renderer(t, budget.Limits{}).Append(nil, p)); o.Hint != "Set the token: export TOKEN=…" {
		t.Errorf("%q", o.Hint)
	}
}

func TestNoProblemIsOneWithoutTexts(t *testing.T) {
	want := `{"format":"cora-mcp-error","version":1,"code":"","message":"","hint":"","docsUrl":"","nextActions":[]}`
	for _, p := range []*envelope.Problem{nil, {}, {Actions: []envelope.Action{}, Issues: []envelope.Issue{}}} {
		out := renderer(t, budget.Limits{}).Append(nil, p)
		parse(t, out)
		if string(out) != want {
			t.Errorf("%s", out)
		}
	}
}

// panics is a rule and a mask that fail once they are in use.
func panicking(t *testing.T, inMask bool) *engine.Redactor {
	t.Helper()
	armed := false
	set := patterns.Default().With(patterns.Rule{
		ID: "explosive", Matcher: patterns.Token{Prefixes: []string{"boom_"}, Shape: "loweralpha{8}"},
		Verify: func([]byte) bool {
			if armed && !inMask {
				panic("verify")
			}
			return true
		},
	})
	r, err := engine.New(set, &engine.Options{Mask: func(dst []byte, s engine.Secret) []byte {
		if armed && inMask {
			panic("mask")
		}
		return engine.MaskRule(dst, s)
	}})
	if err != nil {
		t.Fatal(err)
	}
	armed = true
	return r
}

func TestAPanicOfTheCallersMasks(t *testing.T) {
	for _, inMask := range []bool{false, true} {
		c, err := New(panicking(t, inMask), budget.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		p := &envelope.Problem{
			Message: "it was boom_abcdefgh here", Hint: "boom_abcdefgh", Actions: []envelope.Action{envelope.Run("x boom_abcdefgh")},
			Issues: []envelope.Issue{{Path: "a.boom_abcdefgh", Message: "boom_abcdefgh"}, {Path: "password", Message: "received 'boom_abcdefgh'"}},
		}
		out := c.Append(nil, p)
		parse(t, out)
		if bytes.Contains(out, []byte("abcdefgh")) {
			t.Errorf("in mask %v: %s", inMask, out)
		}
	}
}

func TestToolResult(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := range 50 {
		p := randomProblem(r)
		c := renderer(t, small(r, n%2 == 0))
		var result struct {
			Content []struct{ Type, Text string }
			IsError bool
		}
		out := c.AppendToolResult([]byte("x"), p)
		d := json.NewDecoder(bytes.NewReader(out[1:]))
		d.DisallowUnknownFields()
		if err := d.Decode(&result); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if !result.IsError || len(result.Content) != 1 || result.Content[0].Type != "text" || result.Content[0].Text != string(c.Append(nil, p)) {
			t.Errorf("%s", out)
		}
	}
}

func TestAppendIsDeterministic(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	c := renderer(t, budget.Limits{})
	for range 100 {
		p := randomProblem(r)
		want := string(c.Append(nil, p))
		if got := string(c.Append(make([]byte, 0, 100<<10), p)); got != want {
			t.Fatalf("%s, then %s", want, got)
		}
	}
}

func FuzzAppend(f *testing.F) {
	f.Add("code", "message", "hint", "https://docs", "cmd", "a.password", "received 'x'", 100, uint8(3), false)
	f.Fuzz(func(t *testing.T, code, message, hint, docs, act, path, text string, limit int, n uint8, wire bool) {
		p := &envelope.Problem{Code: code, Message: message, Hint: hint, DocsURL: docs, Actions: []envelope.Action{envelope.Run(act), envelope.Open(act), envelope.Edit(act)}}
		for range n {
			p.Issues = append(p.Issues, envelope.Issue{Path: path, Message: text})
		}
		limit = 3 + limit&0x3ff
		l := budget.Limits{Code: limit, Message: limit, Hint: limit, DocsURL: limit, Action: limit, Actions: limit, Path: limit, IssueMessage: limit, Wire: wire}
		l.Total = Smallest(l) + limit
		out := renderer(t, l).Append(nil, p)
		o := parse(t, out)
		if cost := charge(t, out, wire); cost > l.Total || len(o.Issues)+o.OmittedIssues != int(n) {
			t.Errorf("%d of %d, %d issues and %d of %d", cost, l.Total, len(o.Issues), o.OmittedIssues, n)
		}
	})
}

func thousand() *envelope.Problem {
	p := &envelope.Problem{Code: "mcp.invalid-argument", Message: "The arguments are invalid.", Hint: "Correct the arguments.", DocsURL: "https://example.com/errors#mcp.invalid-argument"}
	for i := range 1000 {
		p.Issues = append(p.Issues, envelope.Issue{Path: envelope.Path("fixes", i, "issue"), Message: "Expected 32 lowercase hex characters."})
	}
	return p
}

func TestNothingAllocates(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector makes pools forget")
	}
	dst := make([]byte, 0, 64<<10)
	for name, p := range map[string]*envelope.Problem{"few": {Message: "connection refused", Actions: []envelope.Action{envelope.Run("x")}, Issues: []envelope.Issue{{Path: "a", Message: "b"}}}, "thousand": thousand()} {
		for _, wire := range []bool{false, true} {
			c := renderer(t, budget.Limits{Wire: wire})
			if got := testing.AllocsPerRun(20, func() { dst = c.Append(dst[:0], p) }); got != 0 {
				t.Errorf("%s: %v allocations", name, got)
			}
		}
	}
}

func BenchmarkThousandIssues(b *testing.B) {
	c := renderer(b, budget.Limits{})
	p := thousand()
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = c.Append(dst[:0], p)
	}
}

func BenchmarkFewIssues(b *testing.B) {
	c := renderer(b, budget.Limits{})
	p := thousand()
	p.Issues = p.Issues[:3]
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = c.Append(dst[:0], p)
	}
}

// What goes back to the pool holds no byte of a secret, behind the end of its texts neither.
func TestPooledTextsAreCleared(t *testing.T) {
	secret := strings.Repeat("correct horse of the battery staple ", 4)
	p := &envelope.Problem{Issues: []envelope.Issue{
		{Path: "password", Message: "received '" + secret + "'"},
		{Path: "other", Message: "token=eyJ" + strings.Repeat("a1B2", 1000)},
		{Path: "other", Message: "token=eyJ" + strings.Repeat("a1B2", 100)},
	}}
	c := renderer(t, budget.Limits{})
	is := newIssues(c, p)
	is.get(2)
	is.release()
	for _, scratch := range [][]byte{is.texts[:cap(is.texts)], is.raw[:cap(is.raw)], is.lines[:cap(is.lines)]} {
		if i := bytes.IndexFunc(scratch, func(r rune) bool { return r != 0 }); i >= 0 || len(scratch) == 0 {
			t.Fatalf("byte %d of %d is not 0", i, len(scratch))
		}
	}
	if len(is.names) > 0 || is.p != nil || is.last != "" || is.isKey {
		t.Errorf("%+v is not as new", is)
	}
}

// One after the other, renderers with redactors of their own do not take over what the other found.
func TestRenderersShareNothingButRoom(t *testing.T) {
	own, err := engine.New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: patterns.Key{Names: []string{"flavour"}, Strength: patterns.Human}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &envelope.Problem{Issues: []envelope.Issue{{Path: "flavour", Message: "received 'hunter2x'"}}}
	a, b := renderer(t, budget.Limits{}), renderer(t, budget.Limits{})
	b.r = own
	for range 3 {
		if out := string(a.Append(nil, p)); !strings.Contains(out, "hunter2x") {
			t.Errorf("the default rules mask it: %s", out)
		}
		if out := string(b.Append(nil, p)); strings.Contains(out, "hunter2x") {
			t.Errorf("its own rules do not: %s", out)
		}
	}
}
