package cora

import (
	"bytes"
	"strings"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

const ellipsis = "…"

// appendMessage appends the message, raw, in at most max bytes encoded. One
// line with issues gets them listed below it.
func (c *Renderer) appendMessage(dst []byte, p *envelope.Problem, is *issueTexts, values []field.Value, max int) []byte {
	first := strings.TrimRight(p.Message, "\r\n")
	if len(p.Issues) == 0 || strings.ContainsAny(first, "\r\n") {
		return field.AppendAbout(dst, c.r, p.Message, values, max)
	}
	l := listing{c: c, p: p, issues: is, start: len(dst), max: max}
	dst = field.AppendAbout(dst, c.r, first, values, max)
	l.size = jsontext.Size(dst[l.start:])
	if bytes.HasSuffix(dst[l.start:], []byte(ellipsis)) && (!strings.HasSuffix(first, ellipsis) || len(first) > max) {
		return dst // cut already
	}
	if l.size > l.room() {
		// Something is left out in any case, so the first line is cut.
		return field.AppendAbout(dst[:l.start], c.r, first, values, min(max, l.size-1))
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
	size   int // of the message so far, encoded
}

// room is what lines may take when something is left out behind them.
func (l *listing) room() int { return l.max - len(ellipsis) }

func (l *listing) append(dst []byte) []byte {
	kept, keptSize, next := len(dst), l.size, 0
	for i := range l.p.Issues {
		at := len(dst)
		dst = l.line(dst, i)
		l.size += jsontext.Size(dst[at:])
		if l.size > l.max {
			break
		}
		if l.size <= l.room() {
			kept, keptSize, next = len(dst), l.size, i+1
		} else if i == len(l.p.Issues)-1 {
			return dst
		}
	}
	if next == len(l.p.Issues) {
		return dst
	}
	// At a line's end if that keeps half of the room, else in the next line.
	if 2*keptSize < l.room() {
		if cut, ok := l.cutLine(dst[:kept], next, l.max-keptSize); ok {
			return cut
		}
	}
	return append(dst[:kept], ellipsis...)
}

// head appends what is before the message of issue i in its line.
func (l *listing) head(dst []byte, i int) []byte {
	if len(dst) > l.start {
		dst = append(dst, '\n')
	}
	at := len(dst)
	path, _ := l.issues.at(i)
	dst = field.JoinLines(append(dst, path...), at)
	if len(dst) > at {
		dst = append(dst, ": "...)
	}
	return dst
}

// line appends the line of issue i.
func (l *listing) line(dst []byte, i int) []byte {
	dst = l.head(dst, i)
	at := len(dst)
	_, message := l.issues.at(i)
	return field.JoinLines(append(dst, message...), at)
}

// cutLine appends what of the line of issue i takes no more than max bytes
// with its ellipsis. It fails if that is nothing of the message.
func (l *listing) cutLine(dst []byte, i, max int) ([]byte, bool) {
	end := len(dst)
	dst = l.head(dst, i)
	at := len(dst)
	room := min(max-jsontext.Size(dst[end:]), l.c.l.IssueMessage)
	for room > len(ellipsis) {
		dst = field.JoinLines(field.AppendIssueOf(dst[:at], l.c.r, l.issues.secretName(i), l.p.Issues[i].Message, room), at)
		if bytes.HasSuffix(dst[at:], []byte(ellipsis)) {
			return dst, len(dst) > at+len(ellipsis)
		}
		// It fits, but not with the ellipsis that tells of the lines behind.
		room = min(room, jsontext.Size(dst[at:])) - 1
	}
	return dst[:end], false
}
