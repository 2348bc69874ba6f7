package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// results are all that a run measured; sections that did not run are empty.
type results struct {
	Machine   machine    `json:"machine"`
	Whole     []figure   `json:"whole,omitempty"`
	Scan      []figure   `json:"scan,omitempty"`
	Growth    []growth   `json:"growth,omitempty"`
	Encoding  *encoding  `json:"encoding,omitempty"`
	Startup   *startup   `json:"startup,omitempty"`
	Compiling *compiling `json:"compiling,omitempty"`
	Targets   []target   `json:"targets,omitempty"`
}

// write writes the results as JSON to a file, whose folder it makes.
func (r *results) write(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

// print writes the results as tables.
func (r *results) print(w io.Writer) {
	printFigures(w, "Masking or finding secrets; x: times the first one's time", r.Whole)
	printFigures(w, "The scan for anchors alone; x: times the first one's time", r.Scan)
	if len(r.Growth) > 0 {
		t := newTable(w, "Append's cost of a byte by length", 2, 3, 4, 5, 6)
		t.AppendHeader(table.Row{"text", "ns, 8 KiB", "ns, 1 MiB", "growth", "ns, cloudflare", "x cloudflare"})
		for _, g := range r.Growth {
			t.AppendRow(table.Row{g.Text, g.NsShort, g.NsLong, g.Ratio(), g.NsCloudflare, g.VsCloudflare()})
		}
		t.Render()
	}
	if e := r.Encoding; e != nil {
		t := newTable(w, "A problem with 3 actions and 20 issues", 2, 3, 4)
		t.AppendHeader(table.Row{"bytes", "ns, cora.Append", "ns, encoding/json", "ratio"})
		t.AppendRow(table.Row{e.Bytes, e.NsCora, e.NsJSON, e.Ratio()})
		t.Render()
	}
	if s := r.Startup; s != nil {
		t := newTable(w, "A program that masks one text", 2, 3, 4, 5)
		t.AppendHeader(table.Row{"program", "ms", "CPU ms", "resident MB", "binary MB"})
		for _, p := range []struct {
			name string
			program
		}{{"without the engine", s.Bare}, {"with it", s.Linked}} {
			t.AppendRow(table.Row{p.name, p.Ms, p.CPUMs, p.Resident / 1e6, p.Binary / 1e6})
		}
		t.Render()
	}
	if len(r.Targets) > 0 {
		t := newTable(w, "Targets", 3, 4)
		t.AppendHeader(table.Row{"figure", "", "limit", "measured", ""})
		for _, g := range r.Targets {
			bound, verdict := "at most", "missed"
			if g.AtLeast {
				bound = "at least"
			}
			if g.Reached() {
				verdict = "reached"
			}
			t.AppendRow(table.Row{g.What, bound, g.Want, g.Got, verdict})
		}
		t.Render()
	}
}

func printFigures(w io.Writer, title string, figures []figure) {
	if len(figures) == 0 {
		return
	}
	t := newTable(w, title, 3, 4, 5, 6)
	t.AppendHeader(table.Row{"corpus", "rival", "ns a text", "MB/s", "x", "allocs"})
	for _, f := range figures {
		t.AppendRow(table.Row{f.Corpus, f.Rival, f.NsPerText, f.MBps, f.Ratio, f.Allocs})
	}
	t.Render()
}

// newTable returns a table without frames whose columns of the numbers given, from 1, hold
// figures.
func newTable(w io.Writer, title string, figures ...int) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	text.DisableColors() // figures would be green and red, which says nothing about them
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.Options{SeparateHeader: true}
	t.Style().Format.Header = text.FormatDefault
	t.SetTitle(title)
	var columns []table.ColumnConfig
	for _, n := range figures {
		columns = append(columns, table.ColumnConfig{
			Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight,
			Transformer: text.NewNumberTransformer("%.2f"),
		})
	}
	t.SetColumnConfigs(columns)
	return t
}
