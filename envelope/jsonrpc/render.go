package jsonrpc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// A Renderer renders responses. It is immutable and safe for concurrent use.
type Renderer struct {
	r *engine.Redactor
	l budget.Limits
}

const (
	head      = `{"jsonrpc":"2.0","id":`
	errorHead = `,"error":{"code":`
	textHead  = `,"message":"`
	tail      = `}}`
	omitted   = `,"data":{"omittedIssues":`
	longest   = "-9223372036854775808"
	frame     = head + errorHead + longest + textHead + `"` + tail
)

// New returns a Renderer that masks with r, nil being the zero Redactor, and
// keeps to limits. Message limits a plain text, and the options of an issue
// together; Code an issue's code; Path its path; IssueMessage its message, what
// was received and expected, and each option; Total the whole response without
// its id, which stays as it came. The other limits have nothing to bound here.
// New refuses, with a *budget.LimitError for each, limits that do not work.
func New(r *engine.Redactor, limits budget.Limits) (*Renderer, error) {
	l, err := limits.Check(Smallest)
	if err != nil {
		return nil, err
	}
	return &Renderer{r, l}, nil
}

// Smallest returns the smallest total with which, given the other limits, all
// that must be there fits: a plain text, or that all issues are left out.
func Smallest(l budget.Limits) int {
	return len(frame) + max(l.Filled().Message, len("[]"+omitted+longest+"}"))
}

// Append appends the response: valid JSON of valid UTF-8 on both levels, within
// the limits, with every string but the id masked. nil is the zero Response.
//
// Issues that there is no room for are left out from the end and counted in
// error.data.omittedIssues. What is masked in one field of an issue is masked
// where it occurs in the others. It cannot fail and does not panic; it
// allocates for each issue.
func (c *Renderer) Append(dst []byte, resp *Response) []byte {
	if resp == nil {
		resp = &Response{}
	}
	dst = appendID(append(dst, head...), resp.ID)
	code := resp.Code
	if code == 0 {
		code = InternalError
	}
	at := len(dst)
	dst = strconv.AppendInt(append(dst, errorHead...), code, 10)
	dst = append(dst, textHead...)
	room := c.l.Total - (len(dst) - at) - len(head) - len(`"`+tail)
	if len(resp.Issues) == 0 {
		dst = c.appendText(dst, resp)
	} else {
		dst = c.appendList(dst, resp, room)
	}
	return append(dst, tail...)
}

// appendText appends a plain message and its closing quote.
func (c *Renderer) appendText(dst []byte, resp *Response) []byte {
	at := len(dst)
	dst = append(jsontext.Escape(field.Append(dst, c.r, resp.Message, c.l.Message), at), '"')
	if resp.OmittedIssues > 0 {
		dst = appendOmitted(dst, resp.OmittedIssues)
	}
	return dst
}

func appendOmitted(dst []byte, n int) []byte {
	return append(strconv.AppendInt(append(dst, omitted...), int64(n), 10), '}')
}

// measure counts bytes of the list as they are inside the message's string, and
// those of the telling, which stands behind it, as they are.
func measure(b []byte) int {
	if bytes.HasPrefix(b, []byte(omitted)) {
		return len(b)
	}
	return jsontext.Size(b)
}

// appendList appends the list of issues as a message, its closing quote, and
// how many are left out.
func (c *Renderer) appendList(dst []byte, resp *Response, room int) []byte {
	n, at := len(resp.Issues), len(dst)
	before := min(max(resp.OmittedIssues, 0), maxCount)
	echoed := c.echoed(resp.Issues)
	a := budget.Start(append(dst, '['), room-len("[]"), measure)
	l := budget.List{
		N: n, Open: "\n", Separator: ",\n", Close: "\n",
		Item: func(dst []byte, i, _ int) []byte { return c.appendIssue(dst, &resp.Issues[i], echoed) },
	}
	if before > 0 { // which is told in any case
		a.Reserve(len(appendOmitted(nil, n+before)))
	} else {
		l.Omitted = appendOmitted
	}
	left := n - a.List(l)
	dst = a.Bytes()
	if left > 0 && before == 0 {
		dst = dst[:len(dst)-len(appendOmitted(nil, left))]
	}
	dst = append(jsontext.Escape(append(dst, ']'), at), '"')
	if left+before > 0 {
		dst = appendOmitted(dst, left+before)
	}
	return dst
}

// maxEchoing is how many issues are looked at for values that an issue without
// a path, which is about all, may repeat.
const maxEchoing = 256

// echoed returns the secrets that issues echo or say they received, if one of
// them is about all.
func (c *Renderer) echoed(issues []Issue) (values []field.Value) {
	if !slices.ContainsFunc(issues, func(i Issue) bool { return len(i.Path) == 0 }) {
		return nil
	}
	for _, is := range issues[:min(len(issues), maxEchoing)] {
		path := envelope.Path(is.Path...)
		values = field.Values(values, c.r, path, is.Message, nil)
		if s, ok := is.Received.(string); ok {
			values = field.Values(values, c.r, path, "received '"+s+"'", nil)
		}
	}
	return values
}

