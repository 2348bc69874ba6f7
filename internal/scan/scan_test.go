package scan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// engine is one way to scan that must give the hits of all others.
type engine struct {
	name string
	opts Options
}

var engines = []engine{
	{"automaton", Options{NoFilter: true}},
	{"filter", Options{}},
	{"filter with a tiny budget", Options{budget: 1}},
}

// naive is the reference: every anchor tried at every start.
func naive(anchors []Anchor, text string, from int) []Hit {
	var hits []Hit
	for start := from; start < len(text); start++ {
		first := len(hits)
		for id, a := range anchors {
			if end := start + len(a.Text); end <= len(text) && same(a, text[start:end]) {
				hits = append(hits, Hit{start, int32(id)})
			}
		}
		slices.SortStableFunc(hits[first:], func(x, y Hit) int {
			return len(anchors[y.ID].Text) - len(anchors[x.ID].Text)
		})
	}
	return hits
}

func same(a Anchor, s string) bool {
	if a.Exact {
		return a.Text == s
	}
	for i := range len(s) {
		x, y := a.Text[i], s[i]
		if x != y && (x^y != 0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

// collect scans all of text with room for n hits a call, and checks what Scan
// promises of order and of Done.
func collect(t testing.TB, s *Scanner, text string, c Cursor, n int) ([]Hit, Cursor) {
	t.Helper()
	var all []Hit
	buf := make([]Hit, n)
	for {
		before := c.Done()
		n := s.Scan(text, &c, buf)
		if n == 0 {
			break
		}
		for _, h := range buf[:n] {
			if h.Start < before {
				t.Fatalf("a hit at %d after Done was %d", h.Start, before)
			}
			if h.Start > c.Done() {
				t.Fatalf("a hit at %d with Done only %d", h.Start, c.Done())
			}
		}
		all = append(all, buf[:n]...)
	}
	if c.Done() < len(text) {
		t.Fatalf("Scan returned 0 with Done %d of %d", c.Done(), len(text))
	}
	return all, c
}

// check runs all engines over text and compares them with the reference.
func check(t testing.TB, anchors []Anchor, text string, from, room int) {
	t.Helper()
	want := naive(anchors, text, from)
	for _, e := range engines {
		s := mustNew(t, anchors, e.opts)
		got, _ := collect(t, s, text, At(from), room)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s, from %d, room %d, text %q:\n%s", e.name, from, room, text, d)
		}
	}
}

func mustNew(t testing.TB, anchors []Anchor, opts Options) *Scanner {
	t.Helper()
	s, err := New(anchors, &opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// list makes anchors of texts; one that begins with "=" is exact.
func list(texts ...string) []Anchor {
	var as []Anchor
	for _, s := range texts {
		rest, exact := strings.CutPrefix(s, "=")
		as = append(as, Anchor{rest, exact})
	}
	return as
}

var tables = []struct {
	fact    string
	anchors []Anchor
	texts   []string
}{
	{"letters match in either case, other bytes as they are", list("key@", "[x{", "\xe4b"),
		[]string{"KEY@ key` kEy@", "[X{ {x[ {x{ [x[", "\xe4B \xc4b"}},
	{"an exact anchor matches its bytes alone", list("=AKIA", "=akia", "akia", "=AkIa"),
		[]string{"AKIA akia AkIa aKIA"}},
	{"anchors may be one, two or three bytes", list("a", "bc", "def", ":", "::"),
		[]string{"a", "bc", "def", "abcdef", "::", ":::", "aabcbcdefdef"}},
	{"anchors of two and three bytes do not need one of one", list("bc", "def", "::", "sk-"),
		[]string{"bc", "def", ":", "abcdef", "::", ":::", "sk-sk-sk-", "xsk-"}},
	{"all overlaps are hits", list("aa", "aaa", "aba", "abab"),
		[]string{"aaaaaa", "ababababa", "aab", "abaa"}},
	{"anchors that contain others are hits beside them",
		list("password", "pass", "word", "password=", "db_password=", "sword", "=Password", "word="),
		[]string{"db_password=x", "DB_PASSWORD=x", "dbPassword=", "passwor", "assword=pass"}},
	{"anchors that are equal are all reported", list("key", "key", "KEY", "=key", "=KEY", "=key"),
		[]string{"key", "KEY", "Key", "keykey"}},
	{"NUL, 0xFF and bytes above ASCII are bytes",
		list("\x00\x00", "\xff\xff\xff", "\x00a", "é=", "key=\x00\x00\x00", "\x80\x00"),
		[]string{"\x00\x00\x00a", "\xff\xff\xff\xff", "É=é=", "key=\x00\x00\x00", "key=\x00\x00", "key=", "\x80", "\x80\x00"}},
	{"anchors reach the greatest length", list(strings.Repeat("a", 64), strings.Repeat("ab", 32), "b", strings.Repeat("a", 63)+"b"),
		[]string{strings.Repeat("a", 130), strings.Repeat("ab", 80), strings.Repeat("a", 70) + "b"}},
	{"key names in their dresses", list("key=", "key:", `key"`, "token=", "token ", "secret", "bearer ", "://", "eyJ", "-----BEGIN", "=ghp_", "=sk-"),
		[]string{"api_key=x&Token=y", `{"key":"secret","KEY": "sk-ghp_"}`, "https://a:b@c?key=1", "-----BEGIN-----BEGIN"}},
}

func TestEnginesFindWhatTheNaiveMatcherFindsAtEveryOffset(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			for _, text := range tt.texts {
				for off := range 70 {
					padded := strings.Repeat("-", off) + text
					check(t, tt.anchors, padded, 0, 16)
					check(t, tt.anchors, padded+strings.Repeat("-", 70-off), 0, 64)
				}
			}
		})
	}
}

// It ends texts within anchors, where a window reaches past the end.
func TestAnOccurrenceIsWithinTheText(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			for _, text := range tt.texts {
				for end := range len(text) {
					check(t, tt.anchors, text[:end], 0, 16)
				}
			}
		})
	}
}

