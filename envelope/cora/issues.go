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

// issueAt is where in texts an issue is: its item of the list of issues, and one with what is in its
// line in the message, which is the same unless a text had line ends.
type issueAt struct{ item, line place }

// A place is where in texts an item begins, and where the path and the message in it end.
type place struct{ start, path, message int }

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
	if i >= len(t.names) {
		t.judgeNames(i)
	}
	return t.names[i]
}

// judgeNames judges the names of the issues up to i.
func (t *issueTexts) judgeNames(i int) {
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
}

// get returns where issue i is.
func (t *issueTexts) get(i int) *issueAt {
	for k := len(t.at); k <= i; k++ {
		t.at = append(t.at, t.add(k))
	}
	return &t.at[i]
}

// add makes the texts of issue i, the next one.
func (t *issueTexts) add(i int) issueAt {
	is, l := &t.p.Issues[i], &t.c.l
	name := t.secretName(i)
	if name == "" && t.isClean(i) && field.IsPlain(is.Path) && field.IsPlain(is.Message) {
		at := put(t, is.Path, is.Message)
		if len(t.pathAt(at)) <= l.Path && len(t.messageAt(at)) <= l.IssueMessage {
			return issueAt{at, at}
		}
		t.texts = t.texts[:at.start]
	}
	t.raw = field.AppendPath(t.raw[:0], t.c.r, is.Path, l.Path)
	n := len(t.raw)
	t.raw = field.AppendIssueOf(t.raw, t.c.r, name, is.Message, l.IssueMessage)
	at := put(t, t.raw[:n], t.raw[n:])
	if !field.HasLineEnd(t.raw) {
		return issueAt{at, at}
	}
	return issueAt{at, put(t, field.JoinLines(t.raw[:n], 0), field.JoinLines(t.raw, n)[n:])}
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

// put adds an item of the list of issues.
func put[T jsontext.Text](t *issueTexts, path, text T) (at place) {
	b := t.texts
	at.start = len(b)
	b = jsontext.Append(append(b, item...), path)
	at.path = len(b)
	b = jsontext.Append(append(b, message...), text)
	at.message = len(b)
	t.texts = append(b, itemEnd...)
	return at
}

func (t *issueTexts) pathAt(at place) []byte    { return t.texts[at.start+len(item) : at.path] }
func (t *issueTexts) messageAt(at place) []byte { return t.texts[at.path+len(message) : at.message] }

// appendItem appends issue i as an item of the list of issues.
func (t *issueTexts) appendItem(dst []byte, i int) []byte {
	at := t.get(i).item
	return append(dst, t.texts[at.start:at.message+len(itemEnd)]...)
}
