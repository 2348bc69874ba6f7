package engine

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/patterns"
)

// randomValue returns a value of n bytes of the alphabet.
func randomValue(r *rand.Rand, alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	lettersDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	specials      = lettersDigits + `!"#$%&'()*+,-./:;<=>?@[\]^_{|}~ ` + "`"
)

// onlyKnown returns a Redactor without rules but for known values.
func onlyKnown(t testing.TB, values ...string) *Redactor {
	t.Helper()
	var known []Known
	for i, v := range values {
		known = append(known, Known{fmt.Sprint("V", i), v})
	}
	r, err := New(patterns.Set{}, &Options{Known: known})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// writings are how programs write a value.
func writings(v string) map[string]string {
	quoted, _ := json.Marshal(v)
	var plainJSON bytes.Buffer
	e := json.NewEncoder(&plainJSON)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	nested, _ := json.Marshal(strings.TrimSuffix(plainJSON.String(), "\n"))
	var x bytes.Buffer
	_ = xml.EscapeText(&x, []byte(v))
	percent := ""
	for _, c := range []byte(v) {
		if isAlnum(c) || strings.IndexByte("-_.~", c) >= 0 {
			percent += string(c)
		} else {
			percent += fmt.Sprintf("%%%02x", c)
		}
	}
	wrapped := base64.StdEncoding.EncodeToString([]byte(v))
	if len(v) >= 9 { // a line end within the first 5 bytes hides them
		wrapped = wrapped[:len(wrapped)-4] + "\n  " + wrapped[len(wrapped)-4:]
	}
	return map[string]string{
		"plain":             v,
		"JSON":              string(quoted),
		"JSON, no HTML":     plainJSON.String(),
		"JSON in JSON":      string(nested),
		"Go":                strconv.Quote(v),
		"Go, ASCII":         strconv.QuoteToASCII(v),
		"shell, single":     "'" + strings.ReplaceAll(v, "'", `'\''`) + "'",
		"SQL":               "'" + strings.ReplaceAll(v, "'", "''") + "'",
		"XML":               x.String(),
		"query":             "?x=" + url.QueryEscape(v),
		"path":              "/" + url.PathEscape(v) + "/",
		"percent, lower":    percent,
		"base64":            base64.StdEncoding.EncodeToString([]byte(v)),
		"base64, raw":       base64.RawStdEncoding.EncodeToString([]byte(v)),
		"base64, URL":       base64.URLEncoding.EncodeToString([]byte(v)),
		"base64, 1 before":  base64.StdEncoding.EncodeToString([]byte("u" + v + "tail")),
		"base64, 2 before":  base64.StdEncoding.EncodeToString([]byte("u:" + v + "tail")),
		"base64, 3 before":  base64.URLEncoding.EncodeToString([]byte("us:" + v)),
		"base64, two lines": wrapped,
		"hex":               hex.EncodeToString([]byte(v)),
		"hex, capitals":     strings.ToUpper(hex.EncodeToString([]byte("ab" + v + "z"))),
		"in a word":         "prefix" + v + "suffix",
		"cut by …":          v[:len(v)-1] + "… more",
		"cut by ...":        v[:len(v)-1] + "... more",
	}
}

// secretPart returns the length of the longest run of v's bytes that text holds.
func secretPart(text, v string) int {
	longest := 0
	for i := range v {
		for n := longest + 1; i+n <= len(v) && strings.Contains(text, v[i:i+n]); n++ {
			longest = n
		}
	}
	return longest
}

func TestKnownValuesAreMaskedHoweverTheyAreWritten(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	values := map[string]string{"non-ASCII": "pä" + randomValue(rnd, lettersDigits, 6) + "ß€𝄞x"}
	for _, n := range []int{6, 7, 8, 9, 20, 63, 64, 65, 200} {
		values[fmt.Sprint("letters and digits, ", n)] = randomValue(rnd, lettersDigits, n)
		values[fmt.Sprint("all of ASCII, ", n)] = "a" + randomValue(rnd, specials, n-2) + "b"
	}
	for name, v := range values {
		r := onlyKnown(t, v)
		for how, w := range writings(v) {
			text := "before " + w + " after"
			got := string(r.Append(nil, text))
			// A character of base64 beside the value's own may be left of what is not its.
			if max := len("before ") + len(" after") + len(DefaultMask) + 12; !strings.Contains(got, DefaultMask) || len(got) > max && !strings.Contains(how, "cut") {
				t.Errorf("%s, %s: %q became %q", name, how, text, got)
			}
			if n := secretPart(got, v); n > 4 && !strings.HasPrefix(how, "base64") {
				t.Errorf("%s, %s: %q shows %d bytes", name, how, got, n)
			}
			if again := string(r.Append(nil, got)); again != got {
				t.Errorf("%s, %s: %q masked again is %q", name, how, got, again)
			}
		}
	}
}

func TestKnownValuesOfSeveralLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 9))
	a, b := randomValue(rnd, lettersDigits, 30), randomValue(rnd, lettersDigits, 30)
	v := "-----BEGIN THING-----\n" + a + "\n" + b + "\nxy\n-----END THING-----\n"
	r := onlyKnown(t, v)
	for name, c := range map[string]struct{ text, want string }{
		"whole":     {"> " + v, "> -----BEGIN THING-----\n(redacted)\n(redacted)\nxy\n-----END THING-----\n"},
		"one line":  {"x" + b + "y", "x(redacted)y"},
		"indented":  {"  " + a + "\n  " + b + "\n", "  (redacted)\n  (redacted)\n"},
		"escaped":   {strconv.Quote(v), `"(redacted)"`},
		"frame":     {"-----BEGIN THING-----\nother", "-----BEGIN THING-----\nother"},
		"line cut":  {"got " + a[:12], "got (redacted)"},
		"no value":  {"xy " + a[:4] + " " + b[1:], "xy " + a[:4] + " " + b[1:]},
		"its query": {url.QueryEscape(v), "(redacted)"},
	} {
		if got := string(r.Append(nil, c.text)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestKnownValuesCut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	v := "Q7" + randomValue(rnd, lettersDigits, 18)
	r, err := New(patterns.Set{}, &Options{Known: []Known{{"V", v}, {"WORDY", "passwordless-" + v}}})
	if err != nil {
		t.Fatal(err)
	}
	long := "Z9" + randomValue(rnd, lettersDigits, 3000)
	if r, err = r.With(Known{"LONG", long}); err != nil {
		t.Fatal(err)
	}
	far := strings.Repeat("x ", 1000)
	for name, c := range map[string]struct{ text, want string }{
		"long":                  {far + long + far, far + "(redacted)" + far},
		"long, cut":             {far + long[:2900], far + "(redacted)"},
		"long, not cut":         {far + long[:2900] + " " + far, far + long[:2900] + " " + far},
		"at the end":            {"value " + v[:5], "value (redacted)"},
		"4 bytes":               {"value " + v[:4], "value " + v[:4]},
		"before …":              {"value " + v[:9] + "… and more", "value (redacted)… and more"},
		"before ...":            {"value " + v[:9] + "...", "value (redacted)..."},
		"before an escaped …":   {`"value ` + v[:9] + `\u2026"`, `"value (redacted)\u2026"`},
		"hexadecimal":           {"value " + hex.EncodeToString([]byte(v))[:11] + "…", "value (redacted)…"},
		"not cut":               {"value " + v[:9] + " and more", "value " + v[:9] + " and more"},
		"a word of its own":     {"wrong password", "wrong password"},
		"a word, then more":     {"wrong passwordless-" + v[:3], "wrong (redacted)"},
		"its end, not its head": {v[4:], v[4:]},
	} {
		if got := string(r.Append(nil, c.text)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestNewRefusesKnownValuesByName(t *testing.T) {
	_, err := New(patterns.Default(), &Options{Known: []Known{{"SHORT", "abc12"}, {"", "longenough"}, {"BLANK", "        "}, {"GOOD", "q8Zk2mX0"}}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"known:SHORT", "known:value 2", "known:BLANK"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not name %s", err, want)
		}
	}
	for _, not := range []string{"abc12", "longenough", "GOOD"} {
		if strings.Contains(err.Error(), not) {
			t.Errorf("%q holds %s", err, not)
		}
	}
}

func TestWithAddsKnownValues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 9))
	v, w := randomValue(rnd, lettersDigits, 9), randomValue(rnd, lettersDigits, 9)
	var base Redactor
	one, err := base.With(Known{"ONE", v})
	if err != nil {
		t.Fatal(err)
	}
	two, err := one.With(Known{"TWO", w})
	if err != nil {
		t.Fatal(err)
	}
	text := "<" + v + "|" + w + ">"
	for name, c := range map[string]struct {
		r    *Redactor
		want []string
	}{
		"base": {&base, nil},
		"one":  {one, []string{"known:ONE"}},
		"two":  {two, []string{"known:ONE", "known:TWO"}},
	} {
		var got []string
		for f := range c.r.Find(text) {
			got = append(got, f.Rule)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", name, got, c.want)
		}
	}
	if _, err := base.With(Known{"ONE", "short"}); err == nil {
		t.Error("With takes a value of 5 bytes")
	}
}

func TestKnownValuesInStreams(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 9))
	v, long := randomValue(rnd, specials, 20), randomValue(rnd, lettersDigits, 3000)
	r, err := New(patterns.Default(), &Options{MaxSecret: 1024, Known: []Known{{"V", v}, {"LONG", long}}})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := r.NewWriter(nil)
	for how, x := range writings(v) {
		text := "a\nb " + x + " c\n" + x + "\n" + v[:7] + "\n" + long + "\nd " + long[:2000] + "\ne " + x[:len(x)/2]
		want := string(r.Append(nil, text))
		for i := range 40 {
			cuts := randomCuts(rnd, len(text))
			if i == 0 {
				cuts = everyByte(len(text))
			}
			if got := writeParts(t, w, &out, text, cuts); got != want {
				t.Fatalf("%s, cut at %v:\n got %q\nwant %q", how, cuts, got, want)
			}
		}
	}
}

