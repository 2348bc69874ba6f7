package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/race"
	"github.com/redactbench/redactbench/patterns"
)

// run writes text to a Writer in parts that end at the offsets of cuts, and closes it.
func writeParts(t testing.TB, w *Writer, to *bytes.Buffer, text string, cuts []int) string {
	t.Helper()
	to.Reset()
	w.Reset(to)
	at := 0
	for _, c := range append(cuts, len(text)) {
		n, err := w.Write([]byte(text[at:c]))
		if err != nil || n != c-at {
			t.Fatalf("Write of %d bytes: %d, %v", c-at, n, err)
		}
		at = c
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return to.String()
}

func everyByte(n int) []int {
	cuts := make([]int, n)
	for i := range cuts {
		cuts[i] = i
	}
	return cuts
}

func randomCuts(r *rand.Rand, n int) []int {
	var cuts []int
	for at := 0; ; {
		at += 1 + r.IntN(1<<r.IntN(13))
		if at >= n {
			return cuts
		}
		cuts = append(cuts, at)
	}
}

// writerRedactors are those whose streams are compared: the default one, one whose rules
// look far back and across lines, and one for which all secrets are long.
func writerRedactors(t testing.TB) map[string]*Redactor {
	t.Helper()
	far := patterns.Default().With(
		patterns.Rule{ID: "lines", Matcher: patterns.Regexp{Expr: `id\s+(?P<secret>[a-z0-9\n]{8,400})\s+token`, Anchors: []string{"token"}}},
		patterns.Rule{ID: "across", Matcher: patterns.Token{Prefixes: []string{"ab\ncd"}, Shape: "b62{8,40}"}},
	)
	out := map[string]*Redactor{"default": {}}
	for name, opts := range map[string]*Options{
		"far":  nil,
		"long": {MaxSecret: 1024, Mask: MaskTag, TagKey: []byte("k")},
	} {
		r, err := New(far, opts)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = r
	}
	return out
}

// writerTexts are texts in which something is open at a line end, or for long.
func writerTexts() map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	run := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[r.IntN(62)]
		}
		return string(b)
	}
	lines := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(run(64) + "\n")
		}
		return b.String()
	}
	const begin, end = "-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----\n"
	pw := run(14) + "!9"
	out := map[string]string{
		"empty":             "",
		"one byte":          "x",
		"no line end":       "login failed: password=" + pw,
		"log lines":         gen.Log(1, 8<<10, 0.5).Text,
		"log in one line":   strings.ReplaceAll(gen.Log(2, 24<<10, 0.5).Text, "\n", " "),
		"key, then value":   "password:\n  " + pw + "\nnext line\n",
		"key at the end":    "x\npassword:\n",
		"key and blanks":    "password:   \n\n\n" + pw + "\n",
		"flag, then value":  "tool --password\n  " + pw + "\n",
		"argv dump":         "  6: --password (10 bytes)\n  7: " + pw + " (16 bytes)\n",
		"open quote":        `password="` + pw + "\nnext line\nand \"quoted\" more\n",
		"quoted lines":      "secret=\"" + run(60) + "\n" + run(60) + "\n\"\nrest\n",
		"YAML block":        "password: |\n    " + pw + "\n    " + run(20) + "\nother: x\n",
		"YAML list":         "tokens:\n  - " + run(30) + "\n  - " + run(30) + "\nx: y\n",
		"JSON lines":        "{\n  \"password\": \n    \"" + pw + "\",\n  \"tokens\": [\n    \"" + run(30) + "\",\n    \"" + run(30) + "\"\n  ]\n}\n",
		"name and value":    "{\"name\": \"DB_PASSWORD\",\n \"value\": \"" + pw + "\"}\n",
		"XML over lines":    "<password>\n" + pw + "\n</password>\n",
		"PEM":               "key:\n" + begin + lines(20) + end + "after " + pw + "\n",
		"PEM without END":   begin + lines(20) + "\nafter\n",
		"PEM cut":           begin + lines(20) + run(30),
		"PEM escaped":       `{"key":"` + strings.ReplaceAll(begin+lines(20)+end, "\n", `\n`) + `"}` + "\nafter\n",
		"PEM in source":     "k := \"" + strings.ReplaceAll(strings.TrimSpace(begin+lines(5)+end), "\n", "\\n\" +\n\t\"") + "\"\nafter\n",
		"PEM, long":         begin + lines(200) + end + "after\n",
		"PEM, then look":    begin + lines(60) + "user x\npassword=" + pw + "\n",
		"two lines, regexp": "id " + strings.ToLower(run(30)+"\n"+run(40)) + "\ntoken " + pw + "\n",
		"anchor of lines":   "x ab\ncd" + run(20) + " y\nab\nc\nab\ncd",
		"DSN":               strings.Repeat("x", 300) + "user:" + pw + "@tcp(db:3306)/x\n",
		"DSN, new line":     "user:" + pw + "\n@tcp(db:3306)/x\n",
		"run over the max":  "token=" + run(3000) + " tail\nnext\n",
		"run, then lines":   "ghp_" + run(3000) + "\n" + lines(5) + "plain text\n" + lines(2),
		"run to the end":    "ghp_" + run(3000),
		"run, then blank":   "ghp_" + run(1100) + "\n\n" + lines(2),
		"quote over max":    `password="` + strings.Repeat("a b!", 2000) + "\" tail\nnext\n",
		"array over max":    `"tokens": ["` + strings.Repeat(run(30)+`", "`, 200) + `x"] tail` + "\n",
		"exactly the max":   "ghp_" + run(1020),
		"max and line end":  "ghp_" + run(1019) + "\n",
		"step and line end": "password=" + pw + strings.Repeat(".", horizonStep-100) + "\nnext " + pw,
		"secrets, crowded":  strings.Repeat("password="+pw+"\n", 100),
		"cookies":           "Cookie: " + strings.Repeat("sid="+run(20)+"; ", 30) + "\n",
		"masked":            strings.Repeat("password=(redacted) token=(redacted)"+run(8)+"\n", 20),
		"line ends alone":   strings.Repeat("\n", 5000),
		"CRLF":              "a\r\npassword:\r\n  " + pw + "\r\nb\r\n",
		"bad UTF-8":         "token=\xff\xfe" + pw + "\x80\n\xe2\x80",
	}
	for n := 10; n < 30; n++ {
		out[fmt.Sprint("PEM without END, ", n)] = begin + lines(n)
	}
	out["word after word"] = strings.Repeat("x ", 1000) + "Incorrect API key provided: " + run(40) + " " + run(3000) + "\n"
	for _, name := range gen.Families() {
		out["family "+name] = gen.Adversarial(name, 3<<10)
	}
	return out
}

