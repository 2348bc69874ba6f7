package measure

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/internal/gen"
)

func TestLeaked(t *testing.T) {
	long := strings.Repeat("abcdefghij", 12) // 120 bytes: runs of 24 count
	for _, tt := range []struct {
		name, secret, text, out string
		want                    int
	}{
		{"whole secret survives", "s3cr3tv4lue", "pw=s3cr3tv4lue", "pw=s3cr3tv4lue", 11},
		{"nothing survives", "s3cr3tv4lue", "pw=s3cr3tv4lue", "pw=(redacted)", 0},
		{"short secret counts whole", "hunter2", "pw=hunter2", "pw=hunter2", 7},
		{"part of a short secret is no leak", "hunter2", "pw=hunter2", "pw=hunter", 0},
		{"a tail of eight bytes leaks", "0123456789abcdef", "k=0123456789abcdef", "k=(redacted)89abcdef", 8},
		{"a tail of seven bytes does not", "0123456789abcdef", "k=0123456789abcdef", "k=(redacted)9abcdef", 0},
		{"a run over the limit leaks", long + "X", "k=" + long + "X", "k=(redacted)" + long[97:] + "X", 24},
		{"what the text holds elsewhere is no leak", "registry12", "registry12 at registry1host", "(redacted) at registry1host", 0},
		{"two separate runs are added", "aaaaaaaabbbbbbbbcccccccc", "k=aaaaaaaabbbbbbbbcccccccc", "aaaaaaaa cccccccc", 16},
		{"empty secret", "", "x", "x", 0},
	} {
		if got := Leaked(tt.secret, tt.text, tt.out); got != tt.want {
			t.Errorf("%s: %d bytes leaked, want %d", tt.name, got, tt.want)
		}
	}
}

func TestDetectCounts(t *testing.T) {
	texts := []gen.Text{
		{Text: "pw=hunter2 at db", Secrets: []string{"hunter2"}, Keep: []string{"at db", "pw="}, Kind: "b"},
		{Text: "k=ABCDEFGHIJ l=KLMNOPQRST", Secrets: []string{"ABCDEFGHIJ", "KLMNOPQRST"}, Keep: []string{"l="}, Kind: "b"},
		{Text: "all is well", Kind: "a"},
		{Text: "hunter2 is a name", Kind: "a"},
	}
	total, kinds := Detect(texts, func(dst []byte, src string) []byte {
		src = strings.ReplaceAll(src, "hunter2 at", "(redacted)")
		src = strings.ReplaceAll(src, "ABCDEFGHIJ", "(redacted)")
		return append(dst, strings.ReplaceAll(src, "hunter2", "(redacted)")...)
	})
	want := []Tally{
		{Kind: "a", Clean: 2, Altered: 1},
		{Kind: "b", Dirty: 2, Safe: 1, Secrets: 3, Masked: 2, SecretBytes: 27, LeakedBytes: 10, Keep: 3, Kept: 2},
	}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Error(d)
	}
	wantTotal := Tally{Dirty: 2, Safe: 1, Secrets: 3, Masked: 2, SecretBytes: 27, LeakedBytes: 10, Keep: 3, Kept: 2, Clean: 2, Altered: 1}
	if d := cmp.Diff(wantTotal, total); d != "" {
		t.Error(d)
	}
}

func TestSharesOfNothingAreWhole(t *testing.T) {
	var z Tally
	if z.Recall() != 1 || z.Unaltered() != 1 || z.KeptShare() != 1 {
		t.Error(z.Recall(), z.Unaltered(), z.KeptShare())
	}
}

func TestMeasureCountsAllocations(t *testing.T) {
	texts := []string{"one", "two", "three", "four"}
	var keep []byte
	calls := 0
	s := Measure("x", texts, func(dst []byte, src string) []byte {
		calls++
		keep = make([]byte, 1000) // one allocation
		return append(dst, src...)
	}, time.Millisecond, nil)
	_ = keep
	if s.Texts != 4 || s.Bytes != len("onetwothreefour") {
		t.Errorf("%d texts, %d bytes", s.Texts, s.Bytes)
	}
	if s.Allocs < 1 || s.Allocs > 2 || s.AllocBytes < 1000 {
		t.Errorf("%v allocations, %v bytes a text; want 1, 1024", s.Allocs, s.AllocBytes)
	}
	if calls < 8 {
		t.Errorf("called %d times", calls)
	}
}

func TestMeasureOfNothing(t *testing.T) {
	s := Measure("x", nil, func(dst []byte, src string) []byte { return dst }, time.Second, nil)
	if d := cmp.Diff(Speed{Name: "x"}, s); d != "" {
		t.Error(d)
	}
}

func TestRepeatRunsUntilTheClockSaysSo(t *testing.T) {
	now := time.Duration(0)
	c := clock{now: func() time.Duration { return now }, step: 1}
	for _, cost := range []time.Duration{1, 7, 100, 5000} {
		now = 0
		times, took := c.repeat(func() { now += cost }, 1000)
		if took < 1000 || took != cost*time.Duration(times) {
			t.Errorf("cost %d: %d runs took %d", cost, times, took)
		}
		if took > 1000+2*cost+1000 {
			t.Errorf("cost %d: went on to %d", cost, took)
		}
	}
}

func TestGrowthsCoverEveryFamily(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every family")
	}
	var last float64
	got := Growths(func(dst []byte, src string) []byte { return append(dst, src...) }, 0, func(done float64) { last = done })
	if len(got) != len(gen.Families()) || last != 1 {
		t.Errorf("%d families of %d, %v done", len(got), len(gen.Families()), last)
	}
	for i := range got[1:] {
		if got[i].NsLong < got[i+1].NsLong {
			t.Errorf("%s is before the dearer %s", got[i].Family, got[i+1].Family)
		}
	}
}
