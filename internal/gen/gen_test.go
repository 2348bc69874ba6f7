package gen

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTemplates(t *testing.T) {
	for _, k := range slices.Concat(secretKinds, cleanKinds) {
		for _, f := range k.forms {
			if err := check(f); err != nil {
				t.Errorf("%s: %v in %q", k.name, err, f)
			}
		}
	}
	for _, k := range secretKinds {
		for _, f := range k.forms {
			if !strings.Contains(f, secOpen) && !strings.Contains(f, open+"!") {
				t.Errorf("%s: no secret in %q", k.name, f)
			}
		}
	}
	for _, k := range cleanKinds {
		for _, f := range k.forms {
			if strings.ContainsAny(f, "⦃⟦") || strings.Contains(f, open+"!") {
				t.Errorf("%s: a clean template is marked: %q", k.name, f)
			}
		}
	}
}

func TestTemplateFaultsAreFound(t *testing.T) {
	for _, bad := range []string{"«hex:4", "«nosuch»", "⟦a", "a⟧", "⦃a", "⟦⦃a⦄⟧", "a»", "⟦a⦄"} {
		if check(bad) == nil {
			t.Errorf("check(%q) = nil", bad)
		}
	}
}

func TestBreadth(t *testing.T) {
	count := func(ks []kind) (n int) {
		for _, k := range ks {
			n += len(k.forms)
		}
		return n
	}
	if n := len(secretKinds); n < 60 {
		t.Errorf("%d kinds of secrets, want 60", n)
	}
	if n := count(cleanKinds); n < 200 {
		t.Errorf("%d clean templates, want 200", n)
	}
	if n := count(parseKinds(secretData)); n < 120 {
		t.Errorf("%d secret templates, want 120", n)
	}
	if n := len(Families()); n < 12 {
		t.Errorf("%d families, want 12", n)
	}
	// Tallies are by kind, so no kind of look-alike is called as a kind of secret.
	names := Kinds()
	for _, k := range cleanKinds {
		names = append(names, k.name)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(secretKinds)+len(cleanKinds) {
		t.Error("two kinds have one name")
	}
}

// labels holds every promise that Text makes of itself.
func labels(t *testing.T, x Text) {
	t.Helper()
	for _, s := range x.Secrets {
		if len(s) < 5 {
			t.Errorf("%s: a secret of %d bytes", x.Kind, len(s))
		}
		if !strings.Contains(x.Text, s) {
			t.Errorf("%s: secret %q is not in %q", x.Kind, s, x.Text)
		}
		for _, k := range x.Keep {
			if strings.Contains(k, s) {
				t.Errorf("%s: secret %q is in what must be kept, %q", x.Kind, s, k)
			}
		}
	}
	for _, k := range x.Keep {
		if k == "" || !strings.Contains(x.Text, k) {
			t.Errorf("%s: %q to be kept is not in %q", x.Kind, k, x.Text)
		}
	}
	if x.Text == "" || x.Kind == "" || !utf8.ValidString(x.Text) || strings.ContainsAny(x.Text, "«»⟦⟧⦃⦄␤␉") {
		t.Errorf("%s: not a finished text: %q", x.Kind, x.Text)
	}
}

func TestErrorsAreLabelled(t *testing.T) {
	dirty := 0
	seen := map[string]bool{}
	for _, x := range Errors(1, 4000) {
		labels(t, x)
		if x.Dirty() {
			dirty++
			seen[x.Kind] = true
		}
	}
	if dirty < 2000 || dirty > 2500 {
		t.Errorf("%d of 4000 texts hold a secret", dirty)
	}
	if len(seen) != len(secretKinds) {
		t.Errorf("%d of %d kinds were drawn", len(seen), len(secretKinds))
	}
}

func TestCleanHasNoSecrets(t *testing.T) {
	for _, x := range Clean(2, 2000) {
		labels(t, x)
		if x.Dirty() {
			t.Errorf("%s: a clean text has secrets", x.Kind)
		}
	}
}

func TestMixHoldsOnlyTheKindsAsked(t *testing.T) {
	for _, x := range Mix(3, 300, 1, []string{"pem", "kv-env", "nosuch"}) {
		labels(t, x)
		if x.Kind != "pem" && x.Kind != "kv-env" {
			t.Errorf("kind %s", x.Kind)
		}
	}
	for _, x := range Mix(3, 50, 1, []string{"nosuch"}) {
		if x.Dirty() {
			t.Errorf("kind %s", x.Kind)
		}
	}
}

func TestShortIsAsLongAsItSays(t *testing.T) {
	for _, x := range Short(4, 300) {
		labels(t, x)
		if len(x.Text) < shortMin || len(x.Text) > shortMax || x.Dirty() {
			t.Errorf("%d bytes, %d secrets", len(x.Text), len(x.Secrets))
		}
	}
}

func TestLogRecordsAreWholeAndLabelled(t *testing.T) {
	for _, rate := range []float64{0, 0.05, 1} {
		x := Log(5, 200_000, rate)
		labels(t, x)
		if (rate > 0) != x.Dirty() {
			t.Errorf("rate %v: %d secrets", rate, len(x.Secrets))
		}
		if len(x.Text) < 200_000 || !strings.HasSuffix(x.Text, "\n") {
			t.Errorf("rate %v: %d bytes, or the last record is cut", rate, len(x.Text))
		}
		for line := range strings.Lines(x.Text) {
			if strings.HasPrefix(line, `{"time":"`) && !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %q", line)
			}
		}
	}
}

func TestSameSeedSameTexts(t *testing.T) {
	for name, f := range map[string]func(seed uint64) any{
		"Errors": func(s uint64) any { return Errors(s, 100) },
		"Clean":  func(s uint64) any { return Clean(s, 100) },
		"Short":  func(s uint64) any { return Short(s, 20) },
		"Log":    func(s uint64) any { return Log(s, 5000, 0.5) },
		"Sample": func(s uint64) any { return string(Sample(s, 5000)) },
	} {
		if d := cmp.Diff(f(7), f(7)); d != "" {
			t.Errorf("%s differs from run to run: %s", name, d)
		}
		if cmp.Equal(f(7), f(8)) {
			t.Errorf("%s does not depend on the seed", name)
		}
	}
}

func TestSampleHasTheSizeAsked(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 100_000} {
		if got := len(Sample(1, n)); got != n {
			t.Errorf("Sample(1, %d) has %d bytes", n, got)
		}
	}
}

func TestAdversarialHasTheSizeAsked(t *testing.T) {
	for _, name := range Families() {
		for _, n := range []int{0, 1, 7, 4096} {
			if got := len(Adversarial(name, n)); got != n {
				t.Errorf("%s: %d bytes, want %d", name, got, n)
			}
		}
	}
	if Adversarial("nosuch", 10) != "" {
		t.Error("an unknown family has a text")
	}
}
