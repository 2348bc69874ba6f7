package main

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/redactbench/redactbench/internal/report"
)

// A sheet writes titles and tables, as plain text, in colours or in Markdown.
type sheet struct {
	w        io.Writer
	markdown bool
	color    bool
}

func newSheet(a *app, markdown bool) *sheet {
	return &sheet{w: a.stdout, markdown: markdown, color: !markdown && hasColor(a.stdout.w)}
}

// title begins a section.
func (s *sheet) title(format string, args ...any) {
	t := fmt.Sprintf(format, args...)
	if s.markdown {
		fmt.Fprintf(s.w, "\n### %s\n\n", t)
		return
	}
	fmt.Fprintf(s.w, "\n%s\n\n", s.paint(t, text.Bold))
}

// table writes rows; columns from right on, counted from 1, are numbers.
func (s *sheet) table(header table.Row, rows []table.Row, right int) {
	t := newTable(s.w)
	if header != nil {
		t.AppendHeader(header)
	}
	t.AppendRows(rows)
	width := len(header)
	for _, r := range rows {
		width = max(width, len(r))
	}
	var columns []table.ColumnConfig
	for n := right; n <= width; n++ {
		columns = append(columns, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	if s.markdown {
		t.RenderMarkdown()
		return
	}
	t.Render()
}

// paint returns v in colours where there are any.
func (s *sheet) paint(v string, colors ...text.Color) string {
	if !s.color {
		return v
	}
	return text.Colors(colors).Sprint(v)
}

// grade paints a figure by its grade.
func (s *sheet) grade(v string, g report.Grade) string {
	switch g {
	case report.Best:
		return s.paint(v, text.FgGreen)
	case report.Near:
		return s.paint(v, text.FgYellow)
	case report.Far:
		return s.paint(v, text.FgRed)
	}
	return v
}

// note writes a paragraph.
func (s *sheet) note(format string, args ...any) {
	fmt.Fprintf(s.w, format+"\n\n", args...)
}
