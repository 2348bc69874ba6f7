// Package field appends the texts of a problem, masked and cut. Every format
// goes through it, so that one place decides how a text, a line, a path, a
// command and an issue's message are made safe.
//
// What is appended is raw, valid UTF-8; the format escapes it. max counts
// bytes as encoding/json writes them between quotes. Nothing panics: where a
// rule or mask of the caller's does, the whole text is masked. Nothing is
// allocated but to grow dst and, once in a while, a buffer for a message that
// echoes a secret.
package field

import (
	"bytes"
	"strings"
	"unsafe"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/internal/segment"
	"github.com/redactbench/redactbench/internal/jsontext"
)

const ellipsis = "…"

// Append appends a text.
func Append(dst []byte, r *engine.Redactor, s string, max int) (out []byte) {
	defer func() {
		if recover() != nil {
			out = appendAllMasked(dst, max)
		}
	}()
	return r.AppendTruncated(dst, s, max)
}

// appendAllMasked appends what stands for a text that could not be masked.
func appendAllMasked(dst []byte, max int) []byte {
	switch {
	case max >= len(engine.DefaultMask):
		return append(dst, engine.DefaultMask...)
	case max >= len(ellipsis):
		return append(dst, ellipsis...)
	}
	return dst
}

// AppendLine appends a text as one line: a run of line ends, with the blanks
// around it, becomes one space.
func AppendLine(dst []byte, r *engine.Redactor, s string, max int) []byte {
	at := len(dst)
	return JoinLines(Append(dst, r, s, max), at)
}

// JoinLines makes one line of dst[from:], in place. The text was masked as it
// was before, since some secrets are known by their lines.
func JoinLines(dst []byte, from int) []byte {
	i := from + noLineEnd(dst[from:])
	w := i
	for i < len(dst) {
		n := lineEnd(dst[i:])
		if n == 0 {
			dst[w] = dst[i]
			w++
			i++
			continue
		}
		for w > from && isBlank(dst[w-1]) {
			w--
		}
		for i < len(dst) && (n > 0 || isBlank(dst[i])) {
			i += max(n, 1)
			n = lineEnd(dst[i:])
		}
		if w > from && i < len(dst) {
			dst[w] = ' '
			w++
		}
	}
	return dst[:w]
}

// HasLineEnd reports whether JoinLines would change b.
func HasLineEnd[T jsontext.Text](b T) bool {
	for i := noLineEnd(b); i < len(b); i++ {
		if lineEnd(b[i:]) > 0 {
			return true
		}
	}
	return false
}

// noLineEnd returns how far there surely is none in b.
func noLineEnd[T jsontext.Text](b T) int {
	i := jsontext.Printable(b)
	for i < len(b) && !endsLine[b[i]] {
		i++
	}
	return i
}

// endsLine tells the bytes that a line end may begin with.
var endsLine = [256]bool{'\n': true, '\v': true, '\f': true, '\r': true, 0xc2: true, 0xe2: true}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// lineEnd returns the length of the line end b begins with, or 0: those of
// Unicode's rules for breaking lines.
func lineEnd[T jsontext.Text](b T) int {
	if len(b) == 0 {
		return 0
	}
	switch c := b[0]; {
	case c >= '\n' && c <= '\r':
		return 1
	case c == 0xc2 && len(b) > 1 && b[1] == 0x85:
		return 2
	case c == 0xe2 && len(b) > 2 && b[1] == 0x80 && b[2]|1 == 0xa9:
		return 3
	}
	return 0
}

// AppendPath appends an issue's path. One that is too long is cut between two
// segments, or within the first if that alone is too long.
func AppendPath(dst []byte, r *engine.Redactor, path string, max int) []byte {
	at := len(dst)
	dst = Append(dst, r, path, max)
	if !bytes.HasSuffix(dst[at:], []byte(ellipsis)) || strings.HasSuffix(path, ellipsis) && jsontext.Size(path) <= max {
		return dst
	}
	// Whether a segment ends where the text was cut is known where it is the
	// source that goes on with a dot or bracket.
	kept := dst[at : len(dst)-len(ellipsis)]
	if n := len(kept); n > 0 && n < len(path) && path[:n] == string(kept) && (path[n] == '.' || path[n] == '[') {
		return dst
	}
	// A mask can look like several segments; cutting anew at the segment's
	// end tells whether that is inside one.
	for end := lastSegment(kept); end > 0; end = lastSegment(kept) {
		dst = Append(dst[:at], r, path, jsontext.Size(kept[:end])+len(ellipsis))
		kept = dst[at : len(dst)-len(ellipsis)]
		if len(kept) >= end {
			return dst
		}
	}
	return Append(dst[:at], r, path, max)
}

// lastSegment returns where the last segment of a path begins.
func lastSegment(b []byte) int {
	path := unsafe.String(unsafe.SliceData(b), len(b)) // read here only
	start := 0
	for at := 0; at < len(path); {
		start = at
		raw, n := segment.Next(path[at:])
		if raw != "" && raw[0] == '[' && raw[len(raw)-1] != ']' {
			break // cut within its brackets
		}
		at += n
	}
	return start
}
