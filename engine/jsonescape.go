package engine

import (
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/jsontext"
)

// rawOffset returns the offset in raw that lies n bytes of text after offset i, at most its length.
func rawOffset(raw string, i, n int) int {
	for n > 0 && i < len(raw) {
		if raw[i] != '\\' {
			i++
			n--
			continue
		}
		r, size := jsontext.Unescape(raw[i:])
		i += size
		n -= utf8.RuneLen(r)
	}
	return i
}
