package report

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/redactbench/redactbench/internal/measure"
)

// A Comparison says what changed from an old report to a new one, for one subject of both.
type Comparison struct {
	Subject string `json:"subject"`
	// Old and New are the totals; they are comparable only if SameTexts.
	Old       measure.Tally `json:"old"`
	New       measure.Tally `json:"new"`
	SameTexts bool          `json:"sameTexts"`
	// Kinds are the kinds whose counts differ, by name.
	Kinds []KindChange  `json:"kinds"`
	Speed []SpeedChange `json:"speed"`
	// Texts are the texts of both reports whose outcome differs.
	Texts []TextChange `json:"texts"`
	// Added and Dropped count the texts that only the new and only the old report has.
	Added   int `json:"added"`
	Dropped int `json:"dropped"`
	// Checks are the other safety figures that both reports have.
	Checks []CheckChange `json:"checks"`
}

// A KindChange is a kind of text whose counts differ.
type KindChange struct {
	Old measure.Tally `json:"old"`
	New measure.Tally `json:"new"`
}

// A CheckChange is a count of faults, of so many cases, in both reports.
type CheckChange struct {
	Name     string `json:"name"`
	Old      int    `json:"old"`
	OldCases int    `json:"oldCases"`
	New      int    `json:"new"`
	NewCases int    `json:"newCases"`
}

// A SpeedChange is a list of texts that was timed in both reports.
type SpeedChange struct {
	Name string           `json:"name"`
	Old  measure.Interval `json:"old"` // MB/s
	New  measure.Interval `json:"new"`
	// P is the chance of a difference as large as this if nothing had changed, by the Mann-Whitney U
	// test; Significant is that it is under 5 %.
	P           float64 `json:"p"`
	Significant bool    `json:"significant"`
}

// Percent returns by how much the speed changed: -50 is half the speed.
func (s SpeedChange) Percent() float64 {
	if s.Old.Median == 0 {
		return 0
	}
	return 100 * (s.New.Median/s.Old.Median - 1)
}

// A TextChange is a text whose outcome differs. Old or New is nil where the outcome was
// the right one.
type TextChange struct {
	ID   string           `json:"id"`
	Kind string           `json:"kind"`
	Old  *measure.Failure `json:"old,omitempty"`
	New  *measure.Failure `json:"new,omitempty"`
}

// Worse reports whether the new outcome is worse than the old: more of a secret leaks, or as much
// and more is masked that is none or lost that should stay.
func (c TextChange) Worse() bool {
	rank := func(f *measure.Failure) [4]int {
		if f == nil {
			return [4]int{}
		}
		r := [4]int{f.LeakedBytes, len(f.Lost), f.OverBytes, 0}
		if f.Altered {
			r[3] = 1
		}
		return r
	}
	o, n := rank(c.Old), rank(c.New)
	return slices.Compare(n[:], o[:]) > 0
}

// Compare compares the subjects that both reports have, by name, in the order of the new one.
func Compare(old, new *Report) []Comparison {
	var out []Comparison
	for i := range new.Subjects {
		n := &new.Subjects[i]
		at := slices.IndexFunc(old.Subjects, func(o Subject) bool { return o.Name == n.Name })
		if at < 0 {
			continue
		}
		o := &old.Subjects[at]
		c := Comparison{Subject: n.Name, Old: o.Detection.Total, New: n.Detection.Total, SameTexts: slices.Equal(old.Texts, new.Texts)}
		c.Kinds = kindChanges(o.Detection.Kinds, n.Detection.Kinds)
		c.Speed = append(speedChanges(o.Speed, n.Speed), speedChanges(o.Lengths, n.Lengths)...)
		c.texts(old.Texts, new.Texts, o, n)
		c.checks(o, n)
		out = append(out, c)
	}
	return out
}

func kindChanges(old, new []measure.Tally) []KindChange {
	out := []KindChange{}
	for _, n := range new {
		at := slices.IndexFunc(old, func(o measure.Tally) bool { return o.Kind == n.Kind })
		if at >= 0 && old[at] != n {
			out = append(out, KindChange{old[at], n})
		}
	}
	return out
}

func speedChanges(old, new []measure.Speed) []SpeedChange {
	out := []SpeedChange{}
	for _, n := range new {
		at := slices.IndexFunc(old, func(o measure.Speed) bool { return o.Name == n.Name })
		if at < 0 || len(old[at].MBps.Values) == 0 || len(n.MBps.Values) == 0 {
			continue
		}
		c := SpeedChange{Name: n.Name, Old: old[at].MBps, New: n.MBps}
		test := benchmath.AssumeNothing.Compare(sample(c.Old.Values), sample(c.New.Values))
		c.P, c.Significant = test.P, test.P < test.Alpha
		out = append(out, c)
	}
	return out
}

