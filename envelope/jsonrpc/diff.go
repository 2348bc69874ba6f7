package jsonrpc

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

const (
	// probe is how many bytes must agree for a text to be the same again
	// behind a mask: few enough for short words between two masks, and more
	// than the part of a mask that a text holds by chance.
	probe = 8
	// maxMask is the longest mask, with escaped quotes around it.
	maxMask = 64 + 4
)

// diff returns the edits that make masked of text. The engine says what a text
// becomes and not where it changed, and an envelope's own masks are laid over
// the engine's; comparing the two serves both. The edits always make masked of
// text, but where two masks stand closer together than probe they can be one
// edit. It takes time in proportion to both texts.
func diff(text, masked string) []edit {
	if text == masked {
		return nil
	}
	n := commonPrefix(text, masked)
	tail := commonSuffix(text[n:], masked[n:])
	c := comparison{text: text[:len(text)-tail], masked: masked[:len(masked)-tail], i: n, j: n}
	for c.next() {
	}
	return c.edits
}

type comparison struct {
	text, masked string
	i, j         int // what is compared next, of text and of masked
	edits        []edit
}

// next skips what is equal and adds an edit for what is not.
func (c *comparison) next() bool {
	n := commonPrefix(c.text[c.i:], c.masked[c.j:])
	c.i, c.j = c.i+n, c.j+n
	if c.i == len(c.text) && c.j == len(c.masked) {
		return false
	}
	i, j := c.again()
	c.edits = append(c.edits, edit{c.i, i, c.masked[c.j:j]})
	c.i, c.j = i, j
	return true
}

// again returns where the texts are the same again: of all ends that the mask
// can have, the one after which text goes on the earliest. It looks in widening
// windows, so that it costs some seventy times the length of the secret.
func (c *comparison) again() (i, j int) {
	i, j = len(c.text), len(c.masked)
	for width := 256; ; width *= 16 {
		window := c.text[c.i:min(len(c.text), c.i+width)]
		for end := c.j + 1; end <= c.j+maxMask && end+probe <= len(c.masked); end++ {
			if !utf8.RuneStart(c.masked[end]) {
				continue
			}
			at := strings.Index(window[min(1, len(window)):], c.masked[end:end+probe])
			if at >= 0 && c.i+1+at < i {
				i, j = c.i+1+at, end
				window = window[:1+at+probe-1] // only what is earlier is better
			}
		}
		if i < len(c.text) || len(window) == len(c.text)-c.i {
			return i, j
		}
	}
}

// appendCut appends a masked text cut to max bytes, and not within a mask. The
// engine does not cut a mask of its own in two, but one that was there before.
func appendCut(dst []byte, r *engine.Redactor, source, masked string, max int) []byte {
	at := len(dst)
	edits := diff(source, masked)
	for {
		dst = field.Append(dst[:at], r, masked, max)
		kept := len(dst) - at - len(ellipsis)
		if kept < 0 || string(dst[at:]) == masked {
			return dst
		}
		start, moved := -1, 0
		for _, e := range edits {
			if from := e.start + moved; from < kept && kept < from+len(e.text) {
				start = from
			}
			moved += e.growth()
		}
		if start < 0 {
			return dst
		}
		max = jsontext.Size(masked[:start]) + len(ellipsis)
	}
}

// commonPrefix returns how many bytes of whole characters a and b begin with
// in common.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && !(boundary(a, n) && boundary(b, n)) {
		n--
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for n > 0 && !(boundary(a, len(a)-n) && boundary(b, len(b)-n)) {
		n--
	}
	return n
}

func boundary(s string, i int) bool { return i == len(s) || utf8.RuneStart(s[i]) }

// A secret is a text that was masked, and its mask.
type secret struct{ text, mask string }

// occurrences appends an edit for each occurrence of the secret in text. A
// short secret can be part of a word or a number by chance: one under 6 bytes
// counts as a word, one under 4 only in quotes.
func occurrences(edits []edit, text string, s secret) []edit {
	for at := 0; ; {
		i := strings.Index(text[at:], s.text)
		if i < 0 {
			return edits
		}
		start, end := at+i, at+i+len(s.text)
		if len(s.text) >= 6 || stands(text, start, end, len(s.text) < 4) {
			edits = append(edits, edit{start, end, s.mask})
		}
		at = end
	}
}

// stands reports whether text[start:end] stands alone: in quotes, or as a word.
func stands(text string, start, end int, quoted bool) bool {
	if quoted {
		return start > 0 && end < len(text) && text[start-1] == text[end] && strings.IndexByte("'\"`", text[end]) >= 0
	}
	return (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end]))
}

func wordByte(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' || b >= utf8.RuneSelf
}

// merge returns edits in order and apart: of those that overlap, the first's
// text stands for all.
func merge(edits []edit) []edit {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	out := edits[:0]
	for _, e := range edits {
		if n := len(out); n > 0 && e.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, e.end)
			continue
		}
		out = append(out, e)
	}
	return out
}
