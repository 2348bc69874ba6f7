package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/patterns"
)

func firstRule() string { return patterns.Default().Rules()[0].ID }

func TestTextIsMaskedAndTheRestIsAsItWas(t *testing.T) {
	a, b := token(10), token(11)
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"no line end", "key " + a, "key (redacted)"},
		{"two lines", "key " + a + "\nand " + b + "\n", "key (redacted)\nand (redacted)\n"},
		{"CRLF", "key " + a + "\r\nend\r\n", "key (redacted)\r\nend\r\n"},
		{"ill-formed UTF-8", "\xff\xfa " + a + " \xc3\x28", "\xff\xfa (redacted) \xc3\x28"},
		{"NUL", "\x00" + a + "\x00", "\x00(redacted)\x00"},
		{"a BOM", "\xef\xbb\xbfkey " + a, "\xef\xbb\xbfkey (redacted)"},
		{"blank lines", "\n\n" + a + "\n\n", "\n\n(redacted)\n\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			command(tt.in, "redact").check(t, exitDone, tt.want)
			command("unused", "redact", file(t, "in.log", tt.in)).check(t, exitDone, tt.want)
		})
	}
}

func TestFilesAndStandardInputComeInOrder(t *testing.T) {
	one, two := file(t, "1.log", "one\n"), file(t, "2.log", "two")
	command("in\n", "redact", two, "-", one).check(t, exitDone, "twoin\none\n")
}

func TestOneFileSaysNothingOfTheNext(t *testing.T) {
	key, value := file(t, "1.log", "password="), file(t, "2.log", "harmless1234 text")
	command("", "redact", key, value).check(t, exitDone, "password=harmless1234 text")
}

func TestMaskFlags(t *testing.T) {
	secret := token(12)
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"a text", []string{"--mask", "(gone)"}, "key (gone)"},
		{"an allowed value", []string{"--allow", secret}, "key " + secret},
		{"allowed values may hold commas", []string{"--allow", "a," + secret}, "key (redacted)"},
	} {
		command("key "+secret, append([]string{"redact"}, tt.args...)...).check(t, exitDone, tt.want)
	}
	r := command("key "+secret, "redact", "--mask", "id")
	if !strings.HasPrefix(r.out, "key (redacted:") || strings.Contains(r.out, secret) || len(r.out) < len("key (redacted:x)") {
		t.Errorf("--mask id: %q", r.out)
	}
}

func TestTagsTellSecretsApart(t *testing.T) {
	a, b := token(13), token(14)
	lines := strings.Split(command(a+"\n"+a+"\n"+b, "redact", "--mask", "tag", "--tag-key", "0123456789abcdef").out, "\n")
	if lines[0] != lines[1] || lines[0] == lines[2] || strings.Contains(strings.Join(lines, ""), a) {
		t.Errorf("tags %q", lines)
	}
	t.Setenv("REDACTBENCH_TAG_KEY", "another key of 16")
	if got := command(a, "redact", "--mask", "tag"); got.status != exitDone || got.out == lines[0] {
		t.Errorf("tag under another key: %+v", got)
	}
}

func TestDisabledRulesDoNotMask(t *testing.T) {
	secret := token(15)
	r := command(secret, "find", "--format", "json")
	var found []secretAt
	if err := json.Unmarshal([]byte(r.out), &found); err != nil || len(found) != 1 {
		t.Fatalf("%v: %s", err, r.out)
	}
	command("x "+secret, "redact", "--disable", found[0].Rule).check(t, exitDone, "x "+secret)
}

