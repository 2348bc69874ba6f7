package engine

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/race"
)

// atomsIn returns where mask stands in text.
func atomsIn(text, mask string) []atom {
	var atoms []atom
	for at := 0; ; {
		i := strings.Index(text[at:], mask)
		if i < 0 {
			return atoms
		}
		atoms = append(atoms, atom{at + i, at + i + len(mask)})
		at += i + len(mask)
	}
}

const mask = "(redacted)"

func TestCutPoint(t *testing.T) {
	// The bar is where the text is cut for max, given as the bytes of room
	// before the ellipsis.
	groups := map[string][]struct {
		text string // | is the cut
		room int
	}{
		"anywhere without blanks": {
			{"abcdef|ghij", 6}, {"|abcd", 0}, {"a|bcde", 1},
		},
		"between characters": {
			{"|éabc", 1}, {"é|éabcd", 3}, {"日|本語", 5}, {"a|😀bcd", 4},
		},
		"encoded bytes count": {
			{`a"|"bcd`, 4}, {"a\n|bcde", 3}, {"\x00|\x00\x00", 11}, {"\u2028|\u2028ab", 9},
			{"\xff\xff|\xff\xff", 7},
		},
		"never in a mask": {
			{"|(redacted)abcdef", 9}, {"(redacted)|abcdef", 10}, {"k=|(redacted)abcdef", 11}, {"k=(redacted)|(redacted)abc", 21},
		},
		"never in a grapheme cluster": {
			{"a|e\u0301bcde", 2}, {"|👩‍👩‍👧abcde", 17}, {"👩‍👩‍👧|abcde", 18}, {"🇩🇪|🇫🇷ab", 12}, {"ab|\r\ncdef", 4},
			{"|\r\ncdef", 2}, {"a|b\u200dcde", 3}, {"(redacte|d\u0301)abc", 9},
		},
		"never in an escape sequence": {
			{`abc|\ndefghij`, 4}, {`abc\n|defghij`, 5 + 1}, {`abc|\\defghij`, 5}, {`ab|\"cdefghi`, 4}, {`ab|\x1bcdefg`, 6},
			{`ab|\u00e9cdefg`, 8}, {`ab|\ud83d\ude00cdefg`, 9}, {`ab|\ud83d\ude00cdefg`, 15}, {`ab\ud83d\ude00|cdefg`, 16},
			{`ab|\u{1F600}cdef`, 8}, {`ab|\U0001F600cdef`, 8}, {`ab|\033cdefg`, 5}, {`ab|\\\"cdefghij`, 8}, {`ab\\\"|cdefghij`, 10},
			{"ab|\\écdefgh", 5}, {`C:|\temp\file`, 4}, {`ab|\\ud83d\\ude00cd`, 13},
		},
		"never in a percent-escape": {
			{"ab|%2Fcdefg", 3}, {"ab|%2Fcdefg", 4}, {"ab%2F|cdefg", 5}, {"ab|%252Fcdefg", 6}, {"ab|%25252Fcdefg", 8},
			{"ab|%E2%82%ACcd", 5}, {"ab|%E2%82%ACcd", 8}, {"ab%E2%82%AC|cdef", 11}, {"ab%E2|%2Fcdef", 7}, {"100%|zabc", 4},
		},
		"never in a character reference": {
			{"ab|&amp;cdef", 4}, {"ab|&#x27;cdef", 6}, {"ab&amp;|cdef", 7}, {"?a=b&c|=defgh", 6},
		},
		"never in a terminal's control sequence": {
			{"ab|\x1b[1;31mcdef", 10}, {"ab\x1b[0m|cdefgh", 11},
		},
		"at a line's end that keeps half": {
			{"0123456789|\nabcdefghijk", 19}, {"0123|\n56789\nabcdefghijk", 8}, {"012|\r\n56789abcdef", 6}, {"012| \t\n\n789abcdef", 6},
			{"0123456789|\nabcdef ghi jkl", 20},
		},
		"at no line's end that keeps less": {
			{"0123\n56789abcdef|ghijk", 17}, {"\n0123456789|abcdef", 12},
		},
		"at a word's end that keeps four fifths": {
			{"01234567| 9abcdef", 10}, {"01234567|  abcdefg", 10}, {"0123456789| abcdef", 10}, {"01234567|\tabcdefg", 10},
			{"(redacted)| abcdefghij", 12}, {"01234567| %2Fabcdefg", 10},
		},
		"at no word's end that keeps less": {
			{"0123456 89|abcdefgh", 10}, {" 0123456789|abcdef", 11},
		},
	}
	for name, rows := range groups {
		t.Run(name, func(t *testing.T) {
			for _, row := range rows {
				want := strings.Index(row.text, "|")
				text := strings.Replace(row.text, "|", "", 1)
				keep, cut := cutPoint(text, atomsIn(text, mask), row.room+3)
				if !cut || keep != want {
					t.Errorf("%q with room for %d: cut %v at %d, want %d", row.text, row.room, cut, keep, want)
				}
			}
		})
	}
}