func TestKnownFromEnv(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 9))
	v, w := randomValue(rnd, lettersDigits, 16), randomValue(rnd, lettersDigits, 16)
	known, skipped := KnownFromEnv([]string{
		"PATH=/usr/bin:/bin", "HOME=/root", "DB_PASSWORD=old" + w, "API_TOKEN=" + v, "DB_PASSWORD=" + w,
		"ADMIN_PASSWORD=abc12", "ROOT_PASSWORD=password", "MYSQL_PASSWORD=development", "SECRET_KEY_FILE=/run/secrets/key",
		"CLIENT_SECRET=/run/secrets/client", "EMPTY_PASSWORD=", "broken", "MAX_TOKENS=4096",
	})
	if want := []Known{{"API_TOKEN", v}, {"DB_PASSWORD", w}}; !slices.Equal(known, want) {
		t.Errorf("known: %d values, want %d", len(known), len(want))
	}
	var names []string
	for _, err := range skipped {
		name, why, _ := strings.Cut(err.Error(), ": ")
		names = append(names, name)
		if why == "" {
			t.Errorf("%s: no reason", name)
		}
	}
	if want := []string{"ADMIN_PASSWORD", "ROOT_PASSWORD", "MYSQL_PASSWORD", "CLIENT_SECRET"}; !slices.Equal(names, want) {
		t.Errorf("skipped %v, want %v", names, want)
	}
}

func BenchmarkKnown(b *testing.B) {
	rnd := rand.New(rand.NewPCG(7, 9))
	var known []Known
	for i := range 1000 {
		known = append(known, Known{fmt.Sprint("V", i), randomValue(rnd, lettersDigits, 12+rnd.IntN(30))})
	}
	texts := map[string]string{"log": gen.Log(1, 1<<20, 0).Text}
	for _, t := range gen.Short(1, 2000) {
		texts["short"] += t.Text
	}
	for _, n := range []int{0, 10, 100, 1000} {
		r, err := (*Redactor)(nil).With(known[:n]...)
		if err != nil {
			b.Fatal(err)
		}
		for name, text := range texts {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				dst := make([]byte, 0, 2*len(text))
				for b.Loop() {
					dst = r.Append(dst[:0], text)
				}
			})
		}
		b.Run(fmt.Sprint("compile/", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = (*Redactor)(nil).With(known[:n]...)
			}
		})
	}
}
