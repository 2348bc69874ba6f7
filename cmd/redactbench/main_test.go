package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// token returns a provider token made at run time, so that no scanner of the
// repository finds one here.
func token(seed uint64) string {
	const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	r := rand.New(rand.NewPCG(seed, 0))
	b := []byte("ghp_")
	for range 36 {
		b = append(b, base62[r.IntN(len(base62))])
	}
	return string(b)
}

type result struct {
	status      int
	out, errout string
}

// command runs redactbench on stdin.
func command(stdin string, args ...string) result {
	var out, errout bytes.Buffer
	status := run(args, strings.NewReader(stdin), &out, &errout)
	return result{status, out.String(), errout.String()}
}

func (r result) check(t *testing.T, status int, out string) {
	t.Helper()
	if r.status != status {
		t.Errorf("exit status %d, want %d; standard error: %s", r.status, status, r.errout)
	}
	if r.out != out {
		t.Errorf("output %.500q\n  want %.500q", r.out, out)
	}
}

// file writes a file into a folder of the test and returns its name.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHelpHasAnExampleAndTheExitStatuses(t *testing.T) {
	for _, c := range [][]string{{"redact"}, {"find"}, {"render"}, {"bench"}, {"compare"}, {"html"}, {"gen"}, {"explain"}, {"completion"}, {"reference"}, {"version"},
		{"rules", "list"}, {"rules", "show"}, {"rules", "check"}, {"rules", "bench"}, {"rules", "sample"}, {"fuzz"}} {
		r := command("", append(c, "--help")...)
		if r.status != exitDone || r.errout != "" {
			t.Errorf("%v --help: status %d, %s", c, r.status, r.errout)
		}
		for _, want := range []string{"Example", "redactbench " + strings.Join(c, " "), "Exit status: 0 done"} {
			if !strings.Contains(r.out, want) {
				t.Errorf("%v --help does not say %q", c, want)
			}
		}
	}
	if r := command("", "--help"); r.status != exitDone || !strings.Contains(r.out, "Exit status: 0 done") {
		t.Errorf("--help: status %d: %s", r.status, r.out)
	}
}

func TestWrongUsageNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		fact string
		args []string
		want string
	}{
		{"a command's help for its flags", []string{"redact", "--nosuch"}, "see redactbench redact --help"},
		{"a subcommand's too", []string{"rules", "list", "--nosuch"}, "see redactbench rules list --help"},
		{"the help of all for no command", []string{"nosuch"}, "see redactbench --help"},
		{"a mask that cannot be, by its flag", []string{"redact", "--mask", ""}, "redactbench: --mask: "},
		{"a file of known values, by its name", []string{"redact", "--known-file", "nosuch"}, "redactbench: nosuch: "},
	} {
		if r := command("", c.args...); r.status != exitUsage || !strings.Contains(r.errout, c.want) {
			t.Errorf("%s: status %d, %q does not say %q", c.fact, r.status, r.errout, c.want)
		}
	}
}

func TestWrongUsageIsStatus2(t *testing.T) {
	for _, args := range [][]string{
		{"nosuch"},
		{"redact", "--nosuch"},
		{"redact", "--disable", "nosuch"},
		{"redact", "--mask", "tag"},
		{"redact", "--mask", "a \"quoted\" mask"},
		{"find", "--format", "nosuch"},
		{"render", "--budget", "10"},
		{"render", "--budget", "many"},
		{"render", "--id", "7"},
		{"render", "--mask-within"},
		{"bench", "--n", "0"},
		{"bench", "--format", "nosuch"},
		{"compare", "old.json"},
		{"compare", "-", "-"},
		{"compare", "--max-worse", "few", "a", "b"},
		{"gen", "--n", "-1"},
		{"gen", "--secret-rate", "1.5"},
		{"gen", "--secret-rate", "NaN"},
		{"gen", "--kinds", "nosuch"},
	} {
		r := command("text", args...)
		if r.status != exitUsage || r.out != "" || !strings.HasPrefix(r.errout, "redactbench: ") {
			t.Errorf("%q: status %d, output %q, standard error %q", args, r.status, r.out, r.errout)
		}
	}
}