func TestWriterWritesWhatAppendAppends(t *testing.T) {
	texts := writerTexts()
	for i, x := range gen.Errors(3, 120) {
		texts[fmt.Sprint("error ", i)] = x.Text
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	var out bytes.Buffer
	for rname, r := range writerRedactors(t) {
		w := r.NewWriter(nil)
		for name, text := range texts {
			want := string(r.Append(nil, text))
			check := func(how string, cuts []int) bool {
				t.Helper()
				if got := writeParts(t, w, &out, text, cuts); got != want {
					i := commonPrefix(got, want)
					t.Errorf("%s, %s, %s: differs at byte %d:\n got %.80q\nwant %.80q", rname, name, how, i, got[i:], want[i:])
					return false
				}
				return true
			}
			if !check("whole", nil) || !check("byte by byte", everyByte(len(text))) {
				continue
			}
			step := max(1, len(text)/100)
			for i := 0; i <= len(text); i += step {
				if !check(fmt.Sprint("split at ", i), []int{i}) {
					break
				}
			}
			for range 8 {
				if cuts := randomCuts(rnd, len(text)); !check(fmt.Sprint("split at ", cuts), cuts) {
					break
				}
			}
		}
	}
}

// What is longer than MaxSecret is followed by its line, and by lines of base64.
func TestSecretsLongerThanMaxSecret(t *testing.T) {
	base64 := strings.Repeat(strings.Repeat("aB3d", 16)+"\n", 3)
	long := "x ghp_" + strings.Repeat("aB3d", 2000)
	for name, c := range map[string]struct{ text, want string }{
		"to the line's end":    {long + ", and the rest\nnext line\n", "x (redacted:)\nnext line\n"},
		"with base64 behind":   {long + "\n" + base64 + "next line\n" + base64, "x (redacted:)\nnext line\n" + base64},
		"to an empty line":     {long + "\n\n" + base64, "x (redacted:)\n\n" + base64},
		"to the text's end":    {long, "x (redacted:)"},
		"with CRLF":            {long + "\r\nnext line\r\n", "x (redacted:)\nnext line\r\n"},
		"a secret in its line": {long + " password=" + long[6:30] + "\nnext line\n", "x (redacted:)\nnext line\n"},
		"a shorter one":        {long[:900] + " end\n" + base64, "x (redacted:8aa2a0a2) end\n" + base64},
	} {
		got := string(writerRedactors(t)["long"].Append(nil, c.text))
		if i := strings.Index(c.want, ":8aa2a0a2"); i > 0 {
			got, c.want = got[:i]+got[min(len(got), i+9):], c.want[:i]+c.want[i+9:] // any tag
		}
		if got != c.want {
			t.Errorf("%s: got %.100q\nwant %.100q", name, got, c.want)
		}
	}
}

func TestWriterWritesLongStreamsAsAppendDoes(t *testing.T) {
	var b strings.Builder
	for _, text := range writerTexts() {
		b.WriteString(text)
		b.WriteString("\n")
	}
	b.WriteString(gen.Log(5, 512<<10, 0.2).Text)
	b.WriteString("ghp_" + strings.Repeat("a1B2", 100<<10) + "\nend\n")
	text := b.String()
	rnd := rand.New(rand.NewPCG(5, 6))
	var out bytes.Buffer
	for name, r := range writerRedactors(t) {
		want := string(r.Append(nil, text))
		w := r.NewWriter(nil)
		for i := range 4 {
			cuts := randomCuts(rnd, len(text))
			if i == 0 {
				cuts = nil
			}
			if got := writeParts(t, w, &out, text, cuts); got != want {
				i := commonPrefix(got, want)
				t.Errorf("%s: differs at byte %d:\n got %.80q\nwant %.80q", name, i, got[i:], want[i:])
			}
		}
	}
}

// A line waits only where something in it is open.
func TestWriterWritesALineWithItsEnd(t *testing.T) {
	const pw = "hunter2!xyz"
	for name, c := range map[string]struct{ text, want string }{
		"clean":                 {"all is well\n", "all is well\n"},
		"half a line more":      {"all is well\nand then", "all is well\n"},
		"a secret":              {"x password=" + pw + "\n", "x password=(redacted)\n"},
		"a secret at a quote":   {`msg="x" password="` + pw + "\"\n", `msg="x" password="(redacted)"` + "\n"},
		"in JSON":               {`{"password":"` + pw + "\"}\n", `{"password":"(redacted)"}` + "\n"},
		"a context word":        {"invalid password\n", "invalid password\n"},
		"a userinfo":            {"GET https://u:" + pw + "@h/x\n", "GET https://u:(redacted)@h/x\n"},
		"a header":              {"Authorization: Bearer abcdef0123456789xyz\n", "Authorization: Bearer (redacted)\n"},
		"a block, closed":       {"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----\n", "(redacted:PRIVATE-KEY)\n"},
		"an open key":           {"before\nx password:\n", "before\n"},
		"an open block":         {"before\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n", "before\n"},
		"a quote that is open":  {"before\npassword=\"" + pw + "\nmore\n", "before\npassword=\"(redacted)\nmore\n"},
		"a quote that may wrap": {"before\nsecret=\"QUJDREVGR0hJSktMTU5P\n", "before\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w := (*Redactor)(nil).NewWriter(&out)
			if _, err := io.WriteString(w, c.text); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.want {
				t.Errorf("without Close there is\n     %q, want\n     %q", out.String(), c.want)
			}
		})
	}
}

