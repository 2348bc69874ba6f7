package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// testAs is the variable by which the test's program becomes another.
const testAs = "REDACTBENCH_TEST_AS"

func TestMain(m *testing.M) {
	switch os.Getenv(testAs) {
	case "":
		os.Exit(m.Run())
	case "redactbench":
		_ = os.Setenv(testAs, os.Getenv(testAs+"_CHILD"))
		main()
	case "server":
		server(os.Args[1:])
	}
}

// server is a server that does what its arguments say.
func server(args []string) {
	switch args[0] {
	case "echo": // its input and arguments, byte for byte
		_, _ = io.Copy(os.Stdout, os.Stdin)
		fmt.Fprintf(os.Stderr, "arguments: %q\n", args[1:])
	case "print":
		_, _ = io.WriteString(os.Stdout, args[1])
		_, _ = io.WriteString(os.Stderr, args[1])
		os.Exit(3)
	case "signal": // tells the signal it gets
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP)
		fmt.Println(`{"id":1,"result":{}}`)
		fmt.Fprintln(os.Stderr, "got", <-signals)
		os.Exit(4)
	case "wait": // until a signal ends it
		fmt.Println(`{"id":1,"result":{}}`)
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "answer": // each line, at once
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			fmt.Printf(`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":%q}}`+"\n", in.Text())
		}
	}
}

// wrapped returns redactbench mcp around the server, as processes.
func wrapped(t *testing.T, flags, args []string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], append(append(append([]string{"mcp"}, flags...), "--", os.Args[0]), args...)...)
	c.Env = append(os.Environ(), testAs+"=redactbench", testAs+"_CHILD=server")
	return c
}

// output runs a command to its end.
func output(t *testing.T, c *exec.Cmd, stdin string) result {
	t.Helper()
	var out, errout bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &out, &errout
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), errout.String()}
}

func TestAServersErrorsAreMaskedAndTheRestIsAsItWas(t *testing.T) {
	tok := token(1)
	fails := `{"jsonrpc":"2.0", "id":1,"error":{"code":-32603,"message":"[\n {\"path\":[\"password\"],\"received\":\"%s\",\"message\":\"bad %[1]s\"}]"}}` + "\r\n"
	passes := `{ "jsonrpc":"2.0","id" : 2,"result":{"content":[{"type":"text","text":"` + tok + `\u00e9"}]},"x":1.0e5}` + "\n"
	log := `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"password=%s"}}` + "\n"
	in := fmt.Sprintf(fails, "hunter2x9Q") + passes + fmt.Sprintf(log, tok) + "\n" + "banner " + tok + "\n"
	want := fmt.Sprintf(fails, "(redacted)") + passes + fmt.Sprintf(log, "(redacted)") + "\n" + "banner (redacted)\n"
	r := output(t, wrapped(t, nil, []string{"echo", "--flag", "-x", "--", "é"}), in)
	r.check(t, 0, want)
	if !strings.Contains(r.errout, `arguments: ["--flag" "-x" "--" "é"]`) || !strings.Contains(r.errout, "<server>:5: not JSON") || strings.Contains(r.errout, tok) {
		t.Error(r.errout)
	}
}