func TestHitsResumeWhateverTheRoom(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			text := strings.Repeat(strings.Join(tt.texts, ""), 3)
			for room := 1; room <= 9; room++ {
				check(t, tt.anchors, text, 0, room)
			}
		})
	}
}

func TestAtReportsOnlyWhatStartsThere(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			text := strings.Join(tt.texts, " ")
			for from := range len(text) + 2 {
				check(t, tt.anchors, text, from, 5)
			}
		})
	}
	s := mustNew(t, list("key="), Options{})
	if got, _ := collect(t, s, "key=", At(-3), 4); len(got) != 1 {
		t.Errorf("At a negative offset: %d hits, want 1", len(got))
	}
}

func TestATextMayGrow(t *testing.T) {
	for _, e := range engines {
		for _, tt := range tables {
			t.Run(e.name+"/"+tt.fact, func(t *testing.T) {
				s := mustNew(t, tt.anchors, e.opts)
				text := strings.Repeat(strings.Join(tt.texts, ""), 2)
				for _, step := range []int{1, 2, 7, 64} {
					var got []Hit
					end := 0
					for end < len(text) {
						old := end
						end = min(end+step, len(text))
						hits, _ := collect(t, s, text[:end], At(old-s.Longest()+1), 8)
						for _, h := range hits {
							if h.Start+len(tt.anchors[h.ID].Text) > old {
								got = append(got, h)
							}
						}
					}
					sortHits(got, tt.anchors)
					if d := cmp.Diff(naive(tt.anchors, text, 0), got); d != "" {
						t.Fatalf("step %d: %s", step, d)
					}
				}
			})
		}
	}
}

func sortHits(hits []Hit, anchors []Anchor) {
	slices.SortFunc(hits, func(x, y Hit) int {
		if x.Start != y.Start {
			return x.Start - y.Start
		}
		if d := len(anchors[y.ID].Text) - len(anchors[x.ID].Text); d != 0 {
			return d
		}
		return int(x.ID - y.ID)
	})
}

func TestBlockEdges(t *testing.T) {
	anchors := list("needle", "need", "dle=", "e=", "=NEEDLE")
	for _, edge := range []int{32, 64, maxBlock, 2 * maxBlock, 4 * maxBlock} {
		for off := edge - 12; off < edge+4; off++ {
			text := strings.Repeat(".", off) + "needle=" + strings.Repeat(".", 20) + "NEEDLE="
			check(t, anchors, text, 0, 3)
		}
	}
	// More starts with hits than the ring holds marks.
	check(t, list("a", "aa", "aaa"), strings.Repeat("a", 3*ringSize+5), 0, 5000)
	check(t, list("aa", "aaa"), strings.Repeat("a", 3*ringSize+5), 0, 64)
}

func TestSetsOfMany(t *testing.T) {
	for _, n := range []int{290, 600, 1300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			anchors := manyAnchors(n)
			rnd := rand.New(rand.NewPCG(1, uint64(n)))
			for _, e := range engines {
				s := mustNew(t, anchors, e.opts)
				for _, near := range []int{2, 10, 100} {
					text := nearText(rnd, anchors, 20_000, near)
					got, _ := collect(t, s, text, Cursor{}, 48)
					if d := cmp.Diff(naive(anchors, text, 0), got); d != "" {
						t.Fatalf("%s: %s", e.name, d[:min(len(d), 2000)])
					}
				}
			}
		})
	}
}

func TestNewNamesEveryBadAnchor(t *testing.T) {
	_, err := New(list("ok", "", strings.Repeat("x", 65)), nil)
	if err == nil || !strings.Contains(err.Error(), "anchor 1 ") || !strings.Contains(err.Error(), "anchor 2 ") {
		t.Errorf("New: %v, want errors for anchors 1 and 2", err)
	}
	if strings.Contains(fmt.Sprint(err), "xxx") {
		t.Errorf("the error quotes the anchor")
	}
	many := make([]Anchor, maxTotal/MaxAnchor+1)
	for i := range many {
		many[i].Text = strings.Repeat("x", MaxAnchor)
	}
	if _, err := New(many, nil); err == nil {
		t.Error("New took anchors beyond the total")
	}
}

func TestNoAnchorsNoHits(t *testing.T) {
	check(t, nil, "some text", 0, 4)
	check(t, list("key="), "", 0, 4)
	s := mustNew(t, list("key="), Options{})
	var c Cursor
	if n := s.Scan("key=", &c, nil); n != 0 || c.Done() != 0 {
		t.Errorf("Scan without room: %d hits, Done %d", n, c.Done())
	}
}
