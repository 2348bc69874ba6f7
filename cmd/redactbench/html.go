package main

import (
	"bufio"

	"github.com/redactbench/redactbench/internal/report"
)

type htmlCmd struct {
	Report string `arg:"" optional:"" help:"A report as bench --format json writes it; standard input if there is none or it is -." placeholder:"FILE"`
}

// Help is what html --help adds.
func (htmlCmd) Help() string {
	return `Writes a report of bench to standard output as one page of HTML that loads nothing: summary, charts, tables that can be sorted, and the texts that failed with what leaked marked. It shows secrets of the corpus where they leaked; bench --no-texts leaves them out of the report.

Examples:

  redactbench bench --format json > report.json
  redactbench html report.json > report.html

Exit status: 0 done; 1 the report could not be read or the page not be written; 2 wrong usage.`
}

func (c *htmlCmd) Run(a *app) error {
	rep, err := readReport(a, c.Report)
	if err != nil || rep == nil {
		return err
	}
	return rep.WriteHTML(a.stdout)
}

// readReport reads a report, of standard input if name is empty or -; nil without an error where what
// is wrong was reported already.
func readReport(a *app, name string) (rep *report.Report, err error) {
	var files []string
	if name != "" {
		files = []string{name}
	}
	err = a.each(files, func(_ string, in *bufio.Reader) error {
		rep, err = report.Read(in)
		return err
	})
	if a.failed {
		rep = nil
	}
	return rep, err
}
