package mcptool_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/mcptool"
	"github.com/redactbench/redactbench/internal/gen"
)

var update = flag.Bool("update", false, "write the golden files anew")

func renderer(t testing.TB, o *mcptool.Options) *mcptool.Renderer {
	t.Helper()
	r, err := mcptool.New(nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	for name, e := range constructed() {
		got := append(renderer(t, nil).AppendToolResult(nil, e), '\n')
		file := filepath.Join("..", "..", "testdata", "mcptool", name+".json")
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
		checkResult(t, mcptool.ToolErrorResult(e), true)
	}
}

// checkResult holds a result to its form, and its block to its structure.
func checkResult(t testing.TB, result map[string]any, failed bool) string {
	t.Helper()
	text := mcptool.MustJSON(result["structuredContent"])
	want := map[string]any{"content": []map[string]any{{"type": "text", "text": text}}, "structuredContent": result["structuredContent"], "isError": failed}
	if diff := cmp.Diff(want, result, cmp.Comparer(func(a, b *mcptool.ToolError) bool { return a == b })); diff != "" {
		t.Fatal(diff)
	}
	if !json.Valid([]byte(text)) || !utf8.ValidString(text) {
		t.Fatalf("not valid: %q", text)
	}
	return text
}

func TestAProblemAndBack(t *testing.T) {
	p := problem()
	got := mcptool.FromProblem(p).Problem()
	want := &envelope.Problem{Code: p.Code, Message: p.Message, DocsURL: p.DocsURL, Issues: p.Issues, Hint: "Correct them. Run: tool check Open https://example.com/ Edit tool.json"}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(envelope.Action{})); diff != "" {
		t.Error(diff)
	}
	if mcptool.FromProblem(nil) != nil || (*mcptool.ToolError)(nil).Problem() != nil {
		t.Error("nil gives something")
	}
	wrapped := envelope.FromError(fmt.Errorf("loading: %w", mcptool.NotFound("project", "x")))
	if wrapped.Code != "not_found" || wrapped.Hint == "" {
		t.Errorf("%+v", wrapped)
	}
	for code, want := range map[string]mcptool.Reason{
		"": "error", "invalid-json": mcptool.ReasonBadArgument, "not-found": mcptool.ReasonNotFound, "claim_expired": mcptool.ReasonClaimExpired,
		"request-failed": "request_failed", "has blanks": "error", strings.Repeat("x", 65): "error",
	} {
		if got := mcptool.FromProblem(&envelope.Problem{Code: code}).Reason; got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

type silent struct{}

func (silent) Error() string { panic("hunter2") }

func TestWhatResultsAreMadeOf(t *testing.T) {
	typed := mcptool.BadArgument("no", nil)
	want := checkResult(t, mcptool.ToolErrorResult(typed), true)
	for _, v := range []any{fmt.Errorf("x: %w", typed), foreign{typed}} {
		if got := checkResult(t, mcptool.ToolErrorResult(v), true); got != want {
			t.Errorf("%v: %s", v, got)
		}
	}
	for _, row := range []struct {
		value any
		want  string
	}{
		{errors.New("dial https://bob:hunter2@h/"), `{"code":"error","reason":"error"}`},
		{foreign{}, `{"code":"error","reason":"error","message":"foreign"}`},
		{map[string]any{"a": "password=hunter2", "b": 1}, `{"b":1}`},
		{"/etc/passwd", "null"}, {nil, "null"}, {make(chan int), "null"},
	} {
		if got := checkResult(t, mcptool.ToolErrorResult(row.value), true); got != row.want {
			t.Errorf("%v: %s, want %s", row.value, got, row.want)
		}
	}
	for _, row := range []struct {
		value any
		want  string
	}{
		{map[string]any{"a": "password=hunter2", "path": "/etc/x", "n": []int{1}}, `{"a":"password=(redacted)","n":[1],"path":"/etc/x"}`},
		{struct {
			Password string `json:"password"`
			A        int    `json:"a"`
		}{"hunter2", 1}, `{"a":1,"password":"(redacted)"}`},
		{"x", `"x"`}, {nil, "null"}, {make(chan int), "null"}, {map[string]any{"c": make(chan int)}, "{}"},
	} {
		if got := checkResult(t, mcptool.ToolResult(row.value), false); got != row.want {
			t.Errorf("%v: %s, want %s", row.value, got, row.want)
		}
	}
	checkResult(t, mcptool.ToolErrorResult(silent{}), true)
	checkResult(t, mcptool.ToolErrorResult((*panicking)(nil)), true)
	checkResult(t, mcptool.ToolErrorResult((*mcptool.ToolError)(nil)), true)
	if got := checkResult(t, mcptool.ToolResult(typed), false); got != want {
		t.Error(got)
	}
}

// secret returns a secret of a documented shape, another for each seed.
func secret(seed uint64) string {
	for _, text := range gen.Mix(seed, 40, 1, nil) {
		for _, s := range text.Secrets {
			if strings.HasPrefix(s, "gh") && !strings.ContainsAny(s, `"\<>&`) {
				return s
			}
		}
	}
	panic("no token in forty texts")
}

// fill puts a secret of its own in every string within v.
func fill(v reflect.Value, next func() string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(next())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), next)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(mcptool.Detail{
			next(): 1, "a": next(), "b": []any{next(), map[string]any{next(): 1, "c": next()}}, "d": []string{next()}, "e": struct{ F string }{next()},
			"issues": []any{map[string]any{"path": next(), "message": next(), "other": next()}},
		}))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), next)
			}
		}
	}
}

