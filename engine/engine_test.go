package engine

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/race"
	"github.com/redactbench/redactbench/patterns"
)

func TestNewRefusesWhatCannotWork(t *testing.T) {
	token := func(id, shape string, prefixes ...string) patterns.Rule {
		return patterns.Rule{ID: id, Matcher: patterns.Token{Prefixes: prefixes, Shape: shape}}
	}
	set := patterns.NewSet
	good := set(token("good", "b62{8,}", "good_"))
	for _, c := range []struct {
		fact string
		set  patterns.Set
		opts *Options
		want []string // each must be in the error
	}{
		{"an empty set", set(), nil, []string{"no rules"}},
		{"a rule without an ID", set(token("", "b62{8}", "x_")), nil, []string{"rule 1", "no ID"}},
		{"an ID twice", set(token("a", "b62{8}", "x_"), token("a", "b62{8}", "y_")), nil, []string{"rule a", "twice"}},
		{"a rule without a matcher", set(patterns.Rule{ID: "a"}), nil, []string{"rule a", "no matcher"}},
		{"a token without a prefix", set(token("a", "b62{8}")), nil, []string{"rule a", "prefix"}},
		{"a prefix that is too long", set(token("a", "b62{8}", strings.Repeat("x", 65))), nil, []string{"rule a", "64"}},
		{"a shape that is none", set(token("a", "b99{8}", "x_")), nil, []string{"rule a", "shape"}},
		{"a key with a bad name", set(patterns.Rule{ID: "a", Matcher: patterns.Key{Names: []string{"Pass Word"}}}), nil, []string{"rule a", "lower-case"}},
		{"all faults at once", set(patterns.Rule{ID: "a"}, token("b", "", "")), nil, []string{"rule a", "rule b"}},
		{"a window that is too small", good, &Options{MaxSecret: 10}, []string{"MaxSecret"}},
		{"a mask that is empty", good, &Options{Mask: MaskText("")}, []string{"Mask", "0 bytes"}},
		{"a mask that is too long", good, &Options{Mask: MaskText(strings.Repeat("x", 65))}, []string{"Mask", "65 bytes"}},
		{"a mask with a quote", good, &Options{Mask: MaskText(`"gone"`)}, []string{"Mask", "byte outside"}},
		{"a mask that panics", good, &Options{Mask: func([]byte, Secret) []byte { panic("x") }}, []string{"Mask", "panics"}},
		{"a mask whose length differs", good, &Options{Mask: func(dst []byte, s Secret) []byte {
			return append(dst, "(gone"+strings.Repeat("-", s.Len%7)+")"...)
		}}, nil},
		{"a mask that shows the length first", good, &Options{Mask: func(dst []byte, s Secret) []byte {
			return append(append(dst, "abcdefgh"[s.Len%8]), "masked"...)
		}}, []string{"Mask", "same 3 bytes"}},
	} {
		_, err := New(c.set, c.opts)
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v", c.fact, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: no error", c.fact)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %q lacks %q", c.fact, err, w)
			}
		}
	}
}

func TestRuleErrorsNameTheirRule(t *testing.T) {
	_, err := New(patterns.NewSet(patterns.Rule{ID: "bad"}), nil)
	var re *RuleError
	if !errors.As(err, &re) || re.ID != "bad" || errors.Unwrap(re) == nil {
		t.Errorf("error %v holds no RuleError of the rule", err)
	}
}

func TestPanicsOfCustomCodeMask(t *testing.T) {
	rule := patterns.Rule{ID: "a", Matcher: patterns.Token{Prefixes: []string{"acme_"}, Shape: "b62{8,}"}}
	text, secret := "got acme_Xq7Tn2PfVb9L today", "acme_Xq7Tn2PfVb9L"
	boom := rule
	boom.Verify = func([]byte) bool { panic("x") }
	calls := 0
	for _, c := range []struct {
		fact string
		rule patterns.Rule
		mask Mask
	}{
		{"a Verify that panics", boom, nil},
		{"a mask that panics after New", rule, func(dst []byte, s Secret) []byte {
			if calls++; calls > 9 {
				panic("x")
			}
			return append(append(dst, "(gone:"...), s.Rule...)[:len(dst)+6+len(s.Rule)]
		}},
		{"a mask that grows after New", rule, func(dst []byte, s Secret) []byte {
			if s.Len == len(secret) {
				return append(dst, strings.Repeat("y", 100)...)
			}
			return append(dst, "(gone)"...)
		}},
	} {
		r, err := New(patterns.NewSet(c.rule), &Options{Mask: c.mask})
		if err != nil {
			t.Errorf("%s: %v", c.fact, err)
			continue
		}
		for how, got := range map[string]string{
			"Append": string(r.Append(nil, text)), "Redact": r.Redact(text).String(), "AppendTruncated": string(r.AppendTruncated(nil, text, 100)),
		} {
			if strings.Contains(got, "Xq7") || !strings.HasPrefix(got, "got ") || !strings.HasSuffix(got, " today") {
				t.Errorf("%s: %s gives %q", c.fact, how, got)
			}
		}
	}
}

