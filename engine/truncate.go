package engine

import (
	"unicode/utf8"
	"unsafe"

	"github.com/redactbench/redactbench/internal/jsontext"
)

// Truncate returns the text cut to max bytes, counted as encoding/json writes
// them between quotes with SetEscapeHTML(false). A cut text ends with …, 3 of
// those bytes; ill-formed bytes become U+FFFD. A max under 3 gives nothing. It
// is never cut inside a mask, an escape sequence or a grapheme cluster. It
// allocates where the text changes.
func (t Redacted) Truncate(max int) Redacted {
	c := cutter{text: t.text, atoms: t.atoms, mask: t.mask}
	keep, cut := c.point(max)
	if !cut && utf8.ValidString(t.text) {
		return t
	}
	n := 0
	for n < len(t.atoms) && t.atoms[n].end <= keep {
		n++
	}
	if utf8.ValidString(t.text[:keep]) {
		out := append(make([]byte, 0, keep+len(ellipsis)), t.text[:keep]...)
		if cut && max >= len(ellipsis) {
			out = append(out, ellipsis...)
		}
		return newRedacted(out, t.atoms[:n], t.mask)
	}
	// Ill-formed bytes grow, which moves the masks: find each again at its place.
	var out []byte
	atoms := make([]atom, 0, n)
	at := 0
	for _, a := range t.atoms[:n] {
		out = jsontext.AppendValid(out, t.text[at:a.start])
		b := len(out)
		out = append(out, t.text[a.start:a.end]...)
		atoms = append(atoms, atom{b, len(out)})
		at = a.end
	}
	out = jsontext.AppendValid(out, t.text[at:keep])
	if cut && max >= len(ellipsis) {
		out = append(out, ellipsis...)
	}
	return newRedacted(out, atoms, t.mask)
}

// cutSlack is how far behind a cut the text can change where it goes: the longest stretch
// that the search for a cut point looks ahead, and a mask.
const cutSlack = 512

// AppendTruncated appends src with its secrets masked and then cut to max bytes,
// as Redact(src).Truncate(max) is, for texts of up to max+MaxSecret bytes. Of
// longer texts it reads no more than that: a secret that may go on behind it is
// cut before its first byte, so that what is written depends on nothing further
// on. It allocates only to grow dst, which needs room for max+1,024 bytes, and
// where there are more than 32 masks before the cut or ill-formed bytes.
func (r *Redactor) AppendTruncated(dst []byte, src string, max int) []byte {
	if max < len(ellipsis) {
		return dst
	}
	p := r.program()
	more := false
	if w := max + p.maxSecret; w > 0 && len(src) > w {
		src, more = src[:w], true
	}
	base := len(dst)
	var l look
	if !p.look(&l, src) && !more {
		return p.cutTail(append(dst, src[:min(len(src), max+cutSlack)]...), base, nil, max, len(src) > max+cutSlack)
	}
	return p.appendTruncated(dst, src, max, more, &l)
}

// appendTruncated is AppendTruncated for a text with hits, the first being in l, or for one
// that is longer than its window.
func (p *program) appendTruncated(dst []byte, src string, max int, more bool, l *look) []byte {
	var f finder
	f.start(p, src, more, l)
	var atomBuf [32]atom
	base := len(dst)
	dst, end, atoms := p.appendUntil(dst, &f, len(src), base+max+cutSlack, atomBuf[:0])
	if !more {
		return p.cutTail(dst, base, atoms, max, false)
	}
	for {
		if _, ok := f.next(); !ok {
			break
		}
	}
	if f.open < end {
		open := f.open
		f = finder{}
		f.init(p, src, true)
		dst, _, atoms = p.appendUntil(dst[:base], &f, open, base+max+cutSlack, atomBuf[:0])
	}
	return p.cutTail(dst, base, atoms, max, true)
}

// appendUntil appends src[:stop] masked, or what of it brings dst over limit
// bytes, and returns where in src it stopped.
func (p *program) appendUntil(dst []byte, f *finder, stop, limit int, atoms []atom) ([]byte, int, []atom) {
	base, at := len(dst), 0
	for len(dst) <= limit {
		s, ok := f.next()
		if ok && s.end > stop {
			stop, ok = min(stop, s.start), false
		}
		if !ok {
			s.start = max(stop, at)
		}
		if room := limit + 1 - len(dst); s.start-at > room {
			return append(dst, f.text[at:at+room]...), at + room, atoms
		}
		dst = append(dst, f.text[at:s.start]...)
		if !ok {
			return dst, s.start, atoms
		}
		n := len(dst)
		dst = p.mask.append(dst, p, f.text, s)
		atoms = append(atoms, atom{n - base, len(dst) - base})
		at = s.end
	}
	return dst, at, atoms
}

// cutTail cuts to max what was appended to dst from base on; more says that the
// text goes on behind it.
func (p *program) cutTail(dst []byte, base int, atoms []atom, max int, more bool) []byte {
	text := unsafe.String(unsafe.SliceData(dst[base:]), len(dst)-base)
	c := cutter{text: text, atoms: atoms, mask: &p.mask}
	keep, cut := 0, true
	switch {
	case more:
		keep = c.open(max)
	case len(text) <= max/jsontext.Longest:
		keep, cut = len(text), false // it fits whatever is in it
	default:
		keep, cut = c.point(max)
	}
	if !utf8.ValidString(text[:keep]) {
		valid := jsontext.AppendValid(nil, text[:keep]) // ill-formed bytes grow: they cannot be mended in place
		dst = append(dst[:base], valid...)
	} else {
		dst = dst[:base+keep]
	}
	if cut {
		dst = append(dst, ellipsis...)
	}
	return dst
}

// open is point for a text that goes on: … follows even if it fits.
func (c *cutter) open(max int) int {
	if n, _ := jsontext.Fit(c.text, max); n < len(c.text) {
		keep, _ := c.point(max)
		return keep
	}
	c.room = max - len(ellipsis)
	p, _ := jsontext.Fit(c.text, c.room)
	return c.legal(p)
}
