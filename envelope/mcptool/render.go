package mcptool

import (
	"maps"
	"slices"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// A Renderer renders errors and results. The zero Renderer masks with the zero
// Redactor, empties unsafe texts and has no limits. It is immutable and safe
// for concurrent use.
type Renderer struct {
	r       *engine.Redactor
	l       budget.Limits
	limited bool
	within  bool
}

// Options change how a Renderer works; nil is the zero Options.
type Options struct {
	// Limits bound an error, in bytes as encoded: Code its code and its reason,
	// Message its message, Action a step of the remediation and Actions all of
	// them, Path a name in the detail, IssueMessage a text in it, Total the
	// object. DocsURL and Hint have nothing to bound here.
	Limits budget.Limits

	// MaskWithin masks what is unsafe within a message or detail instead of
	// emptying it: the secrets, the paths, and all from any other marker on.
	MaskWithin bool
}

// New returns a Renderer that masks with r, nil being the zero Redactor. It
// refuses, with a *budget.LimitError for each, limits that do not work.
func New(r *engine.Redactor, o *Options) (*Renderer, error) {
	if o == nil {
		o = &Options{}
	}
	l, err := o.Limits.Check(Smallest)
	if err != nil {
		return nil, err
	}
	return &Renderer{r, l, true, o.MaskWithin}, nil
}

// omittedDetails is the name of the detail that counts those left out.
const omittedDetails = "omittedDetails"

const fixedParts = `{"code":"","reason":"","message":"","detail":{"` + omittedDetails + `":2147483647,"` + issuesName + `":[],"` + omittedName + `":2147483647},"remediation":[]}`

// onWire is how many times its limit a text may take on the wire.
const onWire = 2

// Smallest returns the smallest total with which, given the other limits, the
// code, reason, message and remediation of any error fit.
func Smallest(l budget.Limits) int {
	l = l.Filled()
	steps := max(l.Actions, l.Action+len(`""`))
	texts := 2*l.Code + l.Message + steps
	if l.Wire {
		return jsontext.WireSize(fixedParts) + onWire*(texts+len(`""`))
	}
	return len(fixedParts) + texts
}

// Append appends an error as JSON: sanitized, its code, reason and remediation
// masked, within the limits. Where it is over the total, details are left out
// from the end in the order of their names and counted in omittedDetails; of a
// detail named issues, which comes last, as many are kept as fit and the others
// counted in omittedIssues. It does not panic. nil gives null.
func (c *Renderer) Append(dst []byte, e *ToolError) []byte {
	text, _ := encode(c.sanitized(e)) // made of what JSON can hold
	return append(dst, text...)
}

// AppendToolResult appends the result of a tool that failed, as
// ToolErrorResult gives it, as JSON.
func (c *Renderer) AppendToolResult(dst []byte, e *ToolError) []byte {
	text := c.Append(nil, e)
	dst = jsontext.Append(append(dst, `{"content":[{"type":"text","text":"`...), text)
	dst = append(append(dst, `"}],"structuredContent":`...), text...)
	return append(dst, `,"isError":true}`...)
}

// sanitized returns a copy of e as it is shown.
func (c *Renderer) sanitized(e *ToolError) *ToolError {
	e = sanitized(e, c.r, c.within)
	if e == nil {
		return nil
	}
	e.wrapped = nil
	l := c.l
	if !c.limited {
		l = budget.Limits{Code: unlimited, Message: unlimited, Action: unlimited}
	}
	e.Code = c.text(e.Code, l.Code)
	e.Reason = Reason(c.text(string(e.Reason), l.Code))
	e.Message = c.text(e.Message, l.Message)
	steps, room := e.Remediation, l.Actions
	e.Remediation = nil
	for i, s := range steps {
		s = c.text(s, l.Action)
		if room -= c.size(s) + len(`"",`); c.limited && room < -len(",") && i > 0 {
			break
		}
		e.Remediation = append(e.Remediation, s)
	}
	if c.limited {
		c.fitDetail(e)
	}
	return e
}

// text returns a text masked and cut to max bytes, or to what takes no more
// than twice as many on the wire.
func (c *Renderer) text(s string, max int) string {
	for room := max; ; room = room * 3 / 4 {
		out := string(field.Append(nil, c.r, s, room))
		if !c.l.Wire || c.size(out) <= max {
			return out
		}
	}
}

// size returns what a text or a piece of JSON takes: half of what it does on
// the wire, where texts may take onWire times their limit.
func (c *Renderer) size(s string) int {
	encoded := jsontext.Append(nil, s)
	if c.l.Wire {
		return (jsontext.WireSize(encoded) + onWire - 1) / onWire
	}
	return len(encoded)
}

// cost returns what encoded JSON takes of the total.
func (c *Renderer) cost(v any) int {
	s, _ := encode(v)
	if c.l.Wire {
		return jsontext.WireSize(s)
	}
	return len(s)
}

// fitDetail cuts the texts of a detail and leaves out what is over the total.
func (c *Renderer) fitDetail(e *ToolError) {
	all, _ := c.cut(map[string]any(e.Detail)).(map[string]any)
	if e.Detail = all; c.cost(e) <= c.l.Total {
		return
	}
	issues, _ := all[issuesName].([]any)
	kept := Detail{omittedDetails: len(all)}
	if issues != nil {
		kept[issuesName], kept[omittedName] = []any{}, len(issues)
	}
	e.Detail = kept
	room := c.l.Total - c.cost(e)
	names := slices.Sorted(maps.Keys(all))
	if issues != nil {
		names = slices.DeleteFunc(names, func(n string) bool { return n == issuesName })
	}
	left := len(names)
	for _, n := range names {
		if room -= c.cost(n) + c.cost(all[n]) + len(":,"); room < 0 {
			break
		}
		kept[n] = all[n]
		left--
	}
	if kept[omittedDetails] = left; left == 0 {
		delete(kept, omittedDetails)
	}
	if issues == nil {
		return
	}
	n := 0
	for n < len(issues) && left == 0 {
		if room -= c.cost(issues[n]) + len(","); room < 0 {
			break
		}
		n++
	}
	if kept[issuesName] = issues[:n]; n == 0 {
		delete(kept, issuesName)
	}
	if kept[omittedName] = len(issues) - n; n == len(issues) {
		delete(kept, omittedName)
	}
}

// cut returns a value with its texts and names cut.
func (c *Renderer) cut(v any) any {
	switch v := v.(type) {
	case string:
		return c.text(v, c.l.IssueMessage)
	case []string:
		out := make([]string, len(v))
		for i, s := range v {
			out[i] = c.text(s, c.l.IssueMessage)
		}
		return out
	case []any:
		for i := range v {
			v[i] = c.cut(v[i])
		}
	case map[string]any:
		for _, n := range slices.Sorted(maps.Keys(v)) {
			value := c.cut(v[n])
			delete(v, n)
			v[c.text(n, c.l.Path)] = value
		}
	}
	return v
}
