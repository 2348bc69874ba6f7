package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/engine"
)

type findCmd struct {
	maskFlags
	Format string   `help:"text: a line each; json: one array; sarif: SARIF 2.1.0, which code hosts read." enum:"text,json,sarif" default:"text" placeholder:"text|json|sarif"`
	Files  []string `arg:"" optional:"" name:"file" help:"Files to look at; standard input without any, or for -."`
}

// Help is what find --help adds.
func (findCmd) Help() string {
	return `Prints file:line:column, the rule and the length in bytes of each secret; never its bytes. Columns count characters from 1. A file is held in memory.

Examples:

  redactbench find testdata/*.log
  redactbench find --format sarif build.log > secrets.sarif
  git diff | redactbench find && git push

Exit status: 0 done, no secret found; 1 secrets found, or an input could not be read; 2 wrong usage.`
}

// A secretAt is one finding; it holds no byte of the secret.
type secretAt struct {
	File      string `json:"file"`
	Line      int    `json:"line"`   // from 1
	Column    int    `json:"column"` // in characters, from 1
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"` // of the character after the secret
	Rule      string `json:"rule"`
	Offset    int    `json:"offset"` // in bytes, from 0
	Length    int    `json:"length"` // in bytes
}

func (c *findCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	found := []secretAt{} // [], not null, in JSON
	out := bufio.NewWriter(a.stdout)
	defer out.Flush() // an error stays in the sink
	err = a.each(c.Files, func(name string, in *bufio.Reader) error {
		var text strings.Builder
		_, err := io.Copy(&text, in)
		// Also after an error: what was read may hold secrets.
		for f := range locate(r, name, text.String()) {
			a.found = true
			if c.Format == "text" {
				fmt.Fprintf(out, "%s:%d:%d: %s (%d bytes)\n", f.File, f.Line, f.Column, f.Rule, f.Length)
				continue
			}
			found = append(found, f)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case c.Format == "json":
		return writeJSON(out, found)
	case c.Format == "sarif":
		return writeJSON(out, newSARIF(found, a.failed))
	}
	return nil
}

// locate yields the findings of text with their lines and columns.
func locate(r *engine.Redactor, name, text string) func(func(secretAt) bool) {
	return func(yield func(secretAt) bool) {
		p := position{text: text, line: 1}
		for f := range r.Find(text) {
			s := secretAt{File: name, Rule: f.Rule, Offset: f.Start, Length: f.End - f.Start}
			s.Line, s.Column = p.at(f.Start)
			// The end from a copy: the next finding may begin before this one ends.
			end := p
			s.EndLine, s.EndColumn = end.at(f.End)
			if !yield(s) {
				return
			}
		}
	}
}

// A position walks through a text, once for all findings of it, since they come in order.
type position struct {
	text string
	// offset is the last one asked for, line its line from 1, column its column from 0.
	offset, line, column int
}

// at returns the line and the column of an offset, both from 1. Offsets must not
// fall from call to call.
func (p *position) at(offset int) (line, column int) {
	passed := p.text[p.offset:offset]
	if n := strings.Count(passed, "\n"); n > 0 {
		p.line += n
		p.column = 0
		passed = passed[strings.LastIndexByte(passed, '\n')+1:]
	}
	p.column += utf8.RuneCountInString(passed)
	p.offset = offset
	return p.line, p.column + 1
}

// writeJSON writes v indented, with a line end.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
