package engine

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/redactbench/redactbench/internal/gen"
)

func TestReaderReadsWhatAppendAppends(t *testing.T) {
	var r Redactor
	text := gen.Log(11, 32<<10, 0.5).Text + "password=\n  hunter2!xyz"
	want := r.Append(nil, text)
	for name, from := range map[string]io.Reader{
		"whole":               strings.NewReader(text),
		"byte by byte":        iotest.OneByteReader(strings.NewReader(text)),
		"the end with data":   iotest.DataErrReader(strings.NewReader(text)),
		"half of what may be": iotest.HalfReader(strings.NewReader(text)),
	} {
		if err := iotest.TestReader(r.NewReader(from), want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReaderReturnsErrorsBehindTheText(t *testing.T) {
	fault := errors.New("gone")
	from := io.MultiReader(strings.NewReader("a password=hunter2!xyz"), iotest.ErrReader(fault))
	got, err := io.ReadAll((*Redactor)(nil).NewReader(from))
	if string(got) != "a password=(redacted)" || err != fault {
		t.Errorf("read %q, %v", got, err)
	}
}
