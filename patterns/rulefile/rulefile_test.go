package rulefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/patterns"
)

func TestSampleShowsEveryMember(t *testing.T) {
	f, err := Read([]byte(Sample), nil)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, r := range f.Rules {
		kinds = append(kinds, fmt.Sprintf("%T", r.Matcher))
	}
	want := []string{"patterns.Token", "patterns.Key", "patterns.Param", "patterns.Block", "patterns.Regexp"}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Error(d)
	}
	m := f.Rules[4].Matcher
	wantRegexp := patterns.Regexp{
		Expr: `pin/(?P<secret>[0-9]{6})\b`, Anchors: []string{"pin/"}, MinEntropy: 1,
		Except: []patterns.Exception{{Words: []string{"123456"}, Exprs: []string{"^(?:19|20)[0-9]{4}$"}}},
	}
	if d := cmp.Diff(wantRegexp, m); d != "" {
		t.Error(d)
	}
	if f.Line("acme-key") == 0 || f.Line("nosuch") != 0 || !slices.Equal(f.Without, []string{"ionic"}) || len(f.Notices) > 0 {
		t.Errorf("line %d, without %v, notices %v", f.Line("acme-key"), f.Without, f.Notices)
	}
	set := f.Apply(patterns.Default())
	if n := set.Len() - patterns.Default().Len(); n != 4 {
		t.Errorf("%d rules more than the default set, want 5 less 1", n)
	}
}

// lines returns what an error joins, a line each.
func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

func TestAllFaultsAreToldWithTheirLines(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		want       []string
	}{
		{"no TOML", "[[rule]]\nid = \"a\"\nhunter2", []string{"line 3: is not TOML from here on"}},
		{"a member twice", "[[rule]]\nid = \"a\"\nid = \"b\"\n", []string{"line 3: is not TOML from here on"}},
		{"nothing", "", []string{"line 1: has no [[rule]]"}},
		{"an empty rule", "[[rule]]\n", []string{"line 1: has none of token, key, param, regexp, block", "line 1: id is missing"}},
		{"many", `colour = "red"
[[rule]]
id = "A b"
match = "text"
[rule.token]
shape = "hunter2{"
colour = 1

[[rule]]
id = "b"
[rule.regexp]
expr = '(hunter2'
group = "one"
min_entropy = true
[[rule.regexp.except]]
target = "hunter2"
exprs = [
  'good',
  '(hunter2',
]
[[rule.regexp.except]]

[[rule]]
id = "b"
[rule.key]
names = ["x"]
strength = "hunter2"
[rule.param]
`, []string{
			"line 1: no member colour is known here",
			"line 3: rule A b: id is not in lower case",
			"line 3: rule A b: id holds more than letters, digits, dashes, _ and .",
			"line 4: rule A b: match is not a list of texts",
			"line 5: rule A b: prefixes are missing",
			"line 6: rule A b: shape: ",
			"line 7: rule A b: no member colour is known here",
			"line 12: rule b: has an expression that RE2 refuses",
			"line 13: rule b: group is not a whole number",
			"line 14: rule b: min_entropy is not a number",
			"line 16: rule b: target is none of secret, match, line",
			"line 19: rule b: exprs[1] has an expression that RE2 refuses",
			"line 21: rule b: except has neither words nor exprs",
			"line 24: rule b: id stands twice: also in line 10",
			"line 27: rule b: strength is none of strong, weak, human",
			"line 28: rule b: has more than one of token, key, param, regexp, block",
			"line 28: rule b: names are missing",
		}},
		{"gitleaks", `title = "x"
[extend]
useDefault = true
path = "other.toml"
[[rules]]
id = "a"
regex = '''(hunter2'''
[[rules]]
id = "a"
regex = '''acme'''
[[rules]]
id = "c"
regex = '''[0-9]{30}'''
entropy = "high"
secretGroup = 3
colour = 1
[[rules.allowlists]]
condition = "XOR"
stopwords = ["x", 1]
[[rules.allowlists]]
description = "nothing"
[[rules]]
id = "d"
[[allowlists]]
targetRules = ["nosuch"]
regexes = ['''hunter2(''']
`, []string{
			"line 4: extend has both path and useDefault",
			"line 7: rule a: has an expression that RE2 refuses",
			"line 9: rule a: id stands twice: also in line 6",
			"line 13: rule c: has no keywords, and an expression of which no literal is in every match",
			"line 14: rule c: entropy is not a number",
			"line 12: rule c: secretGroup is not one of the 0 groups of regex",
			"line 16: rule c: no member colour is known here",
			"line 18: rule c: condition is neither AND nor OR",
			"line 19: rule c: stopwords[1] is not a text",
			"line 20: rule c: an allowlist says nothing",
			"line 23: rule d: has neither regex nor path",
			"line 25: targetRules names a rule that is not there",
			"line 26: regexes[0] has an expression that RE2 refuses",
		}},
	} {
		_, err := Read([]byte(tt.file), nil)
		got := lines(err)
		for _, want := range tt.want {
			if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("%s: %q is not told", tt.name, want)
			}
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: %d faults, want %d:\n%s", tt.name, len(got), len(tt.want), strings.Join(got, "\n"))
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: a value is quoted", tt.name)
		}
		var f *Fault
		if !errors.As(err, &f) || f.Line == 0 {
			t.Errorf("%s: no fault with a line: %v", tt.name, err)
		}
	}
}

