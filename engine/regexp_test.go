package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/effort"
	"github.com/redactbench/redactbench/patterns"
)

// differential are expressions of which each secret begins at its anchor or behind, or in its
// line. Where anchors are nil they are derived.
var differential = []patterns.Regexp{
	{Expr: `key=(?P<secret>\w+)`},
	{Expr: `(?i)[\w.-]{0,50}?(?:key|tok)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|:|,)[\x60'"\s=]{0,5}([\w=-]{3,9})(?:[\x60'"\s;]|\\[nr]|$)`, Group: 1},
	{Expr: `\bab[ab]{2,4}\b`},
	{Expr: `(?i)\bkey\b`},
	{Expr: `(?m)^key (\S+)$`, Group: 1},
	{Expr: `key\n+(tok)`, Group: 1},
	{Expr: `key(?s:.*?)tok`},
	{Expr: `key[^;]*;`},
	{Expr: `(?:key|tok)(a|ab)(b?)`, Group: patterns.FirstGroup},
	{Expr: `[ab]{1,6}key`},
	{Expr: `[ab]{0,6}tok[ab]*`},
	{Expr: `a{2}b|key;`},
	{Expr: `(\w+)@tok`, Anchors: []string{"@tok"}, Group: 1},
	{Expr: `key.{2,20}(?P<secret>tok)`, Anchors: []string{"KEY", "tok"}},
	{Expr: `tok$`},
	{Expr: `key[ab]{3,}=*`},
}

var regexpPieces = []string{"key", "KEY", "tok", "a", "b", "ab", "abab", "=", ":", " ", "\n", ";", "'", "@", "é", "\xff", "x", "\t", "=ab", "0", "-"}

func regexpText(rnd *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(regexpPieces[rnd.IntN(len(regexpPieces))])
	}
	return b.String()
}

// whole returns the secrets that package regexp finds in the whole text.
func whole(re *regexp.Regexp, m patterns.Regexp, text string) (out [][2]int) {
	for _, caps := range re.FindAllStringSubmatchIndex(text, -1) {
		group := max(m.Group, re.SubexpIndex("secret"), 0)
		start, end := caps[2*group], caps[2*group+1]
		if m.Group == patterns.FirstGroup {
			for k := 2; k < len(caps); k += 2 {
				if caps[k] < caps[k+1] {
					start, end = caps[k], caps[k+1]
					break
				}
			}
		}
		for start < end && text[start] == '\n' {
			start++
		}
		for start < end && text[end-1] == '\n' {
			end--
		}
		if start >= 0 && start < end {
			out = append(out, [2]int{start, end})
		}
	}
	return out
}

func TestRegexpFindsWhatTheWholeTextGives(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for i, m := range differential {
		r, err := New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: m}), nil)
		if err != nil {
			t.Fatalf("%s: %v", m.Expr, err)
		}
		re := regexp.MustCompile(m.Expr)
		for k := range 2000 {
			n := rnd.IntN(40)
			if k%100 == 0 {
				n = 4000 // beyond horizons
			}
			text := regexpText(rnd, n)
			var got [][2]int
			for f := range r.Find(text) {
				got = append(got, [2]int{f.Start, f.End})
			}
			if want := whole(re, m, text); !slices.Equal(got, want) {
				t.Fatalf("%d, %s in %.200q: %v, want %v", i, m.Expr, text, got, want)
			}
		}
	}
}

func TestRegexpInStreamsIsAppend(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 1))
	for _, m := range differential {
		r, err := New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: m}), nil)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 300 {
			n := rnd.IntN(40)
			if k%30 == 0 {
				n = 20000
			}
			text := regexpText(rnd, n)
			var out strings.Builder
			w := r.NewWriter(&out)
			for rest := text; rest != ""; {
				part := rest[:1+rnd.IntN(min(len(rest), 1+n/4))]
				w.Write([]byte(part))
				rest = rest[len(part):]
			}
			w.Close()
			if want := string(r.Append(nil, text)); out.String() != want {
				t.Fatalf("%s in %.200q: %.200q, want %.200q", m.Expr, text, out.String(), want)
			}
		}
	}
}

func TestBadRegexpRulesAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    patterns.Regexp
		want string
	}{
		{"syntax", patterns.Regexp{Expr: "(hunter2"}, "RE2 refuses"},
		{"a lookbehind", patterns.Regexp{Expr: "(?<=hunter2)x"}, "RE2 refuses"},
		{"the empty text", patterns.Regexp{Expr: "(?:hunter2)?"}, "matches the empty text"},
		{"no literal", patterns.Regexp{Expr: "[0-9a-f]{32}"}, "name anchors"},
		{"too complex", patterns.Regexp{Expr: "hunter2[a-z]{999}[a-z]{999}[a-z]{999}[a-z]{999}[a-z]{999}"}, "instructions"},
		{"no such group", patterns.Regexp{Expr: "hunter2(a)", Group: 2}, "a group that"},
		{"entropy", patterns.Regexp{Expr: "hunter2", MinEntropy: 9}, "entropy"},
		{"an anchor too long", patterns.Regexp{Expr: "hunter2", Anchors: []string{strings.Repeat("a", 65)}}, "1 to 64 bytes"},
		{"an empty exception", patterns.Regexp{Expr: "hunter2", Except: []patterns.Exception{{}}}, "exception 1: has neither"},
		{"a bad exception", patterns.Regexp{Expr: "hunter2", Except: []patterns.Exception{{Exprs: []string{"a", "("}}}}, "exception 1: expression 2: "},
	} {
		_, err := New(patterns.NewSet(patterns.Rule{ID: "x-rule", Matcher: tt.m}), nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "rule x-rule: ") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	_, err := New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: patterns.Regexp{Expr: "(?:a)*", Group: 7, MinEntropy: -1}}), nil)
	for _, want := range []string{"empty text", "a group that", "entropy", "name anchors"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("not all at once: %v lacks %q", err, want)
		}
	}
}

func TestQuestionableRegexpRulesAreWarnedOf(t *testing.T) {
	for _, tt := range []struct {
		m    patterns.Regexp
		want string
	}{
		{patterns.Regexp{Expr: `acme_[a-z]{8,20}`}, ""},
		{patterns.Regexp{Expr: `acme_[a-z]{8,}`}, "no longest match"},
		{patterns.Regexp{Expr: `qz[0-9]{8}`}, "2 bytes"},
		{patterns.Regexp{Expr: `[a-z]{1,500}x[a-z]{1,900}acme`}, "before its anchor; such matches"},
		{patterns.Regexp{Expr: `[a-z]{2}\n?acme`}, "in a line before"},
		{patterns.Regexp{Expr: `(?:acme|[0-9]{5})x`, Anchors: []string{"acme"}}, "without any of its anchors"},
		{patterns.Regexp{Expr: `redact(?:ed|or)`}, "mask itself"},
		{patterns.Regexp{Expr: `x?\(red[a-z]{2,9}\)`}, "mask itself"},
	} {
		r, err := New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: tt.m}), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := r.Warnings()
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0].Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.m.Expr, got, tt.want)
		}
	}
}

