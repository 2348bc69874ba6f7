package cora

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/internal/glance"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// cleanTexts tells which texts of a problem are clean: no rule has anything to look at in them, so that
// masking makes of each what it is. Most are, and short, so that one scan of many is much faster than
// one of each. They are numbered: the code and so on, some actions, and then the issues, path and
// message together.
type cleanTexts struct {
	c     *Renderer
	p     *envelope.Problem
	clean []bool // of the texts looked at so far
	lines []byte // of those to look at next
	ends  []int  // in lines
	hits  []int
}

const (
	codeText    = iota
	messageText // its first line
	hintText
	docsText
	actionText // the first, and as many as glancedActions
	issueText  = actionText + glancedActions

	glancedActions = 4
	// glanced is how many bytes are looked at at once, about, of glancedIssues issues at most, and
	// maxGlanced how many a line may have: a longer one costs more to copy than a scan of its own
	// does to begin.
	glanced       = 2 << 10
	glancedIssues = 64
	maxGlanced    = 256
)

// isClean reports whether text i is clean and may fit within its limits.
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
	from := len(t.clean) - issueText
	for k := from; k < min(from+glancedIssues, len(t.p.Issues)) && len(t.lines) < glanced; k++ {
		is := &t.p.Issues[k]
		t.end(t.line(is.Path, t.c.l.Path) && t.line(is.Message, t.c.l.IssueMessage))
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
	t.end(t.line(t.p.Code, l.Code))
	t.end(t.line(firstLine(t.p), l.Message))
	t.end(t.line(t.p.Hint, l.Hint))
	t.end(t.line(t.p.DocsURL, l.DocsURL))
	for i := range glancedActions {
		t.end(i < len(t.p.Actions) && t.line(t.p.Actions[i].Text(), l.Action))
	}
}

// line adds a line to what is looked at next. It fails for one that is over limit, which is cut in any
// case, or too long.
func (t *cleanTexts) line(s string, limit int) bool {
	if len(s) > min(limit, maxGlanced) {
		return false
	}
	t.lines = append(append(t.lines, s...), '\n')
	return true
}

// end ends a text. It may be clean if all its lines were added.
func (t *cleanTexts) end(whole bool) {
	t.ends = append(t.ends, len(t.lines))
	t.clean = append(t.clean, whole)
}

// firstLine returns the message but for line ends behind it.
func firstLine(p *envelope.Problem) string { return strings.TrimRight(p.Message, "\r\n") }

// appendText appends s escaped, in at most max bytes. add appends it raw and masked; it is not asked
// where s is clean, unless s must be cut or is ill-formed.
func appendText(dst []byte, s string, clean bool, max int, add func(dst []byte, max int) []byte) []byte {
	at := len(dst)
	if clean {
		out, printable := jsontext.AppendPrintable(dst, s)
		if len(out)-at <= max && utf8.ValidString(s[printable:]) {
			return out
		}
	}
	return jsontext.Escape(add(dst, max), at)
}