func TestNoStringIsForgotten(t *testing.T) {
	var secrets []string
	next := func() string {
		secrets = append(secrets, secret(uint64(200+len(secrets))))
		return "see " + secrets[len(secrets)-1]
	}
	var e mcptool.ToolError
	fill(reflect.ValueOf(&e).Elem(), next)
	if len(secrets) < 15 {
		t.Fatal(len(secrets))
	}
	small := budget.Limits{Code: 20, Message: 30, Action: 30, Actions: 60, IssueMessage: 30, Path: 20, Total: 600}
	for _, o := range []*mcptool.Options{nil, {MaskWithin: true}, {MaskWithin: true, Limits: small}, {Limits: small}} {
		r := renderer(t, o)
		out := string(r.AppendToolResult(nil, &e)) + mcptool.MustJSON(r.ToolErrorResult(&e)) + mcptool.MustJSON(r.ToolErrorResult(map[string]any{"e": e})) +
			mcptool.MustJSON(r.ToolResult(e.Detail)) + mcptool.MustJSON(mcptool.ToolErrorResult(&e))
		for _, s := range secrets {
			for at := 0; at+8 <= len(s); at++ {
				if strings.Contains(out, s[at:at+8]) {
					t.Fatalf("a part of a secret is left: %s", out)
				}
			}
		}
	}
}

func TestAppendIsWhatTheResultHolds(t *testing.T) {
	for name, e := range constructed() {
		r := renderer(t, nil)
		want := checkResult(t, r.ToolErrorResult(e), true)
		if got := string(r.Append([]byte("x"), e)); got != "x"+want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := string(renderer(t, nil).Append(nil, nil)); got != "null" {
		t.Error(got)
	}
}

func FuzzRender(f *testing.F) {
	f.Add("bad", "open /etc/x", "password", "hunter2", 500)
	f.Add("a\xff", "\u2028```", "path", `\\s\x`, 3000)
	f.Fuzz(func(t *testing.T, code, message, name, value string, total int) {
		var inner any
		if json.Unmarshal([]byte(value), &inner) != nil {
			inner = json.RawMessage(value)
		}
		e := mcptool.NewToolError(mcptool.Reason(code), code, message, mcptool.Detail{
			name: value, "list": []any{value, inner, []string{value}}, "issues": []any{map[string]any{"path": name, "message": message, "received": inner}},
		}, []string{message, value})
		checkResult(t, mcptool.ToolErrorResult(e), true)
		checkResult(t, mcptool.ToolResult(e.Detail), false)
		for _, within := range []bool{false, true} {
			r, err := mcptool.New(nil, &mcptool.Options{MaskWithin: within, Limits: budget.Limits{Code: 20, Message: 40, Action: 20, Actions: 50, IssueMessage: 30, Path: 20, Total: total}})
			if err != nil {
				return
			}
			if out := r.Append(nil, e); !json.Valid(out) || !utf8.Valid(out) || len(out) > total {
				t.Fatalf("in %d: %q", total, out)
			}
		}
	})
}
