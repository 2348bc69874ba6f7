package engine

import (
	"bytes"
	"io"
)

// A Reader masks what is read from another reader, as a Writer does: a line can be read once its
// end was, unless something in it is open. It is not safe for concurrent use.
type Reader struct {
	from io.Reader
	w    *Writer
	out  bytes.Buffer
	in   [4 << 10]byte
	err  error
}

// NewReader returns a Reader of from.
func (r *Redactor) NewReader(from io.Reader) *Reader {
	n := &Reader{from: from}
	n.w = r.NewWriter(&n.out)
	return n
}

// Read reads masked text. What from returned before an error is masked and read before
// the error is returned.
func (r *Reader) Read(p []byte) (int, error) {
	for len(p) > 0 && r.out.Len() == 0 {
		if r.err != nil {
			return 0, r.err
		}
		var n int
		n, r.err = r.from.Read(r.in[:])
		_, _ = r.w.Write(r.in[:n]) // to a buffer, which takes all
		clear(r.in[:n])
		if r.err != nil {
			_ = r.w.Close()
		}
	}
	if len(p) == 0 {
		return 0, nil
	}
	return r.out.Read(p)
}
