package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
)

// reportFile writes a report of two texts of which some leaked, and returns its name.
func reportFile(t *testing.T, leaked ...string) string {
	t.Helper()
	total := measure.Tally{Dirty: 2, Secrets: 2, Masked: 2 - len(leaked), SecretBytes: 20, LeakedBytes: 10 * len(leaked)}
	s := report.Subject{Name: subjectName, Detection: measure.Detection{Total: total, Kinds: []measure.Tally{total}, Failures: []measure.Failure{}},
		Speed: []measure.Speed{{Name: "clean", Texts: 1, Bytes: 100, MBps: measure.Interval{Median: 10, Low: 9, High: 11, Values: []float64{9, 10, 11, 12, 8, 10}}}}}
	for _, id := range leaked {
		s.Detection.Failures = append(s.Detection.Failures, measure.Failure{ID: id, Kind: "kv", Text: "k=0123456789", Secrets: []string{"0123456789"},
			Out: "k=0123456789", Leaks: [][2]int{{2, 12}}, LeakedBytes: 10})
	}
	rep := report.Report{Format: report.Format, Version: report.Version, Program: "v1", Texts: []string{"a", "b"}, Subjects: []report.Subject{s}}
	data, err := json.Marshal(rep)
	if err != nil {
		t.Fatal(err)
	}
	return file(t, "report.json", string(data))
}

func TestCompareSaysWhatChanged(t *testing.T) {
	old, new := reportFile(t, "a"), reportFile(t, "a", "b")
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		out    []string
		errout string
	}{
		{"no limit", []string{old, new}, exitDone, []string{"WORSE", "leaks 10 B", "-50.00 points", "p=1.000"}, ""},
		{"better", []string{new, old}, exitDone, []string{"better", "+50.00 points"}, ""},
		{"nothing", []string{old, old, "--max-worse", "0", "--max-slower", "0"}, exitDone, []string{"None."}, ""},
		{"limit not passed", []string{old, new, "--max-leaked", "10"}, exitDone, nil, ""},
		{"limits passed", []string{old, new, "--max-leaked", "9", "--max-recall-loss", "1"}, exitFound, []string{"WORSE"},
			"redactbench: limit passed: recall fell by 50.00 points, limit 1\nredactbench: limit passed: 10 bytes more leaked, limit 9\n"},
		{"markdown", []string{old, new, "--format", "markdown"}, exitDone, []string{"### Detection", "| WORSE | kv | b |"}, ""},
		{"json", []string{old, new, "--format", "json", "--max-worse", "0"}, exitFound, []string{`"subject": "redactbench"`, `"id": "b"`},
			"redactbench: limit passed: texts with a worse outcome: 1, limit 0\n"},
	} {
		r := command("", append([]string{"compare"}, tt.args...)...)
		if r.status != tt.status || r.errout != tt.errout {
			t.Errorf("%s: status %d, %q", tt.name, r.status, r.errout)
		}
		for _, want := range tt.out {
			if !strings.Contains(r.out, want) {
				t.Errorf("%s: output does not hold %q: %s", tt.name, want, r.out)
			}
		}
	}
}

func TestReportsThatAreNone(t *testing.T) {
	good, bad := reportFile(t), file(t, "bad.json", `{"secret":"hunter2"}`)
	for _, args := range [][]string{{"compare", good, bad}, {"compare", bad, good}, {"html", bad}} {
		r := command("", args...)
		r.check(t, exitFound, "")
		if !strings.Contains(r.errout, "bad.json: not a report: ") || strings.Contains(r.errout, "hunter2") {
			t.Errorf("%q: %s", args, r.errout)
		}
	}
}

func TestHTMLIsMadeOfAReport(t *testing.T) {
	name := reportFile(t, "a")
	r := command("", "html", name)
	if r.status != exitDone || !strings.Contains(r.out, `<mark class="leak">0123456789</mark>`) {
		t.Errorf("status %d, %s: %.500s", r.status, r.errout, r.out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	command(string(data), "html").check(t, exitDone, r.out)
}

func TestExecIsMeasuredBesideTheEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for some seconds")
	}
	corpus := file(t, "c.jsonl", `{"text":"k=0123456789abcdef","secrets":["0123456789abcdef"]}`+"\n"+`{"text":"clean"}`+"\n")
	r := command("", "bench", "--short", "--no-texts", "--corpus", corpus, "--exec", "cat", "--exec", "exit 3", "--format", "json")
	if r.status != exitFound || !strings.Contains(r.errout, `--exec "exit 3" failed: exit status 3`) {
		t.Errorf("status %d: %s", r.status, r.errout)
	}
	rep, err := report.Read(strings.NewReader(r.out))
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Subjects) != 2 || rep.Subjects[1].Name != "cat" {
		t.Fatalf("%d subjects", len(rep.Subjects))
	}
	cat := rep.Subjects[1]
	if d := cat.Detection.Total; d.Masked != 0 || d.LeakedBytes != 16 || d.Altered != 0 || cat.Boundaries.Total.Masked != 0 || cat.CutAfter != nil {
		t.Errorf("%+v", d)
	}
	if len(cat.Speed) != len(rep.Subjects[0].Speed) || cat.Speed[0].MBps.Median <= 0 {
		t.Errorf("%+v", cat.Speed)
	}
	if strings.Contains(r.out, "0123456789") {
		t.Error("texts in a report without texts")
	}
}

func TestBenchFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for some seconds")
	}
	profile := file(t, "cpu.out", "")
	for _, tt := range []struct{ format, want string }{
		{"benchfmt", "BenchmarkSpeed/clean-log-1-MB 1 "},
		{"html", "<title>redactbench report</title>"},
	} {
		r := command("", "bench", "--short", "--n", "50", "--format", tt.format, "--cpuprofile", profile)
		if r.status != exitDone || !strings.Contains(r.out, tt.want) {
			t.Errorf("%s: status %d, %s: %.500s", tt.format, r.status, r.errout, r.out)
		}
	}
	if data, err := os.ReadFile(profile); err != nil || len(data) < 2 || string(data[:2]) != "\x1f\x8b" {
		t.Errorf("%d bytes of profile, %v", len(data), err)
	}
	r := command("", "bench", "--cpuprofile", profile+"/none")
	if r.check(t, exitFound, ""); !strings.Contains(r.errout, "--cpuprofile: cannot create ") {
		t.Error(r.errout)
	}
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"redactbench co":                  "compare completion",
		"redactbench bench --format ":     "table json benchfmt html markdown",
		"redactbench gen --kinds pem-":    "pem-cut pem-escaped pem-pgp",
		"redactbench redact --disable jw": "jwt",
		"redactbench compare --max-sl":    "--max-slower",
	} {
		t.Setenv("COMP_LINE", line)
		t.Setenv("COMP_POINT", fmt.Sprint(len(line)))
		r := command("")
		for _, w := range strings.Fields(want) {
			if !strings.Contains("\n"+r.out, "\n"+w+"\n") {
				t.Errorf("%q: %q, %s; want %s", line, r.out, r.errout, w)
			}
		}
	}
}

func TestReferenceIsCurrent(t *testing.T) {
	page, err := os.ReadFile("../../docs/redactbench.md")
	if err != nil {
		t.Fatal(err)
	}
	if r := command("", "reference"); r.out != strings.ReplaceAll(string(page), "\r\n", "\n") {
		t.Error("docs/redactbench.md is not what redactbench reference writes; run go generate ./cmd/redactbench")
	}
}