func TestVerifyCannotChangeTheText(t *testing.T) {
	r, err := New(patterns.NewSet(patterns.Rule{
		ID: "a", Matcher: patterns.Token{Prefixes: []string{"acme_"}, Shape: "b62{8,}"},
		Verify: func(b []byte) bool { clear(b); return false },
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	src := []byte("got acme_Xq7Tn2PfVb9L today")
	want := string(src)
	if got := string(r.AppendBytes(nil, src)); got != want || string(src) != want {
		t.Errorf("a Verify that clears its argument left %q of the text and gave %q", src, got)
	}
}

func TestAllowedValuesStay(t *testing.T) {
	r, err := New(patterns.Default(), &Options{Allow: []string{"hunter2x"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Append(nil, "password=hunter2x and password=hunter3x")); got != "password=hunter2x and password=(redacted)" {
		t.Errorf("got %q", got)
	}
}

func TestCleanTextsShareAndAllocateNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	var r Redactor
	dst := make([]byte, 0, 1<<16)
	for _, c := range gen.Short(5, 50) {
		text := c.Text
		if r.Match(text) {
			continue // the generator's own test tells which look-alikes are masked
		}
		n := testing.AllocsPerRun(20, func() {
			dst = r.Append(dst[:0], text)
			if r.Redact(text).Len() != len(text) || r.Match(text) {
				t.Fail()
			}
			for range r.Find(text) {
				t.Fail()
			}
		})
		if n != 0 {
			t.Errorf("%v allocations for %q", n, text)
		}
	}
}

// Messages that a semicolon joins are no connection string, and a key in one has no value in the next.
func TestJoinedMessagesStay(t *testing.T) {
	var r Redactor
	const n = 3000
	altered := 0
	for _, c := range gen.Short(1, n) {
		for f := range r.Find(c.Text) {
			if altered++; altered > n/1000 {
				t.Errorf("%s masks %q in %q", f.Rule, c.Text[f.Start:f.End], c.Text)
			}
		}
	}
}

func TestDirtyTextsAllocateOnceAtMost(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	var r Redactor
	dst := make([]byte, 0, 1<<16)
	for _, c := range gen.Errors(5, 100) {
		if len(c.Secrets) == 0 || len(c.Text) > 400 {
			continue
		}
		if n := testing.AllocsPerRun(20, func() { dst = r.Append(dst[:0], c.Text) }); n != 0 {
			t.Errorf("Append: %v allocations for %s", n, c.Kind)
		}
		if n := testing.AllocsPerRun(20, func() {
			for f := range r.Find(c.Text) {
				_ = f
			}
		}); n != 0 {
			t.Errorf("Find: %v allocations for %s", n, c.Kind)
		}
		if n := testing.AllocsPerRun(20, func() { r.Redact(c.Text) }); n > 1 {
			t.Errorf("Redact: %v allocations for %s", n, c.Kind)
		}
	}
}

func TestFindingsAreInOrderAndApart(t *testing.T) {
	var r Redactor
	for _, c := range gen.Errors(9, 300) {
		last, n := 0, 0
		for f := range r.Find(c.Text) {
			if f.Start < last || f.End <= f.Start || f.End > len(c.Text) || f.Rule == "" {
				t.Errorf("%s: finding %+v after one that ends at %d", c.Kind, f, last)
			}
			last = f.End
			n++
		}
		if r.Match(c.Text) != (n > 0) {
			t.Errorf("%s: Match and Find differ", c.Kind)
		}
		for range r.Find(c.Text) {
			break // an iteration that stops early must not panic
		}
	}
}

func TestOneRedactorServesManyGoroutines(t *testing.T) {
	var r Redactor
	texts := gen.Errors(11, 64)
	want := make([]string, len(texts))
	for i, c := range texts {
		want[i] = string(r.Append(nil, c.Text))
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(g), 1))
			for range 200 {
				i := rnd.IntN(len(texts))
				if got := r.Redact(texts[i].Text).String(); got != want[i] {
					t.Errorf("a shared Redactor gives %q, not %q", got, want[i])
				}
			}
		})
	}
	wg.Wait()
}

