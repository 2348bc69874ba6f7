package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A private key goes on behind what a log puts before each line, whatever numbers that has.
func TestBlocksBehindPrefixes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 1))
	var r Redactor
	for _, prefix := range []string{"[app] ", "2024-05-01T10:00:%02d.123Z ERROR ", "May  1 10:00:%02d host app[12]: ", "%d | ", "# "} {
		lines := []string{"-----BEGIN RSA PRIVATE KEY-----"}
		for range 12 {
			lines = append(lines, randomValue(rnd, lettersDigits, 64))
		}
		lines = append(lines, randomValue(rnd, lettersDigits, 20)+"==", "-----END RSA PRIVATE KEY-----")
		var text strings.Builder
		put := func(i int, line string) {
			p := prefix
			if strings.Contains(p, "%") {
				p = fmt.Sprintf(p, i+3)
			}
			fmt.Fprintf(&text, "%s%s\n", p, line)
		}
		put(0, "before")
		for i, line := range lines {
			put(i+1, line)
		}
		put(30, "after")
		got := string(r.Append(nil, text.String()))
		for _, line := range lines[1 : len(lines)-1] {
			if strings.Contains(got, line[:16]) {
				t.Errorf("%q: %s stays", prefix, line)
			}
		}
		if !strings.Contains(got, "before\n") || !strings.HasSuffix(got, "after\n") {
			t.Errorf("%q: the lines around it are lost: %q", prefix, got)
		}
		var out bytes.Buffer
		w := r.NewWriter(nil)
		if s := writeParts(t, w, &out, text.String(), everyByte(text.Len())); s != got {
			t.Errorf("%q: a Writer gives %q, not %q", prefix, s, got)
		}
	}
}
