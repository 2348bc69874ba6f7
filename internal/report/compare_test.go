package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/internal/measure"
)

func TestCompareWithItselfFindsNothing(t *testing.T) {
	cs := Compare(example(), example())
	if len(cs) != 2 {
		t.Fatalf("%d subjects", len(cs))
	}
	zero, none := 0.0, 0
	for _, c := range cs {
		if !c.SameTexts || len(c.Kinds)+len(c.Texts) > 0 || c.Old != c.New {
			t.Errorf("%s: %+v", c.Subject, c)
		}
		for _, s := range c.Speed {
			if s.Significant || s.Percent() != 0 {
				t.Errorf("%s: %+v", c.Subject, s)
			}
		}
		if passed := (Limits{&zero, &zero, &zero, &none, &none}).Passed(c); len(passed) > 0 {
			t.Errorf("%s: %q", c.Subject, passed)
		}
	}
}

// worse returns the example with one text leaking more, one right, one added, one dropped, and
// half the speed.
func worse() *Report {
	rep := example()
	s := &rep.Subjects[0]
	s.Detection.Failures = s.Detection.Failures[:3]
	s.Detection.Failures[0].LeakedBytes = 20
	s.Detection.Failures[1] = measure.Failure{ID: "000000000005", Kind: "new", OverBytes: 3}
	s.Detection.Kinds[2].LeakedBytes = 20
	s.Detection.Total.LeakedBytes = 20
	s.Detection.Total.Secrets += 2
	s.Detection.Total.FalseAlarms += 3
	rep.Texts[3] = "000000000009"
	s.Speed[0].MBps.Values = []float64{45, 47, 50, 52, 55, 49}
	s.Speed[0].MBps.Median = 50
	s.CutAfter.Unsafe = 1
	return rep
}

func TestCompareFindsEveryChange(t *testing.T) {
	c := Compare(example(), worse())[0]
	type row struct {
		id    string
		worse bool
	}
	var got []row
	for _, x := range c.Texts {
		got = append(got, row{x.ID, x.Worse()})
	}
	// 000000000004 is only in the old report, and 000000000009 only in the new one.
	want := []row{{"000000000001", true}, {"000000000005", true}, {"000000000002", false}}
	if len(got) == 3 && got[0].id > got[1].id {
		got[0], got[1] = got[1], got[0]
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(row{})); d != "" {
		t.Error(d)
	}
	if c.SameTexts || c.Added != 1 || c.Dropped != 1 {
		t.Errorf("same %v, %d added, %d dropped", c.SameTexts, c.Added, c.Dropped)
	}
	if len(c.Kinds) != 1 || c.Kinds[0].New.LeakedBytes != 20 {
		t.Errorf("kinds %+v", c.Kinds)
	}
	if s := c.Speed[0]; !s.Significant || s.Percent() != -50 {
		t.Errorf("speed %+v", s)
	}
	if c.Speed[1].Significant {
		t.Errorf("speed %+v", c.Speed[1])
	}
	if d := cmp.Diff(CheckChange{"unsafe cuts of masked texts", 0, 40, 1, 40}, c.Checks[1]); d != "" {
		t.Error(d)
	}
}

func TestLimitsPassed(t *testing.T) {
	c := Compare(example(), worse())[0]
	f := func(v float64) *float64 { return &v }
	n := func(v int) *int { return &v }
	for _, tt := range []struct {
		name string
		l    Limits
		want []string
	}{
		{"none stated", Limits{}, nil},
		{"speed", Limits{Slower: f(49)}, []string{"clean error: 50.0 % slower, limit 49 %"}},
		{"speed within", Limits{Slower: f(50)}, nil},
		{"recall", Limits{Recall: f(1)}, []string{"recall fell by 25.00 points, limit 1"}},
		{"recall within", Limits{Recall: f(25)}, nil},
		{"precision", Limits{Precision: f(1)}, []string{"precision fell by 16.67 points, limit 1"}},
		{"leaked", Limits{Leaked: n(5)}, []string{"6 bytes more leaked, limit 5"}},
		{"leaked within", Limits{Leaked: n(6)}, nil},
		{"texts", Limits{Failures: n(1)}, []string{"texts with a worse outcome: 2, limit 1"}},
		{"texts within", Limits{Failures: n(2)}, nil},
	} {
		if d := cmp.Diff(tt.want, tt.l.Passed(c)); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestWorse(t *testing.T) {
	leak, over := &measure.Failure{LeakedBytes: 8}, &measure.Failure{OverBytes: 50}
	for _, tt := range []struct {
		name     string
		old, new *measure.Failure
		want     bool
	}{
		{"right to leak", nil, leak, true},
		{"leak to right", leak, nil, false},
		{"over-masked to leak", over, leak, true},
		{"leak to over-masked", leak, over, false},
		{"same leak, less kept", leak, &measure.Failure{LeakedBytes: 8, Lost: []string{"a"}}, true},
		{"altered", nil, &measure.Failure{Altered: true}, true},
	} {
		if got := (TextChange{Old: tt.old, New: tt.new}).Worse(); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestReportsWithoutACommonSubject(t *testing.T) {
	a, b := example(), example()
	a.Subjects, b.Subjects = a.Subjects[:1], b.Subjects[1:]
	if cs := Compare(a, b); len(cs) != 0 {
		t.Errorf("%+v", cs)
	}
}
