package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/redactbench/redactbench/engine"
)

type explainCmd struct {
	maskFlags
	Format string `help:"text: a table; json: one array." enum:"text,json" default:"text" placeholder:"text|json"`
	Text   string `arg:"" optional:"" help:"The text; standard input without it."`
}

// Help is what explain --help adds.
func (explainCmd) Help() string {
	return `Shows, for one text, every candidate: where it is, which rule looked at it, and why it was masked or left. Places are line:column-line:column, in characters from 1; no byte of a candidate is shown. A candidate that was masked may be looked at by more than one rule. The masked text follows.

A text on the command line is seen by others on the same machine: give secrets by standard input.

Examples:

  redactbench explain 'token {{ token }} of build 7f3a'
  redactbench explain --rules rules.toml --no-default < error.txt

Exit status: 0 done; 1 standard input could not be read; 2 wrong usage.`
}

// A look is one step of a rule.
type look struct {
	At     string `json:"at"`
	Start  int    `json:"start"` // in bytes, from 0
	End    int    `json:"end"`
	Rule   string `json:"rule"`
	Masked bool   `json:"masked"`
	Why    string `json:"why"`
}

func (c *explainCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	text := c.Text
	if text == "" {
		var b strings.Builder
		err := a.one("-", func(_ string, in *bufio.Reader) error {
			_, err := io.Copy(&b, in)
			return err
		})
		if err != nil {
			a.report("%s: %v", stdinName, reason(err))
		}
		text = b.String()
	}
	looks := explain(r, text)
	if c.Format == "json" {
		return writeJSON(a.stdout, looks)
	}
	t := newTable(a.stdout)
	t.AppendHeader(table.Row{"WHERE", "RULE", "", "WHY"})
	for _, l := range looks {
		done := "left"
		if l.Masked {
			done = "masked"
		}
		t.AppendRow(table.Row{l.At, l.Rule, done, l.Why})
	}
	if len(looks) > 0 {
		t.Render()
	} else {
		fmt.Fprintln(a.stdout, "no rule looked at anything")
	}
	fmt.Fprintf(a.stdout, "\n%s\n", strings.TrimSuffix(string(r.Append(nil, text)), "\n"))
	return a.stdout.err
}

// explain returns the looks at a text. One that is repeated with more of the text in sight counts once, as it
// was decided last.
func explain(r *engine.Redactor, text string) []look {
	looks := []look{} // [], not null, in JSON
	r.Explain(text, func(s engine.Step) {
		l := look{Start: s.Start, End: s.End, Rule: s.Rule, Masked: s.Masked, Why: s.Why}
		from, to := position{text: text, line: 1}, position{text: text, line: 1}
		line, column := from.at(s.Start)
		endLine, endColumn := to.at(s.End)
		l.At = fmt.Sprintf("%d:%d-%d:%d", line, column, endLine, endColumn)
		for i := range looks {
			if looks[i].Rule == l.Rule && looks[i].Start == l.Start {
				looks[i] = l
				return
			}
		}
		looks = append(looks, l)
	})
	return looks
}
