package scan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
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
	{"filter with masks", Options{masked: minMasked}},
	{"filter with masks and a tiny budget", Options{masked: minMasked, budget: 1}},
	{"filter without masks", Options{masked: math.MaxInt}},
	{"filter with masks without a budget", Options{masked: minMasked, budget: 1 << 30}},
	{"filter without a budget", Options{masked: math.MaxInt, budget: 1 << 30}},
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

// filler is added to small sets, which would have no filter without it.
var filler = func() (as []Anchor) {
	for i := range minFiltered {
		as = append(as, Anchor{Text: fmt.Sprintf("\x01\x02%d\x03", i), Exact: true})
	}
	return as
}()

func withoutFiller(hits []Hit, anchors []Anchor) []Hit {
	return slices.DeleteFunc(hits, func(h Hit) bool { return int(h.ID) >= len(anchors) })
}

// scanners returns one of each engine.
func scanners(t testing.TB, anchors []Anchor) map[string]*Scanner {
	t.Helper()
	padded := slices.Concat(anchors, filler)
	all := make(map[string]*Scanner)
	for _, e := range engines {
		s := mustNew(t, padded, e.opts)
		short := slices.ContainsFunc(anchors, func(a Anchor) bool { return len(a.Text) == 1 })
		if got, want := s.filter != nil, !short && !e.opts.NoFilter; got != want {
			t.Fatalf("%s: filter %t, want %t", e.name, got, want)
		}
		all[e.name] = s
	}
	return all
}

// check compares all scanners with the reference.
func check(t testing.TB, all map[string]*Scanner, anchors []Anchor, text string, from, room int) {
	t.Helper()
	want := naive(anchors, text, from)
	for name, s := range all {
		got, _ := collect(t, s, text, At(from), room)
		got = withoutFiller(got, anchors)
		if !slices.Equal(want, got) {
			t.Fatalf("%s, from %d, room %d, text %q:\n%s", name, from, room, text, cmp.Diff(want, got))
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
			all := scanners(t, tt.anchors)
			for _, text := range tt.texts {
				for off := range 70 {
					padded := strings.Repeat("-", off) + text
					check(t, all, tt.anchors, padded, 0, 16)
					check(t, all, tt.anchors, padded+strings.Repeat("-", 70-off), 0, 64)
				}
			}
		})
	}
}

// Texts that end within anchors, where a window reaches past the end.
func TestAnOccurrenceIsWithinTheText(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			all := scanners(t, tt.anchors)
			for _, text := range tt.texts {
				for end := range len(text) {
					check(t, all, tt.anchors, text[:end], 0, 16)
				}
			}
		})
	}
}

func TestHitsResumeWhateverTheRoom(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			all := scanners(t, tt.anchors)
			text := strings.Repeat(strings.Join(tt.texts, ""), 3)
			for room := 1; room <= 9; room++ {
				check(t, all, tt.anchors, text, 0, room)
				check(t, all, tt.anchors, "-"+text, 1, room)
			}
		})
	}
}

func TestAtReportsOnlyWhatStartsThere(t *testing.T) {
	for _, tt := range tables {
		t.Run(tt.fact, func(t *testing.T) {
			all := scanners(t, tt.anchors)
			text := strings.Join(tt.texts, " ")
			for from := range len(text) + 2 {
				check(t, all, tt.anchors, text, from, 5)
			}
		})
	}
	s := mustNew(t, list("key="), Options{})
	if got, _ := collect(t, s, "key=", At(-3), 4); len(got) != 1 {
		t.Errorf("At a negative offset: %d hits, want 1", len(got))
	}
}

func TestATextMayGrow(t *testing.T) {
	for _, tt := range tables {
		for name, s := range scanners(t, tt.anchors) {
			t.Run(name+"/"+tt.fact, func(t *testing.T) {
				text := strings.Repeat(strings.Join(tt.texts, ""), 2)
				want := naive(tt.anchors, text, 0)
				for _, step := range []int{1, 2, 7, 64} {
					got := grow(t, s, tt.anchors, text, step)
					if !slices.Equal(want, got) {
						t.Fatalf("step %d: %s", step, cmp.Diff(want, got))
					}
				}
			})
		}
	}
}

