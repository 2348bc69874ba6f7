package field

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/race"
	"github.com/redactbench/redactbench/patterns"
)

var zero engine.Redactor

func TestEchoes(t *testing.T) {
	// What stands between { and } is the value that is lost; everything else
	// stays.
	for _, row := range []struct{ path, message string }{
		// zod, ajv, pydantic, python's jsonschema, google's and santhosh-tekuri's
		{"auth.password", "expected string of 12 characters, received '{hunter2}'"},
		{"auth.password", "Expected string, received number"},
		{"auth.password", "Invalid input: expected string, received undefined"},
		{"password", "Input should be a valid string [type=string_type, input_value='{hunter2}', input_type=str]"},
		{"password", `"{hunter2}" is too short`},
		{"db.password", "'{hunter2}' does not match pattern '^[A-Z]+$'"},
		{"db.password", "minLength: \"{hunter2}\" contains 7 Unicode code points, fewer than 12"},
		{"db.password", "minLength: got 7, want 12"},
		{"db.password", "got string, want integer"},
		{"Config.Password", "Key: 'Config.Password' Error:Field validation for 'Password' failed on the 'min' tag"},
		// other dresses
		{"password", "received {hunter2}"},
		{"password", "received: {hunter2}, which is too short"},
		{"password", "got {swordfish}."},
		{"password", "got 7 characters, want 12"},
		{"password", "value={hunter2}"},
		{"password", "invalid value {hunter2}: too short"},
		{"password", "{hunter2} is too short"},
		{"password", "password {hunter2} is too short"},
		{"password", "Password is too short"},
		{"password", "must contain at least 1 digit and 1 sign"},
		{"password", "doesn't look like what we've seen"},
		{"password", "received “{hunter2}”"},
		{"password", "received `{hunter2}`"},
		{"password", `received \"{hunter2}\"`},
		{"password", "received '{hun'ter2}'"},
		{"password", "received '{hunter2}"},
		{"password", "received \"{correct horse of the battery}\""},
		{"password", "received '{hunter2}', not '{hunter3}'"},
		{`headers["x-api-key"][0]`, "received '{9f8Q2vXw7Lk3Zt}'"},
		{"api_key", "received '${API_KEY}'"},
		{"password", "received ''"},
		{"password", "received null"},
		{"password", "{hunter2}"},
		{"password", "received '{hunter2}': {hunter2} is not long enough, unlike hunter22"},
		// no secret's key
		{"name", "expected string of 12 characters, received 'hunter2'"},
		{"", "received 'hunter2'"},
	} {
		source := strings.NewReplacer("${", "${", "{", "", "}", "").Replace(row.message)
		want := row.message
		if !strings.Contains(want, "${") {
			for {
				i, j := strings.IndexByte(want, '{'), strings.IndexByte(want, '}')
				if i < 0 {
					break
				}
				want = want[:i] + engine.DefaultMask + want[j+1:]
			}
		} else {
			source = row.message
		}
		if got := string(AppendIssue(nil, &zero, row.path, source, 500)); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", row.path, source, got, want)
		}
	}
}

func TestManyEchoes(t *testing.T) {
	message := "received " + strings.Repeat("'hunter2' and ", 40)
	want := strings.ReplaceAll(message, "hunter2", engine.DefaultMask)
	if got := string(AppendIssue(nil, &zero, "password", message, 2000)); got != want {
		t.Error(got)
	}
}

