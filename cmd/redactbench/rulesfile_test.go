package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// acme is a file of one rule whose tokens no default rule knows.
const acme = `[[rule]]
id = "acme-code"
description = "Acme code"
match = ["code qq.{token}"]
no_match = ["qq.no"]
[rule.token]
prefixes = ["qq."]
shape = "lower{24,}"
`

var acmeCode = "qq." + strings.Repeat("ab3d", 6)

func TestRuleCommandsHaveHelpWithAnExampleAndTheExitStatuses(t *testing.T) {
	for _, c := range [][]string{{"explain"}, {"fuzz"}, {"rules", "show"}, {"rules", "check"}, {"rules", "bench"}, {"rules", "sample"}} {
		r := command("", append(c, "--help")...)
		for _, want := range []string{"Example", "redactbench " + strings.Join(c, " "), "Exit status: 0 done"} {
			if r.status != exitDone || !strings.Contains(r.out, want) {
				t.Errorf("%v --help: status %d, no %q", c, r.status, want)
			}
		}
	}
}

func TestRulesOfAFileAreAddedToTheDefaultOnesOrReplaceThem(t *testing.T) {
	name := file(t, "rules.toml", acme)
	in := acmeCode + " " + token(1) + "\n"
	command(in, "redact").check(t, exitDone, acmeCode+" (redacted)\n")
	command(in, "redact", "--rules", name).check(t, exitDone, "(redacted) (redacted)\n")
	command(in, "redact", "--rules", name, "--no-default").check(t, exitDone, "(redacted) "+token(1)+"\n")
	command(in, "redact", "--rules", name, "--mask", "id", "--disable", "github-pat").check(t, exitDone, "(redacted:acme-code) "+token(1)+"\n")
	for _, args := range [][]string{{"find"}, {"explain"}, {"rules", "list"}} {
		if r := command(in, append(args, "--rules", name, "--no-default")...); !strings.Contains(r.out, "acme-code") || strings.Contains(r.out, "github-pat") {
			t.Errorf("%v: %s%s", args, r.out, r.errout)
		}
	}
	r := command(`{"code":"X","message":"`+acmeCode+`"}`, "render", "--rules", name)
	if r.status != exitDone || strings.Contains(r.out, acmeCode) {
		t.Errorf("render: %d %s%s", r.status, r.out, r.errout)
	}
}

func TestFaultsOfRuleFilesAreUsageErrorsWithFileAndLine(t *testing.T) {
	bad := file(t, "bad.toml", "[[rule]]\nid = \"a\"\ncolour = 1\n[[rule]]\nid = \"b\"\n[rule.regexp]\nexpr = '(hunter2'\n")
	empty := file(t, "empty.toml", "[[rule]]\nid = \"e\"\n[rule.regexp]\nexpr = 'a*'\n")
	for _, args := range [][]string{
		{"redact", "--rules", bad}, {"redact", "--rules", bad + ".missing"}, {"redact", "--no-default"}, {"redact", "--rules", empty},
		{"fuzz", bad}, {"fuzz", empty}, {"fuzz", empty, "--runs", "0"}, {"rules", "bench", bad}, {"rules", "bench", empty}, {"rules", "show", "nosuch"},
	} {
		r := command("text", args...)
		if r.status != exitUsage || r.out != "" || strings.Contains(r.errout, "hunter2") {
			t.Errorf("%v: status %d, output %q: %s", args, r.status, r.out, r.errout)
		}
	}
	r := command("", "redact", "--rules", bad, "--rules", bad+".missing")
	for _, want := range []string{bad + ": line 3: rule a: no member colour", bad + ": line 1: rule a: has none of", bad + ": line 7: rule b: has an expression", bad + ".missing: no such file"} {
		if !strings.Contains(r.errout, want) {
			t.Errorf("%q is not told:\n%s", want, r.errout)
		}
	}
	r = command("", "rules", "check", empty)
	for _, want := range []string{empty + ": line 2: rule e: has an expression that matches the empty text", "rule e: has an expression of which no literal"} {
		if r.status != exitFound || !strings.Contains(r.errout, want) {
			t.Errorf("check: status %d, no %q:\n%s", r.status, want, r.errout)
		}
	}
}

func TestRulesCheck(t *testing.T) {
	good := file(t, "good.toml", acme)
	r := command("", "rules", "check", good)
	r.check(t, exitDone, good+": 1 rules\n")
	if r.errout != "" {
		t.Error(r.errout)
	}
	wrong := file(t, "wrong.toml", strings.Replace(acme, "qq.no", acmeCode, 1))
	if r := command("", "rules", "check", wrong, good); r.status != exitFound || !strings.Contains(r.errout, "no_match[0]") || !strings.Contains(r.out, "1 rules") {
		t.Errorf("a wrong sample: %+v", r)
	}
	leaks := file(t, "gitleaks.toml", "[[rules]]\nid = \"a\"\nregex = '''acme_[a-z]{9,}'''\npath = '''x'''\n")
	r = command("", "rules", "check", leaks)
	for _, want := range []string{leaks + ": line 4: rule a: path is ignored", leaks + ": line 2: rule a: has no longest match"} {
		if r.status != exitDone || !strings.Contains(r.errout, want) {
			t.Errorf("gitleaks: status %d, no %q: %s", r.status, want, r.errout)
		}
	}
}