func TestMCPFlags(t *testing.T) {
	tok := token(2)
	result := `{"id":1,"result":{"content":[{"type":"text","text":"%s"}]}}` + "\n"
	long := `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"` + strings.Repeat("word ", 100) + `"}}` + "\n"
	for _, row := range []struct {
		name, in, want string
		flags          []string
	}{
		{"--results", fmt.Sprintf(result, tok), fmt.Sprintf(result, "(redacted)"), []string{"--results"}},
		{"--mask", fmt.Sprintf(result, tok), fmt.Sprintf(result, "(gone)"), []string{"--results", "--mask", "(gone)"}},
		{"--known-file", fmt.Sprintf(result, "violet-otter-91"), fmt.Sprintf(result, "(redacted)"), []string{"--results", "--known-file", file(t, "known", "K=violet-otter-91\n")}},
		{"--budget", long, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"word word word…"}}` + "\n", []string{"--budget", "75"}},
		{"--budget 0", long, long, []string{"--budget", "0"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			output(t, wrapped(t, row.flags, []string{"echo"}), row.in).check(t, 0, row.want)
		})
	}
}

func TestStandardErrorAndExitStatusArePassedOn(t *testing.T) {
	tok := token(3)
	r := output(t, wrapped(t, nil, []string{"print", tok}), "")
	r.check(t, 3, "(redacted)")
	if !strings.HasPrefix(r.errout, tok) {
		t.Error("standard error is not the server's:", r.errout)
	}
	r = output(t, wrapped(t, []string{"--stderr"}, []string{"print", tok}), "")
	r.check(t, 3, "(redacted)")
	if strings.Contains(r.errout, tok) || !strings.Contains(r.errout, "(redacted)") {
		t.Error("standard error is not masked:", r.errout)
	}
}

func TestAServerThatCannotBeRun(t *testing.T) {
	for _, row := range []struct {
		status int
		args   []string
	}{
		{exitNotFound, []string{"mcp", "--", "no-such-command-anywhere"}},
		{exitNotFound, []string{"mcp", "--", filepath.Join(t.TempDir(), "none")}},
		{exitNotRun, []string{"mcp", "--", t.TempDir()}},
		{exitUsage, []string{"mcp", "--"}},
		{exitUsage, []string{"mcp", "--budget", "-1", "--", "x"}},
		{exitUsage, []string{"mcp", "--disable", "nosuch", "--", "x"}},
	} {
		if r := command("", row.args...); r.status != row.status || r.errout == "" || r.out != "" {
			if runtime.GOOS == "windows" && row.status >= exitNotRun && r.status >= exitNotRun {
				continue // which has no bit that says a file can be run
			}
			t.Errorf("%v: status %d, want %d: %s", row.args, r.status, row.status, r.errout)
		}
	}
}

// started starts a command and reads its first line.
func started(t *testing.T, c *exec.Cmd) (in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	return in, bufio.NewReader(stdout)
}

func TestSignalsArePassedOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals to send")
	}
	for _, row := range []struct {
		mode   string
		signal os.Signal
		status int
		errout string
	}{
		{"signal", syscall.SIGTERM, 4, "got terminated\n"},
		{"signal", syscall.SIGHUP, 4, "got hangup\n"},
		{"wait", syscall.SIGTERM, exitSignal + 15, ""},
		{"wait", os.Interrupt, exitSignal + 2, ""},
	} {
		c := wrapped(t, nil, []string{row.mode})
		var errout bytes.Buffer
		c.Stderr = &errout
		_, out := started(t, c)
		if _, err := out.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := c.Process.Signal(row.signal); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait() // its status is what is looked at
		if got := c.ProcessState.ExitCode(); got != row.status || errout.String() != row.errout {
			t.Errorf("%s, %v: status %d, want %d: %s", row.mode, row.signal, got, row.status, errout.String())
		}
	}
}

func TestAnAnswerIsOutBeforeTheNextRequest(t *testing.T) {
	c := wrapped(t, nil, []string{"answer"})
	in, out := started(t, c)
	for range 3 {
		if _, err := io.WriteString(in, "password=hunter2x9Q\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := out.ReadString('\n'); err != nil || line != `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"password=(redacted)"}}`+"\n" {
			t.Fatal(err, line)
		}
	}
	_ = in.Close()
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 {
		t.Error(err, string(rest))
	}
	if err := c.Wait(); err != nil {
		t.Error("the server did not end with its input:", err)
	}
}

func TestTheDocumentedConfigurationRuns(t *testing.T) {
	page, err := os.ReadFile("../../docs/mcp-other.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```json")
	block, _, _ = strings.Cut(block, "```")
	var config struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
		}
	}
	if err := json.Unmarshal([]byte(block), &config); err != nil {
		t.Fatal(err)
	}
	s := config.MCPServers["files"]
	at := slices.Index(s.Args, "--")
	if s.Command != "redactbench" || at < 0 || s.Args[0] != "mcp" {
		t.Fatal(block)
	}
	// Another server, since that one would have to be fetched.
	line := `{"id":1,"error":{"code":1,"message":"%s"}}` + "\n"
	c := wrapped(t, s.Args[1:at], []string{"echo"})
	c.Env = append(c.Env, "API_TOKEN=violet-otter-91-x7")
	output(t, c, fmt.Sprintf(line, "violet-otter-91-x7")).check(t, 0, fmt.Sprintf(line, "(redacted)"))
}
