package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func findings(t *testing.T, r result) []secretAt {
	t.Helper()
	var found []secretAt
	if err := json.Unmarshal([]byte(r.out), &found); err != nil {
		t.Fatalf("%v: %s", err, r.out)
	}
	return found
}

func TestFindSaysWhereAndNotWhat(t *testing.T) {
	a, b := token(40), token(41)
	text := "all is well\n  ключ " + a + "\r\n\n\xff" + b + " " + a
	r := command(text, "find", "--format", "json")
	if r.status != exitFound {
		t.Errorf("exit status %d", r.status)
	}
	found := findings(t, r)
	if len(found) != 3 {
		t.Fatalf("found %+v", found)
	}
	rule := found[0].Rule
	want := []secretAt{
		{stdinName, 2, 8, 2, 48, rule, strings.Index(text, a), 40},
		{stdinName, 4, 2, 4, 42, rule, strings.Index(text, b), 40},
		{stdinName, 4, 43, 4, 83, rule, strings.LastIndex(text, a), 40},
	}
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
	command(text, "find").check(t, exitFound, strings.ReplaceAll(
		"<stdin>:2:8: RULE (40 bytes)\n<stdin>:4:2: RULE (40 bytes)\n<stdin>:4:43: RULE (40 bytes)\n", "RULE", rule))
	for _, format := range []string{"text", "json", "sarif"} {
		r := command(text, "find", "--format", format)
		for _, s := range []string{a, b} {
			if strings.Contains(r.out+r.errout, s[4:12]) {
				t.Errorf("--format %s prints bytes of a secret", format)
			}
		}
	}
}

func TestFindOfNothingIsStatus0(t *testing.T) {
	for _, in := range []string{"", "all is well\n"} {
		command(in, "find").check(t, exitDone, "")
		command(in, "find", "--format", "json").check(t, exitDone, "[]\n")
		if r := command(in, "find", "--format", "sarif"); r.status != exitDone || !strings.Contains(r.out, `"results": []`) {
			t.Errorf("--format sarif: %+v", r)
		}
	}
}

func TestPositionsOverLines(t *testing.T) {
	text := "a\nbé\n\n\xffz"
	for _, tt := range []struct{ offset, line, column int }{
		{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {3, 2, 2}, {5, 2, 3}, {6, 3, 1}, {7, 4, 1}, {8, 4, 2}, {9, 4, 3},
	} {
		p := position{text: text, line: 1}
		if line, column := p.at(tt.offset); line != tt.line || column != tt.column {
			t.Errorf("offset %d is at %d:%d, want %d:%d", tt.offset, line, column, tt.line, tt.column)
		}
	}
	p := position{text: text, line: 1}
	for _, offset := range []int{0, 3, 3, 8} {
		p.at(offset)
	}
	if line, column := p.at(9); line != 4 || column != 3 {
		t.Errorf("step by step: %d:%d, want 4:3", line, column)
	}
}

// SARIF's own schema is not in the tree; these are its demands on the members that are written.
func TestSARIF(t *testing.T) {
	secret := token(42)
	name := file(t, "my build.log", "one\nkey "+secret+"\n")
	r := command("", "find", "--format", "sarif", name, filepath.Join(t.TempDir(), "missing"))
	if r.status != exitFound {
		t.Errorf("exit status %d", r.status)
	}
	var log sarifLog
	dec := json.NewDecoder(strings.NewReader(r.out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || !strings.Contains(log.Schema, "sarif-schema-2.1.0.json") || len(log.Runs) != 1 {
		t.Fatalf("version %q, schema %q, %d runs", log.Version, log.Schema, len(log.Runs))
	}
	run := log.Runs[0]
	if len(run.Invocations) != 1 || run.Invocations[0].ExecutionSuccessful {
		t.Error("an input was missing, yet the execution is said to be successful")
	}
	if len(run.Results) != 1 || len(run.Tool.Driver.Rules) != 1 {
		t.Fatalf("%d results of %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	res := run.Results[0]
	if res.RuleID != run.Tool.Driver.Rules[res.RuleIndex].ID || res.Level != "error" || res.Message.Text == "" {
		t.Errorf("result %+v", res)
	}
	where := res.Locations[0].PhysicalLocation
	if !strings.HasPrefix(where.ArtifactLocation.URI, "file:///") || !strings.HasSuffix(where.ArtifactLocation.URI, "/my%20build.log") {
		t.Errorf("URI %q", where.ArtifactLocation.URI)
	}
	want := sarifRegion{StartLine: 2, StartColumn: 5, EndLine: 2, EndColumn: 45, ByteOffset: 8, ByteLength: 40}
	if d := cmp.Diff(want, where.Region); d != "" {
		t.Error(d)
	}
}

func TestArtifactURI(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{stdinName, "stdin"},
		{"logs/a b.log", "logs/a%20b.log"},
		{"a:b.log", "./a:b.log"},
		{"50%.log", "50%25.log"},
		{"../x.log", "../x.log"},
		{"/var/x.log", "file:///var/x.log"},
	} {
		if got := artifactURI(tt.name); got != tt.want {
			t.Errorf("artifactURI(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}
