package knownfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/engine"
)

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "known")
	text := "# of the test\n\nA=correct=horse \r\n B =two\nno-value-here\n=nameless7\nC="
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := Read(name)
	if want := []engine.Known{{Name: "A", Value: "correct=horse "}, {Name: "B", Value: "two"}, {Name: "C"}}; !slices.Equal(known, want) {
		t.Errorf("read %q, want %q", known, want)
	}
	if err == nil || !strings.Contains(err.Error(), name+":5:") || !strings.Contains(err.Error(), name+":6:") || strings.Contains(err.Error(), "nameless7") || strings.Contains(err.Error(), "no-value") {
		t.Errorf("error %v, want one for lines 5 and 6 that quotes neither", err)
	}
	if _, err := Read(name + "x"); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), name) != 1 {
		t.Errorf("of a missing file: %v", err)
	}
}
