package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
)

// sampleCut is what samples are cut to, in bytes: about two lines of a terminal.
const sampleCut = 120

// samples are the errors that are shown, each by its kind and by a seed that makes it
// read well.
var samples = []struct {
	kind string
	seed uint64
}{{"url-query", 1}, {"dsn-postgres", 2}, {"go-dump", 3}, {"nested-json", 4}, {"github-pat", 5}}

// showSamples prints errors before and after masking and cutting, and one rendered.
func showSamples(a *app, r *engine.Redactor) error {
	s := newSheet(a, false)
	for _, sample := range samples {
		t := gen.Mix(sample.seed, 1, 1, []string{sample.kind})[0]
		before := t.Text
		masked := r.Redact(before)
		shown := indent(before)
		for _, secret := range t.Secrets {
			shown = strings.ReplaceAll(shown, secret, s.paint(secret, text.FgRed))
		}
		fmt.Fprintf(s.w, "before  %s\nafter   %s\n", shown, s.masks(indent(masked.String())))
		if masked.Len() > sampleCut {
			fmt.Fprintf(s.w, "cut     %s\n", s.masks(indent(masked.Truncate(sampleCut).String())))
		}
		fmt.Fprintln(s.w)
	}
	return showRendered(s.w, r)
}

// masks paints the default masks of a text.
func (s *sheet) masks(v string) string {
	return strings.ReplaceAll(v, engine.DefaultMask, s.paint(engine.DefaultMask, text.FgGreen))
}

// indent puts the later lines of s under its first.
func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n        ") }

// worstShown is how many kinds, rules and families the short tables show.
const worstShown = 5

func printReport(s *sheet, rep *report.Report, short bool) {
	d := rep.Subjects[0].Detection
	s.title("Detection, %d texts, %d of them with %d secrets of %d kinds", len(rep.Texts), d.Total.Dirty, d.Total.Secrets, dirtyKinds(d.Kinds))
	printTotals(s, rep.Subjects)
	for _, sub := range rep.Subjects {
		n := len(sub.Detection.Kinds)
		if short {
			n = worstShown
		}
		printKinds(s, of(rep, sub), worst(sub.Detection.Kinds, n))
		printRules(s, sub.Rules)
	}
	printSpeed(s, rep.Subjects)
	printLengths(s, rep.Subjects[0].Lengths)
	printGrowth(s, rep.Subjects[0].Growth)
}

// of names a subject in a title where there are several.
func of(rep *report.Report, sub report.Subject) string {
	if len(rep.Subjects) == 1 {
		return ""
	}
	return ": " + sub.Name
}

// printTotals prints a row a figure and a column a subject.
func printTotals(s *sheet, subjects []report.Subject) {
	var rows []table.Row
	for i, f := range subjects[0].Figures() {
		row := table.Row{f.Name}
		for _, sub := range subjects {
			f := sub.Figures()[i]
			if f.Value == "" {
				row = append(row, absent)
				continue
			}
			row = append(row, s.grade(f.Text(), f.Grade))
		}
		rows = append(rows, row)
	}
	header := table.Row{""}
	for _, sub := range subjects {
		header = append(header, text.Trim(sub.Name, 40))
	}
	s.table(header, rows, 2)
}

// absent stands for what was not measured.
const absent = "-"

func dirtyKinds(kinds []measure.Tally) (n int) {
	for _, k := range kinds {
		if k.Dirty > 0 {
			n++
		}
	}
	return n
}

func printKinds(s *sheet, of string, kinds []measure.Tally) {
	if len(kinds) == 0 {
		return
	}
	s.title("Kinds that are not perfect%s", of)
	var rows []table.Row
	for _, k := range kinds {
		rows = append(rows, table.Row{k.Kind, k.Secrets, k.Masked, fmt.Sprintf("%d B", k.LeakedBytes), k.FalseAlarms,
			fmt.Sprintf("%d B", k.OverBytes), fmt.Sprintf("%d/%d", k.Kept, k.Keep), k.Clean, k.Altered})
	}
	s.table(table.Row{"KIND", "SECRETS", "MASKED", "LEAKED", "FALSE ALARMS", "OVER-MASKED", "KEPT", "CLEAN", "ALTERED"}, rows, 2)
}

