package scan

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// families are texts meant to cost much: near misses, hits, and both in turn.
var families = []struct{ name, unit string }{
	{"near token", "sk_"},
	{"near keys", "secre toke passwor "},
	{"near block", "-----BEGI"},
	{"near any key", "_password-_password-"},
	{"key hits", "password="},
	{"URL hits", "a://b "},
	{"JWT hits", "eyJeyJ"},
	{"hits in hits", "client_secret=access_key=x-api-key="},
	{"quotes", "\\\"secret\\\":\\\"\\\\\\\""},
	{"escapes", "%25253a%2f%2f"},
	{"one token", "a"},
	{"prose and hits", "the quick brown fox said token= and went on for a while until secret: came up "},
}

func TestWorkGrowsWithTheText(t *testing.T) {
	sets := map[string][]Anchor{"keys": manyAnchors(600), "one bucket": crowd(1300)}
	for set, anchors := range sets {
		for _, e := range engines[:6] {
			s := mustNew(t, anchors, e.opts)
			for _, f := range families {
				t.Run(set+"/"+e.name+"/"+f.name, func(t *testing.T) {
					var perByte [2]float64
					for i, size := range []int{8 << 10, 1 << 20} {
						text := strings.Repeat(f.unit, size/len(f.unit))
						n, work := steps(s, text)
						perByte[i] = float64(work) / float64(len(text))
						// A byte costs a step of the automaton, half as much again for the
						// lanes, what the filter tried, and what a full hits slice threw away.
						if limit := 4*len(text) + 4*n; work > limit {
							t.Errorf("%d steps for %d bytes and %d hits, want at most %d", work, len(text), n, limit)
						}
					}
					if perByte[1] > 1.25*perByte[0] {
						t.Errorf("%.2f steps a byte for 1 MiB, %.2f for 8 KiB", perByte[1], perByte[0])
					}
				})
			}
		}
	}
}

// crowd returns n anchors whose windows share their neighbourhood.
func crowd(n int) []Anchor {
	var as []Anchor
	for i := range n {
		as = append(as, Anchor{Text: fmt.Sprintf("%d_password=", i)})
	}
	return as
}

func steps(s *Scanner, text string) (hits, work int) {
	var c Cursor
	buf := make([]Hit, 64)
	for n := s.Scan(text, &c, buf); n > 0; n = s.Scan(text, &c, buf) {
		hits += n
	}
	return hits, c.work
}

func TestScanDoesNotAllocate(t *testing.T) {
	anchors := manyAnchors(290)
	text := nearText(rand.New(rand.NewPCG(5, 5)), anchors, 20_000, 4)
	for name, s := range scanners(t, anchors) {
		scanAll(s, text) // builds the automaton where the text needs it
		if n := testing.AllocsPerRun(10, func() { scanAll(s, text) }); n != 0 {
			t.Errorf("%s: %.0f allocations", name, n)
		}
	}
}

func TestCleanTextNeedsNoAutomaton(t *testing.T) {
	s := mustNew(t, manyAnchors(600), Options{})
	for _, text := range append(cleanErrors(1, 100), cleanLogs(2, 200_000)) {
		scanAll(s, text)
	}
	if s.auto.Load() != nil {
		t.Error("clean text made the filter give up")
	}
}

func TestTheFilterIsLeftOutWhereItWouldNotPay(t *testing.T) {
	common := manyAnchors(40)
	for _, pair := range []string{"e ", "th", "on", "in", "er", "at", ": ", "s ", "t ", "re", "an", "es", "d ", "en", "or", "st", "to", " a", " t", " i", "co", "le", "it", "is"} {
		common = append(common, Anchor{Text: pair})
	}
	tests := []struct {
		fact    string
		anchors []Anchor
		want    bool
	}{
		{"few anchors", manyAnchors(minFiltered - 1), false},
		{"enough anchors", manyAnchors(minFiltered), true},
		{"an anchor of one byte", append(manyAnchors(40), Anchor{Text: "\x00"}), false},
		{"an anchor of two bytes", append(manyAnchors(40), Anchor{Text: "q="}), true},
		{"anchors that plain text is full of", common, false},
	}
	for _, tt := range tests {
		if got := mustNew(t, tt.anchors, Options{}).filter != nil; got != tt.want {
			t.Errorf("%s: filter %t, want %t", tt.fact, got, tt.want)
		}
	}
}