func TestCutKeepsWhatFits(t *testing.T) {
	for _, text := range []string{"", "abc", "é\n\"", "\xff", mask, "a\u2028b"} {
		size := jsontext.Size(jsontext.AppendValid(nil, text))
		for max := size; max < size+5; max++ {
			want := string(jsontext.AppendValid(nil, text))
			if max < 3 {
				want = ""
			}
			if got := string(appendCut(nil, text, nil, max)); got != want {
				t.Errorf("%q in %d: %q", text, max, got)
			}
		}
	}
}

func TestCutUnderAnEllipsisGivesNothing(t *testing.T) {
	for max := -1; max < 3; max++ {
		for _, text := range []string{"", "a", "long text"} {
			if got := appendCut([]byte("x"), text, nil, max); string(got) != "x" {
				t.Errorf("%q in %d: %q", text, max, got)
			}
		}
	}
}

// escapes are what the hand-written recognisers stand for. Each is matched at
// every place, since one can begin inside another.
var escapes = []*regexp.Regexp{
	regexp.MustCompile(`^\\+(?s:u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{0,4}|x[0-9A-Fa-f]{0,2}|U[0-9A-Fa-f]{0,8}|[0-7]{1,3}|.)?`),
	regexp.MustCompile(`^\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}`),
	regexp.MustCompile(`^\\\\u[dD][89abAB][0-9A-Fa-f]{2}\\\\u[dD][c-fC-F][0-9A-Fa-f]{2}`),
	regexp.MustCompile(`^%(25)*[0-9A-Fa-f]{2}`),
	regexp.MustCompile(`^%[cdCD][0-9A-Fa-f]%[89abAB][0-9A-Fa-f]`),
	regexp.MustCompile(`^%[eE][0-9A-Fa-f](%[89abAB][0-9A-Fa-f]){1,2}`),
	regexp.MustCompile(`^%[fF][0-4](%[89abAB][0-9A-Fa-f]){1,3}`),
	regexp.MustCompile(`^&#?[0-9A-Za-z]{1,31};`),
	regexp.MustCompile(`^\x1b\[[ -?]{0,29}[@-~]`),
}

// legalPoints marks where text may be cut, by looking at all of it.
func legalPoints(text string, atoms []atom) []bool {
	legal := make([]bool, len(text)+1)
	legal[0] = true
	mended := []byte(text)
	mendIllFormed(mended)
	for it := graphemes.FromBytes(mended); it.Next(); {
		legal[it.End()] = true
	}
	forbid := func(start, end int) {
		for i := start + 1; i < end; i++ {
			legal[i] = false
		}
	}
	for _, a := range atoms {
		forbid(a.start, a.end)
	}
	for i := range text {
		for n, re := range escapes {
			if n < 3 && i > 0 && text[i-1] == '\\' {
				continue // not the run's start
			}
			if m := re.FindStringIndex(text[i:]); m != nil {
				forbid(i, i+m[1])
			}
		}
	}
	return legal
}

// appendCut appends what of text cutPoint keeps, as valid UTF-8, and the
// ellipsis where something is left out.
func appendCut(dst []byte, text string, atoms []atom, max int) []byte {
	keep, cut := cutPoint(text, atoms, max)
	dst = jsontext.AppendValid(dst, text[:keep])
	if cut && max >= len(ellipsis) {
		dst = append(dst, ellipsis...)
	}
	return dst
}

// naiveCut is cutPoint by its definition.
func naiveCut(text string, atoms []atom, max int) (int, bool) {
	size := func(p int) int { return jsontext.Size(jsontext.AppendValid(nil, text[:p])) }
	if max < 3 {
		return 0, text != ""
	}
	if size(len(text)) <= max {
		return len(text), false
	}
	legal := legalPoints(text, atoms)
	last := 0
	for p := range legal {
		if legal[p] && size(p) <= max-3 {
			last = p
		}
	}
	lineEnd := func(p int) bool {
		rest := strings.TrimLeft(text[p:], " \t\r\n")
		return strings.Contains(text[p:min(len(text)-len(rest), last+1)], "\n")
	}
	wordEnd := func(p int) bool { return strings.ContainsAny(text[p:p+1], " \t\r\n") }
	for p := last; p > 0; p-- {
		if legal[p] && lineEnd(p) && !strings.ContainsAny(text[p-1:p], " \t\r\n") && 2*size(p) >= max-3 {
			return p, true
		}
	}
	for p := last; p > 0; p-- {
		if legal[p] && wordEnd(p) && !strings.ContainsAny(text[p-1:p], " \t\r\n") && 5*size(p) >= 4*(max-3) {
			return p, true
		}
	}
	return last, true
}

