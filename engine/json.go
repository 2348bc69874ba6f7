package engine

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/valyala/bytebufferpool"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/patterns"
)

// maxJSONDepth is how deep arrays and objects may nest in a document.
const maxJSONDepth = 512

// A JSONError says why a text was masked as text and not as JSON.
type JSONError struct {
	// Offset is the byte of the text at which it stopped being JSON.
	Offset int
	reason string
}

// Error returns where the document breaks the grammar and how; it holds none of its bytes.
func (e *JSONError) Error() string {
	return fmt.Sprintf("engine: not JSON at byte %d: %s", e.Offset, e.reason)
}

// AppendJSON appends a JSON document (RFC 8259) to dst with its secrets masked
// and returns the extended slice. It works on the bytes of the source: of the
// strings only what is masked changes, and all else - order, numbers, blanks, how
// characters are escaped - stays. A string is judged with its member's name,
// which arrays pass on; a number or boolean under a human or strong key becomes
// a mask in quotes. A member's name is masked only where it has a token's shape.
//
// A text that is not one JSON document, or nests deeper than 512, is masked as
// text and appended all the same; the error is then a *JSONError. AppendJSON
// allocates to grow dst, and for strings over 64 KiB that hold escapes.
func (r *Redactor) AppendJSON(dst, src []byte) ([]byte, error) {
	base := len(dst)
	w := jsonWriter{p: r.program(), src: unsafe.String(unsafe.SliceData(src), len(src)), dst: dst}
	w.blanks()
	err := w.value(jsonKey{rule: -1}, 0)
	if err == nil {
		w.blanks()
		if w.i < len(w.src) {
			err = errJSONTail
		}
	}
	if err != nil {
		return r.AppendBytes(w.dst[:base], src), &JSONError{w.i, err.Error()}
	}
	return w.copyTo(w.i), nil
}

var (
	errJSONTail   = errors.New("text after the document")
	errJSONEnd    = errors.New("the text ends within the document")
	errJSONByte   = errors.New("unexpected byte")
	errJSONDepth  = errors.New("nested too deep")
	errJSONString = errors.New("bad escape or control character in a string")
)

// A jsonKey is the secret's key that a value stands under; rule is -1 for none.
type jsonKey struct {
	rule     int32
	strength patterns.Strength
	human    bool // its stem is a password's, though the name proves little
	// cookie says that the value is a list of cookies, which the act judges.
	cookie bool
	act    act
	// compound says that the name is more than the stem, api_key and not key.
	compound bool
}

// A jsonWriter copies a document to dst up to the places that change.
type jsonWriter struct {
	p    *program
	src  string
	i    int // next byte to read
	done int // bytes of src that dst holds
	dst  []byte
}

func (w *jsonWriter) copyTo(i int) []byte {
	w.dst = append(w.dst, w.src[w.done:i]...)
	w.done = i
	return w.dst
}

func (w *jsonWriter) blanks() {
	for w.i < len(w.src) {
		switch w.src[w.i] {
		case ' ', '\t', '\n', '\r':
			w.i++
		default:
			return
		}
	}
}

func (w *jsonWriter) value(k jsonKey, depth int) error {
	if w.i >= len(w.src) {
		return errJSONEnd
	}
	switch c := w.src[w.i]; c {
	case '{', '[':
		if depth == maxJSONDepth {
			return errJSONDepth
		}
		w.i++
		if c == '{' {
			return w.object(k, depth+1)
		}
		return w.array(k, depth+1)
	case '"':
		return w.text(k, false)
	}
	return w.scalar(k)
}

func (w *jsonWriter) array(k jsonKey, depth int) error {
	w.blanks()
	if w.i < len(w.src) && w.src[w.i] == ']' {
		w.i++
		return nil
	}
	for next := k; ; {
		w.blanks()
		start := w.i
		if err := w.value(next, depth); err != nil {
			return err
		}
		// An argument list: what follows "--password" is its value.
		if next = k; k.rule < 0 && w.i-start > 3 && w.src[start:start+2] == `"-` {
			next = w.p.jsonKey(w.src[start+1 : w.i-1])
		}
		w.blanks()
		if w.i >= len(w.src) {
			return errJSONEnd
		}
		c := w.src[w.i]
		if c != ',' && c != ']' {
			return errJSONByte
		}
		w.i++
		if c == ']' {
			return nil
		}
	}
}

func (w *jsonWriter) object(under jsonKey, depth int) error {
	pair := jsonKey{rule: -1} // what a member "name" says of the member "value"
	w.blanks()
	if w.i < len(w.src) && w.src[w.i] == '}' {
		w.i++
		return nil
	}
	for {
		w.blanks()
		if w.i >= len(w.src) {
			return errJSONEnd
		}
		if w.src[w.i] != '"' {
			return errJSONByte
		}
		start := w.i + 1
		if err := w.text(jsonKey{rule: -1}, true); err != nil {
			return err
		}
		name := w.src[start : w.i-1]
		w.blanks()
		if w.i >= len(w.src) || w.src[w.i] != ':' {
			return errJSONByte
		}
		w.i++
		w.blanks()
		start = w.i
		if err := w.value(w.memberKey(name, under, pair), depth); err != nil {
			return err
		}
		if pairNames.Has(name) {
			if k := w.p.jsonKey(lastString(w.src[start:w.i])); k.rule >= 0 {
				pair = k
			}
		}
		w.blanks()
		if w.i >= len(w.src) {
			return errJSONEnd
		}
		c := w.src[w.i]
		if c != ',' && c != '}' {
			return errJSONByte
		}
		w.i++
		if c == '}' {
			return nil
		}
	}
}

