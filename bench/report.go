package main

import (
	"encoding/json"
	"fmt"
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
func (r *results) print(p *printer) {
	p.figures("Masking or finding secrets; x: times the first one's time", r.Whole)
	p.figures("The scan for anchors alone; x: times the first one's time", r.Scan)
	p.growths(r.Growth)
	if e := r.Encoding; e != nil {
		t := p.table("A problem with 3 actions and 20 issues", 2, 3, 4)
		t.AppendHeader(table.Row{"bytes", "ns, cora.Append", "ns, encoding/json", "ratio"})
		t.AppendRow(table.Row{e.Bytes, e.NsCora, e.NsJSON, e.Ratio()})
		p.render(t)
	}
	p.startup(r.Startup)
	p.targets(r.Targets)
}

// A printer writes tables without colours or frames: it reads well, and cut and awk can
// take it apart. With markdown set it writes those of a page.
type printer struct {
	w        io.Writer
	markdown bool
}

func (p *printer) figures(title string, figures []figure) {
	if len(figures) == 0 {
		return
	}
	t := p.table(title, 3, 4, 5, 6)
	t.AppendHeader(table.Row{"corpus", "rival", "ns a text", "MB/s", "x", "allocations"})
	for _, f := range figures {
		t.AppendRow(table.Row{f.Corpus, f.Rival, f.NsPerText, f.MBps, f.Ratio, f.Allocs})
	}
	p.render(t)
}

func (p *printer) growths(growths []growth) {
	if len(growths) == 0 {
		return
	}
	t := p.table("Append's cost of a byte by length", 2, 3, 4, 5, 6)
	t.AppendHeader(table.Row{"text", "ns, 8 KiB", "ns, 1 MiB", "growth", "ns, cloudflare", "x cloudflare"})
	for _, g := range growths {
		t.AppendRow(table.Row{g.Text, g.NsShort, g.NsLong, g.Ratio(), g.NsCloudflare, g.VsCloudflare()})
	}
	p.render(t)
}

func (p *printer) startup(s *startup) {
	if s == nil {
		return
	}
	t := p.table("A program that masks one text", 2, 3, 4, 5)
	t.AppendHeader(table.Row{"program", "ms", "CPU ms", "resident MB", "binary MB"})
	for _, row := range []struct {
		name string
		program
	}{{"without the engine", s.Bare}, {"with it", s.Linked}} {
		t.AppendRow(table.Row{row.name, row.Ms, row.CPUMs, row.Resident / 1e6, row.Binary / 1e6})
	}
	p.render(t)
}

func (p *printer) targets(targets []target) {
	if len(targets) == 0 {
		return
	}
	t := p.table("Targets", 3, 4)
	t.AppendHeader(table.Row{"figure", "", "limit", "measured", ""})
	for _, g := range targets {
		bound, verdict := "at most", "missed"
		if g.AtLeast {
			bound = "at least"
		}
		if g.Reached() {
			verdict = "reached"
		}
		t.AppendRow(table.Row{g.What, bound, g.Want, g.Got, verdict})
	}
	p.render(t)
}

// table returns a table whose columns of the numbers given, from 1, hold figures.
func (p *printer) table(title string, figures ...int) table.Writer {
	text.DisableColors() // figures would be green and red by their sign
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.Options{SeparateHeader: true}
	t.Style().Format.Header = text.FormatDefault
	t.SetTitle("%s", title)
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

func (p *printer) render(t table.Writer) {
	if p.markdown {
		// Its title is a heading of the first level, which is the page's; ## makes it one of the third.
		fmt.Fprintf(p.w, "##%s\n\n", t.RenderMarkdown())
		return
	}
	fmt.Fprintln(p.w, t.Render())
}
