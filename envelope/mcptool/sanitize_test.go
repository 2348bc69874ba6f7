package mcptool

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/budget"
)

func TestUnsafeTexts(t *testing.T) {
	for _, row := range []struct{ text, within string }{
		// secrets
		{"password=hunter2", "password=(redacted)"},
		{"dial postgres://app:hunter2@db:5432/main", "dial postgres://app:(redacted)@db:5432/main"},
		// stack traces
		{"boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/x.go:3 +0x1d", "boom\n\ngoroutine 1 (redacted)"},
		{"main.f()\n\tx.go:10 +0x1d", "main.f() (redacted)"},
		{"Traceback (most recent call last):\n  File \"x.py\", line 1", "(redacted)"},
		{"bad\n  File \"x.py\", line 1, in f", "bad (redacted)"},
		{"java.lang.Error: x\n\tat com.example.Main.run(Main.java:3)", "java.lang.Error: x (redacted)"},
		{"TypeError: x\n    at async run (index.js:1:2)", "TypeError: x (redacted)"},
		{"TypeError: x\n    at new Foo (index.js:1:2)", "TypeError: x (redacted)"},
		{"System.Exception: x\n   at N.M() in x.cs:line 5", "System.Exception: x (redacted)"},
		{"thread 'main' panicked at x.rs:1:2", "thread 'main (redacted)"},
		{"app.rb:12:in `run': x", "(redacted)"},
		{"x\nCaused by: y", "x (redacted)"},
		{"x\n#0 a.php(3): f()", "x (redacted)"},
		// paths
		{"open /home/bob/x: denied", "open (redacted): denied"},
		{"open '/Users/bob/a b'", "open '(redacted) b'"},
		{"in /tmp/x, /var/y.", "in (redacted), (redacted)."},
		{`at C:\src\x.go and d:/y`, "at (redacted) and (redacted)"},
		{`from \\server\share\x`, "from (redacted)"},
		{`from \\?\C:\x`, "from (redacted)"},
		{"file:///home/bob/x", "(redacted)"},
		{"see ~/x", "see (redacted)"},
		// what was passed through
		{"look:\n```go\nx\n```", "look: (redacted)"},
		{"look:\n~~~\nx", "look: (redacted)"},
		{"the raw_prompt was x", "the (redacted)"},
		{"the Raw Completion: x", "the (redacted)"},
		{"rawStderr=x", "(redacted)"},
		{"ÄİÄ raw-stderr x", "ÄİÄ (redacted)"},
		{"Provider payload {}", "(redacted)"},
		{"providerpayload", "(redacted)"},
	} {
		e := &ToolError{Reason: "r", Message: row.text, Detail: Detail{"a": row.text, "b": []any{row.text, "kept", map[string]any{"c": row.text}}, "d": []string{row.text}}}
		want := &ToolError{Reason: "r", Detail: Detail{"b": []any{"kept", map[string]any{}}, "d": []string{}}}
		before := MustJSON(e)
		if got := e.Sanitized(); MustJSON(got) != MustJSON(want) {
			t.Errorf("%q:\n got %s\nwant %s", row.text, MustJSON(got), MustJSON(want))
		}
		if MustJSON(e) != before {
			t.Errorf("%q: the receiver is changed", row.text)
		}
		if got := sanitized(e, nil, true); got.Message != row.within || got.Detail["a"] != row.within {
			t.Errorf("%q:\n got %q\nwant %q", row.text, got.Message, row.within)
		}
	}
}

func TestSafeTexts(t *testing.T) {
	for _, text := range []string{
		"", "x", "call projects.list again", "at least (3) items\nat most 5:\n  at most (5)", "see https://example.com/home/x and http://example.com/etc/y", "and/or/usr", "a/home/b", "10:30", "C: drive", "x:y",
		"set raw to prompt", "stderr", "provider", "1/2", "~5 items", "a ~ b", `regexp \\d+ fails`, "${PASSWORD}", "main.go:10: undefined: x", "`x` is missing", "ghost", strings.Repeat("x ", 2048),
		"at com.example", "token was refused", "f: x",
	} {
		e := &ToolError{Message: text, Detail: Detail{"a": text}}
		if got := e.Sanitized(); got.Message != text || got.Detail["a"] != text {
			t.Errorf("%q: %q", text, got.Message)
		}
		if got := sanitized(e, nil, true); got.Message != text {
			t.Errorf("%q: %q", text, got.Message)
		}
	}
	if got := (&ToolError{Message: strings.Repeat("x ", 2048) + "y"}).Sanitized(); got.Message != "" {
		t.Error("a text over 4 KiB stays")
	}
	if got := sanitized(&ToolError{Message: strings.Repeat("x ", 4096)}, nil, true); len(got.Message) > maxText || len(got.Message) < maxText/2 {
		t.Error(len(got.Message))
	}
}

func TestReasonCodeAndRemediationPass(t *testing.T) {
	e := &ToolError{Code: "/home/x", Reason: "password=hunter2", Remediation: []string{"look in /etc/x"}}
	if got := e.Sanitized(); !reflect.DeepEqual(got, e) || &got.Remediation[0] == &e.Remediation[0] {
		t.Errorf("%+v", got)
	}
	if (*ToolError)(nil).Sanitized() != nil {
		t.Error("nil gives something")
	}
}