func TestValuesOfIssuesAreMaskedInOtherTexts(t *testing.T) {
	vs := Values(nil, &zero, "auth.password", "received 'hunter2', not 'hunter3' or 'abc'", nil)
	vs = Values(vs, &zero, "name", "received 'Hugo'", nil)
	got := string(AppendAbout(nil, &zero, "3 problems:\nauth.password: hunter3\nhunter2! hunter22 abc, Hugo", vs, 200))
	if want := "3 problems:\nauth.password: (redacted)\n(redacted)! hunter22 abc, Hugo"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNothingAllocates(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	dst := make([]byte, 0, 8<<10)
	var vs []Value
	if got := testing.AllocsPerRun(100, func() {
		vs = Values(vs[:0], &zero, "auth.password", "received 'hunter2'", dst)
		dst = AppendAbout(dst[:0], &zero, "it was hunter2", vs, 100)
		dst = AppendIssue(dst[:0], &zero, "auth.password", "expected string of 12 characters, received 'hunter2'", 100)
		dst = AppendIssue(dst[:0], &zero, "auth.name", "expected string of 12 characters, received 'hunter2'", 100)
		dst = AppendPath(dst[:0], &zero, "findings[2].location.kind.of.a.longer.path.than.fits", 30)
		dst = AppendLine(dst[:0], &zero, "one\ntwo", 100)
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func TestLines(t *testing.T) {
	for in, want := range map[string]string{
		"a\nb": "a b", "a\r\nb\rc": "a b c", "a \n\n\t b": "a b", "\n a\n": " a", "a\u2028b\u2029c\u0085d\ve\ff": "a b c d e f", "": "", "\n": "",
		"a\u2027b\u202a": "a\u2027b\u202a",
	} {
		if got := string(AppendLine([]byte("x\n"), &zero, in, 100)); got != "x\n"+strings.TrimLeft(want, " ") {
			t.Errorf("%q: %q, want %q", in, got, "x\n"+want)
		}
	}
}

func TestMasksInCommands(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2c3D4e", 4)
	for in, want := range map[string]string{
		"tool --all":                    "tool --all",
		"tool " + token:                 "tool '(redacted)'",
		"tool '" + token + "' x":        "tool '(redacted)' x",
		`tool "` + token + `" ` + token: `tool "(redacted)" '(redacted)'`,
		"git clone https://x:" + token + "@a.example/b.git": "git clone https://x:'(redacted)'@a.example/b.git",
		`curl -H "Authorization: Bearer ` + token + `" a`:   `curl -H "Authorization: Bearer (redacted)" a`,
		`echo \' ` + token:                `echo \' '(redacted)'`,
		`echo "\"" ` + token:              `echo "\"" '(redacted)'`,
		`echo '\' ` + token:               `echo '\' '(redacted)'`,
		"mysql --password=Tr0ub4dor.3x a": "mysql --password='(redacted)' a",
	} {
		if got := string(AppendCommand([]byte("x"), &zero, in, 200)); got != "x"+want {
			t.Errorf("%s: %s, want x%s", in, got, want)
		}
	}
	if got := string(AppendCommand(nil, &zero, "tool "+token+" and more of it", 24)); got != "tool (redacted) and…" {
		t.Error(got)
	}
}

func TestPathsAreCutAtASegment(t *testing.T) {
	for _, row := range []struct {
		path string
		max  int
		want string
	}{
		{"findings[2].location.kind", 25, "findings[2].location.kind"},
		{"findings[2].location.kind", 24, "findings[2].location…"},
		{"findings[2].location.kind", 23, "findings[2].location…"},
		{"findings[2].location.kind", 22, "findings[2]…"},
		{"findings[2].location.kind", 13, "findings…"},
		{"findings[2].location.kind", 9, "findin…"},
		{`a["x.y[z"].b`, 11, "a…"},
		{`a["x.y[z"].bcdef`, 15, `a["x.y[z"]…`},
		{"abc.def…", 10, "abc.def…"},
		{"abc.def…", 9, "abc…"},
		{"abc", 2, ""},
	} {
		if got := string(AppendPath([]byte("x"), &zero, row.path, row.max)); got != "x"+row.want {
			t.Errorf("%s in %d: %s, want x%s", row.path, row.max, got, row.want)
		}
	}
}

// A mask may hold what looks like a segment's end.
func TestPathsAreNotCutInAMask(t *testing.T) {
	r, err := engine.New(patterns.Default(), &engine.Options{Mask: engine.MaskText("(gone.for.good)")})
	if err != nil {
		t.Fatal(err)
	}
	token := "ghp_" + strings.Repeat("a1B2c3D4e", 4)
	path := "abc." + token + ".def." + token
	for max := range 45 {
		got := string(AppendPath(nil, r, path, max))
		switch got {
		case "", "…", "a…", "ab…", "abc…", "abc.(gone.for.good)…", "abc.(gone.for.good).def…", "abc.(gone.for.good).def.(gone.for.good)":
		default:
			t.Errorf("in %d: %s", max, got)
		}
	}
}

func TestAPanicMasksTheWhole(t *testing.T) {
	// A Redactor cannot be made to panic from outside, so a nil function
	// stands in for what a rule might do.
	var out []byte
	func() {
		defer func() {
			if recover() != nil {
				out = appendAllMasked(out, 100)
			}
		}()
		var mask engine.Mask
		mask(nil, engine.Secret{})
	}()
	if string(out) != engine.DefaultMask {
		t.Errorf("%s", out)
	}
	for max, want := range map[int]string{2: "", 3: "…", 9: "…", 10: "(redacted)"} {
		if got := string(appendAllMasked(nil, max)); got != want {
			t.Errorf("%d: %s", max, got)
		}
	}
}

func randomText(r *rand.Rand) string {
	pieces := []string{"received ", "'", "hunter2", `"`, " ", "\n", ".", "[", "]", "got: ", "é", "\xff", "\u2028", "value=", "“", "”", `\`, "x9Q", "0", "word", "…"}
	var b strings.Builder
	for range r.IntN(20) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func checkFields(t testing.TB, s string, max int) {
	t.Helper()
	for name, got := range map[string][]byte{
		"text": Append(nil, &zero, s, max), "line": AppendLine(nil, &zero, s, max), "command": AppendCommand(nil, &zero, s, max),
		"path": AppendPath(nil, &zero, s, max), "issue": AppendIssue(nil, &zero, "a.password", s, max),
	} {
		if !utf8.Valid(got) || len(got) > 0 && jsontext.Size(got) > max {
			t.Errorf("%s of %q in %d: %q", name, s, max, got)
		}
		if name == "line" && strings.ContainsAny(string(got), "\n\r\v\f\u0085\u2028\u2029") {
			t.Errorf("%s of %q: %q", name, s, got)
		}
	}
}

func TestFieldsKeepToTheirLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		s := randomText(r)
		for max := -1; max < len(s)+20; max += 1 + r.IntN(5) {
			checkFields(t, s, max)
		}
	}
}

func FuzzFields(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add(randomText(r), 30)
	}
	f.Fuzz(func(t *testing.T, s string, max int) { checkFields(t, s, min(max, 1<<20)) })
}

// A message that echoes one value over and over has it looked for once.
func TestAValueIsLookedForOnce(t *testing.T) {
	if vs := Values(nil, &zero, "password", strings.Repeat("got 'abcd1' ", 2000), nil); len(vs) != 1 {
		t.Errorf("%d values", len(vs))
	}
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "got 'abcd%d' ", i)
	}
	if vs := Values(nil, &zero, "password", b.String(), nil); len(vs) > maxValues {
		t.Errorf("%d values", len(vs))
	}
}
