package cora

import (
	"sync"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/envelope/internal/segment"
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
	texts []byte
	at    []issueAt
	raw   []byte // of one issue, path and message before they are escaped
}

// issueAt is where in texts an issue is: its item of the list of issues, and the path and message of
// its line in the message, which are those of the item unless they had line ends.
type issueAt struct{ item, path, message span }

type span struct{ start, end int }

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
	*t = issueTexts{names: t.names[:0], texts: t.texts[:0], at: t.at[:0], raw: t.raw[:0]}
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
		t.add(&t.p.Issues[k], t.secretName(k))
	}
	return &t.at[i]
}

// add makes the texts of an issue. name is what secretName says of it.
func (t *issueTexts) add(is *envelope.Issue, name string) {
	t.raw = field.AppendPath(t.raw[:0], t.c.r, is.Path, t.c.l.Path)
	n := len(t.raw)
	t.raw = field.AppendIssueOf(t.raw, t.c.r, name, is.Message, t.c.l.IssueMessage)

	start := len(t.texts)
	t.texts = append(t.texts, item...)
	path := t.escape(t.raw[:n])
	t.texts = append(t.texts, message...)
	text := t.escape(t.raw[n:])
	t.texts = append(t.texts, itemEnd...)
	at := issueAt{span{start, len(t.texts)}, path, text}
	if field.HasLineEnd(t.raw[n:]) {
		at.message = t.escape(field.JoinLines(t.raw, n)[n:])
	}
	if field.HasLineEnd(t.raw[:n]) {
		at.path = t.escape(field.JoinLines(t.raw[:n], 0))
	}
	t.at = append(t.at, at)
}

// escape adds b, escaped, to texts.
func (t *issueTexts) escape(b []byte) span {
	start := len(t.texts)
	t.texts = jsontext.Append(t.texts, b)
	return span{start, len(t.texts)}
}

// of returns a part of texts.
func (t *issueTexts) of(s span) []byte { return t.texts[s.start:s.end] }

// appendItem appends issue i as an item of the list of issues.
func (t *issueTexts) appendItem(dst []byte, i int) []byte {
	return append(dst, t.of(t.get(i).item)...)
}
