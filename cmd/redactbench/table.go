package main

import (
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable returns a table without frames: it reads well, and cut and awk can
// take it apart.
func newTable(w io.Writer) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	// Blanks between columns only, so that no line ends with one.
	style.Options.SeparateColumns = true
	style.Box.PaddingLeft, style.Box.PaddingRight, style.Box.MiddleVertical = "", "", "  "
	style.Format.Header = text.FormatDefault
	style.Format.Footer = text.FormatDefault
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	return t
}
