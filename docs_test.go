package redactbench_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each sample in docs stands in a test's file, where it compiles and mostly runs.
func TestDocsShowCodeThatCompiles(t *testing.T) {
	var tests strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "." {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, "_test.go") {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			tests.Write(b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	source := strings.ReplaceAll(tests.String(), "\r\n", "\n")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	for _, page := range pages {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(b), "\r\n", "\n")
		for i, block := range strings.Split(text, "```go\n")[1:] {
			code, _, ok := strings.Cut(block, "```")
			var indented strings.Builder
			for line := range strings.Lines(code) {
				if line != "\n" {
					indented.WriteByte('\t')
				}
				indented.WriteString(line)
			}
			if !ok || !strings.Contains(source, indented.String()) {
				t.Errorf("%s: sample %d is in no test", page, i+1)
			}
		}
	}
}
