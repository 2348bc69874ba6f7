package budget

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// escaped is the measure of a JSON text inside a JSON string, as far as the
// tests' texts go.
func escaped(b []byte) int {
	return len(b) + strings.Count(string(b), `"`) + strings.Count(string(b), `\`)
}

// A shape is a list to be filled, as data.
type shape struct {
	items     []string
	limit     int
	keepFirst bool
	member    string // what tells of those left out, before the number
}

func (s shape) list(name string) List {
	l := List{
		N: len(s.items), Limit: s.limit, KeepFirst: s.keepFirst,
		Open: `,"` + name + `":[`, Separator: ",", Close: "]",
		Item: func(dst []byte, i, max int) []byte { return append(dst, s.items[i]...) },
	}
	if s.member != "" {
		l.Omitted = func(dst []byte, n int) []byte { return strconv.AppendInt(append(dst, s.member...), int64(n), 10) }
	}
	return l
}

// encode returns the list with its first k items.
func (s shape) encode(name string, k int) string {
	out := ""
	if k > 0 {
		out = `,"` + name + `":[` + strings.Join(s.items[:k], ",") + "]"
	}
	if k < len(s.items) && s.member != "" {
		out += s.member + strconv.Itoa(len(s.items)-k)
	}
	return out
}

// largest returns by trying each the most items that fit in room.
func (s shape) largest(name string, room int, m Measure) (best int, fits bool) {
	allowed := 0
	for allowed < len(s.items) && (s.limit == 0 || m([]byte(strings.Join(s.items[:allowed+1], ","))) <= s.limit || s.keepFirst && allowed == 0) {
		allowed++
	}
	for k := range allowed + 1 {
		if m([]byte(s.encode(name, k))) <= room {
			best, fits = k, true
		}
	}
	return best, fits
}

func randomShape(r *rand.Rand) shape {
	var s shape
	size := 1 + r.IntN(40)
	for range r.IntN(14) {
		s.items = append(s.items, strings.Repeat([]string{"x", `"`}[r.IntN(2)], 1+r.IntN(size)))
	}
	if r.IntN(2) == 0 {
		s.limit = 1 + r.IntN(150)
	}
	s.keepFirst = r.IntN(2) == 0
	s.member = []string{"", ",n:", `,"a rather long member that tells of those left out":`}[r.IntN(3)]
	return s
}

func TestTheMostItemsThatFitAreKept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		s := randomShape(r)
		for _, m := range []Measure{func(b []byte) int { return len(b) }, escaped} {
			last := 0
			for total := range 400 {
				a := Start([]byte("before"), total, m)
				kept := a.List(s.list("list"))
				want, fits := s.largest("list", total, m)
				wantText := "before"
				if fits {
					wantText += s.encode("list", want)
				}
				if kept != want || string(a.Bytes()) != wantText {
					t.Fatalf("%+v in %d: %d kept, %s, want %d, %s", s, total, kept, a.Bytes(), want, wantText)
				}
				if cost := m(a.Bytes()[len("before"):]); cost != a.Spent() || cost > total {
					t.Fatalf("%+v in %d: charged %d for %d", s, total, a.Spent(), cost)
				}
				if kept < last {
					t.Fatalf("%+v in %d: %d kept, less than with less room", s, total, kept)
				}
				last = kept
			}
		}
	}
}

// What the object holds of two lists is never less with a larger total, and
// the list of lower priority waits for the one before it.
func TestALargerTotalNeverKeepsLess(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s, u := randomShape(r), randomShape(r)
		held := len(u.encode("u", 0))
		lastS, lastU := 0, 0
		for total := range 600 {
			a := Start(nil, total, nil)
			a.Reserve(held)
			keptS := a.List(s.list("s"))
			a.Reserve(0)
			keptU := a.List(u.list("u"))
			if keptS < lastS || keptU < lastU {
				t.Fatalf("%+v, %+v in %d: %d and %d kept, after %d and %d", s, u, total, keptS, keptU, lastS, lastU)
			}
			if unlimited, _ := s.largest("s", 1<<30, func(b []byte) int { return len(b) }); keptU > 0 && keptS < unlimited {
				t.Fatalf("%+v, %+v in %d: kept %d of the second while the first keeps %d of %d", s, u, total, keptU, keptS, unlimited)
			}
			lastS, lastU = keptS, keptU
		}
	}
}

func TestItemsSmallerThanTellingOfThem(t *testing.T) {
	// The number alone takes 12 bytes, all three take 15 and two take 25.
	s := shape{items: []string{"1", "2", "3"}, member: `,"omitted":`}
	for total, want := range map[int]int{11: 0, 12: 0, 14: 0, 15: 3, 16: 3} {
		a := Start(nil, total, nil)
		if got := a.List(s.list("list")); got != want {
			t.Errorf("in %d: %d kept, want %d: %s", total, got, want, a.Bytes())
		}
	}
}