func sample(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

// texts fills in what changed of the texts, the worst first.
func (c *Comparison) texts(oldIDs, newIDs []string, o, n *Subject) {
	inOld, inNew := set(oldIDs), set(newIDs)
	for id := range inNew {
		if !inOld[id] {
			c.Added++
		}
	}
	for id := range inOld {
		if !inNew[id] {
			c.Dropped++
		}
	}
	was, is := failures(o), failures(n)
	c.Texts = []TextChange{}
	for id := range inNew {
		if before, after := was[id], is[id]; inOld[id] && !same(before, after) {
			kind := ""
			for _, f := range []*measure.Failure{before, after} {
				if f != nil {
					kind = f.Kind
				}
			}
			c.Texts = append(c.Texts, TextChange{id, kind, before, after})
		}
	}
	slices.SortFunc(c.Texts, func(a, b TextChange) int {
		if a.Worse() != b.Worse() {
			if a.Worse() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
}

func set(ids []string) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, id := range ids {
		m[id] = true
	}
	return m
}

func failures(s *Subject) map[string]*measure.Failure {
	m := map[string]*measure.Failure{}
	for i := range s.Detection.Failures {
		f := &s.Detection.Failures[i]
		m[f.ID] = f
	}
	return m
}

// same reports whether two outcomes are the same in what counts. What was written in a secret's
// place does not.
func same(a, b *measure.Failure) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.LeakedBytes == b.LeakedBytes && a.OverBytes == b.OverBytes && a.Altered == b.Altered && reflect.DeepEqual(a.Lost, b.Lost)
}

func (c *Comparison) checks(o, n *Subject) {
	c.Checks = []CheckChange{}
	add := func(name string, old, oldCases, new, newCases int) {
		c.Checks = append(c.Checks, CheckChange{name, old, oldCases, new, newCases})
	}
	if o.Boundaries != nil && n.Boundaries != nil {
		a, b := o.Boundaries.Total, n.Boundaries.Total
		add("boundary cells that leak", a.Secrets-a.Masked, a.Secrets, b.Secrets-b.Masked, b.Secrets)
	}
	if o.CutAfter != nil && n.CutAfter != nil {
		add("unsafe cuts of masked texts", o.CutAfter.Unsafe, o.CutAfter.Cuts, n.CutAfter.Unsafe, n.CutAfter.Cuts)
	}
	if o.CutBefore != nil && n.CutBefore != nil {
		add("leaks of texts cut before", o.CutBefore.Unsafe, o.CutBefore.Cuts, n.CutBefore.Unsafe, n.CutBefore.Cuts)
	}
}

// Limits are how much worse a new report may be; nil is no limit.
type Limits struct {
	Slower    *float64 // percent of speed lost on any list of texts, where that is significant
	Recall    *float64 // percentage points of recall lost
	Precision *float64 // percentage points of precision lost
	Leaked    *int     // more bytes leaked
	Failures  *int     // texts of both reports with a worse outcome
}

// Passed returns what passes a limit, a sentence each.
func (l Limits) Passed(c Comparison) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if l.Slower != nil {
		for _, s := range c.Speed {
			if s.Significant && -s.Percent() > *l.Slower {
				say("%s: %.1f %% slower, limit %g %%", s.Name, -s.Percent(), *l.Slower)
			}
		}
	}
	points := func(name string, limit *float64, old, new float64) {
		if limit != nil && 100*(old-new) > *limit {
			say("%s fell by %.2f points, limit %g", name, 100*(old-new), *limit)
		}
	}
	points("recall", l.Recall, c.Old.Recall(), c.New.Recall())
	points("precision", l.Precision, c.Old.Precision(), c.New.Precision())
	if more := c.New.LeakedBytes - c.Old.LeakedBytes; l.Leaked != nil && more > *l.Leaked {
		say("%d bytes more leaked, limit %d", more, *l.Leaked)
	}
	if l.Failures != nil {
		worse := 0
		for _, t := range c.Texts {
			if t.Worse() {
				worse++
			}
		}
		if worse > *l.Failures {
			say("texts with a worse outcome: %d, limit %d", worse, *l.Failures)
		}
	}
	return out
}
