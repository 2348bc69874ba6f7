package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
)

type compareCmd struct {
	Old string `arg:"" help:"A report as bench --format json writes it; - is standard input." placeholder:"OLD.json"`
	New string `arg:"" help:"The report to compare with it." placeholder:"NEW.json"`

	MaxSlower        *float64 `help:"Fail if any speed fell by more than this, in percent, and significantly." placeholder:"PERCENT"`
	MaxRecallLoss    *float64 `help:"Fail if recall fell by more than this, in percentage points." placeholder:"POINTS"`
	MaxPrecisionLoss *float64 `help:"Fail if precision fell by more than this, in percentage points." placeholder:"POINTS"`
	MaxLeaked        *int     `help:"Fail if more bytes leak, by more than this." placeholder:"BYTES"`
	MaxWorse         *int     `help:"Fail if more texts than this have a worse outcome." placeholder:"N"`

	Format string `help:"table or markdown: for people; json: one object a subject." enum:"table,json,markdown" default:"table" placeholder:"table|json|markdown"`
}

// Help is what compare --help adds.
func (compareCmd) Help() string {
	return `Says what changed between two reports: totals, kinds, speed, and each text whose outcome differs, the worse ones first. Speeds differ significantly if the Mann-Whitney U test gives them less than one chance in twenty to be of one distribution; reports of different machines have speeds that cannot be compared, which is said.

Examples:

  redactbench compare old.json new.json
  redactbench compare --max-worse 0 --max-slower 10 --format markdown old.json new.json

Exit status: 0 done, and no limit was passed; 1 a limit was passed, or a report could not be read; 2 wrong usage.`
}

func (c *compareCmd) Run(a *app) error {
	if c.Old == "-" && c.New == "-" {
		return usageError{errors.New("only one of the reports can be standard input")}
	}
	old, err := readReport(a, c.Old)
	if err != nil {
		return err
	}
	new, err := readReport(a, c.New)
	if err != nil || old == nil || new == nil {
		return err
	}
	changes := report.Compare(old, new)
	if len(changes) == 0 {
		return errors.New("the reports have no subject in common")
	}
	if c.Format == "json" {
		if err := writeJSON(a.stdout, changes); err != nil {
			return err
		}
	} else {
		s := newSheet(a, c.Format == "markdown")
		if old.Machine != new.Machine {
			s.note("The machines differ (%s; %s): compare no speeds.", machineName(old.Machine), machineName(new.Machine))
		}
		for _, change := range changes {
			printComparison(s, change, len(changes) > 1)
		}
	}
	limits := report.Limits{Slower: c.MaxSlower, Recall: c.MaxRecallLoss, Precision: c.MaxPrecisionLoss, Leaked: c.MaxLeaked, Failures: c.MaxWorse}
	for _, change := range changes {
		for _, passed := range limits.Passed(change) {
			of := ""
			if len(changes) > 1 {
				of = change.Subject + ": "
			}
			a.report("limit passed: %s%s", of, passed)
		}
	}
	return a.stdout.err
}

func machineName(m report.Machine) string {
	return strings.Join(strings.Fields(m.OS+"/"+m.Arch+" "+m.CPU+" "+m.Go), " ")
}

func printComparison(s *sheet, c report.Comparison, several bool) {
	of := ""
	if several {
		of = ": " + c.Subject
	}
	s.title("Detection%s", of)
	if !c.SameTexts {
		s.note("The texts differ: %d were added, %d dropped. Totals and kinds are of different texts.", c.Added, c.Dropped)
	}
	printTotalChanges(s, c)
	if len(c.Kinds) > 0 {
		s.title("Kinds that changed%s", of)
		var rows []table.Row
		for _, k := range c.Kinds {
			rows = append(rows, table.Row{k.New.Kind, arrow(k.Old.Masked, k.New.Masked), arrow(k.Old.LeakedBytes, k.New.LeakedBytes),
				arrow(k.Old.FalseAlarms, k.New.FalseAlarms), arrow(k.Old.OverBytes, k.New.OverBytes), arrow(k.Old.Kept, k.New.Kept), arrow(k.Old.Altered, k.New.Altered)})
		}
		s.table(table.Row{"KIND", "MASKED", "LEAKED", "FALSE ALARMS", "OVER-MASKED", "KEPT", "ALTERED"}, rows, 2)
	}
	printSpeedChanges(s, c.Speed, of)
	printTextChanges(s, c.Texts, of)
}

// arrow returns both figures where they differ.
func arrow(old, new int) string {
	if old == new {
		return report.Grouped(new)
	}
	return report.Grouped(old) + " -> " + report.Grouped(new)
}