func TestItemsAreEncodedOnce(t *testing.T) {
	calls := 0
	a := Start(nil, 1000, nil)
	kept := a.List(List{
		N: 100000, Separator: ",",
		Item: func(dst []byte, i, max int) []byte {
			calls++
			return append(dst, "an item of twenty-four b"...)
		},
		Omitted: func(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) },
	})
	// One more fits as long as the number is not told, one more does not.
	if kept != 39 || calls != kept+2 {
		t.Errorf("%d calls to keep %d", calls, kept)
	}
}

func TestItemsAreToldTheirRoom(t *testing.T) {
	var told []int
	a := Start(nil, 100, nil)
	item := func(dst []byte, i, max int) []byte {
		told = append(told, max)
		return append(dst, "0123456789"...)
	}
	a.List(List{N: 3, Limit: 25, KeepFirst: true, Open: "[", Separator: ",", Close: "]", Item: item})
	if got := fmt.Sprint(told); got != "[98 14 3]" {
		t.Errorf("told %s", got)
	}
}

func TestARequiredPartIsAppendedWholeOrNotAtAll(t *testing.T) {
	a := Start([]byte("x"), 5, nil)
	a.Reserve(2)
	add := func(s string) bool {
		return a.Append(func(dst []byte, max int) []byte { return append(dst, s...) })
	}
	if add("1234") || string(a.Bytes()) != "x" || a.Spent() != 0 {
		t.Errorf("appended into what is held back: %s", a.Bytes())
	}
	if !add("123") || add("4") {
		t.Errorf("%s", a.Bytes())
	}
	a.Reserve(0)
	if !add("45") || add("6") || string(a.Bytes()) != "x12345" || a.Spent() != 5 {
		t.Errorf("%s", a.Bytes())
	}
}

func TestACallbackThatTakesAwayIsIgnored(t *testing.T) {
	a := Start([]byte("keep"), 50, nil)
	if a.Append(func(dst []byte, max int) []byte { return nil }) {
		t.Error("Append took it")
	}
	if n := a.List(List{N: 1, Item: func(dst []byte, i, max int) []byte { return dst[:1] }}); n != 0 {
		t.Error("List took it")
	}
	if string(a.Bytes()) != "keep" {
		t.Errorf("%s", a.Bytes())
	}
}

func TestNothingAllocates(t *testing.T) {
	dst := make([]byte, 0, 32<<10)
	if got := testing.AllocsPerRun(50, func() { dst = fillThousand(dst[:0]) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

// fillThousand puts of 1,000 issues what fits into 16 KiB.
func fillThousand(dst []byte) []byte {
	a := Start(dst, 16<<10, nil)
	a.Reserve(1)
	a.Append(func(dst []byte, _ int) []byte { return append(dst, `{"code":"invalid"`...) })
	a.List(List{
		N: 1000, Open: `,"issues":[`, Separator: ",", Close: "]",
		Item: func(dst []byte, i, _ int) []byte {
			dst = append(dst, `{"path":"fixes[`...)
			dst = strconv.AppendInt(dst, int64(i), 10)
			return append(dst, `].issue","message":"Expected 32 lowercase hex characters."}`...)
		},
		Omitted: func(dst []byte, n int) []byte {
			return strconv.AppendInt(append(dst, `,"omittedIssues":`...), int64(n), 10)
		},
	})
	a.Reserve(0)
	a.Append(func(dst []byte, _ int) []byte { return append(dst, '}') })
	return a.Bytes()
}

func BenchmarkThousandIssues(b *testing.B) {
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = fillThousand(dst[:0])
	}
}

func ExampleAllocator() {
	warnings := []string{"unused variable x", "unused variable y", "shadowed variable err", "unreachable code"}
	a := Start(nil, 80, nil)
	a.Reserve(len(`}`))
	a.Append(func(dst []byte, max int) []byte { return append(dst, `{"ok":false`...) })
	a.List(List{
		N: len(warnings), Open: `,"warnings":[`, Separator: ",", Close: "]",
		Item: func(dst []byte, i, max int) []byte { return strconv.AppendQuote(dst, warnings[i]) },
		Omitted: func(dst []byte, n int) []byte {
			return strconv.AppendInt(append(dst, `,"more":`...), int64(n), 10)
		},
	})
	a.Reserve(0)
	a.Append(func(dst []byte, max int) []byte { return append(dst, '}') })
	fmt.Printf("%s\n%d bytes\n", a.Bytes(), a.Spent())
	// Output:
	// {"ok":false,"warnings":["unused variable x","unused variable y"],"more":2}
	// 74 bytes
}
