package patterns

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/internal/charset"
)

func TestParseShape(t *testing.T) {
	dot, _ := charset.Punctuation('.')
	for _, c := range []struct {
		fact, shape string
		want        []Part
	}{
		{"nothing", "", nil},
		{"a run of one length", "b62{36}", []Part{{Class: charset.B62, Min: 36, Max: 36}}},
		{"a run of a range", "hex{32,34}", []Part{{Class: charset.Hex, Min: 32, Max: 34}}},
		{"a run without an upper bound", "b64u{20,}", []Part{{Class: charset.B64URL, Min: 20, Max: math.MaxInt}}},
		{"brackets add punctuation", "b64u[.]{0,}", []Part{{Class: charset.B64URL | dot, Max: math.MaxInt}}},
		{"punctuation and quoted literals join", "hex{32}-'us'digit{1,2}", []Part{
			{Class: charset.Hex, Min: 32, Max: 32}, {Literal: "-us"}, {Class: charset.Digit, Min: 1, Max: 2},
		}},
		{"a group is skipped as one", "b62{22}(.hex{2})?", []Part{
			{Class: charset.B62, Min: 22, Max: 22}, {Literal: ".", Optional: 2}, {Class: charset.Hex, Min: 2, Max: 2},
		}},
		{"parts before ^ are kept", "digit{2}/^'a'", []Part{
			{Class: charset.Digit, Min: 2, Max: 2, Kept: true}, {Literal: "/", Kept: true}, {Literal: "a"},
		}},
		{"literals do not join over a group's edge", "(-)?.", []Part{{Literal: "-", Optional: 1}, {Literal: "."}}},
	} {
		got, err := ParseShape(c.shape)
		if err != nil {
			t.Errorf("%s: %v", c.fact, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.fact, d)
		}
	}
}

func TestParseShapeRefuses(t *testing.T) {
	for _, c := range []struct{ fact, shape, want string }{
		{"an unknown alphabet", "base62{3}", "no alphabet"},
		{"a run without a length", "b62", "without a length"},
		{"a length that stays open", "b62{3", "closing brace"},
		{"a length that is no number", "b62{x}", "not a number"},
		{"a signed length", "b62{+3}", "not a number"},
		{"a huge length", "b62{100000}", "5 digits"},
		{"a length of nothing", "b62{0}", "is 0"},
		{"lengths the wrong way round", "b62{4,3}", "under the shortest"},
		{"a literal without its end", "'ab", "without its end"},
		{"an empty literal", "''", "empty"},
		{"a blank", "b62{3} b62{3}", "neither"},
		{"letters in brackets", "hex[x]{3}", "more than punctuation"},
		{"brackets that stay open", "hex[-{3}", "closing bracket"},
		{"a group without an end", "(-", "without an end"},
		{"a group that must be there", "(-)b62{3}", "not optional"},
		{"an empty group", "()?", "empty group"},
		{"a group in a group", "((-)?)?", "inside a group"},
		{"two marks of the secret's start", "-^-^-", "twice"},
		{"a mark that keeps nothing", "^-", "first"},
		{"a mark that keeps everything", "-^", "keeps all"},
		{"a mark in a group", "(-^-)?", "neither"},
		{"a run that eats the literal behind it", "word{1,5}_", "own alphabet"},
		{"a run that eats the run behind it", "b62{1,}hex{8}", "own alphabet"},
		{"a run that eats what follows an optional group", "hex{1,}(-b62{2})?'a'", "own alphabet"},
		{"a run that eats what follows a run of no bytes", "hex{1,}digit{0,1}", "own alphabet"},
		{"a run in a group that eats what follows the group", "(-hex{1,})?'a'", "own alphabet"},
	} {
		parts, err := ParseShape(c.shape)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: ParseShape(%q) = %v, %v; want an error that says %q", c.fact, c.shape, parts, err, c.want)
		}
	}
	if _, err := ParseShape("b62{2}-base62{3}"); err == nil || !strings.Contains(err.Error(), "byte 7") {
		t.Errorf("a fault is told without its offset: %v", err)
	}
}
