package cora

import (
	"sync"
	"unicode/utf8"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/envelope/internal/segment"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// issueTexts holds the texts of a problem's issues, masked, cut to their limits and escaped. Two
// lists need each, that in the message and that of the issues, and it is made once, when it is
// first asked for.
type issueTexts struct {
	cleanTexts
	names []string // of the first issues, what secretName says
	last  string   // the name judged last, and whether it is a secret's key
	isKey bool
	texts []byte
	at    []issueAt
	raw   []byte // of one issue, path and message before they are escaped
}

// issueAt is where in texts an issue is: its item of the list of issues, and one with what is in its
// line in the message, which is the same unless a text had line ends.
type issueAt struct{ item, line place }

// A place is where in texts an item begins, and where the path and the message in it end.
type place struct{ start, path, message int }

// issuePool holds issueTexts that are not in use, cleared: raw and lines hold what was there before it was
// masked, raw behind its end what was cut, and texts what nothing was found in.
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
	if max(cap(t.texts), cap(t.raw), cap(t.lines)) > maxPooled || max(cap(t.names), cap(t.at), cap(t.clean), cap(t.hits)) > maxIssues {
		return
	}
	clear(t.texts[:cap(t.texts)])
	clear(t.raw[:cap(t.raw)])
	clear(t.lines[:cap(t.lines)])
	clear(t.names)
	*t = issueTexts{
		cleanTexts: cleanTexts{clean: t.clean[:0], lines: t.lines[:0], ends: t.ends[:0], hits: t.hits[:0]},
		names:      t.names[:0], texts: t.texts[:0], at: t.at[:0], raw: t.raw[:0],
	}
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
	is, l, name := &t.p.Issues[i], &t.c.l, t.secretName(i)
	n := len(is.Path)
	if name == "" && t.isClean(issueText+i) {
		at, printable := put(t, is.Path, is.Message)
		if len(t.pathAt(at)) <= l.Path && len(t.messageAt(at)) <= l.IssueMessage {
			if printable == n+len(is.Message) {
				return issueAt{at, at}
			}
			if utf8.ValidString(is.Path) && utf8.ValidString(is.Message) {
				t.raw = append(append(t.raw[:0], is.Path...), is.Message...)
				return issueAt{at, t.lineOf(at, n, printable)}
			}
		}
		t.texts = t.texts[:at.start] // it is cut or mended
	}
	t.raw = field.AppendPath(t.raw[:0], t.c.r, is.Path, l.Path)
	n = len(t.raw)
	t.raw = field.AppendIssueOf(t.raw, t.c.r, name, is.Message, l.IssueMessage)
	at, printable := put(t, t.raw[:n], t.raw[n:])
	return issueAt{at, t.lineOf(at, n, printable)}
}

// put adds an item of the list of issues. It also returns how many bytes at the start of both texts are
// printable ASCII.
func put[T jsontext.Text](t *issueTexts, path, text T) (at place, printable int) {
	b, more := t.texts, 0
	at.start = len(b)
	b, printable = jsontext.AppendPrintable(append(b, item...), path)
	at.path = len(b)
	b, more = jsontext.AppendPrintable(append(b, message...), text)
	at.message = len(b)
	t.texts = append(b, itemEnd...)
	if printable == len(path) {
		printable += more
	}
	return at, printable
}

// lineOf returns the place of the line of an item: another one if its texts have line ends. They are
// in raw, the path being raw[:n].
func (t *issueTexts) lineOf(at place, n, printable int) place {
	if field.HasLineEnd(t.raw[printable:]) {
		at, _ = put(t, field.JoinLines(t.raw[:n], 0), field.JoinLines(t.raw, n)[n:])
	}
	return at
}

func (t *issueTexts) pathAt(at place) []byte    { return t.texts[at.start+len(item) : at.path] }
func (t *issueTexts) messageAt(at place) []byte { return t.texts[at.path+len(message) : at.message] }

// appendItem appends issue i as an item of the list of issues.
func (t *issueTexts) appendItem(dst []byte, i int) []byte {
	at := t.get(i).item
	return append(dst, t.texts[at.start:at.message+len(itemEnd)]...)
}
