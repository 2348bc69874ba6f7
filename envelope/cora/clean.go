package cora

import (
	"strings"
	"unsafe"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/glance"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// cleanTexts tells which texts of a problem are clean: none of a rule's literals is in them, so that
// masking makes of each what it is. Most are, and short, so that one scan of many is much faster than
// one of each. The texts are numbered: that of the message's first line and so on, some actions', and
// two of each issue.
type cleanTexts struct {
	c     *Renderer
	p     *envelope.Problem
	clean []bool
	lines []byte // the texts to look at next, each a line
	ends  []int  // of those
	hits  []int
}

const (
	codeText = iota
	messageText
	hintText
	docsText
	actionText // of the first, and of as many as glancedActions
	issueText  = actionText + glancedActions

	glancedActions = 4
	// glanced is how many bytes are looked at at once, about.
	glanced = 2 << 10
)

// isClean reports whether text i is clean. One that is longer than its limit is not, since it is cut.
func (t *cleanTexts) isClean(i int) bool {
	for i >= len(t.clean) {
		t.more()
	}
	return t.clean[i]
}

// more looks at the next texts.
func (t *cleanTexts) more() {
	first := len(t.clean)
	if first == 0 {
		t.addTexts()
	}
	for k := (len(t.clean) - issueText) / 2; k < len(t.p.Issues) && len(t.lines) < glanced; k++ {
		t.add(t.p.Issues[k].Path, t.c.l.Path)
		t.add(t.p.Issues[k].Message, t.c.l.IssueMessage)
	}
	t.hits = glance.Hits(t.hits[:0], t.c.r, unsafe.String(unsafe.SliceData(t.lines), len(t.lines)))
	k := 0
	for _, at := range t.hits {
		for t.ends[k] <= at {
			k++
		}
		t.clean[first+k] = false
	}
	t.lines, t.ends = t.lines[:0], t.ends[:0]
}

// addTexts adds the texts before the issues.
func (t *cleanTexts) addTexts() {
	l := &t.c.l
	t.add(t.p.Code, l.Code)
	t.add(firstLine(t.p), l.Message)
	t.add(t.p.Hint, l.Hint)
	t.add(t.p.DocsURL, l.DocsURL)
	for i := range glancedActions {
		s := ""
		if i < len(t.p.Actions) {
			s = t.p.Actions[i].Text()
		}
		t.add(s, l.Action)
	}
}

func (t *cleanTexts) add(s string, limit int) {
	short := len(s) <= min(limit, glanced)
	if short {
		t.lines = append(t.lines, s...)
	}
	t.lines = append(t.lines, '\n')
	t.ends = append(t.ends, len(t.lines))
	t.clean = append(t.clean, short)
}

// firstLine returns the message but for line ends behind it.
func firstLine(p *envelope.Problem) string { return strings.TrimRight(p.Message, "\r\n") }

// plainly appends s, which is clean, escaped, in at most max bytes. It fails where s is longer or does
// not stand for itself: it has line ends or ill-formed bytes.
func plainly(dst []byte, s string, max int) ([]byte, bool) {
	at := len(dst)
	dst, printable := jsontext.AppendPrintable(dst, s)
	if len(dst)-at > max || !printable && !field.IsPlain(s) {
		return dst[:at], false
	}
	return dst, true
}