// appendIssue appends an issue, masked, cut and indented by two.
func (c *Renderer) appendIssue(dst []byte, is *Issue, echoed []field.Value) []byte {
	if len(is.Path) == 0 && len(echoed) > 0 {
		about := *is
		about.Message = string(field.AppendAbout(nil, c.r, is.Message, echoed, unlimited))
		is = &about
	}
	doc := c.encode(is)
	edits, _, err := mask(c.r, doc, false)
	if err != nil { // what was received nests too deep
		plain := *is
		plain.Received, plain.Expected, plain.Options = nil, nil, nil
		doc = c.encode(&plain)
		edits, _, _ = mask(c.r, doc, false)
	}
	d := document{text: string(apply(nil, doc, edits))}
	d.nodes, _ = parse(d.text)
	w := issueWriter{document: d, source: document{text: doc}, c: c, dst: append(dst, "  {"...)}
	w.source.nodes, _ = parse(doc)
	d.members(0, w.member)
	return append(w.dst, "\n  }"...)
}

// encode returns an issue as JSON, its texts not longer than what can be seen
// of them and the secrets that reach there.
func (c *Renderer) encode(is *Issue) string {
	b := []byte{'{'}
	add := func(name string, value string) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(append(b, '"'), name...), `":`...), value...)
	}
	if v, ok := c.value(is.Received); ok {
		add("received", v)
	}
	if is.Code != "" {
		add("code", c.quote(is.Code))
	}
	if v, ok := c.value(is.Expected); ok {
		add("expected", v)
	}
	if len(is.Options) > 0 {
		options := c.values(is.Options[:min(len(is.Options), c.l.Message)]) // no more can be seen
		add("options", "["+strings.Join(options, ",")+"]")
	}
	path := c.values(is.Path[:min(len(is.Path), c.l.Path)])
	for i, s := range path {
		if s[0] == '{' || s[0] == '[' || s[0] == 't' || s[0] == 'f' || s[0] == 'n' {
			path[i] = c.quote(s)
		}
	}
	add("path", "["+strings.Join(path, ",")+"]")
	add("message", c.quote(is.Message))
	return string(append(b, '}'))
}

// values returns the values that JSON can hold.
func (c *Renderer) values(values []any) []string {
	var out []string
	for _, v := range values {
		if s, ok := c.value(v); ok {
			out = append(out, s)
		}
	}
	return out
}

// value returns v as JSON; not ok for nil and what JSON cannot hold.
func (c *Renderer) value(v any) (s string, ok bool) {
	defer func() {
		if recover() != nil { // in a method of v's
			s, ok = "", false
		}
	}()
	switch v := v.(type) {
	case nil:
		return "", false
	case string:
		return c.quote(v), true
	}
	b, err := json.Marshal(v)
	return string(b), err == nil && string(b) != "null"
}

func (c *Renderer) quote(s string) string {
	if n := max(c.l.Message, c.l.IssueMessage, c.l.Path, c.l.Code) + engine.DefaultMaxSecret; len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return `"` + string(jsontext.Append(nil, s)) + `"`
}

// An issueWriter writes a masked issue as JSON.stringify does with an
// indentation of two, within a list.
type issueWriter struct {
	document
	source document // before it was masked: the same nodes
	c      *Renderer
	dst    []byte
	count  int
}

func (w *issueWriter) member(name string, value int) {
	if w.count++; w.count > 1 {
		w.dst = append(w.dst, ',')
	}
	w.dst = append(append(append(w.dst, "\n    \""...), name...), `": `...)
	l := &w.c.l
	switch name {
	case "path":
		w.array(value, l.Path, l.Path)
	case "options":
		w.array(value, l.IssueMessage, l.Message)
	case "code":
		w.value(value, l.Code)
	default:
		w.value(value, l.IssueMessage)
	}
}

// value writes node i in at most max bytes between its quotes.
func (w *issueWriter) value(i, max int) {
	raw := w.raw(i)
	switch {
	case w.nodes[i].kind == '"':
		w.dst = append(w.dst, '"')
		at := len(w.dst)
		w.dst = jsontext.Escape(appendCut(w.dst, w.c.r, w.before(i), w.string(i), max), at)
		w.dst = append(w.dst, '"')
	case len(raw) > max: // JSON is not cut
		w.dst = append(w.dst, `"…"`...)
	default:
		w.dst = append(w.dst, raw...)
	}
}

// before returns the text of node i before it was masked.
func (w *issueWriter) before(i int) string {
	if w.source.nodes[i].kind == '"' {
		return w.source.string(i)
	}
	return w.source.raw(i)
}

// array writes the elements of node i as long as they have no more than total
// bytes, each with max; … stands for the rest.
func (w *issueWriter) array(i, max, total int) {
	elements := w.elements(i)
	if len(elements) == 0 {
		w.dst = append(w.dst, "[]"...)
		return
	}
	w.dst = append(w.dst, '[')
	for n, e := range elements {
		if n > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = append(w.dst, "\n      "...)
		at := len(w.dst)
		w.value(e, max)
		if total -= len(w.dst) - at; total < 0 && n > 0 || total < len(`"…"`) && n+1 < len(elements) {
			w.dst = append(w.dst[:at], `"…"`...)
			break
		}
	}
	w.dst = append(w.dst, "\n    ]"...)
}