func TestDetailsAreJudgedByTheirNames(t *testing.T) {
	d := Detail{
		"password": "hunter2", "pin": 4711, "count": 4711, "nested": map[string]any{"api_key": []any{"hunter2", "hunter3"}, "ok": true},
		"pair": map[string]any{"name": "password", "value": "hunter2"}, "ref": "${PASSWORD}", "none": nil,
		"issues":         []any{map[string]any{"path": []any{"auth", "password"}, "received": "hunter2", "message": "got 'hunter2'"}, map[string]any{"path": "auth.password", "message": "Required"}},
		"password=x9Qrt": 1,
	}
	want := Detail{
		"count": 4711, "nested": map[string]any{"api_key": []any{}, "ok": true}, "pair": map[string]any{"name": "password"}, "ref": "${PASSWORD}", "none": nil,
		"issues": []any{map[string]any{"path": []any{"auth", "password"}}, map[string]any{"path": "auth.password", "message": "Required"}},
	}
	e := &ToolError{Message: "value hunter2 is too short", Detail: d}
	got := e.Sanitized()
	if diff := cmp.Diff(want, got.Detail); diff != "" || got.Message != "" {
		t.Error(diff, got.Message)
	}
	masked := sanitized(e, nil, true)
	if masked.Message != "value (redacted) is too short" || masked.Detail["pin"] != "(redacted)" || strings.Contains(MustJSON(masked), "hunter") {
		t.Error(MustJSON(masked))
	}
}

type celsius struct {
	Degrees float64 `json:"degrees"`
	Note    string  `json:"note,omitempty"`
}

type panicky struct{}

func (panicky) MarshalJSON() ([]byte, error) { panic("hunter2") }

func TestWhatJSONCannotHoldIsLeftOut(t *testing.T) {
	cycle := map[string]any{"a": "kept"}
	cycle["self"] = cycle
	ring := []any{"kept", nil}
	ring[1] = ring
	type knot struct{ Next any }
	tied := &knot{}
	tied.Next = tied
	wide := any("x")
	for range 60 {
		wide = []any{wide, wide}
	}
	d := Detail{
		"chan": make(chan int), "nan": math.NaN(), "inf": float32(math.Inf(1)), "func": func() {}, "complex": 1i, "panics": panicky{}, "tied": tied, "wide": wide,
		"cycle": cycle, "ring": ring, "list": []any{1, make(chan int), "x"}, "map": map[string]any{"c": make(chan int)}, "keys": map[bool]int{true: 1},
		"struct": celsius{21.5, "password=hunter2"}, "pointer": &celsius{Degrees: 1}, "typed": map[string]int{"password": 12345, "n": 1}, "time": time.Second, "bad": "\xff",
	}
	e := &ToolError{Detail: d}
	got := e.Sanitized()
	delete(got.Detail, "wide") // what of it fits is of no interest
	want := `{"code":"","reason":"","detail":{"bad":"` + "\ufffd" + `","cycle":{"a":"kept"},"list":[1,"x"],"map":{},"pointer":{"degrees":1},"ring":["kept"],"struct":{"degrees":21.5},"time":1000000000,"typed":{"n":1}}}`
	if MustJSON(got) != want {
		t.Errorf("\n got %s\nwant %s", MustJSON(got), want)
	}
	for _, v := range d {
		for _, result := range []map[string]any{ToolResult(v), ToolErrorResult(v)} {
			if text := MustJSON(result); strings.Contains(text, "hunter2") {
				t.Error(text)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	if _, err := New(nil, &Options{Limits: budget.Limits{Total: Smallest(budget.Limits{}) - 1}}); err == nil {
		t.Error("a total that is too small is not refused")
	}
	var e ToolError
	e.Code, e.Reason, e.Message = strings.Repeat("c", 500), Reason(strings.Repeat("r", 500)), strings.Repeat("message\n", 100)
	e.Remediation = []string{strings.Repeat("a", 500), strings.Repeat(`"`, 500), "c", "d"}
	e.Detail = Detail{}
	for _, n := range strings.Fields("a b c d e f g h i j") {
		e.Detail[n] = strings.Repeat(n+" ", 40)
	}
	issues := []any{}
	for range 30 {
		issues = append(issues, map[string]any{"path": "a", "message": strings.Repeat(`"<é`, 10)})
	}
	e.Detail["issues"] = issues
	for _, wire := range []bool{false, true} {
		l := budget.Limits{Code: 20, Message: 60, Action: 30, Actions: 50, IssueMessage: 40, Path: 20, Wire: wire}
		last := 0
		for l.Total = Smallest(l); l.Total < 9000; l.Total += 13 {
			r, err := New(nil, &Options{Limits: l})
			if err != nil {
				t.Fatal(err)
			}
			out := r.Append(nil, &e)
			if n := r.cost(r.sanitized(&e)); n > l.Total {
				t.Fatalf("%d bytes in %d: %s", n, l.Total, out)
			}
			got := r.sanitized(&e)
			details, _ := got.Detail["omittedDetails"].(int)
			omitted, _ := got.Detail["omittedIssues"].(int)
			kept, _ := got.Detail["issues"].([]any)
			n := 10 - details + len(kept)
			if len(kept)+omitted != 30 || n < last {
				t.Fatalf("in %d: %d issues, %d omitted, %d details omitted", l.Total, len(kept), omitted, details)
			}
			last = n
		}
		if last != 40 {
			t.Errorf("%d of 40", last)
		}
	}
}
