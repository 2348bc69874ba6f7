package report

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"

	"github.com/redactbench/redactbench/internal/measure"
)

// A hostile text: what it holds must not become part of the page.
const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(2)>"'` + "\x1b[31m\u202e{{.}}"

// example returns a report with a failure of every sort.
func example() *Report {
	interval := measure.Interval{Median: 100, Low: 90, High: 110, Confidence: 0.98, Values: []float64{90, 95, 100, 105, 110, 99}}
	slow := measure.Interval{Median: 5.25, Low: 5, High: 6, Values: []float64{5, 5.25, 6}}
	failures := []measure.Failure{
		{ID: "000000000001", Kind: "kv <b>", Text: "pw=hunter2hunter2 " + hostile, Secrets: []string{"hunter2hunter2"}, Out: "pw=hunter2hunter2 " + hostile, Leaks: [][2]int{{3, 17}}, LeakedBytes: 14},
		{ID: "000000000002", Kind: "clean", Text: "order 12345678", Out: "order (redacted)", OverBytes: 8, Altered: true},
		{ID: "000000000003", Kind: "clean", Text: "a", Out: "a b", Altered: true},
		{ID: "000000000004", Kind: "kept", Text: "pw=x1x1x1x1 at db", Secrets: []string{"x1x1x1x1"}, Out: "pw=(redacted)", OverBytes: 6, Lost: []string{"at db"}},
	}
	kinds := []measure.Tally{
		{Kind: "clean", Clean: 2, Altered: 2, FalseAlarms: 2, PlainBytes: 15, OverBytes: 8},
		{Kind: "kept", Dirty: 1, Safe: 1, Secrets: 1, Masked: 1, SecretBytes: 8, PlainBytes: 9, OverBytes: 6, Keep: 1},
		{Kind: "kv <b>", Dirty: 1, Secrets: 1, SecretBytes: 14, LeakedBytes: 14, PlainBytes: 60},
	}
	var total measure.Tally
	for _, k := range kinds {
		total.Add(k)
	}
	d := measure.Detection{Total: total, Kinds: kinds, Failures: failures}
	ours := Subject{
		Name: "redactbench", Detection: d,
		Boundaries: &measure.Matrix{Total: kinds[2], Beside: kinds, Kinds: kinds, Missed: []measure.Cell{{Kind: "kv", Beside: `after "<"`}}},
		CutAfter:   &measure.Cuts{Texts: 2, Cuts: 40},
		CutBefore:  &measure.Cuts{Texts: 2, Cuts: 30, Unsafe: 3},
		Rules:      []measure.Rule{{ID: "kv", Found: 3, False: 1, Samples: 4, SamplesMasked: 4, Looks: 12.5, NsPerKB: 31.2}, {ID: "idle"}},
		Speed:      []measure.Speed{{Name: "clean error", Texts: 4, Bytes: 1160, MBps: interval, P50: 1000, P90: 2000, P99: 3000}},
		Lengths:    []measure.Speed{{Name: "64 B", Texts: 256, Bytes: 64 * 256, MBps: interval}, {Name: "1 KiB", Texts: 4, Bytes: 4096, MBps: interval}},
		Growth:     []measure.Growth{{Family: "go-maps", NsShort: 500, NsLong: 2000}, {Family: "flags", NsShort: 20, NsLong: 20}},
	}
	other := Subject{Name: "sed 's/<x>/y/'", Detection: measure.Detection{Total: kinds[1], Kinds: kinds[1:2], Failures: []measure.Failure{}},
		Speed: []measure.Speed{{Name: "clean error", Texts: 4, Bytes: 1160, MBps: slow, Allocs: -1, AllocBytes: -1}}}
	return &Report{Format: Format, Version: Version, Program: "v1", Machine: Machine{"linux", "amd64", "A <CPU>", "go1"},
		Texts: []string{"000000000001", "000000000002", "000000000003", "000000000004", "000000000005"}, Subjects: []Subject{ours, other}}
}

func pageOf(t *testing.T, rep *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := rep.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportIsReadBackAsItWas(t *testing.T) {
	want := example()
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	bad := example()
	bad.Subjects[0].Detection.Failures[0].Leaks = [][2]int{{3, 9999}}
	data, _ := json.Marshal(bad)
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", "not JSON; redactbench bench --format json writes a report"},
		{"no JSON", "hunter2", "not JSON; redactbench bench --format json writes a report"},
		{"cut", `{"format":"redactbench-report","version":1,`, "not JSON; redactbench bench --format json writes a report"},
		{"wrong type", `{"format":"redactbench-report","texts":"hunter2"}`, "member texts is of the wrong type"},
		{"other JSON", `{"a":"hunter2"}`, "not a report: format is not redactbench-report; redactbench bench --format json writes one"},
		{"later version", `{"format":"redactbench-report","version":99}`, "a report of version 99, and this program reads version 1; measure again"},
		{"no subjects", `{"format":"redactbench-report","version":1}`, "a report without subjects"},
		{"leaks outside the text", string(data), "subjects[0].detection.failures[0].leaks are not in out"},
	} {
		if _, err := Read(strings.NewReader(tt.in)); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestPageEscapesWhatTheReportHolds(t *testing.T) {
	got := pageOf(t, example())
	for _, bad := range []string{"<script>alert", "<img", "kv <b>", "A <CPU>", "\x1b", "\u202e", "'s/<x>/y/'"} {
		if strings.Contains(got, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, want := range []string{`<mark class="leak">hunter2hunter2</mark>`, `<mark class="secret">hunter2hunter2</mark>`, `<mark class="over">12345678</mark>`,
		"&lt;/pre&gt;&lt;script&gt;alert(1)", `␛[31m\u202e{{.}}`, "loses at db", "leaks 14 bytes", "masks 8 bytes that are no secret", "alters a clean text"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
}

func TestPageLoadsNothing(t *testing.T) {
	got := pageOf(t, example())
	if m := regexp.MustCompile(`(?i)(src|href|action)="?([^#"][^"]*)|url\(|@import|https?://`).FindString(strings.ReplaceAll(got, "src=x", "")); m != "" {
		t.Errorf("the page holds %q", m)
	}
	if !strings.Contains(got, `content="default-src 'none'; style-src 'sha256-`) {
		t.Error("no policy")
	}
	if n := strings.Count(got, "<svg class=\"wide\""); n != 4 || n != strings.Count(got, "<svg class=\"narrow\"") {
		t.Errorf("%d charts", n)
	}
}

func TestPageOfAReportWithoutTexts(t *testing.T) {
	rep := example()
	rep.DropTexts()
	got := pageOf(t, rep)
	if strings.Contains(got, "hunter2") || strings.Contains(got, "at db") || !strings.Contains(got, "The text was left out of the report.") {
		t.Error("the page has texts")
	}
}

func TestPageShowsABoundedNumberOfTexts(t *testing.T) {
	rep := example()
	f := rep.Subjects[0].Detection.Failures[0]
	for range shownFailures {
		rep.Subjects[0].Detection.Failures = append(rep.Subjects[0].Detection.Failures, f)
	}
	got := pageOf(t, rep)
	if n := strings.Count(got, "<article"); n != shownFailures || !strings.Contains(got, "4 more are in the JSON report") {
		t.Errorf("%d texts", n)
	}
}

func TestPageOfAPerfectReport(t *testing.T) {
	rep := example()
	rep.Subjects = rep.Subjects[1:]
	got := pageOf(t, rep)
	if !strings.Contains(got, "None: every secret was masked, and nothing else.") {
		t.Error("no word on failures")
	}
}

func TestBenchfmtIsReadByItsReader(t *testing.T) {
	var b bytes.Buffer
	if err := example().WriteBenchfmt(&b); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	r := benchfmt.NewReader(&b, "x")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Error(rec)
		case *benchfmt.Result:
			count[rec.GetConfig("subject")+" "+string(rec.Name)]++
			if string(rec.Name) == "Speed/clean-error" && rec.GetConfig("subject") == "redactbench" {
				if v, ok := rec.Value("B/s"); !ok || v < 90e6 || v > 110e6 {
					t.Errorf("B/s %v", v)
				}
				if v, ok := rec.Value("allocs/op"); !ok || v != 0 {
					t.Errorf("allocs/op %v %v", v, ok)
				}
			}
		}
	}
	want := map[string]int{"redactbench Detection": 1, "redactbench Speed/clean-error": 6, "redactbench Length/64-B": 6, "redactbench Length/1-KiB": 6,
		"redactbench Growth/go-maps": 1, "redactbench Growth/flags": 1, "sed 's/<x>/y/' Detection": 1, "sed 's/<x>/y/' Speed/clean-error": 3}
	if d := cmp.Diff(want, count); d != "" {
		t.Error(d)
	}
}

func TestFiguresOfNothingAreAbsent(t *testing.T) {
	for _, f := range (Subject{CutBefore: &measure.Cuts{}}).Figures() {
		if f.Text() != "" || f.Grade != None {
			t.Errorf("%s: %q, %q", f.Name, f.Text(), f.Grade)
		}
	}
}

func TestFigures(t *testing.T) {
	for share, want := range map[float64]string{1: "100.0 %", 0.99999: "99.9 %", 0.5: "50.0 %", 0.00001: "0.1 %", 0: "0.0 %"} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%v) = %q, want %q", share, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := Grouped(n); got != want {
			t.Errorf("Grouped(%d) = %q, want %q", n, got, want)
		}
	}
	for share, want := range map[float64]Grade{1: Best, 0.99999: Near, 0.95: Near, 0.9: Far} {
		if got := grade(share); got != want {
			t.Errorf("grade(%v) = %q, want %q", share, got, want)
		}
	}
}

func TestPageOfOddFigures(t *testing.T) {
	for _, v := range []float64{0, -1, 1e-308, 1e308, -1e308} {
		for _, n := range []int{0, -1, math.MaxInt} {
			rep := example()
			s := &rep.Subjects[0]
			s.Lengths = []measure.Speed{{Name: "x", Texts: n, Bytes: n, MBps: measure.Interval{Median: v, Low: v, High: v}}, s.Lengths[0]}
			s.Growth = []measure.Growth{{Family: "x", NsShort: v, NsLong: -v}, {Family: "y", NsShort: v, NsLong: v}}
			s.Rules[0].NsPerKB = v
			s.Detection.Kinds[0].Secrets, s.Detection.Kinds[0].Masked = n, -n
			got, _, _ := strings.Cut(pageOf(t, rep), "<script>") // which has the word
			if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%g, %d: the page holds what is no number", v, n)
			}
		}
	}
}

func FuzzReport(f *testing.F) {
	data, err := json.Marshal(example())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		rep, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := rep.WriteHTML(&b); err != nil {
			t.Error(err)
		}
		if err := rep.WriteBenchfmt(&b); err != nil {
			t.Error(err)
		}
		Compare(rep, example())
		Compare(example(), rep)
	})
}
