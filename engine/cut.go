package engine

import (
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/swar"
)

// An atom is a stretch of text that is kept whole or not at all: a mask. Atoms
// come in order and do not overlap.
type atom struct{ start, end int }

// ellipsis ends every text that was cut.
const ellipsis = "…"

// cutPoint says how much of text, which is masked already, is kept in max
// bytes, counted as encoding/json writes them between quotes. cut tells that
// something is left out; the ellipsis then goes behind text[:keep], and the
// two together take no more than max. A max under the ellipsis's own size keeps
// nothing, and the ellipsis goes too.
//
// The point is never inside an atom, an escape sequence, a grapheme cluster
// (and so a character). From the last such point it moves back to a line's
// end if half of the room stays used, else to a word's end if four fifths do.
// The work is bounded by max, not by the length of text.
func cutPoint(text string, atoms []atom, max int) (keep int, cut bool) {
	c := cutter{text: text, atoms: atoms}
	return c.point(max)
}

// point is cutPoint. Masks that were in the text before it was masked are atoms too, where the
// cutter knows them.
func (c *cutter) point(max int) (keep int, cut bool) {
	text := c.text
	if max < len(ellipsis) {
		return 0, len(text) > 0
	}
	// No character takes less encoded than it is long.
	if len(text) <= max {
		if n, _ := jsontext.Fit(text, max); n == len(text) {
			return n, false
		}
	}
	c.room = max - len(ellipsis)
	p, size := jsontext.Fit(text, c.room)
	q := c.legal(p)
	size -= encodedSize(text[q:p])
	if line, ok := c.lineEnd(q, size); ok {
		return line, true
	}
	if word, ok := c.wordEnd(q, size); ok {
		return word, true
	}
	return q, true
}

// encodedSize is the measure of Fit for the whole of s.
func encodedSize(s string) int {
	_, size := jsontext.Fit(s, len(s)*6)
	return size
}

// A cutter holds what the search for a cut point needs to know.
type cutter struct {
	text  string
	atoms []atom
	mask  *masker // of masks that atoms does not list; nil for none
	room  int     // encoded bytes for text, the ellipsis being set aside
}

// legal returns the last point at or before p where the text may be cut. What
// covers a point can begin inside something else, so it looks until nothing
// covers it any more.
func (c *cutter) legal(p int) int {
	for p > 0 && p < len(c.text) {
		q := clusterStart(c.text, escapeStart(c.text, c.mask.start(c.text, c.atomStart(p))))
		if q == p {
			break
		}
		p = q
	}
	return p
}

// atomStart returns the start of the atom p is inside of, or p.
func (c *cutter) atomStart(p int) int {
	i := sort.Search(len(c.atoms), func(i int) bool { return c.atoms[i].end > p })
	if i < len(c.atoms) && c.atoms[i].start < p {
		return c.atoms[i].start
	}
	return p
}

func blankByte(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// trimBlanks returns the end of text[:p] without the blanks it ends with.
func trimBlanks(text string, p int) int {
	for p > 0 && blankByte(text[p-1]) {
		p--
	}
	return p
}

// lineEnd returns the last line's end at or before p that keeps half of the
// room, text[:p] taking size bytes.
func (c *cutter) lineEnd(p, size int) (int, bool) {
	for at := p; ; {
		i := swar.LastIndex(c.text[:min(at+1, len(c.text))], '\n')
		if i < 0 {
			return 0, false
		}
		q := trimBlanks(c.text, i)
		size -= encodedSize(c.text[q:p])
		if q == 0 || 2*size < c.room {
			return 0, false
		}
		if c.legal(q) == q {
			return q, true
		}
		at, p = q-1, q
	}
}

// wordEnd returns the last word's end at or before p that keeps four fifths
// of the room, text[:p] taking size bytes.
func (c *cutter) wordEnd(p, size int) (int, bool) {
	for at := p; at > 0; at-- {
		if at == len(c.text) || !blankByte(c.text[at]) || blankByte(c.text[at-1]) {
			continue
		}
		size -= encodedSize(c.text[at:p])
		p = at
		if 5*size < 4*c.room {
			break
		}
		if c.legal(at) == at {
			return at, true
		}
	}
	return 0, false
}

// clusterWindow is how far back a grapheme cluster is looked at, in bytes. The
// longest cluster in use, a family of emoji with skin tones, has 41; a longer
// one, which only a pile of combining marks makes, is cut between characters.
const clusterWindow = 256

// A clusterBuffer holds the text around a cut, which is masked already.
type clusterBuffer [clusterWindow + 2*utf8.UTFMax]byte

var clusterBuffers = sync.Pool{New: func() any { return new(clusterBuffer) }}

// clusterStart returns the start of the grapheme cluster p is inside of, or p.
func clusterStart(text string, p int) int {
	if p <= 0 || p >= len(text) || betweenASCII(text, p) {
		return p
	}
	// Clusters are told from a point that is surely between two.
	lo := max(0, p-clusterWindow)
	from := p - 1
	for from > lo && !betweenASCII(text, from) {
		from--
	}
	for from < p && from > 0 && !utf8.RuneStart(text[from]) {
		from++
	}
	// Whether there is a boundary at p depends on no more than one character
	// behind it.
	// A copy, of no more than the window: the iterator hands its text on, which
	// would move every text that is cut to the heap.
	buf := clusterBuffers.Get().(*clusterBuffer)
	defer clusterBuffers.Put(buf)
	n := copy(buf[:], text[from:min(len(text), p+utf8.UTFMax)])
	mendIllFormed(buf[:n])
	for it := graphemes.FromBytes(buf[:n]); it.Next(); {
		if from+it.End() >= p {
			if from+it.End() > p {
				return from + it.Start()
			}
			break
		}
	}
	return p
}

// mendIllFormed puts a letter in the place of each ill-formed byte, which becomes a character of its own: the
// iterator would take what follows for a part of it.
func mendIllFormed(b []byte) {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			b[i] = 'x'
		}
		i += size
	}
}

// betweenASCII reports whether p is between two ASCII characters that are two
// clusters: any but CR LF.
func betweenASCII(text string, p int) bool {
	a, b := text[p-1], text[p]
	return a < utf8.RuneSelf && b < utf8.RuneSelf && (a != '\r' || b != '\n')
}
