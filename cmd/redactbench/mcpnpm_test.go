package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// npmServer installs the server of testdata/mcp-npm, which is written with the SDK for
// TypeScript, and returns its script.
func npmServer(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no", tool)
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/mcp-npm")); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("npm ci: %v, which may be for want of a network", err)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	return filepath.Join(dir, "server.mjs")
}

// talk sends each request to a server when the one before is answered, and
// returns the lines that the server wrote.
func talk(t *testing.T, c *exec.Cmd, requests []string) (lines []string, errout string) {
	t.Helper()
	var stderr strings.Builder
	c.Stderr = &stderr
	in, out := started(t, c)
	for _, r := range requests {
		if _, err := io.WriteString(in, r+"\n"); err != nil {
			t.Fatal(err)
		}
		var request struct{ ID *int }
		if err := json.Unmarshal([]byte(r), &request); err != nil {
			t.Fatal(err)
		}
		for request.ID != nil {
			line, err := out.ReadString('\n')
			if err != nil {
				t.Fatal(err, line, stderr.String())
			}
			lines = append(lines, line)
			var answer struct {
				ID     *int
				Method string
			}
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatal(err, line)
			}
			if answer.Method == "" && answer.ID != nil && *answer.ID == *request.ID {
				break
			}
		}
	}
	_ = in.Close()
	if err := c.Wait(); err != nil {
		t.Error("the server does not end with its input:", err)
	}
	return lines, stderr.String()
}

// holdsPart reports whether a text holds 6 bytes of a secret in a row.
func holdsPart(text, secret string) bool {
	for i := 0; i+6 <= len(secret); i++ {
		if strings.Contains(text, secret[i:i+6]) {
			return true
		}
	}
	return false
}

func TestAServerOfTheNPMSDK(t *testing.T) {
	if testing.Short() {
		t.Skip("installs packages")
	}
	script, secret := npmServer(t), token(5)[4:]
	requests := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
	}
	call := func(method, params string) {
		requests = append(requests, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, len(requests)+1, method, params))
	}
	for _, tool := range []string{"throws", "caused", "result", "works", "tells"} {
		call("tools/call", `{"name":"`+tool+`","arguments":{}}`)
	}
	call("tools/call", `{"name":"schema","arguments":{"password":"`+secret+`","retries":"x"}}`)
	call("tools/call", `{"name":"password=`+secret+`"}`)
	call("tools/call", `{"name":5,"arguments":{"password":"`+secret+`"}}`)
	call("resources/read", `{"uri":"broken://x"}`)
	call("resources/read", `{"uri":"none://app:`+secret+`@host/x"}`)
	call("completion/complete", `{"ref":{"type":"ref/prompt","name":"password=`+secret+`"},"argument":{"name":"x","value":"y"}}`)
	call("nosuch", `{"password":"`+secret+`"}`)

	run := func(args ...string) ([]string, string) {
		c := exec.Command(args[0], args[1:]...)
		c.Env = append(os.Environ(), testAs+"=redactbench", "PLANTED="+secret)
		return talk(t, c, requests)
	}
	plain, plainErr := run("node", script)
	masked, maskedErr := run(os.Args[0], "mcp", "--", "node", script)
	if maskedErr != plainErr {
		t.Errorf("standard error is %q, not %q", maskedErr, plainErr)
	}
	if len(masked) != len(plain) {
		t.Fatalf("%d lines for %d", len(masked), len(plain))
	}
	leaks := 0
	for i, line := range masked {
		succeeds := strings.Contains(line, "\u00e9") || !holdsPart(plain[i], secret)
		if succeeds && line != plain[i] {
			t.Errorf("a message without an error is changed:\n%s\n%s", plain[i], line)
		}
		if succeeds {
			continue
		}
		leaks++
		if holdsPart(line, secret) || !strings.Contains(line, "(redacted)") {
			t.Errorf("the secret is left: %s", line)
		}
	}
	// throws, caused, result, the log, progress, the schema, the tool's name and both resources
	if leaks < 8 || !slices.ContainsFunc(masked, func(l string) bool { return strings.Contains(l, "token-of-progress") }) {
		t.Errorf("the server showed its secret only %d times:\n%s", leaks, strings.Join(plain, ""))
	}
}
