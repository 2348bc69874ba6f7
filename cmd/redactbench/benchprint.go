package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
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
func showSamples(w io.Writer, r *engine.Redactor) error {
	for _, sample := range samples {
		before := sampleText(sample.kind, sample.seed)
		masked := r.Redact(before)
		fmt.Fprintf(w, "before  %s\nafter   %s\n", indent(before), indent(masked.String()))
		if masked.Len() > sampleCut {
			fmt.Fprintf(w, "cut     %s\n", indent(masked.Truncate(sampleCut).String()))
		}
		fmt.Fprintln(w)
	}
	return showRendered(w, r)
}

// indent puts the later lines of s under its first.
func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n        ") }

// worstShown is how many kinds and families the short report shows.
const worstShown = 5

func (rep *report) print(w io.Writer, short bool) {
	d := rep.Detection
	fmt.Fprintf(w, "\nDetection, %d texts, %d of them with %d secrets of %d kinds\n\n", rep.Texts, d.Dirty, d.Secrets, dirtyKinds(rep.Kinds))
	t := newTable(w)
	t.AppendRows([]table.Row{
		{"secrets masked", percent(d.Recall()), fmt.Sprintf("%d of %d", d.Masked, d.Secrets)},
		{"bytes leaked", d.LeakedBytes, fmt.Sprintf("of %d", d.SecretBytes)},
		{"context kept", percent(d.KeptShare()), fmt.Sprintf("%d of %d parts", d.Kept, d.Keep)},
		{"clean texts unaltered", percent(d.Unaltered()), fmt.Sprintf("%d of %d", d.Clean-d.Altered, d.Clean)},
	})
	t.Render()
	n := len(rep.Kinds)
	if short {
		n = worstShown
	}
	printKinds(w, worst(rep.Kinds, n))
	printSpeed(w, rep.Speed)
	if len(rep.Growth) > 0 {
		printGrowth(w, rep.Growth)
	}
}

func dirtyKinds(kinds []measure.Tally) (n int) {
	for _, k := range kinds {
		if k.Dirty > 0 {
			n++
		}
	}
	return n
}

func printKinds(w io.Writer, kinds []measure.Tally) {
	if len(kinds) == 0 {
		return
	}
	fmt.Fprintf(w, "\nKinds that are not perfect\n\n")
	t := newTable(w)
	t.AppendHeader(table.Row{"KIND", "SECRETS", "MASKED", "LEAKED", "KEPT", "CLEAN", "ALTERED"})
	for _, k := range kinds {
		t.AppendRow(table.Row{k.Kind, k.Secrets, k.Masked, fmt.Sprintf("%d B", k.LeakedBytes),
			fmt.Sprintf("%d/%d", k.Kept, k.Keep), k.Clean, k.Altered})
	}
	alignRight(t, 2, 3, 4, 5, 6, 7)
	t.Render()
}

func printSpeed(w io.Writer, speeds []measure.Speed) {
	fmt.Fprintf(w, "\nSpeed\n\n")
	t := newTable(w)
	t.AppendHeader(table.Row{"TEXTS", "MB/S", "(QUARTILES)", "NS/TEXT P50", "P90", "ALLOCS/TEXT", "BYTES"})
	for _, s := range speeds {
		t.AppendRow(table.Row{s.Name, fmt.Sprintf("%.0f", s.MBps.Median), fmt.Sprintf("%.0f-%.0f", s.MBps.Low, s.MBps.High),
			nanoseconds(s, s.P50), nanoseconds(s, s.P90), fmt.Sprintf("%.1f", s.Allocs), fmt.Sprintf("%.0f", s.AllocBytes)})
	}
	alignRight(t, 2, 3, 4, 5, 6, 7)
	t.Render()
}

// nanoseconds returns a time per text, or - for a single text, which has no percentiles.
func nanoseconds(s measure.Speed, ns float64) string {
	if s.Texts == 1 {
		return "-"
	}
	return fmt.Sprintf("%.0f", ns)
}

func printGrowth(w io.Writer, growth []measure.Growth) {
	fmt.Fprintf(w, "\nAdversarial texts, the %d dearest of %d families\n\n", min(worstShown, len(growth)), len(growth))
	t := newTable(w)
	t.AppendHeader(table.Row{"FAMILY", "NS/BYTE AT 16 KIB", "AT 64 KIB", "GROWTH"})
	for _, g := range growth[:min(worstShown, len(growth))] {
		t.AppendRow(table.Row{g.Family, fmt.Sprintf("%.2f", g.NsShort), fmt.Sprintf("%.2f", g.NsLong), fmt.Sprintf("x%.2f", g.Ratio())})
	}
	alignRight(t, 2, 3, 4)
	t.Render()
}

func alignRight(t table.Writer, columns ...int) {
	var cs []table.ColumnConfig
	for _, n := range columns {
		cs = append(cs, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(cs)
}

// sampleText returns an error of a kind.
func sampleText(kind string, seed uint64) string { return gen.Mix(seed, 1, 1, []string{kind})[0].Text }
