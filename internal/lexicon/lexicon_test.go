package lexicon

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// with gives a predicate that takes evidence the form of those that take none.
func with(f func(string, Evidence) bool) func(string) bool {
	return func(s string) bool { return f(s, Weigh(s)) }
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name    string
		is      func(string) bool
		yes, no []string
	}{
		{"IsMasked", IsMasked, []string{"***", "xxxxxxxx", "******xyz", "••••••"}, []string{"", "ab", "a*****", "***12345", "hunter2", "a1B2c3D4***e5F6g7H8"}},
		{"IsReference", with(IsReference), []string{"$DB_PASSWORD", "${DB_PASSWORD}", "{{ password }}", "<password>", "%PASSWORD%", "%s"}, []string{"pa$$word1", "hunter2", "<Kq7!x9Zt2vR8mNp4", "%41%42"}},
		{"IsStop", IsStop, []string{"null", "TRUE", "None", "required", "password"}, []string{"hunter2", "nullable7", ""}},
		{"IsUUID", IsUUID, []string{"123e4567-e89b-42d3-a456-426614174000"}, []string{"00000000-0000-0000-0000-000000000000", "123e4567-e89b-42d3-a456-42661417400", "123e4567e89b42d3a456426614174000"}},
		{"IsNumber", IsNumber, []string{"42", "-1.5", "2026-01-02T03:04:05Z", "10.0.0.1", "1.2.3", "64KiB", "#ff8800"}, []string{"4x2y", "hunter2", "a1b2"}},
		{"IsPath", with(IsPath), []string{"/etc/ssl/private/key.pem", "./config.yaml", "https://example.com/docs"}, []string{"hunter2", "Kq7/Zt9mP2/vR"}},
		{"IsCode", with(IsCode), []string{"os.Getenv(key)", "cfg.Password", "args[0]", "&token"}, []string{"hunter2", "Kq7!x.Zt"}},
		{"IsName", with(IsName), []string{"accessToken", "AWS_SECRET_ACCESS_KEY", "db-password"}, []string{"hunter2", "correcthorse", "Xq7Zt9LmP2"}},
		{"IsIdentifier", with(IsIdentifier), []string{"payment_intent_created", "user-service", "max.connections"}, []string{"Xq7Zt9_mP2vR", "a-b"}},
		{"IsDigest", IsDigest, []string{"sha256:" + strings.Repeat("0a", 32)}, []string{strings.Repeat("0a", 32), "md4:12"}},
		{"IsEnvCall", IsEnvCall, []string{`os.Getenv("DB_PASSWORD")`, "process.env.TOKEN"}, []string{"environment", "hunter2"}},
		{"IsEscaped", IsEscaped, []string{`\x00\x01\x02`, `\u3299\u3300`}, []string{"hunter2", `a1B2c3D4\n`}},
		{"IsAcronym", IsAcronym, []string{"PBKDF2", "PKCS#8", "AES-128"}, []string{"Pbkdf2x", "hunter2", "A1B2C3D4"}},
		{"IsSentence", IsSentence, []string{"must not be empty", " of the user", "is required for this account"}, []string{"hunter2", "battery staple"}},
		{"IsPassphrase", IsPassphrase, []string{"correct horse battery staple"}, []string{"must not be empty", "two words", "invalid value for field"}},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%s(%q) is false", c.name, s)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%s(%q) is true", c.name, s)
			}
		}
	}
}

// TestOpaque holds the two rates that the evidence was chosen for, with room for chance.
func TestOpaque(t *testing.T) {
	const threshold, n = 28, 2000
	const alnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	r := rand.New(rand.NewPCG(1, 2))
	missed := 0
	for range n {
		b := make([]byte, 20+r.IntN(24))
		for i := range b {
			b[i] = alnum[r.IntN(len(alnum))]
		}
		if s := string(b); !Weigh(s).Opaque(s, threshold) {
			missed++
		}
	}
	if missed > n/50 {
		t.Errorf("%d of %d random tokens do not look opaque", missed, n)
	}
	words := strings.Fields("connection refused while authenticating customer session against primary database cluster " +
		"configuration deployment kubernetes namespace invoice payment webhook certificate transaction repository")
	taken := 0
	for range n {
		parts := make([]string, 2+r.IntN(3))
		for i := range parts {
			parts[i] = words[r.IntN(len(words))]
		}
		if s := strings.Join(parts, []string{"_", "-", ".", ""}[r.IntN(4)]); Weigh(s).Opaque(s, threshold) {
			taken++
		}
	}
	if taken > n/50 {
		t.Errorf("%d of %d joined words look opaque", taken, n)
	}
}

func TestWeighIsBoundedAndAllocatesNothing(t *testing.T) {
	long := strings.Repeat("a1B2", 1<<18)
	if got, want := Weigh(long), Weigh(long[:192]); got != want {
		t.Errorf("a text of 1 MiB weighs %+v, its first 192 bytes %+v", got, want)
	}
	if n := testing.AllocsPerRun(100, func() { Weigh(long) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Chance leaves out what IsStop and IsName would say.
func TestNoWordIsChance(t *testing.T) {
	for _, words := range []string{stops.text, tails.text} {
		for _, w := range strings.Fields(words) {
			for _, s := range []string{w, strings.ToUpper(w), strings.ToUpper(w[:1]) + w[1:]} {
				if Weigh(s).Chance(s) {
					t.Errorf("%s has the evidence of chance: %d", s, Weigh(s).Total)
				}
			}
		}
	}
}

// A word's kind is that of the text that it stands in, whatever its case.
func TestKinds(t *testing.T) {
	w := NewKinds("alpha beta", "gamma", "", "delta epsilon-of-sixteen zeta")
	for word, want := range map[string]int{
		"alpha": 1, "BETA": 1, "Gamma": 2, "delta": 4, "zeta": 4,
		"": 0, "alph": 0, "alphabet": 0, "beta\ngamma": 0, "epsilon-of-sixteen": 0,
	} {
		if got := w.Kind(word); got != want {
			t.Errorf("Kind(%q) = %d, want %d", word, got, want)
		}
	}
}
