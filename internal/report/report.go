// Package report holds what a measurement found, writes it for machines, and says what
// changed from one to the next.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/redactbench/redactbench/internal/measure"
)

// Format names the JSON of a Report, Version its revision: it grows when a member changes its
// meaning, not when one is added.
const (
	Format  = "redactbench-report"
	Version = 1
)

// A Report is one run of bench.
type Report struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Program string  `json:"program"` // the version of redactbench
	Machine Machine `json:"machine"`
	// Corpus names the file of texts; it is empty where they were made from Seed.
	Corpus string `json:"corpus,omitempty"`
	Seed   uint64 `json:"seed"`
	// Texts are the IDs of the texts in order, see measure.ID.
	Texts []string `json:"texts"`
	// Subjects are what was measured: this engine first, then other programs.
	Subjects []Subject `json:"subjects"`
}

// Machine is what the figures were measured on.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPU  string `json:"cpu,omitempty"`
	Go   string `json:"go"`
}

// A Subject is a redactor and its figures. What was not measured is absent.
type Subject struct {
	Name       string            `json:"name"`
	Detection  measure.Detection `json:"detection"`
	Boundaries *measure.Matrix   `json:"boundaries,omitempty"`
	// CutAfter is of texts that were redacted and cut by the subject itself, CutBefore of texts that were cut
	// before it got them.
	CutAfter  *measure.Cuts    `json:"cutAfter,omitempty"`
	CutBefore *measure.Cuts    `json:"cutBefore,omitempty"`
	Rules     []measure.Rule   `json:"rules,omitempty"`
	Speed     []measure.Speed  `json:"speed"`
	Lengths   []measure.Speed  `json:"lengths,omitempty"`
	Growth    []measure.Growth `json:"growth,omitempty"`
}

// Read reads the JSON of a Report. Errors do not quote it.
func Read(r io.Reader) (*Report, error) {
	var rep Report
	// The decoder's own message may quote a text.
	if err := json.NewDecoder(r).Decode(&rep); err != nil {
		var read *json.SyntaxError
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("member %s is of the wrong type", wrong.Field)
		}
		if errors.As(err, &read) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			return nil, errors.New("not JSON; redactbench bench --format json writes a report")
		}
		return nil, err
	}
	switch {
	case rep.Format != Format:
		return nil, fmt.Errorf("not a report: format is not %s; redactbench bench --format json writes one", Format)
	case rep.Version != Version:
		return nil, fmt.Errorf("a report of version %d, and this program reads version %d; measure again", rep.Version, Version)
	case len(rep.Subjects) == 0:
		return nil, errors.New("a report without subjects")
	}
	return &rep, rep.check()
}

// check refuses what a page or a comparison could not be made of.
func (rep *Report) check() error {
	for i := range rep.Subjects {
		for j, f := range rep.Subjects[i].Detection.Failures {
			last := 0
			for _, span := range f.Leaks {
				if span[0] < last || span[1] < span[0] || span[1] > len(f.Out) {
					return fmt.Errorf("subjects[%d].detection.failures[%d].leaks are not in out", i, j)
				}
				last = span[1]
			}
		}
	}
	return nil
}

// DropTexts leaves out the texts, and what was made of them: only IDs, kinds and counts stay.
func (rep *Report) DropTexts() {
	for i := range rep.Subjects {
		fs := rep.Subjects[i].Detection.Failures
		for j := range fs {
			fs[j].Text, fs[j].Secrets, fs[j].Out, fs[j].Leaks = "", nil, "", nil
			fs[j].Lost = make([]string, len(fs[j].Lost)) // how many still counts
		}
	}
}