func TestWhatHasNoEffectIsHintedAt(t *testing.T) {
	leaks := file(t, "gitleaks.toml", "[[rules]]\nid = \"a\"\nregex = '''acme_[a-z]{9}'''\npath = '''x'''\n")
	r := command("acme_abcdefghi", "redact", "--rules", leaks)
	if r.status != exitDone || r.out != "(redacted)" || !strings.Contains(r.errout, leaks+": 1 lines have no effect") {
		t.Errorf("%+v", r)
	}
}

func TestTheSampleOfRulesIsSound(t *testing.T) {
	name := file(t, "sample.toml", command("", "rules", "sample").out)
	if r := command("", "rules", "check", name); r.status != exitDone || r.errout != "" {
		t.Errorf("check: %+v", r)
	}
	if r := command("", "fuzz", name, "--runs", "500", "--dir", filepath.Join(t.TempDir(), "broken")); r.status != exitDone || r.out != "500 texts, 0 promises broken\n" {
		t.Errorf("fuzz: %+v", r)
	}
}

func TestRulesShow(t *testing.T) {
	r := command("", "rules", "show", "acme-code", "--rules", file(t, "rules.toml", acme))
	for _, want := range []string{"acme-code: Acme code", "Prefixes     \"qq.\"", "Shape        lower{24,}", `"code qq.{token}"`} {
		if r.status != exitDone || !strings.Contains(r.out, want) {
			t.Errorf("status %d, no %q: %s%s", r.status, want, r.out, r.errout)
		}
	}
}

func TestFuzzTellsAndKeepsWhatABrokenRuleDoes(t *testing.T) {
	rules := file(t, "rules.toml", "[[rule]]\nid = \"acme\"\n[rule.regexp]\nexpr = '(?P<secret>acme_[a-z0-9]{20})(?:\\s|$)'\n")
	dir := filepath.Join(t.TempDir(), "testdata", "fuzz", "FuzzRules")
	r := command("", "fuzz", rules, "--runs", "2000", "--dir", dir)
	if r.status != exitFound || !strings.Contains(r.errout, "rule acme: not kept: a secret is masked whatever stands beside it") {
		t.Errorf("status %d: %s", r.status, r.errout)
	}
	if !strings.Contains(r.out, "func TestAcme_") || !strings.Contains(r.out, `fuzz.Check(rules, "", `) {
		t.Errorf("no short Go test: %s", r.out)
	}
	kept, err := os.ReadDir(dir)
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(dir, kept[0].Name()))
	if err != nil || !strings.HasPrefix(string(data), "go test fuzz v1\nstring(") {
		t.Errorf("%v: %s", err, data)
	}
}

func TestExplainSaysWhyAndShowsNoSecret(t *testing.T) {
	text := "first\npassword=hunter2x, token=abc"
	r := command("", "explain", text)
	for _, want := range []string{"2:10-2:18  password  masked", "2:26-2:29  token     left", "first\npassword=(redacted), token=abc\n"} {
		if r.status != exitDone || !strings.Contains(r.out, want) {
			t.Errorf("status %d, no %q: %s", r.status, want, r.out)
		}
	}
	if strings.Contains(r.out, "hunter2x") {
		t.Error("the secret is shown")
	}
	var looks []look
	r = command(text, "explain", "--format", "json")
	if err := json.Unmarshal([]byte(r.out), &looks); err != nil || len(looks) != 2 || looks[0].Rule != "password" || !looks[0].Masked {
		t.Errorf("%v: %s", err, r.out)
	}
	if r := command("all is well", "explain"); !strings.HasPrefix(r.out, "no rule looked at anything\n") {
		t.Error(r.out)
	}
}

func TestRulesBenchCountsByTheLabels(t *testing.T) {
	rules := file(t, "rules.toml", acme+"[[rule]]\nid = \"other\"\n[rule.regexp]\nexpr = 'zz_[a-z]{4}'\n")
	corpus := file(t, "corpus.jsonl", `{"text":"x `+acmeCode+` y","secrets":["`+acmeCode+`"],"kind":"acme-code"}
{"text":"qq.short","secrets":["qq.short"],"kind":"acme-code"}
{"text":"zz_abcd","kind":"clean"}
{"text":"nothing","kind":"clean"}
`)
	r := command("", "rules", "bench", rules, "--corpus", corpus, "--time", "10ms", "--format", "json")
	var rows []ruleCost
	if err := json.Unmarshal([]byte(r.out), &rows); r.status != exitDone || err != nil || len(rows) != 2 {
		t.Fatalf("status %d, %v: %s%s", r.status, err, r.out, r.errout)
	}
	for _, row := range rows {
		switch row.Rule {
		case "acme-code":
			if row.Found != 1 || *row.Precision != 1 || *row.Recall != 0.5 || row.Leaked != len("qq.short") {
				t.Errorf("%+v", row)
			}
		case "other":
			if row.Texts != 1 || row.Found != 1 || *row.Precision != 0 || row.Recall != nil {
				t.Errorf("%+v", row)
			}
		}
	}
	if r := command("", "rules", "bench", rules, "--corpus", corpus, "--time", "10ms", "--top", "1"); !strings.Contains(r.out, "NS/LOOK") || !strings.Contains(r.out, "2 rules, 4 texts") {
		t.Errorf("%+v", r)
	}
}