// grow scans text as it grows by step, as Longest tells, and returns the hits in order.
func grow(t *testing.T, s *Scanner, anchors []Anchor, text string, step int) []Hit {
	var got []Hit
	for end := 0; end < len(text); {
		old := end
		end = min(end+step, len(text))
		hits, _ := collect(t, s, text[:end], At(old-s.Longest()+1), 8)
		for _, h := range hits {
			if h.Start+len(anchors[h.ID].Text) > old {
				got = append(got, h)
			}
		}
	}
	sortHits(got, anchors)
	return got
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

// What the sizes of blocks, lanes, stretches and steps might lose lies at their
// edges, and where a lane has more marks than it keeps.
func TestNothingIsLostAtEdges(t *testing.T) {
	anchors := list("needle", "need", "dle=", "e=", "=NEEDLE", strings.Repeat("n", MaxAnchor))
	all := scanners(t, anchors)
	for _, edge := range []int{24, 32, minLanes, maxBlock / lanes, maxBlock, minStretch, minStretch + maxBlock, 3 * minStretch} {
		for off := edge - 12; off < edge+4; off++ {
			text := strings.Repeat(".", off) + "needle=" + strings.Repeat(".", 20) + "NEEDLE="
			check(t, all, anchors, text, 0, 3)
			// The same, where the filter has given up before.
			busy := strings.Repeat("e=", off/2)
			check(t, all, anchors, busy+text[len(busy):], 0, 64)
		}
	}
	for _, dense := range [][]Anchor{list("a", "aa", "aaa"), list("aa", "aaa"), list("aa", "aa", "=aa", "AA")} {
		all := scanners(t, dense)
		for _, n := range []int{ringSize - 1, ringSize, ringSize + 1, 2*minLanes + 5, 5000} {
			for _, room := range []int{1, 3, 64, 20_000} {
				check(t, all, dense, strings.Repeat("a", min(n, 500*room)), 0, room)
			}
		}
	}
}

func TestSetsOfMany(t *testing.T) {
	for _, n := range []int{290, 600, 1300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			anchors := manyAnchors(n)
			all := scanners(t, anchors)
			rnd := rand.New(rand.NewPCG(1, uint64(n)))
			for _, near := range []int{2, 10, 100} {
				check(t, all, anchors, nearText(rnd, anchors, 10_000, near), 0, 48)
			}
		})
	}
}

func TestGoroutinesShareAScanner(t *testing.T) {
	anchors := manyAnchors(290)
	text := nearText(rand.New(rand.NewPCG(3, 3)), anchors, 6_000, 3)
	want := naive(anchors, text, 0)
	for name, s := range scanners(t, anchors) {
		t.Run(name, func(t *testing.T) {
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					var got []Hit
					var c Cursor
					buf := make([]Hit, 32)
					for n := s.Scan(text, &c, buf); n > 0; n = s.Scan(text, &c, buf) {
						got = append(got, buf[:n]...)
					}
					if !slices.Equal(want, got) {
						t.Error(cmp.Diff(want, got))
					}
				})
			}
			wg.Wait()
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
	for _, anchors := range [][]Anchor{nil, list("key=")} {
		s := mustNew(t, anchors, Options{})
		for _, text := range []string{"", "some text"} {
			if got, _ := collect(t, s, text, Cursor{}, 4); len(got) != 0 {
				t.Errorf("%d hits in %q", len(got), text)
			}
		}
	}
	s := mustNew(t, list("key="), Options{})
	var c Cursor
	if n := s.Scan("key=", &c, nil); n != 0 || c.Done() != 0 {
		t.Errorf("Scan without room: %d hits, Done %d", n, c.Done())
	}
}

// An exact anchor is compared to its end, wherever in it a text differs in case.
func TestExactAnchorsDifferAnywhere(t *testing.T) {
	anchors := []Anchor{{Text: "Abcdefghijklmnopqrst", Exact: true}}
	for i := range 12 {
		anchors = append(anchors, Anchor{Text: string(rune('a'+i)) + "zzzz"})
	}
	for _, o := range []Options{{}, {NoFilter: true}} {
		s := mustNew(t, anchors, o)
		for i := range anchors[0].Text {
			b := []byte(anchors[0].Text)
			b[i] ^= 0x20
			for _, tail := range []string{"", " and more than eight bytes"} {
				if n := scanAll(s, string(b)+tail); n != 0 {
					t.Errorf("%+v: %q is found", o, b)
				}
				if n := scanAll(s, anchors[0].Text+tail); n != 1 {
					t.Errorf("%+v: found %d times", o, n)
				}
			}
		}
	}
}
