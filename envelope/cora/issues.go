package cora

import (
	"sync"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/envelope/internal/segment"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// issueTexts holds the texts of a problem's issues, masked and cut to their limits but
// not escaped. Two lists need each, that in the message and that of the issues, and it is
// made once, when it is first asked for.
type issueTexts struct {
	c     *Renderer
	p     *envelope.Problem
	names []string // of the first issues, what secretName says
	last  string   // the name judged last, and whether it is a secret's key
	isKey bool
	texts []byte
	ends  []issueEnds
}

// issueEnds is where in texts the path and the message of an issue end. It begins where the one
// before it ends.
type issueEnds struct{ path, message int }

// issuePool holds issueTexts that are not in use, cleared: what was cut from texts is still behind
// their end, and was written there before it was masked.
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
	if cap(t.texts) > maxPooled || cap(t.names) > maxIssues || cap(t.ends) > maxIssues {
		return
	}
	clear(t.texts[:cap(t.texts)])
	clear(t.names)
	*t = issueTexts{names: t.names[:0], texts: t.texts[:0], ends: t.ends[:0]}
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

// at returns the texts of issue i, which are valid until the next call.
func (t *issueTexts) at(i int) (path, message []byte) {
	for k := len(t.ends); k <= i; k++ {
		is := &t.p.Issues[k]
		t.texts = field.AppendPath(t.texts, t.c.r, is.Path, t.c.l.Path)
		end := len(t.texts)
		t.texts = field.AppendIssueOf(t.texts, t.c.r, t.secretName(k), is.Message, t.c.l.IssueMessage)
		t.ends = append(t.ends, issueEnds{end, len(t.texts)})
	}
	start := 0
	if i > 0 {
		start = t.ends[i-1].message
	}
	e := t.ends[i]
	return t.texts[start:e.path], t.texts[e.path:e.message]
}

// appendItem appends issue i as an item of the list of issues.
func (t *issueTexts) appendItem(dst []byte, i int) []byte {
	path, text := t.at(i)
	dst = jsontext.Append(append(dst, item...), path)
	dst = jsontext.Append(append(dst, message...), text)
	return append(dst, `"}`...)
}
