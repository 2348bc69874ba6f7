package main

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/redactbench/redactbench/bench/internal/leaks"
	"github.com/redactbench/redactbench/internal/gen"
)

func pair(tb testing.TB) *leaks.Pair {
	tb.Helper()
	p, err := leaks.New()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestGitleaksConfigurationIsReadWhole(t *testing.T) {
	p := pair(t)
	left := 0
	for id, r := range p.Theirs.Config.Rules {
		if p.File.Line(id) > 0 {
			continue
		}
		left++
		if r.Regex != nil {
			t.Errorf("rule %s is not read", id)
		}
	}
	if n := len(p.Theirs.Config.Rules); n != 222 || left != 1 {
		t.Errorf("%d rules, %d of them left out; want 222 and 1, which has no expression", n, left)
	}
	for _, n := range p.File.Notices {
		t.Log(n)
	}
	for _, w := range p.Ours.Warnings() {
		t.Log(w)
	}
}

// checkSame reports the differences that have no reason, and logs how many have which.
func checkSame(t *testing.T, p *leaks.Pair, texts []string) {
	t.Helper()
	both, reasons := 0, map[string]int{}
	for _, text := range texts {
		same, diffs := p.Compare(text)
		both += same
		for _, d := range diffs {
			if why := p.Why(d); why != "" {
				reasons[d.Rule+": "+why]++
				continue
			}
			t.Errorf("rule %s, found by the engine: %v, by gitleaks: %v: a secret of %d bytes in a text of %d", d.Rule, d.Ours, !d.Ours, len(d.Secret), len(d.Text))
		}
	}
	t.Logf("%d texts; both find %d", len(texts), both)
	if both == 0 {
		t.Error("nothing was found")
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		t.Logf("%d differences of %s", reasons[why], why)
	}
}

func TestGitleaksFindsTheSameInErrors(t *testing.T) {
	var texts []string
	for _, e := range gen.Errors(3, 2000) {
		texts = append(texts, e.Text)
	}
	checkSame(t, pair(t), texts)
}

// A log of which the whole is one text, as a file is. REDACTBENCH_LOG_MIB sets its length; 16 take
// gitleaks over a minute.
func TestGitleaksFindsTheSameInALog(t *testing.T) {
	checkSame(t, pair(t), []string{gitleaksLog(t)})
}

func gitleaksLog(tb testing.TB) string {
	tb.Helper()
	mib := 1
	if s := os.Getenv("REDACTBENCH_LOG_MIB"); s != "" {
		var err error
		if mib, err = strconv.Atoi(s); err != nil || mib < 1 {
			tb.Fatal("REDACTBENCH_LOG_MIB is no number of MiB")
		}
	}
	return gen.Log(4, mib<<20, 0.05).Text
}

// Texts of other tools' tests, a JSON object with a member text a line, in the file that
// REDACTBENCH_TEXTS names.
func TestGitleaksFindsTheSameInTextsFromElsewhere(t *testing.T) {
	name := os.Getenv("REDACTBENCH_TEXTS")
	if name == "" {
		t.Skip("REDACTBENCH_TEXTS names no file")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	var texts []string
	for lines.Scan() {
		var v struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, v.Text)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	checkSame(t, pair(t), texts)
}

// What the same configuration costs in both. Compare the MB/s.
func BenchmarkGitleaksConfiguration(b *testing.B) {
	p := pair(b)
	text := gitleaksLog(b)
	b.Run("engine", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for range p.Ours.Find(text) {
			}
		}
	})
	b.Run("gitleaks", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			p.Theirs.DetectString(text)
		}
	})
}
