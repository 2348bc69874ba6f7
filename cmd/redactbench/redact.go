package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/redactbench/redactbench/envelope/jsonrpc"
)

type redactCmd struct {
	maskFlags
	NDJSON  bool     `name:"ndjson" xor:"input" help:"The input is one JSON document a line; only its strings are masked."`
	JSONRPC bool     `name:"jsonrpc" xor:"input" help:"The input is one JSON-RPC message a line; only errors and the results of tools that failed are masked."`
	Results bool     `help:"With --jsonrpc: mask all results."`
	Budget  int      `help:"With --jsonrpc: bytes of one response; any number unless given." placeholder:"N"`
	Files   []string `arg:"" optional:"" name:"file" help:"Files to mask, in order; standard input without any, or for -."`
}

// Help is what redact --help adds.
func (redactCmd) Help() string {
	return `The masked text goes to standard output, with every other byte as it was. A stream is masked as it comes, in constant memory: a line of a log is out with its line end.

With --ndjson, each line is a JSON document of which only the strings change: order, numbers and spacing stay. Empty lines stay. A line that is not JSON is masked as text and reported by its number; the exit status is then 1. No line is lost or written unmasked. One line is held in memory at a time; one of over 64 MiB is masked as text.

With --jsonrpc, each line is a JSON-RPC message or a batch, as MCP servers write on standard output. Requests, ids, codes and successful results pass byte for byte. A list of issues inside a message string is masked as the JSON it is, each value by its issue's path. Over --budget bytes issues are left out from the end and counted in error.data.omittedIssues, and texts are cut. What is no such message is masked and reported.

Examples:

  journalctl -f | redactbench redact
  redactbench redact build.log deploy.log > clean.log
  redactbench redact --ndjson --mask id app.jsonl
  mcp-server | redactbench redact --jsonrpc --budget 16384

Exit status: 0 done; 1 an input could not be read, or a line is not what was said; 2 wrong usage.`
}

func (c *redactCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	if !c.JSONRPC && (c.Results || c.Budget != 0) {
		return usageError{errors.New("--results and --budget need --jsonrpc")}
	}
	if c.Budget < 0 {
		return usageError{fmt.Errorf("--budget %d is too small; leave it out for any number of bytes", c.Budget)}
	}
	if c.NDJSON || c.JSONRPC {
		j := &ndjson{app: a, redactor: r, mask: documents(r), out: bufio.NewWriterSize(a.stdout, readSize)}
		if c.JSONRPC {
			j.mask = messages(&jsonrpc.Filter{Redactor: r, Max: c.Budget, Results: c.Results})
		}
		return a.each(c.Files, j.file)
	}
	w := r.NewWriter(a.stdout)
	return a.each(c.Files, func(_ string, in *bufio.Reader) error {
		// A file is a text of its own: a key at the end of one says nothing of the next.
		w.Reset(a.stdout)
		_, err := io.Copy(w, in)
		// Also after an error: what was read is still masked and written.
		if cerr := w.Close(); err == nil {
			err = cerr
		}
		return err
	})
}