const gitleaks = `title = "mine"
minVersion = "v8.25.0"
[allowlist]
paths = ['''\.png$''']
stopwords = ["example"]
[[allowlists]]
targetRules = ["two"]
regexTarget = "line"
regexes = ['''^test''']

[[rules]]
id = "one"
description = "One"
regex = '''(?i)one[_-]key['"]?\s*[:=]\s*['"]?([a-z0-9]{20})|one-([a-z]{9})'''
entropy = 3
keywords = ["one"]
tags = ["x"]
[[rules.allowlists]]
condition = "AND"
paths = ['''x''']
regexes = ['''y''']
[[rules.allowlists]]
condition = "AND"
regexTarget = "match"
regexes = ['''public''']
stopWords = ["dummy"]

[[rules]]
id = "two"
regex = '''two-(\w+)-(\w{8})'''
secretGroup = 2
keywords = ["unrelated"]
path = '''\.tf$'''

[[rules]]
id = "three"
path = '''\.p12$'''

[[rules]]
id = "four"
regex = '''[0-9a-f]{40}'''
keywords = ["FOUR"]
[[rules.required]]
id = "one"
withinLines = 3
`

func TestGitleaksConfigurations(t *testing.T) {
	f, err := Read([]byte(gitleaks), nil)
	if err != nil {
		t.Fatal(err)
	}
	global := patterns.Exception{Words: []string{"example"}}
	want := []patterns.Rule{
		{ID: "one", What: "One", Matcher: patterns.Regexp{
			Expr:  `(?i)one[_-]key['"]?\s*[:=]\s*['"]?([a-z0-9]{20})|one-([a-z]{9})`,
			Group: patterns.FirstGroup, MinEntropy: 3,
			Except: []patterns.Exception{global, {Words: []string{"dummy"}, Exprs: []string{"public"}, Target: patterns.TargetMatch, Both: true}},
		}},
		{ID: "two", Matcher: patterns.Regexp{
			Expr: `two-(\w+)-(\w{8})`, Group: 2,
			Except: []patterns.Exception{global, {Exprs: []string{"^test"}, Target: patterns.TargetLine}},
		}},
		{ID: "four", Matcher: patterns.Regexp{Expr: `[0-9a-f]{40}`, Anchors: []string{"four"}, Except: []patterns.Exception{global}}},
	}
	if d := cmp.Diff(want, f.Rules); d != "" {
		t.Error(d)
	}
	var notices []string
	for _, n := range f.Notices {
		notices = append(notices, n.Error())
	}
	told := strings.Join(notices, "\n")
	for _, want := range []string{
		"paths and commits of an allowlist are ignored", "rule one: an allowlist is ignored that demands a path", "rule two: path is ignored",
		"rule three: is about paths alone", "rule four: required is ignored", "rule two: is looked for also in texts without its keywords",
		"rule four: matches that hold none of its keywords are not found",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told in\n%s", want, told)
		}
	}
	if len(notices) != 7 {
		t.Errorf("%d notices:\n%s", len(notices), told)
	}
}

