package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
)

func TestNoCommandShowsSamplesAndFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for two seconds")
	}
	r := command("")
	if r.status != exitDone || r.errout != "" {
		t.Fatalf("status %d: %s", r.status, r.errout)
	}
	for _, want := range []string{"before  ", "after   ", "cut     ", "rendered  {", "recall", "F1", "secrets masked", "bytes leaked", "clean texts unaltered", "boundary cells", "cuts that leak", "MB/S", "ALLOCS/TEXT"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("output does not hold %q: %s", want, r.out)
		}
	}
	if strings.Contains(r.out, "\x1b[") {
		t.Error("escape sequences where there is no terminal")
	}
}

func TestBenchReadsWhatGenWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for two seconds")
	}
	corpus := command("", "gen", "--n", "50", "--seed", "9").out
	r := command("", "bench", "--short", "--format", "json", "--corpus", file(t, "corpus.jsonl", corpus))
	rep, err := report.Read(strings.NewReader(r.out))
	if err != nil || r.status != exitDone {
		t.Fatalf("status %d, %v: %s", r.status, err, r.errout)
	}
	ours := rep.Subjects[0]
	if len(rep.Texts) != 50 || ours.Detection.Total.Dirty+ours.Detection.Total.Clean != 50 || len(ours.Speed) == 0 || ours.CutAfter.Unsafe != 0 {
		t.Errorf("report %+v", rep)
	}
}

func TestGenIsReadBackAsItWas(t *testing.T) {
	want := gen.Mix(3, 200, 0.5, nil)
	got, err := readCorpus(bufio.NewReader(strings.NewReader(command("", "gen", "--n", "200", "--seed", "3").out)))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestGenKinds(t *testing.T) {
	r := command("", "gen", "--n", "20", "--kinds", "pem,jwt", "--secret-rate", "1")
	texts, err := readCorpus(bufio.NewReader(strings.NewReader(r.out)))
	if err != nil || len(texts) != 20 {
		t.Fatalf("%d texts, %v", len(texts), err)
	}
	for _, x := range texts {
		if x.Kind != "pem" && x.Kind != "jwt" {
			t.Errorf("kind %s", x.Kind)
		}
	}
	if r := command("", "gen", "--list-kinds"); r.out != strings.Join(gen.Kinds(), "\n")+"\n" {
		t.Errorf("--list-kinds: %.200q", r.out)
	}
}

func TestCorpusMembers(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       gen.Text
	}{
		{"all", `{"text":"k=abc at db","secrets":["abc"],"keep":["at db"],"kind":"kv","note":1}`, gen.Text{Text: "k=abc at db", Secrets: []string{"abc"}, Keep: []string{"at db"}, Kind: "kv"}},
		{"other names of kind", `{"text":"a","cls":"x"}`, gen.Text{Text: "a", Kind: "x"}},
		{"no kind", `{"text":"a"}`, gen.Text{Text: "a", Kind: "-"}},
		{"one secret", `{"text":"k=abc","secret":"abc","eval":"must"}`, gen.Text{Text: "k=abc", Secrets: []string{"abc"}, Kind: "-"}},
		{"secrets before one secret", `{"text":"k=abc","secret":"k=abc","secrets":["abc"]}`, gen.Text{Text: "k=abc", Secrets: []string{"abc"}, Kind: "-"}},
		{"a sample to be left alone", `{"text":"k=abc","secret":"abc","eval":"clean"}`, gen.Text{Text: "k=abc", Kind: "-"}},
	} {
		got, err := readCorpus(bufio.NewReader(strings.NewReader(tt.line)))
		if d := cmp.Diff([]gen.Text{tt.want}, got); d != "" || err != nil {
			t.Errorf("%s: %v %s", tt.name, err, d)
		}
	}
}

func TestCorporaThatAreNone(t *testing.T) {
	many := strings.Repeat("x\n", 1000)
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "holds no texts"},
		{"text", "hunter2\n", "line 1: not a JSON object with text"},
		{"no text", "{\"text\":\"a\"}\n\n{\"secrets\":[]}\n", "line 3: no text"},
		{"a secret that is not there", `{"text":"a hunter2","secrets":["hunter3"]}`, "line 1: secrets[0] is not in the text"},
		{"an empty secret", `{"text":"a","secrets":[""]}`, "line 1: secrets[0] is not in the text"},
		{"wrong type", `{"text":1}`, "line 1: not a JSON object with text"},
		{"all wrong", many, "more lines may be wrong"},
	} {
		r := command("", "bench", "--corpus", file(t, "c.jsonl", tt.in))
		r.check(t, exitFound, "")
		if !strings.Contains(r.errout, "c.jsonl: "+tt.want) || strings.Contains(r.errout, "hunter") {
			t.Errorf("%s: %s", tt.name, r.errout)
		}
	}
}

func TestWorstKindsComeFirst(t *testing.T) {
	kinds := []measure.Tally{
		{Kind: "perfect", Secrets: 5, Masked: 5, Clean: 2},
		{Kind: "altered", Clean: 5, Altered: 2},
		{Kind: "one missed", Secrets: 5, Masked: 4},
		{Kind: "two missed", Secrets: 5, Masked: 3},
		{Kind: "kept less", Secrets: 1, Masked: 1, Keep: 2, Kept: 1},
	}
	var got []string
	for _, k := range worst(kinds, 3) {
		got = append(got, k.Kind)
	}
	if d := cmp.Diff([]string{"two missed", "one missed", "altered"}, got); d != "" {
		t.Error(d)
	}
}

func TestNoProgressWhereThereIsNoTerminal(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, time.Second)
	p.part("x", time.Second)
	p.share(0.5)
	p.done()
	if b.Len() != 0 {
		t.Errorf("written %q", b.String())
	}
}
