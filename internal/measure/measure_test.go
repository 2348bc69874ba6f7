package measure

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/patterns"
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
	d := Detect(texts, []string{"pw=(redacted) db", "k=(redacted) l=KLMNOPQRST", "all is well", "(redacted) is a name"})
	want := Detection{
		Total: Tally{Dirty: 2, Safe: 1, Secrets: 3, Masked: 2, SecretBytes: 27, LeakedBytes: 10, FalseAlarms: 1, PlainBytes: 42, OverBytes: 10,
			Keep: 3, Kept: 2, Clean: 2, Altered: 1},
		Kinds: []Tally{
			{Kind: "a", Clean: 2, Altered: 1, FalseAlarms: 1, PlainBytes: 28, OverBytes: 7},
			{Kind: "b", Dirty: 2, Safe: 1, Secrets: 3, Masked: 2, SecretBytes: 27, LeakedBytes: 10, PlainBytes: 14, OverBytes: 3, Keep: 3, Kept: 2},
		},
		Failures: []Failure{
			{ID: ID(texts[0].Text), Kind: "b", Text: texts[0].Text, Secrets: texts[0].Secrets, Out: "pw=(redacted) db", OverBytes: 3, Lost: []string{"at db"}},
			{ID: ID(texts[1].Text), Kind: "b", Text: texts[1].Text, Secrets: texts[1].Secrets, Out: "k=(redacted) l=KLMNOPQRST",
				LeakedBytes: 10, Leaks: [][2]int{{15, 25}}},
			{ID: ID(texts[3].Text), Kind: "a", Text: texts[3].Text, Out: "(redacted) is a name", OverBytes: 7, Altered: true},
		},
	}
	if d := cmp.Diff(want, d); d != "" {
		t.Error(d)
	}
	if p, r, f1 := want.Total.Precision(), want.Total.Recall(), want.Total.F1(); p != 2./3 || r != 2./3 || f1 != 2./3 {
		t.Error(p, r, f1)
	}
}

