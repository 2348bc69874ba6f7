package cora

import (
	"sync"
	"unsafe"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/envelope/internal/segment"
	"github.com/redactbench/redactbench/internal/glance"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// issueTexts holds the texts of a problem's issues, masked, cut to their limits and escaped. Two
// lists need each, that in the message and that of the issues, and it is made once, when it is
// first asked for.
type issueTexts struct {
	c     *Renderer
	p     *envelope.Problem
	names []string // of the first issues, what secretName says
	last  string   // the name judged last, and whether it is a secret's key
	isKey bool
	clean []bool // of the first issues, whether no rule has anything to look at
	hits  []int  // where it has, of the issues looked at last
	texts []byte
	at    []issueAt
	raw   []byte // of one issue, path and message before they are escaped
}

// issueAt is where in texts an issue is: its item of the list of issues, and the path and message of
// its line in the message, which are those of the item unless they had line ends.
type issueAt struct{ item, path, message span }

type span struct{ start, end int }

func (s span) len() int { return s.end - s.start }

// issuePool holds issueTexts that are not in use, with raw cleared: what was cut from it is still
// behind its end, and was written there before it was masked.
var issuePool = sync.Pool{New: func() any { return new(issueTexts) }}

// maxPooled is the size, in bytes, over which texts are not kept, and maxIssues how many issues an
// issueTexts that is kept may have room for.
const (
	maxPooled = 64 << 10
	maxIssues = 4 << 10
)

func newIssues(c *Renderer, p *envelope.Problem) *issueTexts {
	t := issuePool.Get().(*issueTexts)
	t.c, t.p = c, p
	return t
}

func (t *issueTexts) release() {
	if max(cap(t.texts), cap(t.raw)) > maxPooled || max(cap(t.names), cap(t.at)) > maxIssues {
		return
	}
	clear(t.raw[:cap(t.raw)])
	clear(t.names)
	*t = issueTexts{names: t.names[:0], clean: t.clean[:0], hits: t.hits[:0], texts: t.texts[:0], at: t.at[:0], raw: t.raw[:0]}
	issuePool.Put(t)
}

// secretName returns the last name of an issue's path if that is a secret's key, else "".
func (t *issueTexts) secretName(i int) string {
	for k := len(t.names); k <= i; k++ {
		name := segment.LastName(t.p.Issues[k].Path)
		if name != t.last { // issues of a list have one name for all its elements
			t.last, t.isKey = name, field.IsKey(t.c.r, name)
		}
		if !t.isKey {
			name = ""
		}
		t.names = append(t.names, name)
	}
	return t.names[i]
}

// get returns where issue i is.
func (t *issueTexts) get(i int) *issueAt {
	for k := len(t.at); k <= i; k++ {
		t.add(k)
	}
	return &t.at[i]
}

// add makes the texts of issue i, the next one.
func (t *issueTexts) add(i int) {
	is, l := &t.p.Issues[i], &t.c.l
	name := t.secretName(i)
	if name == "" && t.isClean(i) && field.IsPlain(is.Path) && field.IsPlain(is.Message) {
		at := put(t, is.Path, is.Message)
		if at.path.len() <= l.Path && at.message.len() <= l.IssueMessage {
			t.at = append(t.at, at)
			return
		}
		t.texts = t.texts[:at.item.start]
	}
	t.raw = field.AppendPath(t.raw[:0], t.c.r, is.Path, l.Path)
	n := len(t.raw)
	t.raw = field.AppendIssueOf(t.raw, t.c.r, name, is.Message, l.IssueMessage)
	at := put(t, t.raw[:n], t.raw[n:])
	if field.HasLineEnd(t.raw[n:]) {
		at.message = escape(t, field.JoinLines(t.raw, n)[n:])
	}
	if field.HasLineEnd(t.raw[:n]) {
		at.path = escape(t, field.JoinLines(t.raw[:n], 0))
	}
	t.at = append(t.at, at)
}

// glanced is how many bytes of issues are looked at at once, about.
const glanced = 2 << 10

// isClean reports whether issue i has no literal that a rule is anchored at. Its texts are then what
// masking makes of them. Most issues are, and short, so that one scan of many is much faster than one
// of each text.
func (t *issueTexts) isClean(i int) bool {
	for i >= len(t.clean) {
		first := len(t.clean)
		t.raw = t.raw[:0]
		for k := first; k < len(t.p.Issues) && len(t.raw) < glanced; k++ {
			is := &t.p.Issues[k]
			// What is longer than its limit is cut in any case.
			short := len(is.Path) <= min(t.c.l.Path, glanced) && len(is.Message) <= min(t.c.l.IssueMessage, glanced)
			if short {
				t.raw = append(append(append(append(t.raw, is.Path...), '\n'), is.Message...), '\n')
			}
			t.clean = append(t.clean, short)
		}
		t.hits = glance.Hits(t.hits[:0], t.c.r, unsafe.String(unsafe.SliceData(t.raw), len(t.raw)))
		end := 0
		for k, hits := first, t.hits; k < len(t.clean) && len(hits) > 0; k++ {
			if !t.clean[k] {
				continue
			}
			end += len(t.p.Issues[k].Path) + len(t.p.Issues[k].Message) + len("\n\n")
			for len(hits) > 0 && hits[0] < end {
				t.clean[k], hits = false, hits[1:]
			}
		}
	}
	return t.clean[i]
}

// put adds an issue's item of the list of issues.
func put[T jsontext.Text](t *issueTexts, path, text T) (at issueAt) {
	at.item.start = len(t.texts)
	t.texts = append(t.texts, item...)
	at.path = escape(t, path)
	t.texts = append(t.texts, message...)
	at.message = escape(t, text)
	t.texts = append(t.texts, itemEnd...)
	at.item.end = len(t.texts)
	return at
}

// escape adds s, escaped.
func escape[T jsontext.Text](t *issueTexts, s T) span {
	start := len(t.texts)
	t.texts = jsontext.Append(t.texts, s)
	return span{start, len(t.texts)}
}

// of returns a part of texts.
func (t *issueTexts) of(s span) []byte { return t.texts[s.start:s.end] }

// appendItem appends issue i as an item of the list of issues.
func (t *issueTexts) appendItem(dst []byte, i int) []byte {
	return append(dst, t.of(t.get(i).item)...)
}