func TestWindowsAreOneOfEachParity(t *testing.T) {
	anchors := append(manyAnchors(600), list("ab", "abc", "abcd", "=AB", "x")...)
	windows := ChooseWindows(anchors, []byte(cleanLogs(4, 50_000)))
	if len(windows) != 2*len(anchors) {
		t.Fatalf("%d offsets for %d anchors", len(windows), len(anchors))
	}
	for i, a := range anchors {
		for parity := range 2 {
			got := valid(len(a.Text), parity, int(int8(windows[2*i+parity])))
			if want := len(a.Text) > 1; got != want {
				t.Errorf("anchor %q, parity %d: offset %d", a.Text, parity, windows[2*i+parity])
			}
		}
	}
	if again := ChooseWindows(anchors, []byte(cleanLogs(4, 50_000))); !bytes.Equal(windows, again) {
		t.Error("the choice is not the same twice")
	}
}

func TestStoredWindowsOfAnySortGiveTheSameHits(t *testing.T) {
	anchors := append(manyAnchors(290), list("ab", "abc", "=AB", "q=")...)
	chosen := ChooseWindows(anchors, []byte(sample))
	random := slices.Clone(chosen)
	rnd := rand.New(rand.NewPCG(8, 8))
	for range len(random) / 8 {
		random[rnd.IntN(len(random))] = uint8(rnd.IntN(12) - 2)
	}
	text := nearText(rnd, anchors, 10_000, 5)
	want := naive(anchors, text, 0)
	for name, windows := range map[string][]uint8{
		"chosen": chosen, "too few": chosen[:101], "random": random, "too many": append(slices.Clone(chosen), 1, 2, 3),
		"all zero": make([]uint8, len(chosen)), "all 255": bytes.Repeat([]byte{255}, len(chosen)),
	} {
		s := mustNew(t, anchors, Options{Windows: windows, budget: 1 << 30})
		if s.filter == nil {
			t.Fatalf("%s: no filter", name)
		}
		if got, _ := collect(t, s, text, Cursor{}, 64); !slices.Equal(want, got) {
			t.Errorf("%s windows: %d hits, want %d", name, len(got), len(want))
		}
	}
}

func TestStoredWindowsAreUsed(t *testing.T) {
	anchors := manyAnchors(290)
	training := cleanLogs(6, 100_000)
	plain := mustNew(t, anchors, Options{}).filter.alarms(training)
	trained := mustNew(t, anchors, Options{Windows: ChooseWindows(anchors, []byte(training))}).filter.alarms(training)
	if trained >= plain {
		t.Errorf("%d alarms with windows chosen on the text, %d without", trained, plain)
	}
}

// TestMasksAreThoseOfTheFilter compares the masks, as this machine makes them and as Go does, with where next stops.
func TestMasksAreThoseOfTheFilter(t *testing.T) {
	f := mustNew(t, manyAnchors(600), Options{}).filter
	rnd := rand.New(rand.NewPCG(9, 9))
	text := nearText(rnd, manyAnchors(600), 3000, 4)
	for i := range 300 {
		text := text[rnd.IntN(1000) : len(text)-rnd.IntN(1000)]
		from := rnd.IntN(len(text)/2) &^ 1
		end := max(min(len(text)-1, from+2+rnd.IntN(2*maskSteps*maskBatch-1))&^1, minMasked-2)
		if i%2 == 0 { // with nothing behind that is not read
			text = strings.Clone(text[:end+1])
		}
		var masks, portable [maskBatch]uint64
		n := f.alarmMasks(&masks, text, from, end)
		start := min(from, end-2*maskSteps)
		portableMasks(f.table, text[start:end+1], (end-start)/2, portable[:])
		portable[n-1] >>= uint(2*maskSteps*n-(end-from)) / 2 % maskSteps
		if masks != portable {
			t.Fatalf("%x, want %x", masks, portable)
		}
		for at := from; at < end; at += 2 {
			k := (at - from) / 2
			if got, want := masks[k/maskSteps]>>(k%maskSteps)&1 != 0, f.next(text, at) == at; got != want {
				t.Fatalf("step %d of %d: %t, want %t", k, (end-from)/2, got, want)
			}
		}
	}
}