func TestExtend(t *testing.T) {
	base := "[[rules]]\nid = \"base\"\nregex = '''base_([a-z]{8})'''\nentropy = 2\n[[rules.allowlists]]\nstopwords = [\"a\"]\n[[rules]]\nid = \"gone\"\nregex = '''gone_x'''\n[[allowlists]]\nstopwords = [\"g\"]\n"
	file := "[extend]\n%s\ndisabledRules = [\"gone\", \"nosuch\"]\n[[rules]]\nid = \"base\"\nentropy = 3.5\n[[rules.allowlists]]\nstopwords = [\"b\"]\n[[rules]]\nid = \"mine\"\nregex = '''mine_x'''\n"
	want := []patterns.Rule{
		{ID: "base", Matcher: patterns.Regexp{Expr: `base_([a-z]{8})`, Group: patterns.FirstGroup, MinEntropy: 3.5,
			Except: []patterns.Exception{{Words: []string{"g"}}, {Words: []string{"a"}}, {Words: []string{"b"}}}}},
		{ID: "mine", Matcher: patterns.Regexp{Expr: `mine_x`, Except: []patterns.Exception{{Words: []string{"g"}}}}},
	}
	open := func(path string) ([]byte, error) {
		if path != "base.toml" {
			return nil, errors.New("no such file")
		}
		return []byte(base), nil
	}
	for _, tt := range []struct {
		extend string
		opts   *Options
	}{
		{"useDefault = true", &Options{GitleaksDefault: []byte(base)}},
		{`path = "base.toml"`, &Options{Open: open}},
	} {
		f, err := Read(fmt.Appendf(nil, file, tt.extend), tt.opts)
		if err != nil {
			t.Fatalf("%s: %v", tt.extend, err)
		}
		if d := cmp.Diff(want, f.Rules); d != "" {
			t.Errorf("%s: %s", tt.extend, d)
		}
		if len(f.Notices) != 1 || !strings.Contains(f.Notices[0].Error(), "disabledRules names a rule that is not there") {
			t.Errorf("%s: notices %v", tt.extend, f.Notices)
		}
	}

	f, err := Read([]byte("[extend]\nuseDefault = true\ndisabledRules = [\"jwt\"]\n[[rules]]\nid = \"base\"\nentropy = 3\n[[rules]]\nid = \"mine\"\nregex = '''mine_x'''\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Rules) != 1 || f.Rules[0].ID != "mine" || !slices.Equal(f.Without, []string{"jwt"}) || len(f.Notices) != 2 {
		t.Errorf("without gitleaks' own: %v, without %v, notices %v", f.Rules, f.Without, f.Notices)
	}

	loop := func(string) ([]byte, error) {
		return []byte("[extend]\npath = \"x\"\n[[rules]]\nid = \"a\"\nregex = '''aaaa'''\n"), nil
	}
	if _, err := Read([]byte("[extend]\npath = \"x\"\n"), &Options{Open: loop}); err == nil || !strings.Contains(err.Error(), "files deep") {
		t.Errorf("a loop: %v", err)
	}
	if _, err := Read([]byte("[extend]\npath = \"x\"\n"), &Options{Open: open}); err == nil || !strings.Contains(err.Error(), "line 2: extend.path cannot be read") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Read([]byte("[extend]\npath = \"x\"\n"), nil); err == nil || !strings.Contains(err.Error(), "cannot be followed") {
		t.Errorf("no way to open files: %v", err)
	}
}

func FuzzReadDoesNotPanic(f *testing.F) {
	f.Add([]byte(Sample))
	f.Add([]byte(gitleaks))
	f.Add([]byte("rule = [{id = \"a\", token = {prefixes = [\"x\"]}}, 1]\n[a.b.c]\nd.e = 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, nil)
		if (file == nil) == (err == nil) {
			t.Error("neither a file nor an error, or both")
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte(`
[[rules]]
id = "acme-key"
regex = '''acme_[a-z0-9]{16}'''
path = '''\.env$'''
keywords = ["acme_"]
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range file.Notices {
		fmt.Println(n)
	}
	set := file.Apply(patterns.Default())
	fmt.Println(set.Len()-patterns.Default().Len(), "rule more")
	// Output:
	// line 5: rule acme-key: path is ignored, since texts have none: the rule looks at every text
	// 1 rule more
}
