package field

import (
	"unsafe"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// AppendCommand appends a shell command. A mask stands inside the quotes that
// were there; where the secret stood without quotes, the mask gets single ones,
// or a shell would read its brackets as its own. A command that is cut cannot
// be run, so there the masks stay bare.
func AppendCommand(dst []byte, r *engine.Redactor, s string, max int) (out []byte) {
	if len(s) > max || !anyBare(r, s) {
		return Append(dst, r, s, max)
	}
	p := scratch.Get().(*[]byte)
	b := (*p)[:0]
	defer func() {
		if recover() != nil {
			out = appendAllMasked(dst, max)
		}
		giveBack(p, b)
	}()
	var q shell
	at := 0
	for f := range r.Find(s) {
		b = append(b, s[at:f.Start]...)
		q.read(s[at:f.Start])
		bare := q.quote == 0
		if bare {
			b = append(b, '\'')
		}
		b = appendMask(b, r, s[f.Start:f.End])
		if bare {
			b = append(b, '\'')
		}
		q.read(s[f.Start:f.End])
		at = f.End
	}
	b = append(b, s[at:]...)
	n := len(dst)
	dst = jsontext.AppendValid(dst, unsafe.String(unsafe.SliceData(b), len(b)))
	if jsontext.Size(dst[n:]) > max {
		return Append(dst[:n], r, s, max)
	}
	return dst
}

// anyBare reports whether s has a secret outside quotes; where telling panics,
// none.
func anyBare(r *engine.Redactor, s string) (any bool) {
	defer func() { _ = recover() }()
	var q shell
	at := 0
	for f := range r.Find(s) {
		q.read(s[at:f.Start])
		if q.quote == 0 {
			return true
		}
		at = f.Start
	}
	return false
}

// appendMask appends the mask of a secret: its own where it is known by itself,
// else that of a value as such.
func appendMask(dst []byte, r *engine.Redactor, secret string) []byte {
	for f := range r.Find(secret) {
		if f.Start == 0 && f.End == len(secret) {
			return r.Append(dst, secret)
		}
		break
	}
	return r.AppendValue(dst, "password", standIn)
}

// A shell follows the quotes of a command, as POSIX shells have them. Commands
// within commands are read as part of what they stand in.
type shell struct {
	quote   byte // ' or " or 0
	escaped bool
}

func (q *shell) read(s string) {
	for i := range len(s) {
		switch c := s[i]; {
		case q.escaped:
			q.escaped = false
		case c == '\\' && q.quote != '\'':
			q.escaped = true
		case c == q.quote:
			q.quote = 0
		case q.quote == 0 && (c == '\'' || c == '"'):
			q.quote = c
		}
	}
}