// What waits for Close is lost without it, but no part of a secret is out.
func TestWriterLeaksNothingWithoutClose(t *testing.T) {
	var out bytes.Buffer
	w := (*Redactor)(nil).NewWriter(&out)
	for _, x := range gen.Errors(9, 400) {
		for _, end := range []int{len(x.Text), len(x.Text) / 2, len(x.Text) * 3 / 4} {
			out.Reset()
			w.Reset(&out)
			if _, err := io.WriteString(w, x.Text[:end]+"\n"); err != nil {
				t.Fatal(err)
			}
			whole := string((*Redactor)(nil).Append(nil, x.Text[:end]+"\n"))
			if !strings.HasPrefix(whole, out.String()) {
				t.Errorf("%s: %q is out, of %q", x.Kind, out.String(), whole)
			}
		}
	}
}

func TestWriterHoldsBoundedMemory(t *testing.T) {
	for name, text := range map[string]string{
		"clean lines":      strings.Repeat("all is well\n", 100<<10),
		"one line":         strings.Repeat("all is well ", 100<<10),
		"a run":            "ghp_" + strings.Repeat("a1B2", 1<<19),
		"a key's run":      "password=" + strings.Repeat("a1B2", 1<<19),
		"an open quote":    `password="` + strings.Repeat("a b!", 1<<19),
		"a block":          "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("MIIEvQIBADANBgkqhkiG9w0B\n", 100<<10),
		"an open key":      "password:" + strings.Repeat(" ", 1<<20),
		"secrets":          strings.Repeat("password=hunter2!xyz ", 100<<10),
		"line ends":        "password:" + strings.Repeat("\n", 1<<20),
		"an open array":    `"tokens": [` + strings.Repeat(`"a1B2c3D4e5F6g7H8", `, 100<<10),
		"a look for an at": strings.Repeat("https://a:b", 100<<10),
	} {
		w := (*Redactor)(nil).NewWriter(io.Discard)
		for i := 0; i < len(text); i += 4096 {
			if _, err := io.WriteString(w, text[i:min(len(text), i+4096)]); err != nil {
				t.Fatal(err)
			}
			if n := cap(w.buf) + cap(w.dst); n > 4*DefaultMaxSecret+writerKeep {
				t.Fatalf("%s: holds %d bytes", name, n)
			}
		}
	}
}

