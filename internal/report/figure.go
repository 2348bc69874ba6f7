package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/redactbench/redactbench/internal/measure"
)

// A Figure is one of the figures by which subjects are told apart.
type Figure struct {
	Name string
	// Value is the figure as people read it, "" where there was nothing to measure; Of is what it
	// is a part of, "" where that is plain.
	Value, Of string
	Grade     Grade
}

// Text returns the whole figure, "" where there was nothing to measure.
func (f Figure) Text() string {
	if f.Of == "" {
		return f.Value
	}
	return f.Value + " of " + f.Of
}

// A Grade says how far a figure is from what it can be at best.
type Grade string

const (
	Best Grade = "best" // it cannot be better
	Near Grade = "near" // a twentieth is missing at most
	Far  Grade = "far"
	None Grade = "" // there is no best
)

func grade(share float64) Grade {
	switch {
	case share == 1:
		return Best
	case share >= 0.95:
		return Near
	}
	return Far
}

// Figures returns the figures of a subject, the same names in the same order for every one.
func (s Subject) Figures() []Figure {
	t := s.Detection.Total
	out := []Figure{
		ratio("recall", t.Recall(), t.Secrets),
		ratio("precision", t.Precision(), t.Masked+t.FalseAlarms),
		ratio("F1", t.F1(), t.Secrets+t.Masked+t.FalseAlarms),
		part("secrets masked", t.Masked, t.Secrets),
		faults("bytes leaked", t.LeakedBytes, t.SecretBytes),
		faults("bytes over-masked", t.OverBytes, t.PlainBytes),
		part("parts of context kept", t.Kept, t.Keep),
		part("clean texts unaltered", t.Clean-t.Altered, t.Clean),
	}
	cells := Figure{Name: "boundary cells masked"}
	if s.Boundaries != nil {
		cells = part(cells.Name, s.Boundaries.Total.Masked, s.Boundaries.Total.Secrets)
	}
	return append(out, cells, cutFaults("cuts that leak, after masking", s.CutAfter), cutFaults("cuts that leak, before masking", s.CutBefore))
}

// ratio is a share of so many cases; without any it says nothing.
func ratio(name string, share float64, of int) Figure {
	if of == 0 {
		return Figure{Name: name}
	}
	return Figure{name, Percent(share), "", grade(share)}
}

func part(name string, n, of int) Figure {
	if of == 0 {
		return Figure{Name: name}
	}
	return Figure{name, Grouped(n), Grouped(of), grade(float64(n) / float64(of))}
}

func faults(name string, n, of int) Figure {
	f := part(name, of-n, of)
	if f.Value != "" {
		f.Value = Grouped(n)
	}
	return f
}

func cutFaults(name string, c *measure.Cuts) Figure {
	if c == nil {
		return Figure{Name: name}
	}
	return faults(name, c.Unsafe, c.Cuts)
}

// Percent returns a share as a percentage that is 100 only if nothing is missing, and 0 only if all is.
func Percent(share float64) string {
	s := fmt.Sprintf("%.1f %%", share*100)
	switch {
	case share < 1 && strings.HasPrefix(s, "100"):
		return "99.9 %"
	case share > 0 && s == "0.0 %":
		return "0.1 %"
	}
	return s
}

// Grouped returns n with a comma between thousands.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// MBps returns a throughput in MB/s with three digits or so.
func MBps(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.2f", v)
	}
	return Grouped(int(min(v, most) + 0.5))
}
