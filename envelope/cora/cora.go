// Package cora renders a problem as a cora-mcp-error object, version 1, whose
// schema is schemas/cora-mcp-error/v1.json: the error of a tool as an MCP
// server returns it in the one text block of a result.
package cora

import (
	"strconv"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// A Renderer renders problems. It is immutable and safe for concurrent use.
type Renderer struct {
	r       *engine.Redactor
	l       budget.Limits
	measure budget.Measure
}

// New returns a Renderer that masks with r, nil being the zero Redactor, and
// keeps to limits. It refuses, with a *budget.LimitError for each, limits that
// do not work: a text's under the 3 bytes of …, a total under Smallest.
func New(r *engine.Redactor, limits budget.Limits) (*Renderer, error) {
	l, err := limits.Check(Smallest)
	if err != nil {
		return nil, err
	}
	c := &Renderer{r: r, l: l}
	if l.Wire {
		c.measure = jsontext.WireSize[[]byte]
	}
	return c, nil
}

const (
	head     = `{"format":"cora-mcp-error","version":1,"code":"`
	message  = `","message":"`
	hint     = `","hint":"`
	docsURL  = `","docsUrl":"`
	actions  = `","nextActions":[`
	issues   = `,"issues":[`
	item     = `{"path":"`
	itemEnd  = `"}`
	omitted  = `,"omittedIssues":`
	maxDigit = "9223372036854775807"
	frame    = head + message + hint + docsURL + actions + "]" + omitted + maxDigit + "}"

	// runAction is the longest of the three kinds'.
	runAction = `{"kind":"run","command":"` + actionEnd
	actionEnd = `"}`
)

var actionHeads = [...]string{
	envelope.RunCommand: `{"kind":"run","command":"`,
	envelope.OpenPage:   `{"kind":"open","url":"`,
	envelope.EditFile:   `{"kind":"edit","file":"`,
}

// onWire is how many times its limit a text may take on the wire.
const onWire = 2

// Smallest returns the smallest total with which, given the other limits, all
// that must be there fits for any problem: every text at its limit, the actions
// at theirs, and the largest number of omitted issues.
func Smallest(l budget.Limits) int {
	l = l.Filled()
	texts := l.Code + l.Message + l.Hint + l.DocsURL
	if l.Wire {
		return jsontext.WireSize(frame) + onWire*texts + max(onWire*l.Actions, onWire*l.Action+jsontext.WireSize(runAction))
	}
	return len(frame) + texts + max(l.Actions, l.Action+len(runAction))
}

// Append appends p as one object, without blanks or line ends: valid JSON of
// valid UTF-8, within the limits, with every string of p masked. nil is the
// zero Problem.
//
// A message of one line lists the problem's issues below it. Issues and
// actions that there is no room for are left out from the end. What is
// appended depends on p alone. It cannot fail and does not panic; it allocates
// to grow dst and little else. dst needs room for the object and one more
// issue.
func (c *Renderer) Append(dst []byte, p *envelope.Problem) []byte {
	if p == nil {
		p = &envelope.Problem{}
	}
	is := newIssues(c, p)
	defer is.release()
	a := budget.Start(dst, c.l.Total, c.measure)
	a.Append(func(dst []byte, _ int) []byte { return c.appendTexts(dst, p, is) })
	limit := c.l.Actions
	if c.l.Wire {
		limit *= onWire
	}
	a.List(budget.List{
		N: len(p.Actions), Limit: limit, KeepFirst: true, Separator: ",",
		Item: func(dst []byte, i, _ int) []byte {
			return c.appendAction(dst, p.Actions[i], i < glancedActions && is.isClean(actionText+i))
		},
	})
	a.Append(func(dst []byte, _ int) []byte { return append(dst, ']') })
	a.Reserve(len("}"))
	a.List(budget.List{
		N: len(p.Issues), Open: issues, Separator: ",", Close: "]",
		Item: func(dst []byte, i, _ int) []byte { return is.appendItem(dst, i) },
		Omitted: func(dst []byte, n int) []byte {
			return strconv.AppendInt(append(dst, omitted...), int64(n), 10)
		},
	})
	a.Reserve(0)
	a.Append(func(dst []byte, _ int) []byte { return append(dst, '}') })
	return a.Bytes()
}

// AppendToolResult appends the result of an MCP tool that failed with p: isError
// true, no structured content, one text block holding the object. The limits
// are the object's; with Limits.Wire they count it as it is in here.
func (c *Renderer) AppendToolResult(dst []byte, p *envelope.Problem) []byte {
	dst = append(dst, `{"content":[{"type":"text","text":"`...)
	at := len(dst)
	dst = jsontext.Escape(c.Append(dst, p), at)
	return append(dst, `"}],"isError":true}`...)
}

// maxEchoing is how many issues are looked at for values that the message and
// hint may repeat. A message has room for some fifty.
const maxEchoing = 256

// appendTexts appends all before the list of actions.
func (c *Renderer) appendTexts(dst []byte, p *envelope.Problem, is *issueTexts) []byte {
	var buf [8]field.Value
	values := buf[:0]
	n := min(len(p.Issues), maxEchoing)
	is.judgeNames(n - 1)
	for i, name := range is.names[:n] {
		if name != "" {
			values = field.ValuesOf(values, c.r, name, p.Issues[i].Message, dst)
		}
	}
	dst = append(dst, head...)
	dst = c.text(dst, c.l.Code, p.Code, is.isClean(codeText), func(dst []byte, max int) []byte {
		return field.Append(dst, c.r, p.Code, max)
	})
	dst = append(dst, message...)
	dst = c.fit(dst, c.l.Message, func(dst []byte, max int) []byte {
		return c.appendMessage(dst, p, is, values, max)
	})
	dst = append(dst, hint...)
	clean := len(values) == 0 && is.isClean(hintText) && !field.HasLineEnd(p.Hint)
	dst = c.text(dst, c.l.Hint, p.Hint, clean, func(dst []byte, max int) []byte {
		at := len(dst)
		return field.JoinLines(field.AppendAbout(dst, c.r, p.Hint, values, max), at)
	})
	dst = append(dst, docsURL...)
	dst = c.text(dst, c.l.DocsURL, p.DocsURL, is.isClean(docsText), func(dst []byte, max int) []byte {
		return field.Append(dst, c.r, p.DocsURL, max)
	})
	return append(dst, actions...)
}

// text appends s, a text of at most limit bytes, as appendText does.
func (c *Renderer) text(dst []byte, limit int, s string, clean bool, add func(dst []byte, max int) []byte) []byte {
	return c.fit(dst, limit, func(dst []byte, max int) []byte { return appendText(dst, s, clean, max, add) })
}

// fit appends a text of at most limit bytes, which add appends escaped. On the
// wire a text may take onWire times its limit; one that takes more is cut
// again, in the end to a third, which cannot take more: no byte of an encoded
// text takes more than 6.
func (c *Renderer) fit(dst []byte, limit int, add func(dst []byte, max int) []byte) []byte {
	at, room := len(dst), limit
	for try := 0; ; try++ {
		dst = add(dst[:at], room)
		if !c.l.Wire {
			return dst
		}
		cost := jsontext.WireSize(dst[at:])
		switch {
		case cost <= onWire*limit:
			return dst
		case try < 3:
			room = min(room-1, int(int64(room)*onWire*int64(limit)/int64(cost)))
		default:
			room = limit * onWire / 6
		}
	}
}

func (c *Renderer) appendAction(dst []byte, a envelope.Action, clean bool) []byte {
	dst = append(dst, actionHeads[a.Kind()]...)
	dst = c.text(dst, c.l.Action, a.Text(), clean, func(dst []byte, max int) []byte {
		if a.Kind() == envelope.RunCommand {
			return field.AppendCommand(dst, c.r, a.Text(), max)
		}
		return field.Append(dst, c.r, a.Text(), max)
	})
	return append(dst, actionEnd...)
}