func printRules(s *sheet, rules []measure.Rule) {
	if len(rules) == 0 {
		return
	}
	row := func(r measure.Rule) table.Row {
		return table.Row{r.ID, r.Found, r.False, report.Percent(r.Precision()), fmt.Sprintf("%d B", r.OverBytes),
			fmt.Sprintf("%d/%d", r.SamplesMasked, r.Samples), fmt.Sprintf("%.0f", r.Looks), fmt.Sprintf("%.0f", r.NsPerKB)}
	}
	header := table.Row{"RULE", "FOUND", "FALSE", "PRECISION", "OVER-MASKED", "OWN SAMPLES", "LOOKS/MB", "NS/KB"}
	var wrong []table.Row
	for _, r := range rules {
		if r.False > 0 || r.OverBytes > 0 || r.SamplesMasked < r.Samples {
			wrong = append(wrong, row(r))
		}
	}
	if len(wrong) > 0 {
		s.title("Rules that are not perfect, of %d", len(rules))
		s.table(header, wrong, 2)
	}
	dear := slices.SortedFunc(slices.Values(rules), func(a, b measure.Rule) int { return cmp.Compare(b.NsPerKB, a.NsPerKB) })
	var rows []table.Row
	for _, r := range dear[:min(worstShown, len(dear))] {
		rows = append(rows, row(r))
	}
	s.title("The %d rules that cost most", len(rows))
	s.table(header, rows, 2)
}

func printSpeed(s *sheet, subjects []report.Subject) {
	s.title("Speed")
	several := len(subjects) > 1
	header := table.Row{"TEXTS"}
	if several {
		header = append(header, "BY")
	}
	var rows []table.Row
	for i := range subjects[0].Speed {
		for _, sub := range subjects {
			sp := sub.Speed[i]
			row := table.Row{sp.Name}
			if several {
				row = append(row, text.Trim(sub.Name, 40))
			}
			rows = append(rows, append(row, report.MBps(sp.MBps.Median), spread(sp.MBps), nanoseconds(sp.P50), nanoseconds(sp.P90), nanoseconds(sp.P99),
				allocations(sp.Allocs, "%.1f"), allocations(sp.AllocBytes, "%.0f")))
		}
	}
	header = append(header, "MB/S", "INTERVAL", "NS/TEXT P50", "P90", "P99", "ALLOCS/TEXT", "BYTES")
	s.table(header, rows, len(header)-6)
}

func spread(v measure.Interval) string { return report.MBps(v.Low) + "-" + report.MBps(v.High) }

// nanoseconds returns a time per text, or - where texts were not timed one by one.
func nanoseconds(ns float64) string {
	if ns == 0 {
		return absent
	}
	return fmt.Sprintf("%.0f", ns)
}

func allocations(n float64, format string) string {
	if n < 0 {
		return absent
	}
	return fmt.Sprintf(format, n)
}

func printLengths(s *sheet, lengths []measure.Speed) {
	if len(lengths) == 0 {
		return
	}
	s.title("Speed by length of a clean text")
	var rows []table.Row
	for _, l := range lengths {
		rows = append(rows, table.Row{l.Name, report.MBps(l.MBps.Median), spread(l.MBps)})
	}
	s.table(table.Row{"LENGTH", "MB/S", "INTERVAL"}, rows, 2)
}

func printGrowth(s *sheet, growth []measure.Growth) {
	if len(growth) == 0 {
		return
	}
	s.title("Adversarial texts, the %d dearest of %d families", min(worstShown, len(growth)), len(growth))
	var rows []table.Row
	for _, g := range growth[:min(worstShown, len(growth))] {
		ratio := fmt.Sprintf("x%.2f", g.Ratio())
		if g.Ratio() > report.Steep {
			ratio = s.paint(ratio, text.FgRed)
		}
		rows = append(rows, table.Row{g.Family, fmt.Sprintf("%.2f", g.NsShort), fmt.Sprintf("%.2f", g.NsLong), ratio})
	}
	s.table(table.Row{"FAMILY", "NS/BYTE AT 16 KIB", "AT 64 KIB", "GROWTH"}, rows, 2)
}

// sampleText returns an error of a kind.
func sampleText(kind string, seed uint64) string { return gen.Mix(seed, 1, 1, []string{kind})[0].Text }
