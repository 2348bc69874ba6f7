package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/redactbench/redactbench/mcpwire"
)

type mcpCmd struct {
	maskFlags
	Results bool     `help:"Also mask the results of tools, resources and prompts that succeeded."`
	Stderr  bool     `help:"Also mask the server's standard error, as text."`
	Budget  int      `help:"Bytes of an error response, or of the result of a tool that failed; any number for 0." default:"16384" placeholder:"N"`
	Command []string `arg:"" passthrough:"all" help:"The server's command and its arguments, behind --."`
}

// Help is what mcp --help adds.
func (mcpCmd) Help() string {
	return `Runs an MCP server that speaks on standard input and output, in whatever language it is written, and masks what it sends: error responses, the results of tools that failed, and the texts of logs, progress and elicitation. Lists of issues inside a message are masked as the JSON they are, each value by its issue's path. All else passes byte for byte. An error over --budget bytes is cut: issues are left out from the end and counted.

Standard input and standard error are the server's own. A line that is no JSON-RPC message is masked as text and reported.

Example, in a client's configuration:

  "mcpServers": {
    "files": {
      "command": "redactbench",
      "args": ["mcp", "--known-env", "--", "npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv"]
    }
  }

Signals to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT) are passed on to the server.

Exit status: the server's; 128 and the signal's number if a signal ended it; 127 if there is no such command, 126 if it cannot be run; 2 wrong usage.`
}

// A childExit is the exit status of the command that was run.
type childExit int

func (e childExit) Error() string { return fmt.Sprintf("the server's exit status is %d", int(e)) }

// Exit statuses of a command that cannot be run, as POSIX has them for env.
const (
	exitNotRun   = 126
	exitNotFound = 127
	exitSignal   = 128 // and the number of the signal
)

// serverName is what messages call what the server writes.
const serverName = "<server>"

func (c *mcpCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	if len(c.Command) > 0 && c.Command[0] == "--" {
		c.Command = c.Command[1:]
	}
	if len(c.Command) == 0 {
		return usageError{errors.New("no command; give the server's behind --")}
	}
	if c.Budget < 0 {
		return usageError{fmt.Errorf("--budget %d is too small; 0 is any number of bytes", c.Budget)}
	}
	server := exec.Command(c.Command[0], c.Command[1:]...)
	// A file is inherited, so that its end and its bytes are the server's own.
	server.Stdin, server.Stderr = a.stdin, a.stderr
	if c.Stderr {
		masked := r.NewWriter(a.stderr)
		defer func() { _ = masked.Close() }() // who would be told reads standard error
		server.Stderr = masked
	}
	f := &mcpwire.Filter{Redactor: r, Max: c.Budget, Results: c.Results}
	j := &ndjson{app: a, redactor: r, out: bufio.NewWriterSize(a.stdout, readSize), mask: func(dst, doc []byte) ([]byte, error) {
		dst, err := f.Append(dst, doc)
		return dst, wireReason(err)
	}}
	return c.serve(a, server, j)
}

// serve runs the server to its end. It always returns an error: what the server ended
// with, or why it did not run.
func (c *mcpCmd) serve(a *app, server *exec.Cmd, j *ndjson) error {
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	// Before the start: a signal in between would leave the server behind.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(signals)
	if err := server.Start(); err != nil {
		var e *exec.Error
		if errors.As(err, &e) {
			err = e.Err // without the name, which stands before
		}
		a.report("%s: %v", c.Command[0], reason(err))
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
			return childExit(exitNotFound)
		}
		return childExit(exitNotRun)
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case s := <-signals:
				_ = server.Process.Signal(s) // it may have ended; Windows tells its processes itself
			case <-done:
				return
			}
		}
	}()
	if err := j.file(serverName, bufio.NewReaderSize(out, readSize)); err != nil && !isBrokenPipe(err) {
		a.reportAll(serverName+": ", err)
	}
	// A server that goes on writing after the client is gone finds its pipe closed, as it
	// would without this command between.
	_ = out.Close()
	return exitOf(server.Wait())
}

// exitOf returns how a server ended.
func exitOf(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		if err != nil {
			return err
		}
		return childExit(exitDone)
	}
	if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return childExit(exitSignal + int(w.Signal()))
	}
	return childExit(exit.ExitCode())
}

// wireReason returns what is wrong with a message, in the command's words.
func wireReason(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), "jsonrpc: ", ""))
}
