package jsontext

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// standard returns what encoding/json writes between the quotes.
func standard(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String()[1:], "\"\n")
}

// pieces are what random texts are made of.
var pieces = []string{
	"a", "plain text of words ", "0123456789abcdef", `"`, `\`, "\n", "\r\n", "\t", "\b", "\f", "\x00", "\x1f", "\x1b[0m", "\x7f",
	"<&>", "é", "日本", "\u2028", "\u2029", "\u2027", "\u202a", "\ufffd", "😀", "e\u0301", "\xff", "\xc3", "\xe2\x80", "\xf0\x9f\x98",
	"\xed\xa0\x80", "\xc0\x80", "\x80", "\xf4\x90\x80\x80",
}

func randomText(r *rand.Rand, parts int) string {
	var b strings.Builder
	for range r.IntN(parts + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// check holds every function to the standard encoder for one text.
func check(t testing.TB, s string) {
	t.Helper()
	want := standard(t, s)
	if got := string(Append([]byte("x"), s)); got != "x"+want {
		t.Errorf("Append(%q) = %s, want x%s", s, got, want)
	}
	if got := string(Append(nil, []byte(s))); got != want {
		t.Errorf("Append of bytes(%q) = %s, want %s", s, got, want)
	}
	if got := Size(s); got != len(want) {
		t.Errorf("Size(%q) = %d, want %d", s, got, len(want))
	}
	if got := Size([]byte(s)); got != len(want) {
		t.Errorf("Size of bytes(%q) = %d, want %d", s, got, len(want))
	}
	for _, text := range []string{s, want} {
		if b, err := json.Marshal(text); err != nil || WireSize(text) != len(b)-2 {
			t.Errorf("WireSize(%q) = %d, want %d, %v", text, WireSize(text), len(b)-2, err)
		}
	}
	if got := string(Escape([]byte("\n\xff"+s), 2)); got != "\n\xff"+want {
		t.Errorf("Escape(%q) = %q, want %q", s, got, "\n\xff"+want)
	}
	if got, want := string(AppendValid([]byte("\xff"), s)), "\xff"+string([]rune(s)); got != want {
		t.Errorf("AppendValid(%q) = %q, want %q", s, got, want)
	}
}

// checkFit holds Fit to the definition: no longer run of whole characters
// would fit.
func checkFit(t testing.TB, s string, max int) {
	t.Helper()
	n, size := Fit(s, max)
	if got := Size(AppendValid(nil, s[:n])); got != size || size > max && max >= 0 {
		t.Errorf("Fit(%q, %d) = %d, %d, but that run takes %d", s, max, n, size, got)
	}
	if n < len(s) && max > 0 {
		_, w := utf8.DecodeRuneInString(s[n:])
		if more := Size(AppendValid(nil, s[:n+w])); more <= max {
			t.Errorf("Fit(%q, %d) = %d, but %d more bytes fit", s, max, n, w)
		}
	}
}

func TestAgreesWithEncodingJSON(t *testing.T) {
	for b := range 256 {
		check(t, string([]byte{byte(b)}))
		// Every byte at every place of the eight that are judged together.
		for at := range 17 {
			s := bytes.Repeat([]byte("p"), 17)
			s[at] = byte(b)
			check(t, string(s))
		}
	}
	for _, p := range pieces {
		for _, q := range pieces {
			check(t, p+q)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		check(t, randomText(r, 24))
	}
}

func TestFitIsTheLongestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s := randomText(r, 8)
		for max := -1; max < Size(s)+3; max++ {
			checkFit(t, s, max)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	s := strings.Repeat("a text of \"words\"\nand é\u2028\xff ", 20)
	dst := make([]byte, 0, 4*len(s))
	got := testing.AllocsPerRun(100, func() {
		dst = Append(dst[:0], s)
		dst = AppendValid(dst[:0], s)
		dst = Escape(dst, 0)
		if Size(s)+WireSize(s)+Size(dst) == 0 {
			t.Error("nothing measured")
		}
		if n, _ := Fit(s, 100); n == 0 {
			t.Error("nothing fits")
		}
	})
	if got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func FuzzAgreesWithEncodingJSON(f *testing.F) {
	for _, p := range pieces {
		f.Add(p+"12345678"+p, 7)
	}
	f.Fuzz(func(t *testing.T, s string, max int) {
		check(t, s)
		checkFit(t, s, max)
	})
}

func BenchmarkSize(b *testing.B) {
	for name, s := range map[string]string{
		"plain":  strings.Repeat("connect: connection refused by host ", 10),
		"quotes": strings.Repeat(`{"key":"value"} `, 20),
		"wide":   strings.Repeat("日本語のテキスト", 15),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Size(s)
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for name, s := range map[string]string{
		"plain":  strings.Repeat("connect: connection refused by host ", 10),
		"quotes": strings.Repeat(`{"key":"value"} `, 20),
		"wide":   strings.Repeat("日本語のテキスト", 15),
	} {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				dst = Append(dst[:0], s)
			}
		})
	}
}

func TestPrintableIsARunOfPrintableASCII(t *testing.T) {
	for n := range 40 {
		for at := range n {
			for b := range 256 {
				s := bytes.Repeat([]byte("a"), n)
				s[at] = byte(b)
				got := Printable(s)
				if b >= 0x20 && b < 0x80 {
					if got < n-7 {
						t.Fatalf("%q: %d of %d", s, got, n)
					}
				} else if got > at || got < at-7 {
					t.Fatalf("%q: %d, want at most %d", s, got, at)
				}
			}
		}
	}
}
