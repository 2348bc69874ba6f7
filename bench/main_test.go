package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/rival"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

func TestTargetsAreJudged(t *testing.T) {
	r := &results{
		Whole: []figure{
			{Corpus: corpus.ShortClean, Rival: rival.Gitleaks, Ratio: 300},
			{Corpus: corpus.ShortClean, Rival: rival.Datadog, Ratio: 149},
		},
		Growth: []growth{
			{Text: "linear", NsShort: 1, NsLong: 1, NsCloudflare: 0.5},
			{Text: "quadratic", NsShort: 1, NsLong: 128, NsCloudflare: 256},
		},
		Encoding:  &encoding{NsCora: 3, NsJSON: 5},
		Startup:   &startup{Bare: program{Ms: 1}, Linked: program{Ms: 4, Binary: 1e6}},
		Compiling: &compiling{DefaultMs: 3, CustomMs: 21},
	}
	got := map[string]bool{}
	for _, g := range targets(r) {
		got[g.What] = g.Reached()
	}
	for what, want := range map[string]bool{
		"times faster than gitleaks DetectString, short clean":    true,
		"times faster than Datadog ScrubBytes, short clean":       false,
		"cost of a byte, 1 MiB over 8 KiB, most: quadratic":       false,
		"times faster than cloudflare/ahocorasick, least: linear": false,
		"cora.Append over encoding/json":                          true,
		"start-up added, ms":                                      false,
		"binary added, MB":                                        true,
		"resident memory added, MB":                               true,
		"compile the default set, ms":                             true,
		"compile 300 custom rules, ms":                            false,
	} {
		if reached, ok := got[what]; !ok || reached != want {
			t.Errorf("%s: told %v, reached %v, want %v", what, ok, reached, want)
		}
	}
	if len(got) != 10 {
		t.Errorf("%d targets, want 10: those without a figure are not told", len(got))
	}
}

func TestEveryTargetNamesACorpusAndARival(t *testing.T) {
	var names []string
	for _, c := range corpus.All() {
		names = append(names, c.Name)
	}
	rivals := []string{rival.Cloudflare, rival.Hyperscan, rival.Gitleaks, rival.Datadog}
	for _, f := range faster {
		if !slices.Contains(names, f.corpus) || !slices.Contains(rivals, f.rival) {
			t.Errorf("no figure will be told of %s on %s", f.rival, f.corpus)
		}
	}
}

func TestResultsAreWrittenAndPrinted(t *testing.T) {
	r := &results{
		Machine: thisMachine(),
		Scan:    []figure{{Corpus: "clean log", Rival: "some scanner", NsPerText: 12345.678, MBps: 9, Ratio: 2.5}},
		Growth:  []growth{{Text: "a family", NsShort: 1, NsLong: 3, NsCloudflare: 6}},
	}
	r.Targets = targets(r)
	file := filepath.Join(t.TempDir(), "new", "bench.json")
	if err := r.write(file); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var back results
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Scan) != 1 || back.Scan[0] != r.Scan[0] || back.Machine != r.Machine {
		t.Errorf("read back %+v", back)
	}
	var out strings.Builder
	r.print(&printer{w: &out})
	for _, want := range []string{"some scanner", "12345.68", "2.50", "a family", "3.00", "missed"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the tables lack %s:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("the tables hold terminal escapes")
	}
}

func TestCustomRulesCompile(t *testing.T) {
	if n := custom().Len(); n != customRules {
		t.Errorf("%d rules, want %d", n, customRules)
	}
	r, err := engine.New(custom(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// One of each kind, so that the compiled set is one that works.
	for _, rule := range custom().Rules()[:10] {
		token, ok := rule.Matcher.(patterns.Token)
		if ok && !r.Match("value "+token.Prefixes[0]+strings.Repeat("a1B2", 8)+" end") {
			t.Errorf("%s finds nothing", rule.ID)
		}
	}
}

func TestPeakReadsTheStatusFile(t *testing.T) {
	for _, tt := range []struct {
		status string
		want   float64
	}{
		{"Name:\tlinked\nVmPeak:\t 1200 kB\nVmHWM:\t    3000 kB\nVmRSS:\t 2900 kB\n", 3000 << 10},
		{"Name:\tlinked\n", 0},
		{"", 0},
	} {
		if got := peak(tt.status); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.status, got, tt.want)
		}
	}
}

func TestPageKeepsItsProse(t *testing.T) {
	r := &results{Machine: machine{CPU: "some CPU"}, Encoding: &encoding{Bytes: 3400, NsCora: 1, NsJSON: 2}}
	for _, tt := range []struct {
		name, page string
		fails      bool
	}{
		{"old figures go", "# Title\n\n" + pageBegin + "\nold\n" + pageEnd + "\n\nProse.\n", false},
		{"no marks", "# Title\n", true},
		{"marks in the wrong order", pageEnd + pageBegin, true},
	} {
		file := filepath.Join(t.TempDir(), "page.md")
		if err := os.WriteFile(file, []byte(tt.page), 0o644); err != nil {
			t.Fatal(err)
		}
		err := r.page(file)
		if (err != nil) != tt.fails {
			t.Errorf("%s: error %v", tt.name, err)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if tt.fails {
			if string(b) != tt.page {
				t.Errorf("%s: the page changed", tt.name)
			}
			continue
		}
		got := string(b)
		for _, want := range []string{"# Title\n\n" + pageBegin, pageEnd + "\n\nProse.\n", "some CPU", "### A problem", "| 3400 | 1.00 |"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the page lacks %q:\n%s", tt.name, want, got)
			}
		}
		if strings.Contains(got, "old") {
			t.Errorf("%s: old figures are left", tt.name)
		}
	}
}
