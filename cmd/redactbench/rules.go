package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/redactbench/redactbench/patterns"
)

type rulesCmd struct {
	List   rulesListCmd   `cmd:"" help:"List the rules: ID, kind, what they find, a sample."`
	Show   rulesShowCmd   `cmd:"" help:"Show what a rule is made of."`
	Check  rulesCheckCmd  `cmd:"" help:"Say what is wrong or questionable in files of rules."`
	Bench  rulesBenchCmd  `cmd:"" help:"Measure what each rule of a file finds and costs."`
	Sample rulesSampleCmd `cmd:"" help:"Write a commented file of rules."`
}

type rulesListCmd struct {
	ruleFlags
	Format string `help:"text: a table; json: one array." enum:"text,json" default:"text" placeholder:"text|json"`
}

// Help is what rules list --help adds.
func (rulesListCmd) Help() string {
	return `Lists the rules in the order in which they are tried on equal matches. {token} in a sample stands for a secret in the rule's shape.

Examples:

  redactbench rules list
  redactbench rules list --format json
  redactbench rules list --rules .gitleaks.toml --no-default

Exit status: 0 done; 2 wrong usage.`
}

type ruleRow struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	What   string `json:"what"`
	Sample string `json:"sample"`
}

func (c *rulesListCmd) Run(a *app) error {
	set, err := c.set()
	if err != nil {
		return err
	}
	rows := []ruleRow{}
	for _, r := range set.Rules() {
		row := ruleRow{ID: r.ID, Kind: matcherKind(r.Matcher), What: r.What}
		if len(r.Match) > 0 {
			row.Sample = r.Match[0]
		}
		rows = append(rows, row)
	}
	if c.Format == "json" {
		return writeJSON(a.stdout, rows)
	}
	t := newTable(a.stdout)
	t.AppendHeader(table.Row{"ID", "KIND", "WHAT", "SAMPLE"})
	for _, r := range rows {
		// One line a rule: a PEM block's sample has several.
		sample := strings.ReplaceAll(r.Sample, "\n", `\n`)
		t.AppendRow(table.Row{r.ID, r.Kind, r.What, text.Trim(sample, 60)})
	}
	t.Render()
	fmt.Fprintf(a.stdout, "%d rules\n", len(rows))
	return a.stdout.err
}

// matcherKind returns "token" for a patterns.Token and so on.
func matcherKind(m patterns.Matcher) string {
	return strings.ToLower(reflect.Indirect(reflect.ValueOf(m)).Type().Name())
}
