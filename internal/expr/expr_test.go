package expr

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// all returns the offsets of all matches, as FindAllStringSubmatchIndex does.
func all(m *Machine, text string) [][]int {
	s := NewScratch()
	defer s.Free()
	var out [][]int
	for at := 0; at <= len(text); {
		got, ok := m.Find(s, text, at, len(text))
		if !ok {
			break
		}
		caps := slices.Clone(got.Caps)
		caps[0] = m.Lead(text, at, caps[0])
		out = append(out, caps)
		at = caps[1]
	}
	return out
}

// expressions are of every kind of instruction, and of the kinds of public rule sets.
var expressions = []string{
	`a`, `ab`, `(a)(b)`, `a+`, `a+?b`, `a*b`, `(a|ab)(c|bcd)`, `(?:a|ab)c?`, `[^a]b`, `(?i)kEy=(\w+)`, `\bab\b`, `\Bb`, `a\b`, `^a`, `(?m)^a`, `a$`, `(?m)a$`,
	`\Aab`, `b\z`, `.b`, `(?s).b`, `a{2,3}`, `a{2,3}?`, `(a{2}){2}`, `[\w.-]{0,5}?(?:key)=([a-c]{2})`, `(?s:.*?)key`, `.*?b`, `a??b`, `[ab]??(a+)`,
	`(?i)[\w.-]{0,50}?(?:key)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-c0-9=_\-]{3})(?:[\x60'"\s;]|\\[nr]|$)`,
	`\b(ab_[a-c]{2,})(?:['"\s;]|$)`, `é+`, `(?i)É`, `[^\x00-\x7f]b`, `�`, `(?P<secret>a.c)`, `(|a)b`, `(a|b|c|ab|bc)+k`, `(?:a(?:b|c)?)+;`, `key\s*=\s*(\S+)`, `a[^b]*b`,
	`(?i:s)k`, `\x{212A}`, `a|b|key`, `(?:^|a)b`, `(?:a|$)b?c`,
}

// texts made of few pieces hit what the expressions are about.
var pieces = []string{"a", "b", "c", "ab", "key", "KEY", "=", " ", "\n", ";", "'", "_", "é", "É", "\xff", "\xc3", "k", "s", "\u212a", ":", "ab_", ".", "aa", "\t", "-", "0", "世"}

func randomText(rnd *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[rnd.IntN(len(pieces))])
	}
	return b.String()
}

func TestMatchesAreThoseOfPackageRegexp(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, e := range expressions {
		re := regexp.MustCompile(e)
		m, err := Compile(e)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		for range 3000 {
			text := randomText(rnd, rnd.IntN(24))
			want := re.FindAllStringSubmatchIndex(text, -1)
			if got := all(m, text); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s in %q: %v, want %v", e, text, got, want)
			}
		}
	}
}

func TestARangeOfStartsSeesTheTextAround(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, e := range expressions {
		m, _ := Compile(e)
		s := NewScratch()
		for range 500 {
			text := randomText(rnd, 1+rnd.IntN(16))
			low := rnd.IntN(len(text))
			last := low + rnd.IntN(len(text)-low)
			got, ok := m.Find(s, text, low, last)
			caps := slices.Clone(got.Caps)
			// What begins in the range by itself must be found from each start alone.
			want := -1
			for i := low; i <= last && want < 0; i++ {
				if _, ok := m.Find(s, text, i, i); ok && inside(text, i) == 0 {
					want = i
				}
			}
			if ok != (want >= 0) || ok && caps[0] != want {
				t.Fatalf("%s in %q from %d to %d: %v at %v, want %d", e, text, low, last, ok, caps, want)
			}
		}
		s.Free()
	}
}

func TestTextBehindSeenChangesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, e := range expressions {
		m, _ := Compile(e)
		s := NewScratch()
		for range 500 {
			text := randomText(rnd, 1+rnd.IntN(16))
			last := rnd.IntN(len(text))
			got, ok := m.Find(s, text, 0, last)
			caps := slices.Clone(got.Caps)
			if got.Seen >= len(text) {
				continue
			}
			other := text[:got.Seen+1] + randomText(rnd, 8)
			again, ok2 := m.Find(s, other, 0, last)
			if ok != ok2 || ok && !slices.Equal(caps, again.Caps) {
				t.Fatalf("%s in %q sees %d bytes: %v, but in %q %v", e, text, got.Seen+1, caps, other, again.Caps)
			}
		}
		s.Free()
	}
}

func TestEveryMatchHoldsAnAnchorWithinItsReach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	anchored := 0
	for _, e := range expressions {
		m, _ := Compile(e)
		a := m.Anchors()
		if len(a.List) == 0 {
			continue
		}
		anchored++
		for range 2000 {
			text := randomText(rnd, rnd.IntN(24))
			if strings.Contains(text, "\u212a") {
				continue // derived letters are ASCII's
			}
			for _, caps := range all(&Machine{insts: m.insts, start: m.start, groups: m.groups, first: m.first}, text) {
				match := text[caps[0]:caps[1]]
				if n := len(match); n < m.shape.min || n > m.Max() {
					t.Fatalf("%s: %q has %d bytes, not %d to %d", e, match, n, m.shape.min, m.Max())
				}
				if strings.Contains(match, "\n") && !m.Lines() {
					t.Fatalf("%s: %q holds a line end", e, match)
				}
				at := first(match, a.List)
				if at < 0 || at > a.Before {
					t.Fatalf("%s: %q holds no anchor of %v within %d bytes", e, match, a.List, a.Before)
				}
			}
		}
	}
	if anchored < 30 {
		t.Errorf("only %d expressions have anchors", anchored)
	}
}

