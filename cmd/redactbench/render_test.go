package main

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestRenderMasksEveryMember(t *testing.T) {
	s := make([]string, 10)
	for i := range s {
		s[i] = token(uint64(50 + i))
	}
	in := `{"format":"cora-mcp-error","version":1,"code":"c ` + s[0] + `","message":"m ` + s[1] + `","hint":"h ` + s[2] +
		`","docsUrl":"https://docs.example.com/?token=` + s[3] +
		`","nextActions":[{"kind":"run","command":"login ` + s[4] + `"},{"kind":"open","url":"https://x.example/?token=` + s[5] +
		`"},{"kind":"edit","file":"/tmp/` + s[6] + `"}],"issues":[{"path":"a.` + s[7] + `","message":"got ` + s[8] + `"}]}`
	r := command(in, "render")
	if r.status != exitDone || r.errout != "" {
		t.Fatalf("status %d: %s", r.status, r.errout)
	}
	for i, secret := range s {
		if strings.Contains(r.out, secret[4:12]) {
			t.Errorf("secret %d survives: %s", i, r.out)
		}
	}
	var got struct {
		Format, Code, Message string
		NextActions           []map[string]string
		Issues                []struct{ Path, Message string }
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Format != "cora-mcp-error" || len(got.NextActions) != 3 || len(got.Issues) != 1 || !strings.HasPrefix(got.Message, "m (redacted)") {
		t.Errorf("rendered %s", r.out)
	}
	if again := command(r.out, "render"); again.out != r.out {
		t.Errorf("rendered again %s\n  want %s %s", again.out, r.out, again.errout)
	}
}

func TestTheSmallestBudgetToldWorks(t *testing.T) {
	r := command(`{"code":"c","message":"m","hint":"h","docsUrl":"u"}`, "render", "--budget", "1")
	m := regexp.MustCompile(`--budget 1 is too small; the smallest that works is (\d+)\n$`).FindStringSubmatch(r.errout)
	if r.status != exitUsage || m == nil {
		t.Fatalf("status %d: %s", r.status, r.errout)
	}
	if r := command(`{"code":"c"}`, "render", "--budget", m[1]); r.status != exitDone {
		t.Errorf("--budget %s: status %d: %s", m[1], r.status, r.errout)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	if r := command(`{"code":"c"}`, "render", "--budget", strconv.Itoa(n-1)); r.status != exitUsage {
		t.Errorf("--budget %d: status %d", n-1, r.status)
	}
}

func TestLimitFaultsNameTheFlags(t *testing.T) {
	for _, n := range []string{"0", "-5"} {
		if r := command("{}", "render", "--budget="+n); r.status != exitUsage || !strings.Contains(r.errout, "--budget "+n+" is too small") {
			t.Errorf("--budget=%s: status %d: %s", n, r.status, r.errout)
		}
	}
	r := command("{}", "render", "--max-hint", "1", "--max-path", "2", "--max-docs-url", "1")
	for _, flag := range []string{"--max-hint 1 is", "--max-path 2 is", "--max-docs-url 1 is"} {
		if !strings.Contains(r.errout, flag) {
			t.Errorf("%q is not told: %s", flag, r.errout)
		}
	}
	if r.status != exitUsage {
		t.Errorf("exit status %d", r.status)
	}
}

func TestProblemsThatAreNone(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", []string{"<stdin>: is empty"}},
		{"blanks", " \n", []string{"<stdin>: is empty"}},
		{"text", "hunter2", []string{"is not JSON: fault at line 1, column 1"}},
		{"cut", "{\"code\":\n\"hunter2", []string{"is not JSON: fault at line 2, column 8"}},
		{"two documents", "{}\n{}", []string{"is not JSON: fault at line 2, column 1"}},
		{"an array", "[]", []string{"the problem: must be an object"}},
		{"null", "null", []string{"the problem: must be an object"}},
		{"unknown members", `{"zeta":1,"code":"c","alpha":"hunter2"}`, []string{`the problem: unknown members ["alpha" "zeta"]`}},
		{"other case", `{"Code":"c"}`, []string{`unknown members ["Code"]`}},
		{"all faults at once", `{"code":1,"message":null,"nextActions":{},"issues":[1,{"path":"p","text":"hunter2"}],"version":2,"format":"x"}`, []string{
			"code: must be a string", "message: must be a string", "nextActions: must be an array", "issues[0]: must be an object",
			`issues[1]: unknown members ["text"]`, "version: must be 1", `format: must be "cora-mcp-error"`}},
		{"actions", `{"nextActions":[{"kind":"jump"},{"kind":"run","url":"hunter2"},{"kind":3},5,{"kind":"open"}]}`, []string{
			"nextActions[0].kind: must be run, open or edit", `nextActions[1]: unknown members ["url"]`, "nextActions[1].command: is missing",
			"nextActions[2].kind: must be", "nextActions[3]: must be an object", "nextActions[4].url: is missing"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := command(tt.in, "render")
			r.check(t, exitFound, "")
			for _, want := range tt.want {
				if !strings.Contains(r.errout, want) {
					t.Errorf("%q is not told: %s", want, r.errout)
				}
			}
			if n := strings.Count(r.errout, "redactbench: <stdin>: "); n < len(tt.want) {
				t.Errorf("%d faults told, want %d: %s", n, len(tt.want), r.errout)
			}
			if strings.Contains(r.errout, "hunter2") {
				t.Errorf("the input is quoted: %s", r.errout)
			}
		})
	}
}

func TestRenderInEachFormat(t *testing.T) {
	s := token(70)
	in := `{"code":"invalid-argument","message":"got ` + s + `","hint":"h","docsUrl":"u","issues":[{"path":"a[0].password","message":"received 'hunter2'"}]}`
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--format", "mcptool"}, `{"code":"invalid-argument","reason":"bad_argument","detail":{"docs_url":"u","issues":[{"path":"a[0].password"}]},"remediation":["h"]}`},
		{[]string{"--format", "mcptool", "--mask-within"}, `{"code":"invalid-argument","reason":"bad_argument","message":"got (redacted)","detail":{"docs_url":"u","issues":[{"message":"received '(redacted)'","path":"a[0].password"}]},"remediation":["h"]}`},
		{[]string{"--format", "jsonrpc", "--id", `"x"`, "--max-message", "100", "--budget", "290"}, `{"jsonrpc":"2.0","id":"x","error":{"code":-32603,"message":"[\n  {\n    \"code\": \"custom\",\n    \"path\": [],\n    \"message\": \"got (redacted)\"\n  }\n]","data":{"omittedIssues":1}}}`},
	} {
		command(in, append([]string{"render"}, tt.args...)...).check(t, exitDone, tt.want+"\n")
	}
	for _, args := range [][]string{{"--format", "xml"}, {"--format", "jsonrpc", "--id", "x y"}, {"--format", "jsonrpc", "--budget", "10"}, {"--format", "mcptool", "--budget", "10"}} {
		if r := command(in, append([]string{"render"}, args...)...); r.status != exitUsage || r.out != "" {
			t.Errorf("%v: status %d: %s", args, r.status, r.errout)
		}
	}
}
