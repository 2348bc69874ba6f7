package cora

import (
	"bytes"
	"strings"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

const ellipsis = "…"

// appendMessage appends the message, escaped, in at most max bytes. One line with
// issues gets them listed below it.
func (c *Renderer) appendMessage(dst []byte, p *envelope.Problem, is *issueTexts, values []field.Value, max int) []byte {
	first, at := firstLine(p), len(dst)
	text, listed := p.Message, len(p.Issues) > 0 && strings.IndexByte(first, '\n') < 0 && strings.IndexByte(first, '\r') < 0
	if listed {
		text = first
	}
	add := func(dst []byte, max int) []byte { return field.AppendAbout(dst, c.r, text, values, max) }
	clean := len(values) == 0 && len(text) == len(first) && is.isClean(messageText)
	dst = appendText(dst, text, clean, max, add)
	if !listed || bytes.HasSuffix(dst[at:], []byte(ellipsis)) && (!strings.HasSuffix(first, ellipsis) || len(first) > max) {
		return dst // nothing is to be listed, or it is cut already
	}
	l := listing{c: c, p: p, issues: is, start: at, max: max}
	if size := len(dst) - at; size > l.room() {
		// Something is left out in any case, so the first line is cut.
		return appendText(dst[:at], text, clean, min(max, size-1), add)
	}
	return l.append(dst)
}

// A listing lists issues below a message. Each of its parts is masked by
// itself: as one text, "password: expected a string" would lose "expected".
// So the cut, too, is made here, by the rules of the engine's.
type listing struct {
	c      *Renderer
	p      *envelope.Problem
	issues *issueTexts
	start  int // of the message in dst
	max    int
}

// room is what lines may take when something is left out behind them.
func (l *listing) room() int { return l.max - len(ellipsis) }

func (l *listing) append(dst []byte) []byte {
	kept, next := len(dst), 0
	for i := range l.p.Issues {
		dst = l.line(dst, i)
		size := len(dst) - l.start
		if size > l.max {
			break
		}
		if size <= l.room() {
			kept, next = len(dst), i+1
		} else if i == len(l.p.Issues)-1 {
			return dst
		}
	}
	if next == len(l.p.Issues) {
		return dst
	}
	// At a line's end if that keeps half of the room, else in the next line.
	if size := kept - l.start; 2*size < l.room() {
		if cut, ok := l.cutLine(dst[:kept], next, l.max-size); ok {
			return cut
		}
	}
	return append(dst[:kept], ellipsis...)
}

// head appends what is before the message of an issue in its line.
func (l *listing) head(dst []byte, line place) []byte {
	if len(dst) > l.start {
		dst = append(dst, `\n`...)
	}
	if path := l.issues.pathAt(line); len(path) > 0 {
		dst = append(append(dst, path...), ": "...)
	}
	return dst
}

// line appends the line of issue i.
func (l *listing) line(dst []byte, i int) []byte {
	line := l.issues.get(i).line
	return append(l.head(dst, line), l.issues.messageAt(line)...)
}

// cutLine appends what of the line of issue i takes no more than max bytes
// with its ellipsis. It fails if that is nothing of the message.
func (l *listing) cutLine(dst []byte, i, max int) ([]byte, bool) {
	end := len(dst)
	dst = l.head(dst, l.issues.get(i).line)
	at := len(dst)
	room := min(max-(at-end), l.c.l.IssueMessage)
	for room > len(ellipsis) {
		dst = field.AppendIssueOf(dst[:at], l.c.r, l.issues.secretName(i), l.p.Issues[i].Message, room)
		dst = jsontext.Escape(field.JoinLines(dst, at), at)
		if bytes.HasSuffix(dst[at:], []byte(ellipsis)) {
			return dst, len(dst) > at+len(ellipsis)
		}
		// It fits, but not with the ellipsis that tells of the lines behind.
		room = min(room, len(dst)-at) - 1
	}
	return dst[:end], false
}
