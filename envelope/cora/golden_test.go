package cora

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
)

var update = flag.Bool("update", false, "write the golden files")

const docs = "https://example.com/errors#"

// samples are problems of the kinds that tools report. Tokens are made anew,
// so that no file here holds one.
func samples() map[string]struct {
	limits  budget.Limits
	problem envelope.Problem
} {
	r := rand.New(rand.NewPCG(13, 14))
	pat := token(r)
	return map[string]struct {
		limits  budget.Limits
		problem envelope.Problem
	}{
		"nothing": {},
		"plain": {problem: envelope.Problem{
			Code: "browser.missing", Message: "No browser is installed that this release works with.", Hint: "Install Chrome, then call the tool again.", DocsURL: docs + "browser.missing",
			Actions: []envelope.Action{envelope.Run("npx playwright install chrome"), envelope.Open("https://example.com/install?from=error"), envelope.Edit("/etc/tool/config.json")},
		}},
		"invalid-arguments": {problem: envelope.Problem{
			Code: "mcp.invalid-argument", Message: "The arguments are invalid.", Hint: "Correct them.", DocsURL: docs + "mcp.invalid-argument",
			Issues: []envelope.Issue{{Path: "fixes[1].issue", Message: "Expected 32 lowercase hex characters."}, {Path: "findings[2].location.kind", Message: "Expected 'file' or 'page'."}, {Message: "Too many."}},
		}},
		"echoed-password": {problem: envelope.Problem{
			Code: "mcp.invalid-argument", Message: "1 argument is invalid:\n  auth.password: hunter2 is too short",
			Issues: []envelope.Issue{{Path: "auth.password", Message: "expected string of 12 characters, received 'hunter2'"}},
		}},
		"token-in-address": {problem: envelope.Problem{
			Code: "net.failed", Message: `Get "https://build:` + pat + `@git.example.com/a.git?access_token=` + pat + `&page=2": dial tcp 192.0.2.1:443: connect: connection refused`,
			Hint: "Check that git.example.com can be reached.", DocsURL: docs + "net.failed",
			Actions: []envelope.Action{envelope.Open("https://git.example.com/settings?token=" + pat + "&tab=keys")},
		}},
		"token-in-command": {problem: envelope.Problem{
			Code: "git.denied", Message: "fatal: Authentication failed.",
			Actions: []envelope.Action{envelope.Run("git clone https://build:" + pat + "@git.example.com/a.git"), envelope.Run(`curl -H "Authorization: Bearer ` + pat + `" https://api.example.com`)},
		}},
		"long-texts": {problem: envelope.Problem{
			Code: "tool." + strings.Repeat("long-", 40), Message: strings.Repeat("All of it went wrong, and this says why. ", 80), Hint: strings.Repeat("Try again later. ", 60),
			DocsURL: docs + strings.Repeat("section/", 80), Actions: []envelope.Action{envelope.Run("tool " + strings.Repeat("--verbose ", 80)), envelope.Run("exit")},
			Issues: []envelope.Issue{{Path: strings.Repeat("deep.", 80) + "name", Message: strings.Repeat("Expected less. ", 60)}},
		}},
		"many-issues": {limits: budget.Limits{Total: 6000}, problem: envelope.Problem{
			Code: "mcp.invalid-argument", Message: "The arguments are invalid.", Issues: thousand().Issues,
		}},
		"many-actions": {problem: envelope.Problem{
			Code: "tool.busy", Message: "The tool is busy.", Actions: manyActions(),
		}},
		"on-the-wire": {limits: budget.Limits{Wire: true, Total: 11000}, problem: envelope.Problem{
			Code: "http.status", Message: "<html>\n<head><title>502 Bad Gateway</title></head>\n" + strings.Repeat("<hr>\n", 300), Issues: thousand().Issues[:80],
		}},
		"lines": {problem: envelope.Problem{
			Code: "exec.failed", Message: "exit status 1\r\nstdout: ok\n\nstderr: no such file", Hint: "Look at the output.\nThen try again.",
			Issues: []envelope.Issue{{Path: `env["PATH-2"]`, Message: "first line\nsecond line"}},
		}},
		"strange-bytes": {problem: envelope.Problem{
			Code: "a\x00b", Message: "bell \a, escape \x1b[31mred\x1b[0m, ill-formed \xff\xfe, \u2028 and \u2029, <&>, \"quoted\" \\ and 👩‍👩‍👧", Hint: "tab\tand\vmore", DocsURL: "\u202egnp.exe",
			Issues: []envelope.Issue{{Path: "a.\xff", Message: "\xc3"}},
		}},
		"small-budget": {limits: budget.Limits{Code: 20, Message: 80, Hint: 40, DocsURL: 60, Action: 40, Actions: 100, Path: 20, IssueMessage: 40, Total: 800}, problem: envelope.Problem{
			Code: "mcp.invalid-argument", Message: "The arguments are invalid and there are many of them.", Hint: "Correct them all, one after the other, and call again.", DocsURL: docs + "mcp.invalid-argument",
			Actions: []envelope.Action{envelope.Run("tool fix --all --token " + pat), envelope.Open("https://example.com")}, Issues: thousand().Issues[:30],
		}},
	}
}

func manyActions() (actions []envelope.Action) {
	for range 60 {
		actions = append(actions, envelope.Run("tool wait --seconds 10"), envelope.Open("https://status.example.com"))
	}
	return actions
}

func TestGoldenFiles(t *testing.T) {
	seen := map[string]bool{}
	for name, s := range samples() {
		file := filepath.Join("..", "..", "testdata", "cora", name+".json")
		seen[filepath.Base(file)] = true
		out := renderer(t, s.limits).Append(nil, &s.problem)
		parse(t, out)
		var got bytes.Buffer
		if err := json.Indent(&got, out, "", "  "); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s: not as the golden file, see go test -update:\n%s", name, got.Bytes())
		}
	}
	files, err := os.ReadDir(filepath.Join("..", "..", "testdata", "cora"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !seen[f.Name()] {
			t.Errorf("%s is no sample's", f.Name())
		}
	}
}
