package engine

import (
	"log/slog"
	"slices"
	"sync"
	"unsafe"
)

// A Redacted is text without secrets. Only a Redactor makes one; the zero
// Redacted is empty. It is immutable and safe for concurrent use.
type Redacted struct {
	text string
	// atoms are the masks in text, mask tells those that were there before.
	atoms []atom
	mask  *masker
}

// Redact returns src with its secrets masked. A clean src is shared and nothing is allocated; else
// there is one allocation, for the text and the offsets of its masks.
func (r *Redactor) Redact(src string) Redacted {
	p := r.program()
	var l look
	if !p.look(&l, src) {
		return Redacted{text: src, mask: &p.mask}
	}
	return p.redact(src, &l)
}

// A redactScratch gathers a masked text and the offsets of its masks before their
// lengths are known. It never holds what is not masked.
type redactScratch struct {
	out   []byte
	atoms []atom
}

var redactScratches = sync.Pool{New: func() any { return new(redactScratch) }}

// redact is Redact for a text with hits, the first being in l.
func (p *program) redact(src string, l *look) Redacted {
	var f finder
	f.start(p, src, false, l)
	s, ok := f.next()
	if !ok {
		return Redacted{text: src, mask: &p.mask}
	}
	scratch := redactScratches.Get().(*redactScratch)
	// Masks are mostly shorter than secrets, so that this is room for all.
	out, atoms := slices.Grow(scratch.out[:0], len(src)), scratch.atoms[:0]
	at := 0
	for ; ok; s, ok = f.next() {
		out = append(out, src[at:s.start]...)
		n := len(out)
		out = p.mask.append(out, p, src, s)
		atoms = append(atoms, atom{n, len(out)})
		at = s.end
	}
	out = append(out, src[at:]...)
	t := newRedacted(out, atoms, &p.mask)
	if cap(out) <= pooledMax && cap(atoms) <= pooledMax/16 {
		scratch.out, scratch.atoms = out, atoms
		redactScratches.Put(scratch)
	}
	return t
}

// newRedacted copies a text and its atoms into one allocation: the atoms first, for their
// alignment.
func newRedacted(text []byte, atoms []atom, mask *masker) Redacted {
	const size = int(unsafe.Sizeof(atom{}))
	block := make([]atom, len(atoms)+(len(text)+size-1)/size)
	n := copy(block, atoms)
	if len(text) == 0 {
		return Redacted{}
	}
	tail := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(block[n:]))), (len(block)-n)*size)
	copy(tail, text)
	return Redacted{unsafe.String(&tail[0], len(text)), block[:n:n], mask}
}

// String returns the text.
func (t Redacted) String() string { return t.text }

// Len returns the text's length in bytes.
func (t Redacted) Len() int { return len(t.text) }

// LogValue makes slog print the text.
func (t Redacted) LogValue() slog.Value { return slog.StringValue(t.text) }