// scalar reads a number or a literal.
func (w *jsonWriter) scalar(k jsonKey) error {
	start := w.i
	for w.i < len(w.src) && (isAlnum(w.src[w.i]) || w.src[w.i] == '-' || w.src[w.i] == '+' || w.src[w.i] == '.') {
		w.i++
	}
	v := w.src[start:w.i]
	switch {
	case v == "null":
		return nil
	case v == "true" || v == "false" || jsonNumber(v):
	default:
		w.i = start
		if start == len(w.src) {
			return errJSONEnd
		}
		return errJSONByte
	}
	if k.rule < 0 || k.strength == patterns.Weak {
		return nil
	}
	w.copyTo(start)
	w.dst = w.p.mask.append(w.dst, w.p, w.src, span{start: start, end: w.i, rule: k.rule, quote: 1})
	w.done = w.i
	return nil
}

// jsonNumber reports whether s is a number (RFC 8259, section 6).
func jsonNumber(s string) bool {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	n := digits(s[i:])
	if n == 0 || n > 1 && s[i] == '0' {
		return false
	}
	i += n
	if i < len(s) && s[i] == '.' {
		if n = digits(s[i+1:]); n == 0 {
			return false
		}
		i += 1 + n
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if n = digits(s[i:]); n == 0 {
			return false
		}
		i += n
	}
	return i == len(s)
}

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// text reads a string and masks it; w.i is at its quote.
func (w *jsonWriter) text(k jsonKey, name bool) error {
	start := w.i + 1
	j, escaped := start, false
	for {
		if j >= len(w.src) {
			w.i = j
			return errJSONEnd
		}
		c := w.src[j]
		if c == '"' {
			break
		}
		if c == '\\' {
			n := jsontext.EscapeLen(w.src[j:])
			if n == 0 {
				w.i = j
				return errJSONString
			}
			escaped = true
			j += n
			continue
		}
		if c < ' ' {
			w.i = j
			return errJSONString
		}
		j++
	}
	w.i = j + 1
	raw := w.src[start:j]
	if !escaped {
		w.plain(raw, start, k, name)
		return nil
	}
	w.decoded(raw, start, k, name)
	return nil
}

// under judges the whole text as the value of a key.
func (f *finder) under(k jsonKey) {
	if k.cookie {
		f.cookiePairs(&k.act, 0, len(f.src))
	} else if k.rule >= 0 && f.src != "" {
		d := dress{sep: ':', quote: '"', compound: k.compound, human: k.human}
		f.value(value{start: 0, end: len(f.src), quoted: true}, &d, k.rule, k.strength)
	}
}

// plain masks a string without escapes, whose bytes are its text.
func (w *jsonWriter) plain(raw string, start int, k jsonKey, name bool) {
	var l look
	if !w.p.look(&l, raw) && k.rule < 0 {
		return
	}
	w.found(raw, start, k, name, &l)
}

// found is plain for a string with hits, or under a key.
func (w *jsonWriter) found(raw string, start int, k jsonKey, name bool, l *look) {
	var f finder
	f.start(w.p, raw, false, l)
	f.tokens = name
	f.under(k)
	for {
		s, ok := f.next()
		if !ok {
			return
		}
		w.copyTo(start + s.start)
		w.mask(raw, s)
		w.done = start + s.end
	}
}

// mask writes a mask inside a string: quotes of its own are escaped.
func (w *jsonWriter) mask(text string, s span) {
	n := len(w.dst)
	w.dst = w.p.mask.append(w.dst, w.p, text, s)
	if s.quote == 0 {
		return
	}
	var buf [maxMask + 64]byte
	m := append(buf[:0], w.dst[n:]...)
	w.dst = w.dst[:n]
	for _, c := range m {
		if c == '"' || c == '\\' {
			w.dst = append(w.dst, '\\')
		}
		w.dst = append(w.dst, c)
	}
}

// pooledMax is the capacity above which a buffer is not kept, in bytes: the pool
// itself would keep a giant one for tens of thousands of uses.
const pooledMax = 64 << 10

// decoded masks a string with escapes: it is judged as the text it stands for, and
// the source's bytes of the secrets are replaced.
func (w *jsonWriter) decoded(raw string, start int, k jsonKey, name bool) {
	buf := bytebufferpool.Get()
	buf.B = jsontext.AppendUnescaped(buf.B[:0], raw)
	defer func() {
		clear(buf.B) // it held what is not masked yet
		if cap(buf.B) <= pooledMax {
			bytebufferpool.Put(buf)
		}
	}()
	text := unsafe.String(unsafe.SliceData(buf.B), len(buf.B))
	var f finder
	f.init(w.p, text, false)
	f.tokens = name
	f.under(k)
	at, rawAt := 0, 0
	for {
		s, ok := f.next()
		if !ok {
			return
		}
		rawAt = rawOffset(raw, rawAt, s.start-at)
		w.copyTo(start + rawAt)
		w.mask(text, s)
		rawAt = rawOffset(raw, rawAt, s.end-s.start)
		w.done = start + rawAt
		at = s.end
	}
}
