package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/patterns"
	"github.com/redactbench/redactbench/patterns/rulefile"
)

type rulesBenchCmd struct {
	File   string        `arg:"" help:"A file of rules."`
	Corpus string        `help:"Labelled texts, as gen writes them, to measure detection on; 4,000 that the program makes without it." placeholder:"FILE"`
	Seed   uint64        `help:"The same seed gives the same texts." default:"1"`
	Time   time.Duration `help:"How long costs are measured, in all." default:"5s" placeholder:"D"`
	Top    int           `help:"Show so many rules, the dearest; 0 for all." default:"0" placeholder:"N"`
	Format string        `help:"text: a table; json: one array." enum:"text,json" default:"text" placeholder:"text|json"`
}

// Help is what rules bench --help adds.
func (rulesBenchCmd) Help() string {
	return `Measures each rule of a file, beside the others of the file, and shows the dearest first:

  texts      in how many of the labelled texts it looked at something
  found      how many secrets and other texts it masked there
  ns/look    CPU time of one look, and ns/MB of a megabyte (10^6 bytes) of a generated log: what leaving the rule out saves
  share      its share of what all rules cost
  precision  share of what it masked that held something of a secret
  recall     share of secrets masked by it alone: of the texts whose kind is its ID, or else of those that it looked at
  leaked     bytes of those secrets that survive it

Examples:

  redactbench rules bench rules.toml --corpus corpus.jsonl
  redactbench rules bench .gitleaks.toml --top 20 --time 30s

Exit status: 0 done, whatever the figures; 1 the corpus could not be read; 2 wrong usage, or the file has faults.`
}

// A ruleCost is a row of rules bench.
type ruleCost struct {
	Rule      string   `json:"rule"`
	Texts     int      `json:"texts"`
	Found     int      `json:"found"`
	NsPerLook float64  `json:"nsPerLook"`
	NsPerMB   float64  `json:"nsPerMB"`
	Share     float64  `json:"share"`
	Precision *float64 `json:"precision,omitempty"` // absent where it masked nothing
	Recall    *float64 `json:"recall,omitempty"`    // absent where there is no secret to count
	Leaked    int      `json:"leakedBytes"`
}

func (c *rulesBenchCmd) Run(a *app) error {
	if c.Time <= 0 || c.Top < 0 {
		return usageError{errors.New("--time must be more than 0, and --top not less")}
	}
	file, err := openRules(c.File)
	if err != nil {
		return usageError{err}
	}
	a.notices(c.File, file)
	set := file.Apply(patterns.NewSet())
	if set.Len() == 0 {
		return usageError{fmt.Errorf("%s: has no rules of its own", c.File)}
	}
	if _, err := engine.New(set, nil); err != nil {
		return usageError{withLines(c.File, file, err)}
	}
	texts, err := a.texts(c.Corpus, c.Seed, defaultTexts)
	if err != nil || texts == nil {
		return err
	}
	rows, err := c.measure(a, file, set, texts)
	if err != nil {
		return err
	}
	total := len(rows)
	if c.Top > 0 {
		rows = rows[:min(c.Top, total)]
	}
	if c.Format == "json" {
		return writeJSON(a.stdout, rows)
	}
	printCosts(a, rows)
	fmt.Fprintf(a.stdout, "%d rules, %d texts\n", total, len(texts))
	return a.stdout.err
}

// measure returns a row for each rule of the file, the dearest first.
func (c *rulesBenchCmd) measure(a *app, file *rulefile.File, set patterns.Set, texts []gen.Text) ([]ruleCost, error) {
	// A rule's cost is that of the set less that without it, which has to have a rule.
	timed := set
	if set.Len() == 1 {
		timed = set.With(patterns.Rule{ID: "\x00", Matcher: patterns.Regexp{Expr: "\x00\x00\x00\x00"}})
	}
	r, err := engine.New(timed, nil)
	if err != nil {
		return nil, err
	}
	bar := newProgress(a.stderr, c.Time)
	defer bar.done()
	bar.part("rules", c.Time)
	looked := make([]map[string]bool, len(texts))
	for i, t := range texts {
		looked[i] = map[string]bool{}
		r.Explain(t.Text, func(s engine.Step) { looked[i][s.Rule] = true })
	}
	sum := 0.0
	var rows []ruleCost
	rules := set.Rules()
	for _, m := range measure.Rules(timed, r, texts, c.Seed, c.Time, bar.share) {
		i := slices.IndexFunc(rules, func(p patterns.Rule) bool { return p.ID == m.ID })
		if i < 0 {
			continue
		}
		row := ruleCost{Rule: m.ID, Found: m.Found + m.False, NsPerMB: m.NsPerKB * 1000}
		if m.Looks > 0 {
			row.NsPerLook = row.NsPerMB / m.Looks
		}
		if row.Found > 0 {
			p := m.Precision()
			row.Precision = &p
		}
		sum += row.NsPerMB
		if err := row.detect(rules[i], texts, looked); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	for i := range rows {
		if sum > 0 {
			rows[i].Share = rows[i].NsPerMB / sum
		}
	}
	slices.SortStableFunc(rows, func(a, b ruleCost) int {
		return cmp.Or(cmp.Compare(b.NsPerMB, a.NsPerMB), cmp.Compare(b.Texts, a.Texts))
	})
	return rows, nil
}

// detect counts what the rule alone masks of the secrets that are its own to mask.
func (row *ruleCost) detect(rule patterns.Rule, texts []gen.Text, looked []map[string]bool) error {
	named := slices.ContainsFunc(texts, func(t gen.Text) bool { return t.Kind == rule.ID })
	alone, err := engine.New(patterns.NewSet(rule), nil)
	if err != nil {
		return err
	}
	var all measure.Tally
	for i, t := range texts {
		if looked[i][rule.ID] {
			row.Texts++
		}
		if named && t.Kind == rule.ID || !named && looked[i][rule.ID] {
			all.Add(measure.Judge(t, string(alone.Append(nil, t.Text))))
		}
	}
	if all.Secrets > 0 {
		recall := all.Recall()
		row.Recall = &recall
	}
	row.Leaked = all.LeakedBytes
	return nil
}

func printCosts(a *app, rows []ruleCost) {
	s := newSheet(a, false)
	var out []table.Row
	maybe := func(p *float64) string {
		if p == nil {
			return "-"
		}
		return fmt.Sprintf("%.1f", 100*math.Floor(*p*1000)/1000) // 100 only where nothing is missing
	}
	for _, r := range rows {
		out = append(out, table.Row{
			r.Rule, r.Texts, r.Found, fmt.Sprintf("%.0f", r.NsPerLook), fmt.Sprintf("%.0f", r.NsPerMB), fmt.Sprintf("%.1f", 100*r.Share),
			maybe(r.Precision), maybe(r.Recall), r.Leaked,
		})
	}
	s.table(table.Row{"RULE", "TEXTS", "FOUND", "NS/LOOK", "NS/MB", "SHARE %", "PRECISION %", "RECALL %", "LEAKED"}, out, 2)
}
