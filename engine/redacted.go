package engine

import (
	"log/slog"
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
	var f finder
	f.init(p, src, false)
	s, ok := f.next()
	if !ok {
		return Redacted{text: src, mask: &p.mask}
	}
	return p.redact(&f, s)
}

// redactStack is how many masks' offsets are gathered without allocating.
const redactStack = 16

// redact finishes Redact for a text that has a secret, the first being s.
func (p *program) redact(f *finder, s span) Redacted {
	var buf [512]byte
	var atomBuf [redactStack]atom
	out, atoms := buf[:0], atomBuf[:0]
	at := 0
	for ok := true; ok; s, ok = f.next() {
		out = append(out, f.text[at:s.start]...)
		n := len(out)
		out = p.mask.append(out, p, f.text, s)
		atoms = append(atoms, atom{n, len(out)})
		at = s.end
	}
	out = append(out, f.text[at:]...)
	return newRedacted(out, atoms, &p.mask)
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
