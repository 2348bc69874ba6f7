package engine

import (
	"bytes"
	"io"
	"math"
	"unsafe"

	"github.com/redactbench/redactbench/internal/scan"
)

// A Writer masks a stream. What it writes is what Redactor.Append makes of the
// whole text, however the text is split into writes. A line goes out with its
// line end unless something in it may be a secret that goes on: a key without its
// value, a quote or a block that is open. Such a line waits for the next ones, so
// Close must be called; without it what waits is lost, and nothing leaks.
//
// It holds the text that waits and some of what precedes it: less than twice
// Options.MaxSecret, and 64 KiB. Of a secret longer than MaxSecret the mask goes
// out, and what follows to the end of its line, and of lines behind it that hold
// nothing but base64, is dropped as it comes.
//
// A Writer allocates to grow what it holds, not per Write. It is not safe for
// concurrent use.
type Writer struct {
	w io.Writer
	f finder
	// buf is the text from some way before what was not written yet.
	buf []byte
	// out bytes of buf were written, seen of them searched; no hit starts before lim
	// that is not found yet.
	out, seen, lim int
	dst            []byte
	kept           memos
	err            error
	closed         bool
}

const (
	// writerStep is how much of one Write is taken at once, in bytes.
	writerStep = 16 << 10
	// writerScratch is how long masked text gets before it is written, in bytes.
	writerScratch = 32 << 10
	// writerContext is how much written text is kept, beside the reach of the rules: matchers look
	// at the name, the line and the quote that a hit stands in.
	writerContext = 1 << 10
	// writerKeep is the largest buffer that Reset keeps, in bytes.
	writerKeep = 64 << 10
)

// NewWriter returns a Writer to w.
func (r *Redactor) NewWriter(w io.Writer) *Writer {
	n := &Writer{}
	n.f.p = r.program()
	n.Reset(w)
	return n
}

// Reset makes w as new, to the writer given. What w held is lost.
func (w *Writer) Reset(to io.Writer) {
	w.buf, w.dst = wiped(w.buf), wiped(w.dst)
	p := w.f.p
	w.f = finder{}
	w.f.init(p, "", false)
	w.f.grows, w.f.kept = true, &w.kept
	w.w, w.out, w.seen, w.lim, w.err = to, 0, 0, 0, nil
	w.closed = false
}

// wiped returns b without what it held; a large one is not kept.
func wiped(b []byte) []byte {
	clear(b[:cap(b)])
	if cap(b) > writerKeep {
		return nil
	}
	return b[:0]
}

// Write masks p. It returns len(p) if it took all of p, of which some may wait for what
// follows; else the error of the underlying writer, as all later calls do, or
// io.ErrClosedPipe after Close.
func (w *Writer) Write(p []byte) (n int, err error) {
	for w.err == nil && len(p) > 0 {
		part := p[:min(len(p), writerStep)]
		w.hold(part)
		// Between line ends there is nothing to decide soon.
		if end := bytes.LastIndexByte(part, '\n'); end >= 0 || len(w.buf)-w.seen >= horizonStep {
			if end >= 0 {
				w.lim = len(w.buf) - len(part) + end + 1
			}
			w.advance()
		}
		if w.err == nil {
			n += len(part)
		}
		p = p[len(part):]
	}
	return n, w.err
}

// Close writes what is left. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	w.closed = true
	if w.err == nil {
		w.f.grows, w.f.kept = false, nil
		w.advance()
	}
	err := w.err
	w.buf, w.dst = wiped(w.buf), wiped(w.dst)
	w.kept, w.f.memos = memos{}, memos{}
	w.f.text, w.f.src = "", ""
	if err == nil {
		w.err = io.ErrClosedPipe
	}
	return err
}

// hold appends to the text. It makes room in front first, and clears what it leaves.
func (w *Writer) hold(p []byte) {
	if n := w.out - writerContext - w.f.p.back; n >= writerStep {
		w.buf = w.buf[:copy(w.buf, w.buf[n:])]
		w.out, w.seen, w.lim = w.out-n, w.seen-n, w.lim-n
		w.f.drop(n)
	}
	if len(w.buf)+len(p) > cap(w.buf) {
		grown := make([]byte, len(w.buf), max(2*cap(w.buf), len(w.buf)+len(p), horizonStep))
		copy(grown, w.buf)
		clear(w.buf[:cap(w.buf)])
		w.buf = grown
	}
	w.buf = append(w.buf, p...)
}

// advance writes what no byte that may follow can change.
func (w *Writer) advance() {
	f := &w.f
	f.text = unsafe.String(unsafe.SliceData(w.buf), len(w.buf))
	f.src = f.text[:len(f.src)]
	w.seen = len(w.buf)
	// An anchor may be cut by the end of the text; one in a line before cannot.
	cut := len(w.buf) - f.p.scanner.Longest() + 1
	switch {
	case !f.grows:
		w.lim = len(w.buf)
	case f.p.across > 0:
		w.lim = max(0, cut)
	default:
		w.lim = max(w.lim, cut)
	}
	dst := w.dst[:0]
	for w.err == nil {
		s, low, ok := f.settle(w.lim)
		if !ok {
			dst = w.rest(dst, min(low, len(w.buf)))
			break
		}
		if s.rule >= 0 {
			dst = append(dst, w.buf[w.out:s.start]...)
			dst = f.p.mask.append(dst, f.p, f.text, s)
		}
		w.out = s.end
		if len(dst) >= writerScratch {
			w.put(dst)
			dst = dst[:0]
		}
	}
	w.dst = dst
}