func TestErrorsKeepWhatTheyWrap(t *testing.T) {
	var r Redactor
	if r.Error(nil) != nil {
		t.Error("nil became an error")
	}
	cause := errors.New("password=hunter2x")
	err := r.Error(cause)
	if err.Error() != "password=(redacted)" || !errors.Is(err, cause) {
		t.Errorf("got %q", err)
	}
}

// The words that a wallet is restored with are masked to their end, whatever follows.
func TestWalletWordsAreMasked(t *testing.T) {
	words := strings.Fields("canvas impulse banner bachelor engine beach bridge december enroll absorb elbow alert mango cactus curtain embark dragon ladder fossil april marine amateur jacket jungle")
	var r *Redactor
	for _, n := range []int{12, 15, 18, 21, 24} {
		secret := strings.Join(words[:n], " ")
		for _, c := range []struct{ text, want string }{
			{"invalid mnemonic: " + secret, "invalid mnemonic: (redacted)"},
			{"Recovery phrase: " + secret + "\nKeep it", "Recovery phrase: (redacted)\nKeep it"},
			{"seed phrase " + secret + ", which is wrong", "seed phrase (redacted), which is wrong"},
			{`{"mnemonic":"` + secret + `"}`, `{"mnemonic":"(redacted)"}`},
		} {
			if got := string(r.Append(nil, c.text)); got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		}
	}
	for _, clean := range []string{
		"mnemonic: " + strings.Join(words[:11], " "),
		"mnemonic: " + strings.Join(words[:13], " "),
		"seed phrase import failed invalid word count expected twelve got eleven wallet remains locked",
		"mnemonic devices help students remember facts like planets orders names dates rules",
	} {
		if got := string(r.Append(nil, clean)); got != clean {
			t.Errorf("%q: %q", clean, got)
		}
	}
}

