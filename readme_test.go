package redactbench_test

import (
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// The code of this example is README's.
func Example() {
	r, err := engine.New(patterns.Default(), &engine.Options{
		Allow: []string{"example-token-of-the-docs"}, // never masked
	})
	if err != nil {
		log.Fatal(err)
	}

	err = fmt.Errorf("dial %s: refused", "postgres://app:s3cr3t-pa55w0rd@db.example.com/main")
	fmt.Println(r.Error(err))                                // Unwrap still reaches the cause
	fmt.Println(r.Redact(err.Error()).Truncate(30))          // cut what was masked
	fmt.Println(string(r.Append(nil, "password=tr0ub4dor"))) // dst first, no allocation but to grow it
	for f := range r.Find(err.Error()) {
		fmt.Println(f.End-f.Start, "bytes") // a rule and a place, never the secret
	}
	// Output:
	// dial postgres://app:(redacted)@db.example.com/main: refused
	// dial postgres://app:…
	// password=(redacted)
	// 15 bytes
}

// section returns the indented lines of README after a line, less their indent.
func section(t *testing.T, readme, after string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme, "\n"+after+"\n\n")
	if !ok {
		t.Fatalf("README has no line %q", after)
	}
	var b strings.Builder
	for line := range strings.Lines(rest) {
		line, ok := strings.CutPrefix(line, "    ")
		if !ok {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestReadmeShowsWhatIsDone(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(b), "\r\n", "\n")
	}
	readme, source := read("README.md"), read("readme_test.go")

	var r engine.Redactor
	if got, want := string(r.Append(nil, section(t, readme, "Before:"))), section(t, readme, "After:"); got != want {
		t.Errorf("README's sample is masked to\n%s\nnot to\n%s", got, want)
	}

	_, code, _ := strings.Cut(readme, "```go\n")
	code, _, _ = strings.Cut(code, "```")
	var indented strings.Builder
	for line := range strings.Lines(code) {
		if line != "\n" {
			indented.WriteByte('\t')
		}
		indented.WriteString(line)
	}
	if code == "" || !strings.Contains(source, indented.String()) {
		t.Error("the Go code in README is not that of Example")
	}
	for line := range strings.Lines(section(t, readme, "prints")) {
		if !strings.Contains(source, "\t// "+line) {
			t.Errorf("Example does not print %q", line)
		}
	}
}
