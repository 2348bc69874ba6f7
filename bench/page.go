package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// The marks between which a page holds figures; its prose is outside.
const (
	pageBegin = "<!-- figures: written by make bench-page -->"
	pageEnd   = "<!-- end of figures -->"
)

// page puts the results between the marks of a Markdown page, in place of what is there.
func (r *results) page(file string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, begun := strings.Cut(string(old), pageBegin)
	_, tail, ended := strings.Cut(rest, pageEnd)
	if !begun || !ended {
		return errors.New(file + " has no marks for figures")
	}
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "%s%s\n\nMeasured on %s, %d CPUs, %s/%s, %s.\n\n", head, pageBegin, m.CPU, m.CPUs, m.OS, m.Arch, m.Go)
	r.print(&printer{w: &b, markdown: true})
	b.WriteString(pageEnd + tail)
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