func TestNDJSON(t *testing.T) {
	s := token(20)
	for _, tt := range []struct {
		name, in, want string
		notJSON        []string // lines reported
	}{
		{"nothing", "", "", nil},
		{"order, numbers and spacing stay", `{"b": 1.50e3,"a":[true, null],  "t":"` + s + "\"}\n", `{"b": 1.50e3,"a":[true, null],  "t":"(redacted)"}` + "\n", nil},
		{"no line end at the end", `{"t":"` + s + `"}`, `{"t":"(redacted)"}`, nil},
		{"CRLF", "{\"t\":\"" + s + "\"}\r\n{\"a\":1}\r\n", "{\"t\":\"(redacted)\"}\r\n{\"a\":1}\r\n", nil},
		{"empty lines", "\n{\"a\":1}\n\n  \n", "\n{\"a\":1}\n\n  \n", nil},
		{"a BOM", "\xef\xbb\xbf{\"t\":\"" + s + "\"}\n", "\xef\xbb\xbf{\"t\":\"(redacted)\"}\n", nil},
		{"a line of text among JSON", "{\"a\":1}\nkey " + s + "\n{\"t\":\"" + s + "\"}\n", "{\"a\":1}\nkey (redacted)\n{\"t\":\"(redacted)\"}\n", []string{"2"}},
		{"JSON that is cut", `{"a":1}` + "\n" + `{"t":"` + s + "\n" + `{"b":2}`, `{"a":1}` + "\n" + `{"t":"(redacted)` + "\n" + `{"b":2}`, []string{"2"}},
		{"a string by itself", `"` + s + `"`, `"(redacted)"`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := command(tt.in, "redact", "--ndjson")
			status := exitDone
			if tt.notJSON != nil {
				status = exitFound
			}
			r.check(t, status, tt.want)
			var told string
			for _, n := range tt.notJSON {
				told += "redactbench: <stdin>:" + n + ": not JSON, masked as text\n"
			}
			if r.errout != told {
				t.Errorf("standard error %q, want %q", r.errout, told)
			}
		})
	}
}

func TestDeepJSONIsMaskedAsText(t *testing.T) {
	s := token(21)
	in := strings.Repeat("[", 100_000) + `"` + s + `"` + strings.Repeat("]", 100_000) + "\n"
	r := command(in+`{"a":1}`, "redact", "--ndjson")
	r.check(t, exitFound, strings.Replace(in, s, "(redacted)", 1)+`{"a":1}`)
	if !strings.Contains(r.errout, "<stdin>:1: ") {
		t.Errorf("standard error %q", r.errout)
	}
}

// A long reads as lines of n bytes that hold a secret each, without holding one.
type long struct {
	head, fill, tail string
	n, at            int
}

func (l *long) Read(p []byte) (int, error) {
	total := len(l.head) + l.n + len(l.tail)
	if l.at == total {
		return 0, io.EOF
	}
	for i := range p {
		switch j := l.at - len(l.head); {
		case j < 0:
			p[i] = l.head[l.at]
		case j < l.n:
			p[i] = l.fill[j%len(l.fill)]
		case l.at < total:
			p[i] = l.tail[j-l.n]
		default:
			return i, nil
		}
		l.at++
	}
	return len(p), nil
}

// allocated returns the bytes that f allocates, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

const fiftyMB = 50_000_000

func TestALineOf50MBIsMaskedInConstantMemory(t *testing.T) {
	s := token(30)
	in := &long{head: s + " ", fill: "word 123, ", n: fiftyMB, tail: s}
	var out counter
	bytes := allocated(func() {
		if status := run([]string{"redact"}, in, &out, os.Stderr); status != exitDone {
			t.Errorf("exit status %d", status)
		}
	})
	if want := len("(redacted) ") + fiftyMB + len("(redacted)"); out.n != want {
		t.Errorf("%d bytes written, want %d", out.n, want)
	}
	// Rules and tables are compiled at first use, some megabytes; the line is 50.
	if limit := uint64(fiftyMB / 2); bytes > limit {
		t.Errorf("%d bytes allocated, want under %d", bytes, limit)
	}
}

func TestADocumentOf50MBTakesAFewTimesItsSize(t *testing.T) {
	s := token(31)
	in := &long{head: `{"t":"` + s + `","fill":"`, fill: "word 123, ", n: fiftyMB, tail: `","u":"` + s + "\"}\n"}
	var out counter
	bytes := allocated(func() {
		if status := run([]string{"redact", "--ndjson"}, in, &out, os.Stderr); status != exitDone {
			t.Errorf("exit status %d", status)
		}
	})
	if want := len(`{"t":"(redacted)","fill":"","u":"(redacted)"}`) + 1 + fiftyMB; out.n != want {
		t.Errorf("%d bytes written, want %d", out.n, want)
	}
	// Twice by growing slices, each up to five times the size over all its growth.
	if limit := uint64(12 * fiftyMB); bytes > limit {
		t.Errorf("%d bytes allocated, want under %d", bytes, limit)
	}
}

