package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/cora"
	"github.com/redactbench/redactbench/envelope/jsonrpc"
	"github.com/redactbench/redactbench/envelope/mcptool"
)

type renderCmd struct {
	maskFlags
	limitFlags
	Format     string `help:"The format of the output: cora, mcptool or jsonrpc." enum:"cora,mcptool,jsonrpc" default:"cora" placeholder:"cora|mcptool|jsonrpc"`
	ID         string `name:"id" help:"With --format jsonrpc: the id of the request, as JSON." default:"null" placeholder:"JSON"`
	MaskWithin bool   `help:"With --format mcptool: mask what is unsafe within a text instead of emptying it."`

	File string `arg:"" optional:"" name:"file" help:"File with the problem; standard input without one, or for -." default:"-"`
}

// limitFlags are the limits of a rendering, all in bytes as encoded; 0 is the
// default.
type limitFlags struct {
	Budget          *int `help:"Bytes of the whole object; 16384 unless given. Limits that are not given shrink with it." placeholder:"N"`
	MaxCode         int  `help:"Bytes of the code; 128." placeholder:"N"`
	MaxDocsURL      int  `name:"max-docs-url" help:"Bytes of docsUrl; 512." placeholder:"N"`
	MaxMessage      int  `help:"Bytes of the message; 2048." placeholder:"N"`
	MaxHint         int  `help:"Bytes of the hint; 512." placeholder:"N"`
	MaxAction       int  `help:"Bytes of one action's text; 512." placeholder:"N"`
	MaxActions      int  `help:"Bytes of all actions; 2048." placeholder:"N"`
	MaxPath         int  `help:"Bytes of an issue's path; 256." placeholder:"N"`
	MaxIssueMessage int  `help:"Bytes of an issue's message; 512." placeholder:"N"`
	Wire            bool `help:"Count the budget as the object's bytes are inside a further JSON string, such as the text of an MCP tool's result."`
}

// Help is what render --help adds.
func (renderCmd) Help() string {
	return `Reads a problem as a JSON object with the members code, message, hint, docsUrl, nextActions and issues, as in a cora-mcp-error object, and prints it in a format: that object, mcptool's ToolError or a JSON-RPC error response; secrets masked, texts cut to their limits, the list of issues filled within the budget. A member that is not known is an error.

Examples:

  redactbench render problem.json
  redactbench render --format jsonrpc --id 7 problem.json
  echo '{"code":"db","message":"dial postgres://app:hunter2@db/main","hint":"","docsUrl":""}' | redactbench render --budget 2048

Exit status: 0 done; 1 the problem could not be read; 2 wrong usage, such as a budget that is too small.`
}

func (c *renderCmd) Run(a *app) error {
	r, err := c.redactor(a)
	if err != nil {
		return err
	}
	// Without a word, a call would seem to be answered, or a text to be masked, as asked.
	if c.ID != "null" && c.Format != "jsonrpc" {
		return usageError{errors.New("--id needs --format jsonrpc")}
	}
	if c.MaskWithin && c.Format != "mcptool" {
		return usageError{errors.New("--mask-within needs --format mcptool")}
	}
	render, err := c.renderer(r)
	if err != nil {
		return usageError{limitFault(err)}
	}
	return a.each([]string{c.File}, func(_ string, in *bufio.Reader) error {
		p, err := readProblem(in)
		if err != nil {
			return err
		}
		_, err = a.stdout.Write(append(render(p), '\n'))
		return err
	})
}

// renderer returns what renders a problem in the format.
func (c *renderCmd) renderer(r *engine.Redactor) (func(*envelope.Problem) []byte, error) {
	smallest := map[string]func(budget.Limits) int{"cora": cora.Smallest, "mcptool": mcptool.Smallest, "jsonrpc": jsonrpc.Smallest}
	limits, err := c.limits(smallest[c.Format])
	if err != nil {
		return nil, err
	}
	switch c.Format {
	case "mcptool":
		m, err := mcptool.New(r, &mcptool.Options{Limits: limits, MaskWithin: c.MaskWithin})
		return func(p *envelope.Problem) []byte { return m.Append(nil, mcptool.FromProblem(p)) }, err
	case "jsonrpc":
		if !json.Valid([]byte(c.ID)) {
			return nil, errors.New("--id must be JSON: a number, a string in quotes or null")
		}
		j, err := jsonrpc.New(r, limits)
		return func(p *envelope.Problem) []byte { return j.Append(nil, jsonrpc.FromProblem(json.RawMessage(c.ID), p)) }, err
	}
	o, err := cora.New(r, limits)
	return func(p *envelope.Problem) []byte { return o.Append(nil, p) }, err
}

func (f *limitFlags) limits(smallest func(budget.Limits) int) (budget.Limits, error) {
	l := budget.Limits{
		Code: f.MaxCode, DocsURL: f.MaxDocsURL, Message: f.MaxMessage, Hint: f.MaxHint,
		Action: f.MaxAction, Actions: f.MaxActions, Path: f.MaxPath, IssueMessage: f.MaxIssueMessage, Wire: f.Wire,
	}
	if f.Budget == nil {
		return l, nil // of which a format's New makes the defaults
	}
	return l.Within(*f.Budget, smallest)
}

// limitNames are the flags of the limits, by the names that budget calls them.
var limitNames = map[string]string{
	"total": "--budget", "code": "--max-code", "docsUrl": "--max-docs-url", "message": "--max-message", "hint": "--max-hint",
	"action": "--max-action", "actions": "--max-actions", "path": "--max-path", "issueMessage": "--max-issue-message",
}

// limitFault returns err with each limit called by its flag.
func limitFault(err error) error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		var out []error
		for _, e := range joined.Unwrap() {
			out = append(out, limitFault(e))
		}
		return errors.Join(out...)
	}
	var l *budget.LimitError
	if !errors.As(err, &l) || limitNames[l.Field] == "" {
		return err
	}
	if l.Largest != 0 {
		return fmt.Errorf("%s %d is too large; the largest that works is %d", limitNames[l.Field], l.Value, l.Largest)
	}
	return fmt.Errorf("%s %d is too small; the smallest that works is %d", limitNames[l.Field], l.Value, l.Smallest)
}

// showRendered prints a sample problem rendered.
func showRendered(w io.Writer, r *engine.Redactor) error {
	renderer, err := cora.New(r, budget.Limits{})
	if err != nil {
		return err
	}
	p := sampleProblem()
	_, err = fmt.Fprintf(w, "rendered  %s\n", renderer.Append(nil, p))
	return err
}

// sampleProblem returns an error as a tool would report it, secrets and all.
func sampleProblem() *envelope.Problem {
	first, second := sampleText("kv-json", 1), sampleText("cli-flag", 2)
	return &envelope.Problem{
		Code:    "tool.invalid-argument",
		Message: "The arguments do not fit the tool.",
		Hint:    "Correct the arguments listed and call again.",
		DocsURL: "https://docs.example.com/errors/tool.invalid-argument",
		Actions: []envelope.Action{envelope.Run(second), envelope.Edit("config/tool.json")},
		Issues: []envelope.Issue{
			{Path: "options.retries", Message: "Expected number, received string"},
			{Path: "options.body", Message: "Unexpected value " + first},
		},
	}
}