var cutPieces = []string{
	"a", "bc", "word", " ", "  ", "\n", "\r\n", "\t", mask, mask, `\`, `\\`, `\"`, `\n`, `\u00e9`, `\ud83d\ude00`, `\\ud83d\\ude00`, `\x1b`, `\u{1f600}`,
	"%", "%2F", "%252F", "%25", "25", "%E2%82%AC", "%C3", "%A9", "&", "&amp;", "&#39;", ";", "\x1b[31m", "\x1b[", "é", "e\u0301", "\u0301", "\u200d", "👩‍👩‍👧",
	"🇩🇪", "🇫", "日本", "\xff", "\xe2\x82", "\u2028", "\x00", "0", "7f", "ক্ষ", "각", "\u0600", "{", "}",
}

func randomCutText(r *rand.Rand, parts int) string {
	var b strings.Builder
	for range 1 + r.IntN(parts) {
		b.WriteString(cutPieces[r.IntN(len(cutPieces))])
	}
	return b.String()
}

// checkCut holds one cut to its definition and to what is promised of it.
func checkCut(t testing.TB, text string, max int) {
	t.Helper()
	atoms := atomsIn(text, mask)
	keep, cut := cutPoint(text, atoms, max)
	if wantKeep, wantCut := naiveCut(text, atoms, max); keep != wantKeep || cut != wantCut {
		t.Errorf("cutPoint(%q, %d) = %d, %v, want %d, %v", text, max, keep, cut, wantKeep, wantCut)
	}
	out := appendCut(nil, text, atoms, max)
	if !utf8.Valid(out) || jsontext.Size(out) > max && len(out) > 0 {
		t.Errorf("%q in %d takes %d: %q", text, max, jsontext.Size(out), out)
	}
	if again := appendCut(nil, string(out), atomsIn(string(out), mask), max); string(again) != string(out) {
		t.Errorf("%q in %d: %q, again %q", text, max, out, again)
	}
}

func TestCutIsTheBestThereIs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		text := randomCutText(r, 16)
		for max := -1; max < jsontext.Size(text)+4; max++ {
			checkCut(t, text, max)
		}
	}
}

// What follows the cut by more than a sequence's length changes nothing.
func TestCutLooksOnlyAroundIt(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		text := randomCutText(r, 16)
		beyond := text + strings.Repeat("x", escapeWindow)
		max := 3 + r.IntN(len(text)+1)
		keep, _ := cutPoint(beyond, atomsIn(text, mask), max)
		longer := beyond + randomCutText(r, 16)
		if got, _ := cutPoint(longer, atomsIn(longer, mask), max); got != keep {
			t.Errorf("%q in %d is cut at %d, but at %d in %q", beyond, max, keep, got, longer)
		}
	}
}

func TestCutOfWhatNeverEnds(t *testing.T) {
	// Sequences longer than is looked at are still cut where no character,
	// pair of backslashes or mask breaks, and leave something.
	for name, piece := range map[string]string{
		"combining marks": "\u0301", "backslashes": `\`, "percent of percent": "25", "zero width joiners": "\u200d",
		"flags": "🇩🇪", "blanks": " ", "line ends": "\n", "letters of an entity": "a", "ill-formed bytes": "\xf0\x9f",
	} {
		for _, head := range []string{"a", `\`, "%", "&"} {
			text := head + strings.Repeat(piece, 4000)
			for max := 2000; max < 2050; max++ {
				out := string(appendCut(nil, text, nil, max))
				if !utf8.ValidString(out) || jsontext.Size(out) > max || len(out) < 3 {
					t.Fatalf("%s: %d bytes of %d", name, jsontext.Size(out), max)
				}
				if kept := strings.TrimRight(strings.TrimSuffix(out, "…"), " \n"); piece == `\` && len(kept)%2 != 0 && head == `\` {
					t.Errorf("%s: half a pair left of %d", name, max)
				}
			}
		}
	}
}

func TestCutAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	dst := make([]byte, 0, 4096)
	for name, text := range map[string]string{
		"words":     strings.Repeat("some words ", 100),
		"escapes":   strings.Repeat(`\u00e9%2F&amp;`, 100),
		"graphemes": strings.Repeat("👩‍👩‍👧日本e\u0301", 100),
		"masks":     strings.Repeat(mask, 100),
	} {
		atoms := atomsIn(text, mask)
		max := 100
		if got := testing.AllocsPerRun(100, func() {
			dst = appendCut(dst[:0], text, atoms, max)
			max++
		}); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

func FuzzCut(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 30 {
		f.Add(randomCutText(r, 12), 20)
	}
	f.Add("\xf00\x01", 8)
	f.Fuzz(func(t *testing.T, text string, max int) {
		// The definition has no bounds on sequences, so short texts only.
		if len(text) < escapeWindow/2 && !strings.Contains(text, strings.Repeat(`\`, maxBackslashes)) {
			checkCut(t, text, max)
		}
	})
}

func BenchmarkCut(b *testing.B) {
	for name, text := range map[string]string{
		"words":     strings.Repeat("some words ", 5<<20),
		"graphemes": strings.Repeat("日本語のテキスト", 1000),
		"escapes":   strings.Repeat(`\\\"\u00e9%2F&amp;`, 1000),
	} {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = appendCut(dst[:0], text, nil, 2048)
			}
		})
	}
}
