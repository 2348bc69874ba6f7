package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/race"
	"github.com/redactbench/redactbench/patterns"
)

// small is a Redactor whose window behind a cut is small, so that texts reach past it.
func small(t testing.TB) *Redactor {
	t.Helper()
	r, err := New(patterns.Default(), &Options{MaxSecret: 1024})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// truncateTexts are texts with secrets, unicode, ill-formed bytes and lines.
func truncateTexts() []string {
	var out []string
	for _, t := range gen.Errors(3, 60) {
		out = append(out, t.Text)
	}
	return append(out, "", "a", "é", "\xff\xfe password=\xffhunter2x", "日本語 token=ghp_"+strings.Repeat("a1B2", 9),
		strings.Repeat("line one of many\n", 40), "password=(redacted) and more text behind the mask", "👩‍👩‍👧‍👦 family secret=Xy7!kk29")
}

func TestAppendTruncatedEqualsRedactThenTruncate(t *testing.T) {
	var r Redactor
	for _, text := range truncateTexts() {
		for max := 0; max < min(len(text)+8, 400); max++ {
			want := r.Redact(text).Truncate(max).String()
			if got := string(r.AppendTruncated(nil, text, max)); got != want {
				t.Fatalf("max %d of a text of %d bytes: AppendTruncated gives %q, Redact and Truncate %q", max, len(text), got, want)
			}
			if n := jsontext.Size(want); n > max {
				t.Fatalf("max %d: %d bytes", max, n)
			}
			if !utf8.ValidString(want) {
				t.Fatalf("max %d: not valid UTF-8", max)
			}
		}
	}
}

func TestWhatStandsBehindTheWindowDoesNotCount(t *testing.T) {
	r := small(t)
	heads := []string{
		"plain text that goes on ",
		"connect to postgres://app:pa", // an authority that is open at the window's end
		"password=\"",
		"-----BEGIN RSA PRIVATE KEY-----\n",
		"eyJhbGciOiJIUzI1NiJ9.",
		"Authorization: Bearer ",
		"Cookie: a=",
	}
	tails := []string{"", "x", "@host/db", "\" and more", "\n-----END RSA PRIVATE KEY-----", ".eyJzdWIiOiIxIn0.c2ln", " end", strings.Repeat("y", 5000)}
	for _, head := range heads {
		for _, max := range []int{10, 40, 300} {
			// Longer than the window in any case, with the head right before the cut.
			text := strings.Repeat("w ", max/3) + head + strings.Repeat("Zq7", 1024)
			want := string(r.AppendTruncated(nil, text, max))
			for _, tail := range tails {
				if got := string(r.AppendTruncated(nil, text+tail, max)); got != want {
					t.Errorf("%q, max %d: with %.20q behind it %q, without %q", head, max, tail, got, want)
				}
			}
		}
	}
}

// TestNothingOfALongValueIsLeft holds values around every bound of the engine: the bounds
// of MaxSecret and of what is looked at, and the ends of texts and lines.
func TestNothingOfALongValueIsLeft(t *testing.T) {
	r := small(t)
	for _, head := range []string{
		"Bearer ", "Authorization: Basic ", "password=", "-H 'X-Api-Key: ", "dial failed: token: \"", "secret value \"", "password is ",
		"invalid API key ", "url https://h/?token=", "postgres://u:", "redis://:", "Cookie: sid=", `{"password":"`, `{\"password\":\"`,
		"IDENTIFIED BY '", "xoxb-", "eyJhbGciOiJIUzI1NiJ9.eyJ", "docker login -u u -p ", "<password><![CDATA[", "Server=h;Password=",
		strings.Repeat("clean words ", 85) + "token=",
	} {
		for n := 900; n < 3000; n += 13 {
			for _, tail := range []string{"", "\nnext", " tail of it"} {
				got := string(r.Append(nil, head+strings.Repeat("a1B2", n/4+1)[:n]+tail))
				if i := strings.Index(got, "a1"); i >= 0 || strings.Contains(got, "B2") {
					t.Fatalf("%q and %d bytes of a value, %q behind it: %q", head, n, tail, got[max(0, len(got)-60):])
				}
			}
		}
	}
}

func TestTruncateKeepsEarlierMasksWhole(t *testing.T) {
	tagged, err := New(patterns.Default(), &Options{Mask: MaskRule})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    *Redactor
		mask string
	}{{new(Redactor), DefaultMask}, {new(Redactor), "(redacted:EC-PRIVATE-KEY)"}, {tagged, "(redacted:github-pat)"}} {
		text := "the key " + c.mask + " was refused by the server"
		for max := 4; max < len(text)+3; max++ {
			for how, got := range map[string]string{
				"AppendTruncated": string(c.r.AppendTruncated(nil, text, max)),
				"Truncate":        c.r.Redact(text).Truncate(max).String(),
			} {
				if strings.Contains(got, "(") && !strings.Contains(got, c.mask) {
					t.Errorf("%s, max %d: %q holds part of a mask", how, max, got)
				}
			}
		}
	}
}

func TestTruncatingAllocatesNothingWithRoom(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	var r Redactor
	dst := make([]byte, 0, 8192)
	for _, text := range []string{strings.Repeat("plain words of an error ", 200), strings.Repeat("a line with password=Kq7vv9x!k and words around it, which is most of what errors are made of, up to here\n", 30)} {
		if n := testing.AllocsPerRun(100, func() { dst = r.AppendTruncated(dst[:0], text, 2048) }); n != 0 {
			t.Errorf("%.20q: %v allocations", text, n)
		}
	}
}

func FuzzAppendTruncated(f *testing.F) {
	for _, text := range truncateTexts() {
		f.Add(text, 40)
	}
	f.Fuzz(func(t *testing.T, text string, max int) {
		max %= 4096
		var r Redactor
		want := r.Redact(text).Truncate(max).String()
		if got := string(r.AppendTruncated(nil, text, max)); got != want {
			t.Errorf("max %d of %q: AppendTruncated gives %q, Redact and Truncate %q", max, text, got, want)
		}
		if max >= 0 && jsontext.Size(want) > max || !utf8.ValidString(want) {
			t.Errorf("max %d of %q: %q", max, text, want)
		}
	})
}
