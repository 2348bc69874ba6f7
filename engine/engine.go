// Package engine finds secrets in text and puts masks in their place. It cuts
// what it masked, so that no cut lets out part of a secret.
//
// Everything is a loop over one primitive, the next secret at or after an
// offset. A text without secrets costs one scan for the literals that rules are
// anchored at, and no allocation.
package engine

import (
	"errors"
	"iter"
	"slices"
	"sync"
	"unsafe"

	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/patterns"
)

// DefaultMaxSecret is Options.MaxSecret's default, in bytes: four times the longest
// secrets in use (macaroons and session cookies of a few KiB, 16-KiB key files).
const DefaultMaxSecret = 64 << 10

// Options change how a Redactor works; nil is the zero Options.
type Options struct {
	// Mask writes what stands in a secret's place; nil is DefaultMask.
	Mask Mask
	// Known are values to mask wherever they occur, encoded as well.
	Known []Known
	// Allow holds exact values that are never masked.
	Allow []string
	// TagKey keys Secret.Tag.
	TagKey []byte
	// MaxSecret bounds how far a secret is followed in bytes, and so the memory of streams and how far
	// AppendTruncated reads past its cut. A secret whose end is not found within it, or some KiB more,
	// is masked to the end of its line and of the lines behind that hold nothing but base64. 0 is
	// DefaultMaxSecret; the least is 1,024.
	MaxSecret int

	noFilter bool // tests run every engine of the scanner
}

func (o *Options) maxSecret() int {
	if o == nil || o.MaxSecret == 0 {
		return DefaultMaxSecret
	}
	return o.MaxSecret
}

func (o *Options) allow() []string {
	if o == nil {
		return nil
	}
	return o.Allow
}

// A Redactor masks secrets. It is immutable and safe for concurrent use. The
// zero Redactor, and a nil one, uses patterns.Default() and no options; it
// compiles them on first use.
type Redactor struct{ p *program }

// New compiles a set. Its error joins a *RuleError for each bad rule; an empty set is
// refused, since a redactor that finds nothing is a mistake.
func New(set patterns.Set, opts *Options) (*Redactor, error) {
	var errs []error
	if set.Len() == 0 && (opts == nil || len(opts.Known) == 0) {
		errs = append(errs, errors.New("engine: the set has no rules"))
	}
	if n := opts.maxSecret(); n < 1024 {
		errs = append(errs, errors.New("engine: Options.MaxSecret is under 1024 bytes"))
	}
	p, err := compile(set, opts)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return &Redactor{p}, nil
}

var defaultProgram = sync.OnceValue(func() *program {
	p, err := compile(patterns.Default(), nil)
	if err != nil {
		panic(err) // the release's own rules: a test compiles them
	}
	return p
})

func (r *Redactor) program() *program {
	if r == nil || r.p == nil {
		return defaultProgram()
	}
	return r.p
}

// Append appends src to dst with each secret masked and returns the extended slice. Every
// other byte is copied as it is, valid UTF-8 or not. It allocates only to grow dst.
func (r *Redactor) Append(dst []byte, src string) []byte {
	p := r.program()
	var l look
	dst, at := p.appendClean(dst, src, &l)
	if !p.look(&l, src) {
		return append(dst, src[at:]...)
	}
	return p.append(dst, src, at, &l)
}

// cleanPiece is how much of a long text is scanned before it is copied, in bytes: as much as is still at hand then.
const cleanPiece = 64 << 10

// appendClean appends what a long text begins with that nothing will be masked in, and returns how much that is. l goes
// on from there.
func (p *program) appendClean(dst []byte, src string, l *look) ([]byte, int) {
	at, slack := 0, p.back+p.scanner.Longest()
	for end := cleanPiece; len(src)-end > cleanPiece; end += cleanPiece {
		from := l.cur
		if p.look(l, src[:end]) {
			*l = look{cur: from} // an anchor may lie across the end of the piece
			break
		}
		next := end - slack
		if at == 0 {
			dst = slices.Grow(dst, len(src)) // once, and not for each piece
		}
		dst = append(dst, src[at:next]...)
		at = next
		l.cur = scan.At(end - p.scanner.Longest() + 1)
	}
	return dst, at
}

// append appends the masked text from at on, before which nothing is to be masked.
func (p *program) append(dst []byte, src string, at int, l *look) []byte {
	var f finder
	f.start(p, src, false, l)
	if len(src)-at > 2*cleanPiece {
		dst = slices.Grow(dst, len(src)-at) // once, and not for each piece
		f.pause = at + cleanPiece
	}
	for {
		s, ok := f.next()
		if !ok {
			return append(dst, src[at:]...)
		}
		dst = append(dst, src[at:s.start]...)
		at = s.end
		if s.rule == pauseRule {
			f.pause = at + cleanPiece
			continue
		}
		dst = p.mask.append(dst, p, src, s)
	}
}

// AppendBytes is Append for a byte slice, which it does not change or keep.
func (r *Redactor) AppendBytes(dst, src []byte) []byte {
	return r.Append(dst, unsafe.String(unsafe.SliceData(src), len(src)))
}

// Match reports whether src holds a secret. It does not allocate.
func (r *Redactor) Match(src string) bool {
	p := r.program()
	var l look
	return p.look(&l, src) && p.match(src, &l)
}

func (p *program) match(src string, l *look) bool {
	var f finder
	f.start(p, src, false, l)
	_, ok := f.next()
	return ok
}

// A Finding says where a secret stands in a text: bytes Start to End. It never
// holds the bytes, so it can be logged.
type Finding struct {
	Rule       string
	Start, End int
}

// Find returns the findings of src, in order and apart from each other. It allocates nothing
// where the loop over it is inlined, as the range statement does.
func (r *Redactor) Find(src string) iter.Seq[Finding] {
	return func(yield func(Finding) bool) { r.find(src, yield) }
}

func (r *Redactor) find(src string, yield func(Finding) bool) {
	p := r.program()
	var l look
	if !p.look(&l, src) {
		return
	}
	var f finder
	f.start(p, src, false, &l)
	for {
		s, ok := f.next()
		if !ok || !yield(Finding{p.rules[s.rule].ID, s.start, s.end}) {
			return
		}
	}
}

// Error returns an error whose text is err's with its secrets masked. It unwraps to err,
// so that errors.Is and errors.As work; what they reach is not masked. A nil err gives nil.
func (r *Redactor) Error(err error) error {
	if err == nil {
		return nil
	}
	return &redactedError{r.Redact(err.Error()).String(), err}
}

type redactedError struct {
	text string
	err  error
}

func (e *redactedError) Error() string { return e.text }
func (e *redactedError) Unwrap() error { return e.err }
