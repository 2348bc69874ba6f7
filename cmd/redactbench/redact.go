package main

import (
	"bufio"
	"io"
)

type redactCmd struct {
	maskFlags
	NDJSON bool     `name:"ndjson" help:"The input is one JSON document a line; only its strings are masked."`
	Files  []string `arg:"" optional:"" name:"file" help:"Files to mask, in order; standard input without any, or for -."`
}

// Help is what redact --help adds.
func (redactCmd) Help() string {
	return `The masked text goes to standard output, with every other byte as it was. A stream is masked as it comes, in constant memory: a line of a log is out with its line end.

With --ndjson, each line is a JSON document of which only the strings change: order, numbers and spacing stay. Empty lines stay. A line that is not JSON is masked as text and reported by its number; the exit status is then 1. No line is lost or written unmasked. One line is held in memory at a time; one of over 64 MiB is masked as text.

Examples:

  journalctl -f | redactbench redact
  redactbench redact build.log deploy.log > clean.log
  redactbench redact --ndjson --mask id app.jsonl

Exit status: 0 done; 1 an input could not be read, or a line is not JSON; 2 wrong usage.`
}

func (c *redactCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	if c.NDJSON {
		j := &ndjson{app: a, redactor: r, out: bufio.NewWriterSize(a.stdout, readSize)}
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