func TestWhatARegexpLeaves(t *testing.T) {
	rule := func(m patterns.Regexp) patterns.Rule { return patterns.Rule{ID: "x", Matcher: m} }
	for _, tt := range []struct {
		name string
		m    patterns.Regexp
		text string
		want string
	}{
		{"little entropy", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, MinEntropy: 2}, "key=aaaabbbb key=abcdefgh", "key=aaaabbbb key=(redacted)"},
		{"a word in the secret", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, Except: []patterns.Exception{{Words: []string{"Example", "dummy"}}}}, "key=EXAMPLE12 key=other12", "key=EXAMPLE12 key=(redacted)"},
		{"a word elsewhere", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, Except: []patterns.Exception{{Words: []string{"example"}}}}, "example key=other12", "example key=(redacted)"},
		{"an expression of the secret", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, Except: []patterns.Exception{{Exprs: []string{"^[0-9]+$"}}}}, "key=1234 key=1234a", "key=1234 key=(redacted)"},
		{"an expression of the match", patterns.Regexp{Expr: `[\w-]{0,9}?key=(\w+)`, Group: 1, Except: []patterns.Exception{{Exprs: []string{"^public-"}, Target: patterns.TargetMatch}}}, "public-key=abc key=abc", "public-key=abc key=(redacted)"},
		{"an expression of the line", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, Except: []patterns.Exception{{Exprs: []string{"^test .* end$"}, Target: patterns.TargetLine}}}, "test key=abc end\nkey=abc", "test key=abc end\nkey=(redacted)"},
		{"both a word and an expression", patterns.Regexp{Expr: `key=(\w+)`, Group: 1, Except: []patterns.Exception{{Words: []string{"a"}, Exprs: []string{"b"}, Both: true}}}, "key=ab key=ac key=bc", "key=ab key=(redacted) key=(redacted)"},
		{"a line end at the end", patterns.Regexp{Expr: `key=\w+\n`}, "key=abc\nb", "(redacted)\nb"},
		{"an empty group", patterns.Regexp{Expr: `key=(\w*)`, Group: 1}, "key= x", "key= x"},
	} {
		r, err := New(patterns.NewSet(rule(tt.m)), nil)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := string(r.Append(nil, tt.text)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRegexpWorkIsLinear(t *testing.T) {
	for _, tt := range []struct{ expr, unit string }{
		{`key[^;]*;`, "key"}, {`key[^;]*;`, "key "}, {`a\w*!`, "a"}, {`[ab]{0,50}key[ab]{0,50}!`, "akey"}, {`key(?s:.*)tok`, "key\n"}, {`key(?s:.*)tok`, "key"},
		{`(?i)[\w.-]{0,50}?(?:key)(?:[ \t\w.-]{0,20})[\s'"]{0,3}=(\w{10,150})`, "key"},
	} {
		r, err := New(patterns.NewSet(patterns.Rule{ID: "x", Matcher: patterns.Regexp{Expr: tt.expr}}), nil)
		if err != nil {
			t.Fatal(err)
		}
		work := func(n int) int { return effort.Of(r, strings.Repeat(tt.unit, n/len(tt.unit))) }
		short, long := work(128<<10), work(512<<10)
		t.Log(tt.expr, tt.unit, short/(128<<10), "steps a byte")
		if long > 5*short {
			t.Errorf("%s on %q: %d steps in 128 KiB, %d in 512 KiB", tt.expr, tt.unit, short, long)
		}
	}
}

func TestSetsWithoutRegexpKeepTheirPromiseOfNoAllocation(t *testing.T) {
	r, err := New(patterns.Default().With(patterns.Rule{ID: "x", Matcher: patterns.Regexp{Expr: `acme_[a-z]{8}`}}), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := "GET /v1/things: 403 Forbidden (request 12)"
	if n := testing.AllocsPerRun(100, func() { r.Match(text) }); n > 0 {
		t.Errorf("%v allocations for a text without the anchor", n)
	}
}

func ExampleRedactor_Warnings() {
	r, err := New(patterns.NewSet(patterns.Rule{
		ID:      "acme-key",
		Matcher: patterns.Regexp{Expr: `acme_(?P<secret>[a-z0-9]{8,})`},
	}), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range r.Warnings() {
		fmt.Println(w)
	}
	fmt.Println(string(r.Append(nil, "key acme_3f9a8c71d2: denied")))
	// Output:
	// rule acme-key: has no longest match; it is followed to Options.MaxSecret
	// key acme_(redacted): denied
}