// An element's content goes on over lines, whatever it begins with, where its tag opens the line.
func TestElementsOverLinesAreMasked(t *testing.T) {
	var r Redactor
	for _, c := range []struct{ text, want string }{
		{"<config>\n  <password>Summer Rain2024\n  </password>\n</config>", "<config>\n  <password>(redacted)</password>\n</config>"},
		{"<password>; Xk92mPq7\n</password>", "<password>(redacted)</password>"},
		{"<a><password>Summer Rain2024\n</password></a>", "<a><password>(redacted)</password></a>"},
		{"use <password> and retry\n</x>", "use <password> and retry\n</x>"},
	} {
		if got := string(r.Append(nil, c.text)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// Each call of a chain looks at its own arguments: a run without end is no argument of all of them.
func TestArgumentsAreBounded(t *testing.T) {
	chain := strings.Repeat("BasicAuth(a.", 10_000)
	for i := 0; i < len(chain); i += 997 {
		if n := argumentEnd(chain, i) - i; n > judgedBytes {
			t.Fatalf("%d bytes are looked at for the argument at %d", n, i)
		}
	}
	if got := argumentEnd("f(a, b)", 2); got != 3 {
		t.Errorf("the argument a ends at %d", got)
	}
}

// TestWordsAndANumberAreAPassword: programs make up passwords that look like names of objects.
func TestWordsAndANumberAreAPassword(t *testing.T) {
	for text, want := range map[string]string{
		"password 'guitar-monkey-56'":             "password '(redacted)'",
		"OPTIONS (user 'a', password \"a-b-56\")": "OPTIONS (user 'a', password \"a-b-56\")",
		"secret 'guitar-monkey-56' not found":     "secret 'guitar-monkey-56' not found",
		"getPassword(\"guitar-monkey-56\")":       "getPassword(\"guitar-monkey-56\")",
	} {
		if got := string((*Redactor)(nil).Append(nil, text)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWhatLooksLikeAName: secrets that begin as names, paths and keys of caches do.
func TestWhatLooksLikeAName(t *testing.T) {
	for _, text := range []string{
		`SNYK_KEY="12345678-ABCD-4321-abcd-1234567890AB"`,
		"token=acme-live-9f86d081884c7d659a2f998d3f5e00119f86d081",
		"token=s3.k3J9sLq01ZpXr82mQwTyUv",
		"token=S-1-k3J9sLq01ZpXr82mQwTyUv",
		"password: xkqzjwvb /home/bob",
		"password=New-York", "DB_PASSWORD=Read-Only", "password=CORRECT_HORSE_BATTERY_STAPLE", "password=.hunter",
		`password="0xdeadbeef1234"`, "password = Passw0rd=1", "password: [error: Sup3rS3cret!]",
		"Invalid API key for 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
	} {
		if got := string((*Redactor)(nil).Append(nil, text)); got == text {
			t.Errorf("%q is left as it is", text)
		}
	}
	for _, text := range []string{"credentials:Password(value=", "passwords = Password(value="} {
		if got := string((*Redactor)(nil).Append(nil, text)); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// TestTextsInPieces: a long text is scanned and copied in pieces, and gives what its findings say, wherever a secret or the
// start of an anchor is.
func TestTextsInPieces(t *testing.T) {
	r := (*Redactor)(nil)
	const secret = " password=Sum*814x "
	for _, size := range []int{2*cleanPiece - 1, 2 * cleanPiece, 2*cleanPiece + 1, 3*cleanPiece + 7, 5 * cleanPiece} {
		for _, at := range []int{-1, 0, cleanPiece - 400, cleanPiece - 20, cleanPiece - 10, cleanPiece - 1, cleanPiece, cleanPiece + 300, 2*cleanPiece - 12, 2*cleanPiece + 5} {
			for _, filler := range []string{"lorem ipsum dolor ", "the token is\n", "user:"} {
				text := strings.Repeat(filler, size/len(filler)+1)[:size]
				if at >= 0 && at+len(secret) <= size {
					text = text[:at] + secret + text[at+len(secret):]
				}
				want, end := "", 0
				for f := range r.Find(text) {
					want += text[end:f.Start] + "(redacted)"
					end = f.End
				}
				want += text[end:]
				for _, dst := range [][]byte{nil, []byte("before: ")} {
					if got := string(r.Append(dst, text)); got != string(dst)+want {
						t.Fatalf("%q of %d bytes with a secret at %d: not what Find says", filler, size, at)
					}
				}
				if at >= 0 && at+len(secret) <= size && strings.Contains(want, "Sum*") {
					t.Fatalf("%q of %d bytes: the secret at %d is left", filler, size, at)
				}
			}
		}
	}
}

// TestFarParameters: what is asked about from places further and further, and lists with gaps, end where the text in sight does.
func TestFarParameters(t *testing.T) {
	for _, text := range []string{
		"INSERT INTO u (password, token, secret) VALUES (?, 'abcdefgh', ?), ('abcdefghij', ?, 'z')\n" + strings.Repeat("at x\n", 500),
		"[SQL: UPDATE u SET password=?]\n[parameters: (" + strings.Repeat(" ", 2100) + "'x')]",
		"INSERT INTO u (name, password) VALUES ($1, $2)\nparameters: $1 = 'a'," + strings.Repeat(" ", 2100) + "$2 = 'x'",
		"INSERT INTO u (name, password) VALUES ($1, $2)\nparams: a," + strings.Repeat(" ", 2100) + "x",
		"INSERT INTO u (name, password) VALUES ($1, $2)\nparams: a,\nb",
	} {
		got := string((*Redactor)(nil).Append(nil, text))
		var b strings.Builder
		w := (*Redactor)(nil).NewWriter(&b)
		for i := 0; i < len(text); i += 5 {
			if _, err := w.Write([]byte(text[i:min(i+5, len(text))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil || b.String() != got {
			t.Errorf("%.80q becomes %.200q, and when written %.200q, %v", text, got, b.String(), err)
		}
	}
	var b strings.Builder
	b.WriteString("INSERT INTO u (a, password) VALUES ")
	for range 140 {
		b.WriteString("(?,?),")
	}
	b.WriteString("(?,?)\n[parameters: [")
	for range 140 {
		b.WriteString("'node','Sum*814x', ")
	}
	b.WriteString("'node','Sum*814x']]")
	if got := string((*Redactor)(nil).Append(nil, b.String())); strings.Contains(got, "Sum*") || strings.Count(got, "node") != 141 {
		t.Errorf("%.300q", got)
	}
}

// TestColumnsOverManyLines: a matcher that is run again for each line more in sight is counted once.
func TestColumnsOverManyLines(t *testing.T) {
	lines := strings.Repeat("at x\n", 300)
	text := "[SQL: INSERT INTO u (password, secret, pwd, client_secret) VALUES (?, ?, ?, ?)]\n[parameters: ('Sum*814a', 'Sum*814b', 'Sum*814c', 'Sum*814d')]\n" + lines
	got := string((*Redactor)(nil).Append(nil, text))
	table := "password,secret,pwd\n" + strings.Repeat("Sum*814x,Sum*815y,Sum*816z\n", 50)
	got += string((*Redactor)(nil).Append(nil, table+lines))
	if strings.Contains(got, "Sum*") {
		t.Errorf("%.600q", got)
	}
}
