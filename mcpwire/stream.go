package mcpwire

import (
	"bytes"
	"io"
	"sync"

	"github.com/redactbench/redactbench/engine"
)

// maxHeld bounds what of a message is held until its end, in bytes. A longer one is
// masked as text, in constant memory.
const maxHeld = 64 << 20

// A Writer masks messages that are one a line, as servers write them on
// standard output. A line goes out by one Write, when its end is written. It
// is safe for concurrent use.
type Writer struct {
	mu sync.Mutex
	s  stream
}

// NewWriter returns a Writer to w that masks as f says.
func (f *Filter) NewWriter(w io.Writer) *Writer {
	return &Writer{s: stream{
		w: w, r: f.Redactor,
		end: func(b []byte, from int) int { return bytes.IndexByte(b[from:], '\n') + 1 + from },
		mask: func(dst, line []byte) []byte {
			if len(bytes.TrimSpace(line)) == 0 {
				return append(dst, line...)
			}
			dst, _ = f.Append(dst, line) // masked in any case
			return dst
		},
	}}
}

// Write masks p. It returns len(p) unless the other writer fails.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.s.Write(p)
}

// Close writes what is left of a line without an end. It does not close the other
// writer.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.s.finish()
}

// A stream masks frames: lines, or events.
type stream struct {
	w io.Writer
	r *engine.Redactor
	// end returns where the first frame of b ends, or from if it does not end
	// yet; it ends behind from.
	end  func(b []byte, from int) int
	mask func(dst, frame []byte) []byte

	held, out []byte
	seen      int            // bytes of held that no frame ends in
	long      *engine.Writer // masks a frame over maxHeld to the end of its line
}

func (s *stream) Write(p []byte) (int, error) {
	n := len(p)
	for s.long != nil && len(p) > 0 {
		part := p
		if end := bytes.IndexByte(p, '\n') + 1; end > 0 {
			part = p[:end]
		}
		if err := s.more(part); err != nil {
			return 0, err
		}
		p = p[len(part):]
	}
	s.held = append(s.held, p...)
	from := 0
	for {
		end := s.end(s.held[from:], s.seen) + from
		if end == from+s.seen {
			break
		}
		if err := s.put(s.held[from:end]); err != nil {
			return 0, err
		}
		from, s.seen = end, 0
	}
	s.drop(from)
	s.seen = max(0, len(s.held)-len("\r\n\r")) // what the end of a frame may begin with
	if len(s.held) > maxHeld {
		s.long = s.r.NewWriter(s.w)
		p := s.held
		s.held, s.seen = nil, 0
		if err := s.more(p); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// drop forgets the first n held bytes. They may be secret, so they are cleared.
func (s *stream) drop(n int) {
	if n == 0 {
		return
	}
	kept := copy(s.held, s.held[n:])
	clear(s.held[kept:])
	s.held = s.held[:kept]
}

// more writes a part of a long frame.
func (s *stream) more(p []byte) error {
	if _, err := s.long.Write(p); err != nil {
		return err
	}
	if bytes.HasSuffix(p, []byte("\n")) {
		err := s.long.Close()
		s.long = nil
		return err
	}
	return nil
}

// put writes a frame.
func (s *stream) put(frame []byte) error {
	s.out = s.mask(s.out[:0], frame)
	_, err := s.w.Write(s.out)
	if cap(s.out) > keepOut {
		s.out = nil
	}
	return err
}

// keepOut is the largest buffer that is kept from frame to frame, in bytes.
const keepOut = 1 << 20

// finish writes what is held as the frame it is so far.
func (s *stream) finish() error {
	if s.long != nil {
		return s.long.Close()
	}
	if len(s.held) == 0 {
		return nil
	}
	err := s.put(s.held)
	s.drop(len(s.held))
	return err
}