func first(match string, list []Literal) int {
	at := -1
	for _, l := range list {
		in := match
		if l.Fold {
			in = lower(match)
		}
		if k := strings.Index(in, l.Text); k >= 0 && (at < 0 || k < at) {
			at = k
		}
	}
	return at
}

func TestAnchors(t *testing.T) {
	for _, tt := range []struct {
		expr   string
		want   []Literal
		before int
	}{
		{`\bghp_[0-9a-zA-Z]{36}`, []Literal{{"ghp_", false}}, 0},
		{`(?:ghu|ghs)_[0-9a-z]{36}`, []Literal{{"ghu_", false}, {"ghs_", false}}, 0},
		{`(?i)[\w.-]{0,50}?(?:passw(?:or)?d)[=:](\w+)`, []Literal{{"password=", true}, {"password:", true}, {"passwd=", true}, {"passwd:", true}}, 0},
		{`[a-z]{2,4}://[^@]+@`, []Literal{{"://", false}}, 4},
		{`\w+@example\.com`, []Literal{{"@example.com", false}}, Inf},
		{`(?i)\bA3-[A-Z0-9]{6}`, []Literal{{"a3-", true}}, 0},
		{`(A3T[A-Z]|AKIA|ASIA)[A-Z2-7]{16}`, []Literal{{"A3T", false}, {"AKIA", false}, {"ASIA", false}}, 0},
		{`(?:foo_[a-z]{4}|fm1[a-z]{3}_)x*`, []Literal{{"foo_", false}, {"fm1", false}}, 0},
		{`[0-9a-f]{32}`, nil, 0},
		{`(?:abc)?[0-9]{4}`, nil, 0},
		{`(?:acme|[0-9]{4})x{9}`, []Literal{{"xxxxxxxxx", false}}, 4},
	} {
		m, err := Compile(tt.expr)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Anchors()
		sorted := func(l []Literal) []Literal {
			l = slices.Clone(l)
			slices.SortFunc(l, func(a, b Literal) int { return strings.Compare(a.Text, b.Text) })
			return l
		}
		if !slices.Equal(sorted(got.List), sorted(tt.want)) || got.Before != tt.before {
			t.Errorf("%s: %v after %d bytes, want %v after %d", tt.expr, got.List, got.Before, tt.want, tt.before)
		}
	}
}

func TestHolds(t *testing.T) {
	for _, tt := range []struct {
		expr string
		list []string
		want bool
	}{
		{`(?i)x-(?:api|app)-key:(\w+)`, []string{"api-key", "APP-key"}, true},
		{`(?i)x-(?:api|app)-key:(\w+)`, []string{"api-key"}, false},
		{`(?i)\b((?:sgp_\w+)|[a-f0-9]{40})\b`, []string{"sgp_"}, false},
		{`(?:foo){2}`, []string{"oof"}, true},
		{`(?:foo\d){2}`, []string{"foo"}, true},
		{`(?:foo\d)*`, []string{"foo"}, false},
	} {
		m, err := Compile(tt.expr)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := m.Holds(tt.list); got != tt.want {
			t.Errorf("%s holds %q: %v", tt.expr, tt.list, got)
		}
	}
}

func TestBadExpressionsAreRefusedWithoutBeingQuoted(t *testing.T) {
	for _, tt := range []struct {
		expr string
		want error
	}{
		{`hunter2(`, ErrSyntax}, {`hunter2(?<=a)`, ErrSyntax}, {`(?:hunter2[a-z]{900}){1}(?:[a-z]{900}){1}[a-z]{999}[a-z]{999}[a-z]{999}`, ErrComplex},
	} {
		_, err := Compile(tt.expr)
		if !errors.Is(err, tt.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%.20s: %v", tt.expr, err)
		}
	}
	for _, e := range []string{`a*`, `(?:a|)`, `\b`, `a{0,3}b?`, `^$`} {
		if m, err := Compile(e); err != nil || !m.Empty() {
			t.Errorf("%s matches nothing empty: %v", e, err)
		}
	}
}

func TestStepsAreLinear(t *testing.T) {
	for _, e := range []string{`a[^b]*b`, `(a+)+k`, `(?:a|a)*k`, `(?s:.*)key`} {
		m, err := Compile(e)
		if err != nil {
			t.Fatal(err)
		}
		s := NewScratch()
		steps := func(n int) int {
			text := strings.Repeat("a", n)
			got, _ := m.Find(s, text, 0, n)
			return got.Steps
		}
		if short, long := steps(1000), steps(8000); long > 9*short {
			t.Errorf("%s: %d steps for 1,000 bytes, %d for 8,000", e, short, long)
		}
	}
}

func TestGeneratedTextsMatch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for _, e := range expressions {
		re := regexp.MustCompile(e)
		matched := 0
		for range 50 {
			if re.MatchString(Generate(e, rnd)) {
				matched++
			}
		}
		if matched < 20 && e != `\Bb` {
			t.Errorf("%s: %d of 50 match", e, matched)
		}
	}
}
