package jsonrpc

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
)

var update = flag.Bool("update", false, "write the golden files anew")

func renderer(t testing.TB, l budget.Limits) *Renderer {
	t.Helper()
	r, err := New(nil, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func issues(n int) (list []Issue) {
	for i := range n {
		list = append(list, Issue{
			Received: fmt.Sprintf("N%d", i), Code: "invalid_enum_value", Options: []any{"suggestive", "autonomous"}, Path: []any{"levels", i, "x-y"},
			Message: fmt.Sprintf("Invalid enum value. Expected 'suggestive' | 'autonomous', received 'N%d'", i),
		})
	}
	return list
}

func TestGolden(t *testing.T) {
	problem := &envelope.Problem{
		Code: "invalid-argument", Message: "The arguments do not fit.", Hint: "Correct them.",
		Issues: []envelope.Issue{{Path: "auth.password", Message: "expected 12 characters, received 'hunter2'"}, {Path: `a[0]["x-y"]`, Message: "Required"}},
	}
	for name, resp := range map[string]*Response{
		"enum":     {ID: json.RawMessage("2"), Issues: issues(1)},
		"text":     {ID: json.RawMessage(`"a"`), Message: "Fiche ACF-00 not found in any locale chain for en"},
		"secrets":  {ID: json.RawMessage("3"), Code: -32602, Issues: []Issue{{Received: "hunter2", Code: "too_small", Path: []any{"auth", "password"}, Message: "got 'hunter2'"}, {Received: 4711, Path: []any{"pin"}, Message: "4711 is no string"}}},
		"problem":  FromProblem(json.RawMessage("4"), problem),
		"omitted":  {ID: json.RawMessage("5"), Issues: issues(40), OmittedIssues: 2},
		"exotic":   {ID: json.RawMessage("12345678901234567890.50"), Issues: []Issue{{Received: map[string]any{"a": []int{1}}, Expected: true, Options: []any{1, "b", nil, false}, Path: []any{"a", 0, int64(1), true}, Message: "<é\u2028\xff>"}}},
		"nothing":  {},
		"codeless": {ID: json.RawMessage("6"), Issues: []Issue{{Message: "no"}}},
	} {
		l := budget.Limits{}
		if name == "omitted" {
			l.Total = 3000
		}
		got := append(renderer(t, l).Append(nil, resp), '\n')
		file := filepath.Join("..", "..", "testdata", "jsonrpc", name+".json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWhatIsReadIsRenderedAgain(t *testing.T) {
	list := "[\n  {\n    \"received\": \"N2\",\n    \"code\": \"invalid_enum_value\",\n    \"options\": [\n      \"suggestive\",\n      \"co_decision\"\n    ],\n    \"path\": [\n      \"autonomy_level\"\n    ],\n    \"message\": \"Invalid enum value. Expected 'suggestive' | 'co_decision', received 'N2'\"\n  }\n]"
	empty := "[\n  {\n    \"code\": \"custom\",\n    \"path\": [],\n    \"message\": \"no\"\n  }\n]"
	for _, message := range []string{
		list, empty, strings.Replace(empty, "[]", "[\n      123456789012345678901234567890,\n      1\n    ]", 1),
		"Fiche ACF-00 not found in any locale chain for en", "Glossary entry not found: agentique",
		"Article 99 not found. Available articles for ai-act: 5, 6, 9, 10", "Invalid scheme: expected acf://", "Invalid scheme — expected acf://, got: http://h/",
		"Unknown ACF URI: acf://nope", "Unknown tool: acf.nope", "", "[]", "[{}]", `[{"path":["a"]}]`, `[{"path":"a","message":"b"}]`, `[{"path":["a"],"message":"b"}] c`, "[", "null",
	} {
		for _, rest := range []string{"", `,"data":{"omittedIssues":3}`} {
			in := `{"jsonrpc":"2.0","id":1e400,"error":{"code":-32603,"message":` + quote(message) + rest + `}}`
			out := renderer(t, budget.Limits{}).Append(nil, mustRead(t, []byte(in)))
			if string(out) != in {
				t.Errorf("\n got %s\nwant %s", out, in)
			}
			filtered, err := new(Filter).Append(nil, []byte(in))
			if err != nil || string(filtered) != in {
				t.Errorf("%v\n got %s\nwant %s", err, filtered, in)
			}
		}
	}
}

func TestWhatIsNoErrorResponseIsRefused(t *testing.T) {
	for _, in := range []string{``, `{}`, `[]`, `{"result":{}}`, `{"error":null}`, `{"error":{"code":1}}`, `{"error":{"message":"x"}}`, `{"error":{"code":1.5,"message":"hunter2"}}`, `{"error":"hunter2"}`, `{"error":{"code":1,"message":"x"}} x`} {
		if r, err := Read([]byte(in)); err == nil || r != nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, %v", in, r, err)
		}
	}
}

func TestAnyTotal(t *testing.T) {
	resp := &Response{ID: json.RawMessage(`"a long id that is not counted"`), Issues: issues(30)}
	least := Smallest(budget.Limits{Message: 64})
	if _, err := New(nil, budget.Limits{Message: 64, Total: least - 1}); err == nil {
		t.Error("a total that is too small is not refused")
	}
	all := mustRead(t, renderer(t, budget.Limits{}).Append(nil, resp))
	last := 0
	for total := least; total < 12000; total += 7 {
		out := renderer(t, budget.Limits{Message: 64, Total: total}).Append(nil, resp)
		if len(out)-len(resp.ID) > total {
			t.Fatalf("%d bytes in %d", len(out), total)
		}
		got := mustRead(t, out)
		if kept := len(got.Issues); kept < last || kept+got.OmittedIssues != 30 {
			t.Fatalf("in %d: %d issues after %d, %d omitted", total, kept, last, got.OmittedIssues)
		} else if kept > 0 && !cmp.Equal(got.Issues[kept-1].Message, all.Issues[kept-1].Message) {
			t.Fatalf("in %d: %v", total, got.Issues[kept-1])
		} else {
			last = kept
		}
	}
	if last != 30 {
		t.Error(last)
	}
}

func TestLimitsOfAnIssue(t *testing.T) {
	long := strings.Repeat("word ", 400)
	secret := token(3)
	resp := &Response{Issues: []Issue{{
		Received: long, Code: long, Expected: map[string]string{"a": long}, Options: []any{"a", long, long, long, long, "b"}, Path: []any{"a", long, "b"},
		Message: strings.Repeat("x", 50) + " " + secret + " and more",
	}}}
	l := budget.Limits{Message: 200, IssueMessage: 60, Code: 20, Path: 30}
	got := mustRead(t, renderer(t, l).Append(nil, resp)).Issues[0]
	cut := strings.TrimSpace(long[:55]) + "…"
	want := Issue{
		Received: cut, Code: "word word word…", Expected: "…", Options: []any{"a", cut, cut, cut, "…"},
		Path: []any{"a", "…"}, Message: strings.Repeat("x", 50) + "…",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatJSONCannotHoldIsLeftOut(t *testing.T) {
	cycle := map[string]any{}
	cycle["a"] = cycle
	deep := any("x")
	for range 600 {
		deep = []any{deep}
	}
	for _, v := range []any{make(chan int), math.NaN(), cycle, func() {}, panics{}, json.RawMessage("{"), deep} {
		out := renderer(t, budget.Limits{}).Append(nil, &Response{Issues: []Issue{{Received: v, Expected: v, Options: []any{v}, Path: []any{v, "a"}, Message: "no"}}})
		got := mustRead(t, out).Issues[0]
		if got.Received != nil || got.Expected != nil || got.Message != "no" {
			t.Errorf("%T: %s", v, out)
		}
	}
	for _, id := range []string{"", "{}", "[1]", "true", "x", "{", "1 2"} {
		if out := renderer(t, budget.Limits{}).Append(nil, &Response{ID: json.RawMessage(id)}); !bytes.HasPrefix(out, []byte(`{"jsonrpc":"2.0","id":null,`)) {
			t.Errorf("%s: %s", id, out)
		}
	}
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("hunter2") }

// fill puts a secret of its own in every string within v and returns them.
func fill(v reflect.Value, next func() string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(next())
	case reflect.Interface:
		v.Set(reflect.ValueOf(next()))
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			return // an id is never masked
		}
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	}
}

func TestNoStringIsForgotten(t *testing.T) {
	var secrets []string
	next := func() string {
		secrets = append(secrets, token(uint64(100+len(secrets))))
		return "see " + secrets[len(secrets)-1]
	}
	var resp Response
	fill(reflect.ValueOf(&resp).Elem(), next)
	if len(secrets) < 3*9 {
		t.Fatal(len(secrets))
	}
	for _, total := range []int{0, 500, 2000} {
		l := budget.Limits{Total: total}
		if total > 0 {
			l.Message = 64
		}
		r := renderer(t, l)
		checkSecrets(t, r.Append(nil, &resp), secrets)
		checkSecrets(t, r.Append(nil, &Response{Message: resp.Message}), secrets)
	}
	var problem envelope.Problem
	fill(reflect.ValueOf(&problem.Message).Elem(), next)
	fill(reflect.ValueOf(&problem.Issues).Elem(), next)
	checkSecrets(t, renderer(t, budget.Limits{}).Append(nil, FromProblem(nil, &problem)), secrets)
}

func TestAMessageAboutAllIssuesLosesTheirSecrets(t *testing.T) {
	for _, is := range []Issue{
		{Path: []any{"auth", "password"}, Message: "expected 12 characters, received 'hunter2'"},
		{Path: []any{"auth", "password"}, Received: "hunter2", Message: "is too short"},
	} {
		out := renderer(t, budget.Limits{}).Append(nil, &Response{Issues: []Issue{{Message: "cannot use hunter2 here"}, is}})
		if got := mustRead(t, out).Issues[0].Message; got != "cannot use (redacted) here" || bytes.Contains(out, []byte("hunter2")) {
			t.Errorf("%s", out)
		}
	}
}

// checkRendered holds any rendering to the format.
func checkRendered(t testing.TB, out []byte) {
	t.Helper()
	if !json.Valid(out) || !utf8.Valid(out) {
		t.Fatalf("not valid: %q", out)
	}
	mustRead(t, out)
}

func FuzzRender(f *testing.F) {
	f.Add("hunter2", "password", "received 'hunter2'", "1", 3, 300)
	f.Add("a\xff\"\\", "\u2028", "{[", `"\ud800"`, 1, 3000)
	f.Fuzz(func(t *testing.T, received, name, message, id string, n, total int) {
		r, err := New(nil, budget.Limits{Message: 64, IssueMessage: 40, Path: 20, Code: 10, Total: total})
		if err != nil {
			return
		}
		resp := &Response{ID: json.RawMessage(id), Message: message}
		checkRendered(t, r.Append(nil, resp))
		for range n % 30 {
			resp.Issues = append(resp.Issues, Issue{received, name, json.RawMessage(message), []any{name, n}, []any{n, name}, message})
		}
		out := r.Append(nil, resp)
		checkRendered(t, out)
		if len(out)-len(id) > total+len("null") {
			t.Errorf("%d bytes in %d", len(out), total)
		}
	})
}

func FuzzFilter(f *testing.F) {
	f.Add(`[{"path":["password"],"received":"hunter2","message":"got 'hunter2'"}]`, `,"data":{"a":1}`, 0)
	f.Add(`Invalid: [{"path":["password"],"received":4711,"message":"got '4711'"},{"path":[]}]`, `,"data":["[{}]"]`, 100)
	f.Add(`{"issues":[{"loc":["a"]},{"path":"/a/0/b"}]}`, `},"result":{"isError":true,"content":[{"text":"[{\"a\":\"\\u00e9\"}]"}]`, 60)
	f.Fuzz(func(t *testing.T, message, rest string, max int) {
		src := `{"id":7,"error":{"code":1,"message":` + quote(message) + rest + `}}`
		whole, err := new(Filter).Append(nil, []byte(src))
		if (err == nil) != json.Valid([]byte(src)) {
			t.Fatalf("%s: %v", src, err)
		}
		if err != nil {
			return
		}
		checkFiltered(t, src, string(whole))
		again, err := new(Filter).Append(nil, whole)
		if err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("%s becomes %s and then %s", src, whole, again)
		}
		max %= 1000
		cut, err := (&Filter{Max: max}).Append(nil, []byte(src))
		if !json.Valid(cut) || err == nil && max > 0 && len(cut) > max {
			t.Fatalf("%s is cut to %s", src, cut)
		}
		if at, ok := lead(message); ok && at == 0 && err == nil {
			if m := messageOf(t, cut); m != "…" && !json.Valid([]byte(m)) {
				t.Fatalf("%s is cut to %s", src, cut)
			}
		}
	})
}

// checkFiltered holds a masked response to its source: the same nodes, and
// where a message holds JSON the same in it.
func checkFiltered(t *testing.T, source, masked string) {
	t.Helper()
	a, ok := parse(source)
	b, bok := parse(masked)
	if !ok || !bok || len(a) != len(b) {
		t.Fatalf("%s becomes %s", source, masked)
	}
	if at, ok := lead(messageOf(t, []byte(source))); ok && at == 0 {
		if m := messageOf(t, []byte(masked)); !json.Valid([]byte(m)) {
			t.Fatalf("%s becomes %s", source, masked)
		}
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("a hunter2 b hunter3 c", "a (redacted) b (redacted) c")
	f.Add("é\xff(", "è\xff")
	f.Fuzz(func(t *testing.T, text, masked string) {
		edits := diff(text, masked)
		if got := string(apply(nil, text, edits)); got != masked {
			t.Fatalf("%q to %q: %q", text, masked, got)
		}
		raw := quote(text)
		raw = raw[1 : len(raw)-1]
		if unescape(raw) != text {
			return // ill-formed
		}
		if got := unescape(string(apply(nil, raw, lift(edits, raw, 0)))); got != strings.ToValidUTF8(masked, "\ufffd") && utf8.ValidString(masked) {
			t.Fatalf("%q to %q: %q", text, masked, got)
		}
	})
}
