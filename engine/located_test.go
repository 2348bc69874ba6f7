package engine

import (
	"strings"
	"testing"

	"github.com/redactbench/redactbench/patterns"
)

// TestLocatedOfOnesOwn: a rule whose phrase is a quote alone, or at the text's start or end, finds what a path behind it names, and
// one that lacks a part is refused.
func TestLocatedOfOnesOwn(t *testing.T) {
	compiled := func(m patterns.Located) (*Redactor, error) {
		return New(patterns.NewSet(patterns.Rule{ID: "located", Matcher: m}, patterns.Rule{ID: "password", Matcher: patterns.Key{Strength: patterns.Human, Names: []string{"password"}}}), nil)
	}
	for _, c := range []struct {
		m          patterns.Located
		text, want string
	}{
		{patterns.Located{Before: []string{`"`}, Path: "at "}, `"Sum*814xy" at /user/password`, `"(redacted)" at /user/password`},
		{patterns.Located{Before: []string{`"`}, Path: "at "}, `"Sum*814xy" at /user/host`, `"Sum*814xy" at /user/host`},
		{patterns.Located{Before: []string{"got "}, Path: "at "}, "got 8141x7x5 at a['password']", "got (redacted) at a['password']"},
		{patterns.Located{After: []string{"' is bad"}, Path: "at "}, "'Sum*814xy' is bad\nat a[\"password\"])", "'(redacted)' is bad\nat a[\"password\"])"},
		{patterns.Located{After: []string{"' is bad"}, Path: "at "}, "' is bad at a", "' is bad at a"},
		{patterns.Located{After: []string{"' is bad"}, Path: "at "}, "'Sum*814xy' is bad" + strings.Repeat(" ", locatedLimit) + "at /password", "'Sum*814xy' is bad" + strings.Repeat(" ", locatedLimit) + "at /password"},
	} {
		r, err := compiled(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Append(nil, c.text)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	for _, m := range []patterns.Located{{Before: []string{"x"}}, {Path: "at "}} {
		if _, err := compiled(m); err == nil {
			t.Errorf("%+v compiles", m)
		}
	}
}