func TestAnUnknownRuleHasNearNames(t *testing.T) {
	id := firstRule()
	r := command("", "redact", "--disable", id[:len(id)-1], "--disable", "qqqqqqqqqq")
	if r.status != exitUsage || !strings.Contains(r.errout, "near it: ") || !strings.Contains(r.errout, id) {
		t.Errorf("status %d: %s", r.status, r.errout)
	}
	if !strings.Contains(r.errout, `no rule "qqqqqqqqqq"; see redactbench rules list`) {
		t.Errorf("the second unknown rule is not told: %s", r.errout)
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"jwt", "jwt", 0}, {"jwt", "jwts", 1}, {"github-pat", "githb-pat", 1}, {"kitten", "sitting", 3}} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestUnreadableInputsAreToldAndTheOthersDone(t *testing.T) {
	good := file(t, "good.log", "all is well\n")
	empty := file(t, "empty.log", "")
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.log")
	utf16 := file(t, "utf16.log", "\xff\xfep\x00w\x00")
	for _, args := range [][]string{{"redact"}, {"redact", "--ndjson"}, {"find"}} {
		ndjson := len(args) == 2
		want := "all is well\nall is well\n"
		if ndjson {
			os.WriteFile(good, []byte("{\"a\":1}\n"), 0o600)
			want = "{\"a\":1}\n{\"a\":1}\n"
		}
		if args[0] == "find" {
			want = ""
		}
		r := command("", append(args, good, missing, dir, empty, utf16, good)...)
		r.check(t, exitFound, want)
		for _, told := range []string{missing + ": no such file", dir + ": is a directory", utf16 + ": is UTF-16"} {
			if !strings.Contains(r.errout, told) {
				t.Errorf("%v: %q is not told: %s", args, told, r.errout)
			}
		}
		if n := strings.Count(r.errout, "\n"); n != 3 {
			t.Errorf("%v: %d lines on standard error: %s", args, n, r.errout)
		}
	}
}

func TestAnInputThatFailsHalfwayIsMaskedSoFar(t *testing.T) {
	var out, errout bytes.Buffer
	in := io.MultiReader(strings.NewReader("first "+token(1)+"\nsecond "+token(2)), failing{})
	status := run([]string{"redact"}, in, &out, &errout)
	if status != exitFound || !strings.Contains(errout.String(), "<stdin>: broken disk") {
		t.Errorf("status %d: %s", status, errout.String())
	}
	if out.String() != "first (redacted)\nsecond (redacted)" {
		t.Errorf("output %q", out.String())
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken disk") }

type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestABrokenPipeIsQuietAndAFullDiskIsNot(t *testing.T) {
	for _, args := range [][]string{{"redact"}, {"redact", "--ndjson"}, {"find"}, {"find", "--format", "sarif"}, {"rules", "list"}, {"gen"}, {"version"}} {
		in := `{"a":"` + token(3) + `"}`
		var errout bytes.Buffer
		status := run(args, strings.NewReader(in), full{&os.PathError{Op: "write", Path: "x", Err: syscall.EPIPE}}, &errout)
		if status != exitFound || errout.Len() != 0 {
			t.Errorf("%v: broken pipe: status %d: %s", args, status, errout.String())
		}
		errout.Reset()
		status = run(args, strings.NewReader(in), full{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}}, &errout)
		if status != exitFound || !strings.Contains(errout.String(), "cannot write the output: no space left") {
			t.Errorf("%v: full disk: status %d: %s", args, status, errout.String())
		}
	}
}

func TestVersionAndRules(t *testing.T) {
	if r := command("", "version"); r.status != exitDone || !strings.HasPrefix(r.out, "redactbench ") {
		t.Errorf("version: %+v", r)
	}
	r := command("", "rules", "list")
	if r.status != exitDone || !strings.Contains(r.out, firstRule()) {
		t.Errorf("rules list: %+v", r)
	}
	for line := range strings.Lines(r.out) {
		if strings.HasSuffix(strings.TrimSuffix(line, "\n"), " ") {
			t.Errorf("a line ends with a blank: %q", line)
		}
	}
	if r := command("", "rules", "list", "--format", "json"); !strings.Contains(r.out, `"id": "`+firstRule()+`"`) {
		t.Errorf("rules list --format json: %.300s", r.out)
	}
}