func TestLost(t *testing.T) {
	pem := "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\nAwEHoUQD\n-----END EC PRIVATE KEY-----"
	for _, tt := range []struct {
		name, text string
		secrets    []string
		out        string
		want       []lostRun
	}{
		{"nothing", "pw=hunter2 at db", []string{"hunter2"}, "pw=(redacted) at db", nil},
		{"nothing, whatever the mask", "pw=hunter2 at db", []string{"hunter2"}, "pw=***hidden by us*** at db", nil},
		{"a mask that is too long", "pw=hunter2 at db", []string{"hunter2"}, "pw=(redacted) db", []lostRun{{3, true}}},
		{"a false alarm", "order 12345678 was lost", nil, "order (redacted) was lost", []lostRun{{8, false}}},
		{"a false alarm far from a secret", "order 12345678 was lost by pw=hunter2", []string{"hunter2"}, "order (redacted) was lost by pw=(redacted)", []lostRun{{8, false}}},
		{"a separator between two secrets stays", "u:AAAAAAAA:BBBBBBBB@h", []string{"AAAAAAAA", "BBBBBBBB"}, "u:(redacted):(redacted)@h", nil},
		{"a separator between two secrets is lost", "u:AAAAAAAA:BBBBBBBB@h", []string{"AAAAAAAA", "BBBBBBBB"}, "u:(redacted)@h", []lostRun{{1, true}}},
		{"words of the mask are no words of the text", "the private key of it is bad", nil, "(redacted:private-key) is bad", []lostRun{{21, false}}},
		{"a private key's frame goes with the key", "bad " + pem + " here", []string{"MHcCAQEE", "AwEHoUQD"}, "bad (redacted:EC-PRIVATE-KEY) here", nil},
		{"a private key's frame may stay", "bad " + pem, []string{"MHcCAQEE", "AwEHoUQD"}, strings.NewReplacer("MHcCAQEE", "*", "AwEHoUQD", "*").Replace("bad " + pem), []lostRun{}},
		{"a public key's is lost", "bad -----BEGIN PUBLIC KEY----- here", nil, "bad (redacted) here", []lostRun{{26, false}}},
		{"all of it", "order 12345678", nil, "", []lostRun{{14, false}}},
		{"what was added is no loss", "a b", nil, "a x b", nil},
	} {
		if d := cmp.Diff(tt.want, lost(tt.text, tt.secrets, tt.out), cmp.AllowUnexported(lostRun{}), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestLostOfALargeTextIsBounded(t *testing.T) {
	text := strings.Repeat("a 1 b 2 c 3 ", 40_000)
	out := strings.Repeat("x", 30) + strings.ReplaceAll(text, "b", "y")
	n := 0
	for _, run := range lost(text, nil, out) {
		n += run.bytes
	}
	if n == 0 || n > len(text) {
		t.Errorf("%d bytes of %d lost", n, len(text))
	}
}

func TestAClearTextThatOnlyGrewIsAFalseAlarm(t *testing.T) {
	if one := Judge(gen.Text{Text: "a b"}, "a (redacted) b"); one.Altered != 1 || one.FalseAlarms != 1 || one.OverBytes != 0 {
		t.Errorf("%+v", one)
	}
}

func TestCutAfterCountsEveryCut(t *testing.T) {
	texts := []gen.Text{
		{Text: "pw=0123456789abcdef", Secrets: []string{"0123456789abcdef"}},
		{Text: "clean"},
		{Text: "missed=0123456789abcdef", Secrets: []string{"0123456789abcdef"}},
	}
	masked := Func(func(dst []byte, src string) []byte {
		if strings.HasPrefix(src, "missed") {
			return append(dst, src...)
		}
		return append(dst, "pw=(redacted)"...)
	})
	for _, tt := range []struct {
		name string
		cut  Cutter
		want Cuts
	}{
		{"masked, then cut", func(dst []byte, src string, max int) []byte { return append(dst, string(masked(nil, src))[:max]...) }, Cuts{1, 13, 0, 0}},
		{"cut, then returned", func(dst []byte, src string, max int) []byte { return append(dst, src[:max]...) }, Cuts{1, 13, 2, 0}},
		{"over the limit", func(dst []byte, src string, max int) []byte { return append(dst, "0123456"...) }, Cuts{1, 13, 0, 7}},
		{"no UTF-8", func(dst []byte, src string, max int) []byte { return append(dst, "\xff"[:min(1, max)]...) }, Cuts{1, 13, 0, 12}},
	} {
		if got := CutAfter(texts, masked, tt.cut); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestEarliesLeaveALeak(t *testing.T) {
	texts := []gen.Text{{Text: "pw=0123456789abcdef at db", Secrets: []string{"0123456789abcdef"}}, {Text: "clean"}, {Text: "pw=hunter2", Secrets: []string{"hunter2"}}}
	cuts := Earlies(texts)
	if len(cuts) != 8 || cuts[0].Cut != "pw=01234567…" || cuts[7].Cut != "pw=0123456789abcde…" {
		t.Fatalf("%q", cuts)
	}
	outs := make([]string, len(cuts))
	outs[3] = cuts[3].Cut
	outs[4] = "\xff"
	if got := CutBefore(cuts, outs, Detection{}); got != (Cuts{1, 8, 1, 1}) {
		t.Errorf("%+v", got)
	}
	if got := CutBefore(cuts, outs, Detection{Failures: []Failure{{Text: texts[0].Text, LeakedBytes: 8}}}); got != (Cuts{}) {
		t.Errorf("of a text that leaks whole: %+v", got)
	}
}

func TestBoundsNameWhatWasMissed(t *testing.T) {
	cells := gen.Boundaries(1)
	outs := make([]string, len(cells))
	for i, c := range cells {
		outs[i] = strings.ReplaceAll(c.Text.Text, c.Secrets[0], "(redacted)")
	}
	outs[7] = cells[7].Text.Text
	m := Bounds(cells, outs)
	if d := cmp.Diff([]Cell{{cells[7].Kind, cells[7].Beside}}, m.Missed); d != "" {
		t.Error(d)
	}
	if m.Total.Secrets-m.Total.Masked != 1 || len(m.Beside)*len(m.Kinds) != len(cells) {
		t.Errorf("%+v, %d neighbours, %d kinds", m.Total, len(m.Beside), len(m.Kinds))
	}
}

func TestRulesCountWhatTheyFind(t *testing.T) {
	set := patterns.NewSet(
		patterns.Rule{ID: "tok", Matcher: patterns.Token{Prefixes: []string{"tok_"}, Shape: "digit{12}"}, Match: []string{"with {token}", "no place 1"}},
		patterns.Rule{ID: "idle", Matcher: patterns.Token{Prefixes: []string{"qqqq_"}, Shape: "digit{12}"}, Match: []string{"with {token}"}},
	)
	r, err := engine.New(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := []gen.Text{
		{Text: "a tok_123456789012", Secrets: []string{"123456789012"}},
		{Text: "b tok_123456789012"},
		{Text: "c"},
	}
	got := Rules(set, r, texts, 1, time.Millisecond, nil)
	want := []Rule{
		{ID: "tok", Found: 1, False: 1, OverBytes: 20, Samples: 5, SamplesMasked: 4},
		{ID: "idle", Samples: 4, SamplesMasked: 4},
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(Rule{}, "NsPerKB", "Looks")); d != "" {
		t.Error(d)
	}
	if p := got[0].Precision(); p != 0.5 {
		t.Error(p)
	}
}

func TestIntervalHoldsTheMedian(t *testing.T) {
	v := interval([]float64{5, 1, 4, 2, 3, 6, 7, 8, 9, 10, 11})
	if v.Median != 6 || v.Low > 6 || v.High < 6 || v.Confidence < confidence || len(v.Values) != 11 {
		t.Errorf("%+v", v)
	}
	// Too few for any confidence: the extremes, and 0.
	if d := cmp.Diff(Interval{2, 1, 3, 0, []float64{3, 1, 2}}, interval([]float64{3, 1, 2})); d != "" {
		t.Error(d)
	}
}

func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	for _, tt := range []struct{ name, command, want string }{
		{"every text", "sed s/hunter2/x/", ""},
		{"too few lines", "head -n 1", "wrote 1 lines for 2 texts"},
		{"no JSON", "sed 's/.*/hunter2/'", "wrote a line 1 that is no JSON object with text (a string)"},
		{"no text", "sed 's/text/name/'", "wrote a line 1 that is no JSON object with text (a string)"},
		{"failure", "exit 3", "failed: exit status 3; it must read NDJSON from standard input and write as much"},
	} {
		outs, err := Program{Command: tt.command}.All([]string{"a hunter2 & b", "<é>\n"})
		if tt.want == "" {
			if d := cmp.Diff([]string{"a x & b", "<é>\n"}, outs); d != "" || err != nil {
				t.Errorf("%s: %v %v", tt.name, err, d)
			}
		} else if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
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
	if d := cmp.Diff(Speed{Name: "x", MBps: Interval{Values: []float64{}}}, s); d != "" {
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