// rest writes dst and the text up to low, without copying text that nothing precedes. It
// returns dst.
func (w *Writer) rest(dst []byte, low int) []byte {
	clean := w.buf[w.out:max(low, w.out)]
	w.out += len(clean)
	if len(dst) == 0 {
		w.put(clean)
		return dst
	}
	dst = append(dst, clean...)
	w.put(dst)
	return dst
}

func (w *Writer) put(b []byte) {
	if len(b) == 0 {
		return
	}
	n, err := w.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	w.err = err
}

// settle returns the next secret of a text that grows, as soon as no byte that may
// follow can change it. All hits that start before lim can be found. Without a
// secret, it returns the offset before which there will be none. A secret with
// a negative rule is more of the one before.
func (f *finder) settle(lim int) (s span, low int, ok bool) {
	for {
		if f.over {
			if f.head < len(f.found()) {
				return f.take(), 0, true
			}
			from := f.skip
			done := f.pass()
			for f.ihit < f.nhit && f.hits[f.ihit].Start < f.skip {
				f.ihit++
			}
			if f.cur.Done() < f.skip {
				f.cur = scan.At(f.skip)
			}
			if f.skip > from {
				return span{start: from, end: f.skip, rule: -1}, 0, true
			}
			if !done {
				return s, from, false
			}
			continue
		}
		at := f.positionBefore(lim)
		if at >= 0 {
			if list := f.found(); f.head < len(list) && list[f.head].end <= at-f.p.back {
				return f.take(), 0, true
			}
			if f.decide(f.hits[f.ihit]) {
				f.ihit++
				continue
			}
			low = f.floor(at)
		} else if f.grows {
			low = f.floor(lim)
		} else {
			low = math.MaxInt
		}
		list := f.found()
		if f.head == len(list) {
			return s, low, false
		}
		if list[f.head].end <= low {
			return f.take(), 0, true
		}
		return s, min(low, list[f.head].start), false
	}
}

func (f *finder) take() span {
	f.head++
	return f.found()[f.head-1]
}

// positionBefore is position for a text that grows: hits from lim on are left to be
// found when it has grown.
func (f *finder) positionBefore(lim int) int {
	if f.ihit < f.nhit {
		return f.hits[f.ihit].Start
	}
	f.ihit, f.nhit = 0, 0
	for f.nhit == 0 && f.cur.Done() < lim {
		f.nhit = f.p.scanner.Scan(f.text, &f.cur, f.hits[:])
		for f.nhit > 0 && f.hits[f.nhit-1].Start >= lim {
			f.nhit--
		}
		if f.cur.Done() >= lim {
			f.cur = scan.At(lim)
		}
	}
	if f.nhit == 0 {
		return -1
	}
	return f.hits[0].Start
}

// drop says that the first n bytes of the text are gone.
func (f *finder) drop(n int) {
	f.src = f.text[:max(0, len(f.src)-n)]
	f.fresh, f.edge, f.skip, f.prosed, f.listed = f.fresh-n, f.edge-n, f.skip-n, f.prosed-n, f.listed-n
	if f.wait > 0 {
		f.wait -= n
	}
	f.cur.Drop(n)
	for i := f.ihit; i < f.nhit; i++ {
		f.hits[i].Start -= n
	}
	list := f.found()
	list = list[:copy(list, list[f.head:])]
	for i := range list {
		list[i].start, list[i].end = list[i].start-n, list[i].end-n
	}
	f.head = 0
	if f.extra != nil && len(list) > len(f.spans) {
		f.extra = list
	} else {
		f.n, f.extra = copy(f.spans[:], list), nil
	}
	for i := range f.exprs {
		f.exprs[i].drop(n)
	}
	f.memos.drop(n)
}

func (m *runMemo) drop(n int) { m.from, m.to = m.from-n, m.to-n }

func (m *memos) drop(n int) {
	m.line.drop(n)
	m.masked.drop(n)
	m.echoes.drop(n)
	m.breaks.drop(n)
	m.seen -= n
	m.rare.drop(n)
}

func (m *rareMemos) drop(n int) {
	m.parens.drop(n)
	m.marks.drop(n)
	m.tables.drop(n)
	m.columns.at, m.marks.uses.at = m.columns.at-n, m.marks.uses.at-n
	for i := range m.runs {
		m.runs[i].drop(n)
	}
	for i := range m.classes {
		m.classes[i].from, m.classes[i].to = m.classes[i].from-n, m.classes[i].to-n
	}
	for i := range m.quotes {
		q := &m.quotes[i]
		q.from, q.to = q.from-n, q.to-n
		if q.end >= 0 {
			q.end -= n
		}
	}
}