func printTotalChanges(s *sheet, c report.Comparison) {
	var rows []table.Row
	// paint says whether a change is for the better; up is that more is better.
	paint := func(v string, old, new float64, up bool) string {
		switch {
		case old == new:
			return absent
		case (new > old) == up:
			return s.paint(v, text.FgGreen)
		}
		return s.paint(v, text.FgRed)
	}
	for _, f := range []struct {
		name     string
		old, new float64
	}{
		{"recall", c.Old.Recall(), c.New.Recall()},
		{"precision", c.Old.Precision(), c.New.Precision()},
		{"F1", c.Old.F1(), c.New.F1()},
		{"context kept", c.Old.KeptShare(), c.New.KeptShare()},
		{"clean texts unaltered", c.Old.Unaltered(), c.New.Unaltered()},
	} {
		rows = append(rows, table.Row{f.name, report.Percent(f.old), report.Percent(f.new),
			paint(fmt.Sprintf("%+.2f points", 100*(f.new-f.old)), f.old, f.new, true)})
	}
	faults := []report.CheckChange{
		{Name: "bytes leaked", Old: c.Old.LeakedBytes, New: c.New.LeakedBytes},
		{Name: "bytes over-masked", Old: c.Old.OverBytes, New: c.New.OverBytes},
	}
	for _, f := range append(faults, c.Checks...) {
		rows = append(rows, table.Row{f.Name, report.Grouped(f.Old), report.Grouped(f.New),
			paint(fmt.Sprintf("%+d", f.New-f.Old), float64(f.Old), float64(f.New), false)})
	}
	s.table(table.Row{"", "OLD", "NEW", "CHANGE"}, rows, 2)
}

func printSpeedChanges(s *sheet, speeds []report.SpeedChange, of string) {
	if len(speeds) == 0 {
		return
	}
	s.title("Speed, MB/s%s", of)
	var rows []table.Row
	for _, c := range speeds {
		change := "~" // as benchstat writes what is not significant
		if c.Significant {
			color := text.FgGreen
			if c.Percent() < 0 {
				color = text.FgRed
			}
			change = s.paint(fmt.Sprintf("%+.1f %%", c.Percent()), color)
		}
		rows = append(rows, table.Row{c.Name, report.MBps(c.Old.Median), spread(c.Old), report.MBps(c.New.Median), spread(c.New), change,
			fmt.Sprintf("p=%.3f n=%d+%d", c.P, len(c.Old.Values), len(c.New.Values))})
	}
	s.table(table.Row{"TEXTS", "OLD", "INTERVAL", "NEW", "INTERVAL", "CHANGE", ""}, rows, 2)
}

// changesShown bounds the changed texts of a table; JSON has all.
const changesShown = 50

func printTextChanges(s *sheet, changes []report.TextChange, of string) {
	s.title("Texts whose outcome changed%s: %d", of, len(changes))
	if len(changes) == 0 {
		s.note("None.")
		return
	}
	var rows []table.Row
	for _, c := range changes[:min(changesShown, len(changes))] {
		verdict := s.paint("better", text.FgGreen)
		if c.Worse() {
			verdict = s.paint("WORSE", text.FgRed)
		}
		rows = append(rows, table.Row{verdict, c.Kind, c.ID, outcome(c.Old), outcome(c.New), excerpt(c)})
	}
	s.table(table.Row{"", "KIND", "ID", "OLD", "NEW", "WHAT CAME OUT"}, rows, 7)
	if more := len(changes) - changesShown; more > 0 {
		s.note("%d more are told by --format json.", more)
	}
}

// outcome returns an outcome in a few words.
func outcome(f *measure.Failure) string {
	if f == nil {
		return "right"
	}
	var out []string
	if f.LeakedBytes > 0 {
		out = append(out, fmt.Sprintf("leaks %d B", f.LeakedBytes))
	}
	if f.OverBytes > 0 {
		out = append(out, fmt.Sprintf("over-masks %d B", f.OverBytes))
	}
	if n := len(f.Lost); n > 0 {
		out = append(out, fmt.Sprintf("loses %d parts", n))
	}
	if len(out) == 0 {
		out = append(out, "wrong")
	}
	return strings.Join(out, ", ")
}

// Lengths of an excerpt, in characters, and of what it shows before a leak, in bytes.
const (
	excerptLength = 60
	beforeLeak    = 20
)

// excerpt returns part of what came out of a text, in one line: from shortly before its first leak.
func excerpt(c report.TextChange) string {
	f := c.New
	if f == nil {
		f = c.Old
	}
	out := f.Out
	if len(f.Leaks) > 0 && f.Leaks[0][0] > beforeLeak {
		out = "…" + strings.ToValidUTF8(out[f.Leaks[0][0]-beforeLeak:], "")
	}
	return text.Trim(strings.Join(strings.Fields(out), " "), excerptLength)
}
