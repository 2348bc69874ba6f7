// Command redactbench masks the secrets of error texts and logs, renders
// errors within a byte budget, and measures how well and how fast that is done.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit statuses, as every subcommand documents them.
const (
	exitDone  = 0 // all was done and nothing is to be reported
	exitFound = 1 // find found secrets, compare saw a limit passed, or not all of the input was done as asked
	exitUsage = 2 // the command line is wrong; nothing was done
)

const description = `Masks the secrets of error texts and logs, renders errors within a byte budget, and measures how well and how fast that is done.

Exit status: 0 done; 1 secrets found (find), a limit passed (compare), or not all of the input could be done as asked; 2 wrong usage.

Without a command: bench --short.`

type cli struct {
	Redact  redactCmd  `cmd:"" help:"Mask the secrets of files or standard input."`
	Find    findCmd    `cmd:"" help:"Say where secrets are, never what they are."`
	Render  renderCmd  `cmd:"" help:"Render a problem as an error object within a byte budget."`
	MCP     mcpCmd     `cmd:"" name:"mcp" help:"Run an MCP server and mask the errors it sends."`
	Bench   benchCmd   `cmd:"" help:"Measure detection and speed, of this and of other programs."`
	Compare compareCmd `cmd:"" help:"Say what changed from one report of bench to the next."`
	HTML    htmlCmd    `cmd:"" name:"html" help:"Make a page of a report of bench."`
	Gen     genCmd     `cmd:"" help:"Write the labelled texts that bench measures on."`
	Explain explainCmd `cmd:"" help:"Show which rules looked at a text, and why they masked or left what."`
	Rules   rulesCmd   `cmd:"" help:"List, show, check and measure rules."`
	Fuzz    fuzzCmd    `cmd:"" help:"Look for texts in which rules of your own break a promise."`
	Version versionCmd `cmd:"" help:"Show the version."`

	Completion completionCmd `cmd:"" help:"Say how a shell completes commands and flags."`
	Reference  referenceCmd  `cmd:"" help:"Write the reference of all commands."`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run does what the arguments say and returns the exit status. It keeps no state
// between calls.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	a := &app{stdin: stdin, stdout: &sink{w: stdout}, stderr: stderr}
	if len(args) == 0 {
		args = []string{"bench", "--short"}
	}
	// kong ends the process after --help; as a panic it ends this call instead.
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(exit)
			if !ok {
				panic(r)
			}
			status = int(e)
		}
	}()
	var c cli
	parser, err := kong.New(&c,
		kong.Name("redactbench"),
		kong.Description(description),
		kong.Writers(a.stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(a),
	)
	if err != nil {
		// Only a fault in the struct tags above gets here; every test would.
		return a.finish(err)
	}
	completes(parser)
	ctx, err := parser.Parse(args)
	if err != nil {
		return a.finish(usageError{fmt.Errorf("%w; see %s --help", err, subject(err))})
	}
	return a.finish(ctx.Run())
}

// subject returns the command whose help tells what err is about.
func subject(err error) string {
	var p *kong.ParseError
	if errors.As(err, &p) && p.Context != nil {
		if node := p.Context.Selected(); node != nil {
			return strings.TrimSpace("redactbench " + node.Path())
		}
	}
	return "redactbench"
}

type exit int

// An app is one run of the command.
type app struct {
	stdin  io.Reader
	stdout *sink
	stderr io.Writer
	// found is that there were secrets, failed that something could not be done.
	found, failed bool
}

// report says on standard error what could not be done; the rest still is.
func (a *app) report(format string, args ...any) {
	fmt.Fprintf(a.stderr, "redactbench: "+format+"\n", args...)
	a.failed = true
}

// reportAll reports each of the errors that err joins, with prefix before it.
func (a *app) reportAll(prefix string, err error) {
	for line := range strings.Lines(reason(err).Error()) {
		a.report("%s%s", prefix, strings.TrimSuffix(line, "\n"))
	}
}

// finish reports err and returns the exit status.
func (a *app) finish(err error) int {
	var usage usageError
	var child childExit
	switch {
	case errors.As(err, &child):
		return int(child)
	case isBrokenPipe(a.stdout.err):
		// Whoever read the output has seen enough; that is no news to anyone.
		return exitFound
	case a.stdout.err != nil:
		a.report("cannot write the output: %v", reason(a.stdout.err))
	case errors.As(err, &usage):
		a.reportAll("", err)
		return exitUsage
	case err != nil:
		a.reportAll("", err)
	}
	if a.found || a.failed {
		return exitFound
	}
	return exitDone
}

// A usageError is a fault of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// A sink is the output. It remembers that writing failed, which tells an output
// that is gone from an input that cannot be read.
type sink struct {
	w   io.Writer
	err error
}

// Write writes p, or fails as it did before.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// Errors of Windows for a pipe without a reader, which its syscall package does not name.
const (
	windowsBrokenPipe = syscall.Errno(109)
	windowsNoData     = syscall.Errno(232)
)

func isBrokenPipe(err error) bool {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return true
	}
	return runtime.GOOS == "windows" && (errors.Is(err, windowsBrokenPipe) || errors.Is(err, windowsNoData))
}

// reason returns what a file operation failed for, without the operation and the
// path, which the message names already.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