// overDocument is past the limit by more than is read at once.
const overDocument = maxDocument + 2*readSize

func TestALineOverTheDocumentLimitIsMaskedAsText(t *testing.T) {
	s := token(32)
	in := io.MultiReader(
		&long{head: `{"t":"`, fill: "word 123, ", n: overDocument, tail: `","u":"` + s + "\"}\n"},
		strings.NewReader(`{"u":"`+s+`"}`))
	var out counter
	var errout bytes.Buffer
	status := run([]string{"redact", "--ndjson"}, in, &out, &errout)
	want := len(`{"t":"","u":"(redacted)"}`) + 1 + overDocument + len(`{"u":"(redacted)"}`)
	if status != exitFound || out.n != want || errout.String() != "redactbench: <stdin>:1: longer than 64 MiB, masked as text\n" {
		t.Errorf("status %d, %d bytes, want %d; %s", status, out.n, want, errout.String())
	}
	if !strings.HasSuffix(out.last, "\"}\n"+`{"u":"(redacted)"}`) {
		t.Errorf("output ends with %q", out.last)
	}
}

// A counter counts what is written and keeps the end of it.
type counter struct {
	n    int
	last string
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	c.last += string(p[max(0, len(p)-64):])
	c.last = c.last[max(0, len(c.last)-64):]
	return len(p), nil
}

func TestNoLineIsLost(t *testing.T) {
	log := gen.Log(8, 300_000, 0.2).Text // plain, logfmt and JSON records by turns
	for _, end := range []string{"", "last line without an end"} {
		in := log + end
		r := command(in, "redact", "--ndjson")
		if r.status != exitFound {
			t.Errorf("exit status %d", r.status)
		}
		if got, want := strings.Count(r.out, "\n"), strings.Count(in, "\n"); got != want || !strings.HasSuffix(r.out, end) {
			t.Errorf("%d lines, want %d", got, want)
		}
		notJSON := 0
		for line := range strings.Lines(in) {
			if !json.Valid([]byte(line)) && strings.TrimSpace(line) != "" {
				notJSON++
			}
		}
		if got := strings.Count(r.errout, ": not JSON, masked as text\n"); got != notJSON {
			t.Errorf("%d lines reported, want %d", got, notJSON)
		}
	}
}

func TestJSONRPCMessages(t *testing.T) {
	s := token(71)
	success := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + s + `"}]}}`
	list := `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"[{\"path\":[\"password\"],\"received\":\"hunter2\",\"message\":\"got 'hunter2'\"}]"}}`
	masked := strings.ReplaceAll(list, "hunter2", "(redacted)")
	command(success+"\r\n\n"+list, "redact", "--jsonrpc").check(t, exitDone, success+"\r\n\n"+masked)
	command(success, "redact", "--jsonrpc", "--results").check(t, exitDone, strings.Replace(success, s, "(redacted)", 1))
	command(list, "redact", "--jsonrpc", "--budget", "100").check(t, exitDone, `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"[]","data":{"omittedIssues":1}}}`)
	for _, tt := range []struct{ in, want, told string }{
		{"key " + s + "\n" + list, "key (redacted)\n" + masked, "<stdin>:1: not JSON, or nested too deep: masked as text\n"},
		{`{"key":"` + s + `"}`, `{"key":"(redacted)"}`, "<stdin>:1: JSON, but no JSON-RPC message: masked as JSON\n"},
		{`{"id":"` + strings.Repeat("x", 200) + `","error":{"message":"` + s + `"}}`, `{"id":"` + strings.Repeat("x", 200) + `","error":{"message":""}}`, "<stdin>:1: what must stay is over --budget\n"},
	} {
		r := command(tt.in, "redact", "--jsonrpc", "--budget", "200")
		r.check(t, exitFound, tt.want)
		if r.errout != "redactbench: "+tt.told {
			t.Errorf("standard error %q, want %q", r.errout, tt.told)
		}
	}
	for _, args := range [][]string{{"--results"}, {"--budget", "9"}, {"--jsonrpc", "--ndjson"}, {"--jsonrpc", "--budget=-1"}} {
		if r := command("x", append([]string{"redact"}, args...)...); r.status != exitUsage || r.out != "" {
			t.Errorf("%v: status %d: %s", args, r.status, r.out)
		}
	}
}
