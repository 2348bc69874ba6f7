package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

//go:generate sh -c "go run . reference > ../../docs/redactbench.md"

type referenceCmd struct{}

// Help is what reference --help adds.
func (referenceCmd) Help() string {
	return `Writes what --help says of every command to standard output, as one page of Markdown.

Example:

  redactbench reference > redactbench.md

Exit status: 0 done; 2 wrong usage.`
}

func (referenceCmd) Run(a *app, ctx *kong.Context) error {
	w := a.stdout
	fmt.Fprintf(w, "# redactbench\n\nThis page is made by `redactbench reference`.\n\n%s\n", ctx.Model.Help)
	leaves := ctx.Model.Leaves(true)
	fmt.Fprint(w, "\n")
	for _, node := range leaves {
		path := strings.TrimSpace(node.FullPath())
		fmt.Fprintf(w, "- [%s](#%s): %s\n", path, strings.ReplaceAll(path, " ", "-"), node.Help)
	}
	for _, node := range leaves {
		writeCommand(w, node)
	}
	return a.stdout.err
}

func writeCommand(w io.Writer, node *kong.Node) {
	fmt.Fprintf(w, "\n## %s\n\n%s\n\n", node.FullPath(), node.Help)
	fmt.Fprintf(w, "```\nredactbench %s\n```\n", node.Summary())
	if node.Detail != "" {
		fmt.Fprintf(w, "\n%s\n", fenced(node.Detail))
	}
	if len(node.Positional) > 0 {
		fmt.Fprint(w, "\nArguments:\n\n")
		for _, p := range node.Positional {
			fmt.Fprintf(w, "- `%s`: %s\n", p.Summary(), p.Help)
		}
	}
	title := "\nFlags:\n\n"
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if f.Name == "help" {
				continue // every command has it, and the page is it
			}
			fmt.Fprintf(w, "%s- %s: %s\n", title, flagNames(f), flagHelp(f))
			title = ""
		}
	}
}

// flagNames returns a flag as it is written.
func flagNames(f *kong.Flag) string {
	name := "--" + f.Name
	switch {
	case f.Tag.Negatable != "":
		name = "--[no-]" + f.Name
	case !f.IsBool():
		name += "=" + f.FormatPlaceHolder()
	}
	if f.Short != 0 {
		name = fmt.Sprintf("-%c, %s", f.Short, name)
	}
	return "`" + name + "`"
}

func flagHelp(f *kong.Flag) string {
	help := f.Help
	// A placeholder without a name of its own is the default.
	if f.HasDefault && f.Default != "" && f.PlaceHolder != "" {
		help += fmt.Sprintf(" Default: `%s`.", f.Default)
	}
	if len(f.Envs) > 0 {
		help += fmt.Sprintf(" Also by `$%s`.", strings.Join(f.Envs, "`, `$"))
	}
	return help
}

// fenced puts indented lines, which are examples and tables, into fences.
func fenced(detail string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(strings.TrimRight(detail, "\n") + "\n") {
		indented := strings.HasPrefix(line, "  ")
		if indented != inside {
			b.WriteString("```\n")
			inside = indented
		}
		b.WriteString(strings.TrimPrefix(line, "  "))
	}
	if inside {
		b.WriteString("```\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