// failing fails after some bytes.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	f.left -= n
	return n, f.err
}

func TestWriterReturnsErrors(t *testing.T) {
	fault := errors.New("disk full")
	for name, c := range map[string]struct{ fault, want error }{
		"the underlying writer's": {fault, fault},
		"a short write":           {nil, io.ErrShortWrite},
	} {
		t.Run(name, func(t *testing.T) {
			w := (*Redactor)(nil).NewWriter(&failing{3, c.fault})
			if n, err := io.WriteString(w, "hold"); n != 4 || err != nil {
				t.Errorf("nothing is to be written yet: %d, %v", n, err)
			}
			for range 2 {
				if n, err := io.WriteString(w, " this\n"); n != 0 || err != c.want {
					t.Errorf("Write: %d, %v, want 0, %v", n, err, c.want)
				}
			}
			if err := w.Close(); err != c.want {
				t.Errorf("Close: %v, want %v", err, c.want)
			}
		})
	}
}

func TestWriterCloses(t *testing.T) {
	var out bytes.Buffer
	w := (*Redactor)(nil).NewWriter(&out)
	io.WriteString(w, "password=")
	io.WriteString(w, "hunter2!xyz")
	for range 2 {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(w, "x\n"); err != io.ErrClosedPipe {
		t.Errorf("Write after Close: %v, want %v", err, io.ErrClosedPipe)
	}
	if out.String() != "password=(redacted)" {
		t.Errorf("wrote %q", out.String())
	}
	if s := string(w.buf[:cap(w.buf)]); strings.Trim(s, "\x00") != "" {
		t.Errorf("keeps %q", s)
	}
	w.Reset(&out)
	if _, err := io.WriteString(w, "x\n"); err != nil || !strings.HasSuffix(out.String(), "x\n") {
		t.Errorf("Write after Reset: %v, wrote %q", err, out.String())
	}
}

func TestWriterAllocatesNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	log := []byte(gen.Log(1, 64<<10, 0.3).Text)
	lines := bytes.SplitAfter(log, []byte("\n"))
	w := (*Redactor)(nil).NewWriter(io.Discard)
	w.Write(log)
	w.Write(log)
	i := 0
	if n := testing.AllocsPerRun(2000, func() {
		w.Write(lines[i%len(lines)])
		i++
	}); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}

func BenchmarkWriter(b *testing.B) {
	for name, rate := range map[string]float64{"clean": 0, "dirty": 0.05} {
		text := []byte(gen.Log(1, 1<<20, rate).Text)
		lines := bytes.SplitAfter(text, []byte("\n"))
		for how, parts := range map[string][][]byte{"whole": {text}, "lines": lines} {
			b.Run("log/"+name+"/"+how, func(b *testing.B) {
				w := (*Redactor)(nil).NewWriter(io.Discard)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					for _, p := range parts {
						w.Write(p)
					}
				}
			})
		}
	}
}

// Writes of one byte must cost no more than a constant each.
func BenchmarkWriterByteByByte(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20} {
		for name, text := range map[string]string{"log": gen.Log(1, size, 0.05).Text, "line": strings.Repeat("word ", size/5), "run": "ghp_" + strings.Repeat("a", size)} {
			b.Run(fmt.Sprint(name, "/", size), func(b *testing.B) {
				w := (*Redactor)(nil).NewWriter(io.Discard)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					w.Reset(io.Discard)
					for i := range len(text) {
						w.Write([]byte(text[i : i+1]))
					}
				}
			})
		}
	}
}

func FuzzWriter(f *testing.F) {
	for _, text := range writerTexts() {
		f.Add(text, uint64(len(text)))
	}
	redactors := writerRedactors(f)
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 7))
		if seed%4 == 0 { // longer than fuzzing likes to make them
			text = strings.Repeat(text, 1+r.IntN(64))
		}
		if len(text) > 64<<10 {
			t.Skip()
		}
		var out bytes.Buffer
		for name, red := range redactors {
			want := string(red.Append(nil, text))
			cuts := randomCuts(r, len(text))
			if got := writeParts(t, red.NewWriter(nil), &out, text, cuts); got != want {
				t.Errorf("%s: cut at %v:\n got %q\nwant %q", name, cuts, got, want)
			}
		}
	})
}
