package jsonrpc

import (
	"strconv"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/jsontext"
)

const ellipsis = "…"

// A fitting shortens one masked response.
type fitting struct {
	document
	source document // before it was masked: the same nodes
	r      *engine.Redactor
	errors int // node of the error, or -1
	before int // issues that were left out before, as data says
	edits  []edit
	size   int // of the response with its edits
}

// fit returns a masked response within max bytes, or as near as it gets with
// ErrTooLarge. source is the response before it was masked.
func fit(r *engine.Redactor, source, masked string, max int) (string, error) {
	first := newFitting(r, source, masked)
	if first.shorten(max, false) {
		return first.done(), nil
	}
	source, masked = without(source), without(masked)
	for _, hard := range [...]bool{false, true} {
		f := newFitting(r, source, masked)
		f.before = first.before
		if f.shorten(max, hard) {
			return f.done(), nil
		}
		first = f
	}
	return first.done(), ErrTooLarge
}

func newFitting(r *engine.Redactor, source, masked string) *fitting {
	f := &fitting{document: document{text: masked}, source: document{text: source}, r: r, size: len(masked)}
	f.nodes, _ = parse(masked)
	f.source.nodes, _ = parse(source)
	f.errors = f.member(0, "error")
	if f.errors >= 0 && f.raw(f.errors) == "null" {
		f.errors = -1
	}
	f.before = f.omitted()
	return f
}

// omitted returns error.data.omittedIssues, or 0.
func (f *fitting) omitted() int {
	if f.errors < 0 {
		return 0
	}
	data := f.member(f.errors, "data")
	if data < 0 {
		return 0
	}
	if o := f.member(data, "omittedIssues"); o >= 0 {
		if n, err := strconv.Atoi(f.raw(o)); err == nil && n > 0 && n < maxCount {
			return n
		}
	}
	return 0
}

// without leaves out what a response can do without: data and structured
// content.
func without(response string) string {
	d := document{text: response}
	d.nodes, _ = parse(response)
	var edits []edit
	for _, holder := range [...]string{"error", "result"} {
		i := d.member(0, holder)
		if i < 0 {
			continue
		}
		before := -1 // end of the member before that stays
		d.members(i, func(name string, value int) {
			if !is(name, []string{"data", "structuredContent", "_meta"}) {
				before = d.nodes[value].end
				return
			}
			start, end := d.nodes[value-1].start, d.nodes[value].end
			if before >= 0 {
				start = before
			} else if next := d.nodes[value].next; next < d.nodes[i].next {
				end = d.nodes[next].start
			}
			edits = append(edits, edit{start: start, end: end})
		})
	}
	return string(apply(nil, response, merge(edits)))
}

func (f *fitting) done() string { return string(apply(nil, f.text, merge(f.edits))) }

// shorten shortens the texts from the last to the first. hard also cuts what
// holds JSON, by leaving it out.
func (f *fitting) shorten(max int, hard bool) bool {
	texts := f.texts()
	for i := len(texts) - 1; i >= 0 && f.size > max; i-- {
		f.shortenText(texts[i], max, hard)
	}
	return f.size <= max
}

// texts returns the nodes of the texts that may be shortened.
func (f *fitting) texts() (nodes []int) {
	if f.errors >= 0 {
		if m := f.member(f.errors, "message"); m >= 0 && f.nodes[m].kind == '"' {
			nodes = append(nodes, m)
		}
	}
	result := f.member(0, "result")
	if result < 0 {
		return nodes
	}
	content := f.member(result, "content")
	if content < 0 {
		return nodes
	}
	for _, e := range f.elements(content) {
		if t := f.member(e, "text"); t >= 0 && f.nodes[t].kind == '"' {
			nodes = append(nodes, t)
		}
	}
	return nodes
}

// shortenText shortens the text at node i as little as brings the response
// within max, or as much as it can.
func (f *fitting) shortenText(i, max int, hard bool) {
	text := f.string(i)
	at, isJSON := lead(text)
	switch {
	case !isJSON:
		f.cut(i, max)
	case !hard:
		f.shortenList(i, text, at, max)
	default:
		room := f.room(i, max) - len(ellipsis)
		before, end := f.source.string(i), strings.TrimRight(text[:at], " \n")
		f.replace(i, string(appendCut(nil, f.r, before[:min(len(before), at)], end, room))+ellipsis)
	}
}

// room is how many bytes the string at node i may have within max.
func (f *fitting) room(i, max int) int {
	return f.nodes[i].end - f.nodes[i].start - 2 - (f.size - max)
}

// replace puts text in the place of the string at node i.
func (f *fitting) replace(i int, text string) {
	n := f.nodes[i]
	f.edit(edit{n.start + 1, n.end - 1, string(jsontext.Append(nil, text))})
}

func (f *fitting) edit(e edit) {
	f.edits = append(f.edits, e)
	f.size += e.growth()
}

func (e edit) growth() int { return len(e.text) - (e.end - e.start) }

// cut cuts the plain text at node i.
func (f *fitting) cut(i, max int) {
	f.replace(i, string(appendCut(nil, f.r, f.source.string(i), f.string(i), f.room(i, max))))
}

// shortenList leaves issues out of the list that the string at node i holds
// behind lead bytes: from the end, as few as bring the response within max, or
// all.
func (f *fitting) shortenList(i int, text string, lead, max int) {
	d := document{text: text[lead:]}
	d.nodes, _ = parse(d.text)
	list := 0
	if d.nodes[0].kind == '{' {
		list = d.member(0, "issues", "errors", "details")
	}
	if list < 0 {
		return
	}
	l := d.list(list)
	if len(l.ends) == 1 {
		return
	}
	// Where the list ends with each number of issues kept, and last where it
	// ends as it is.
	at := make([]edit, 0, len(l.ends)+1)
	for _, end := range append(l.ends, l.last) {
		at = append(at, edit{start: lead + end, end: lead + end})
	}
	raw := f.raw(i)
	at = lift(at, raw[1:len(raw)-1], f.nodes[i].start+1)
	all, telling := len(at)-2, f.telling(i)
	var chosen []edit
	for kept := all - 1; kept >= 0; kept-- {
		inside, outside := telling(all - kept + l.omitted)
		if inside != "" {
			inside = string(jsontext.Append(nil, l.separator(kept)+inside))
		}
		chosen = append([]edit{{at[kept].start, at[len(at)-1].end, inside}}, outside...)
		growth := 0
		for _, e := range chosen {
			growth += e.growth()
		}
		if f.size+growth <= max {
			break
		}
	}
	for _, e := range chosen {
		f.edit(e)
	}
}

// A list is where the issues of a list stand in its text.
type list struct {
	ends    []int  // where the list ends with 0, 1, 2… issues kept
	last    int    // where its last element ends
	omitted int    // how many were left out before, as its last element says
	blanks  string // before each element
}

func (l *list) separator(kept int) string {
	if kept == 0 {
		return l.blanks
	}
	return "," + l.blanks
}

func (d *document) list(i int) list {
	l := list{ends: []int{d.nodes[i].start + 1}}
	for _, e := range d.elements(i) {
		if len(l.ends) == 1 {
			l.blanks = d.text[l.ends[0]:d.nodes[e].start]
		}
		if l.last = d.nodes[e].end; d.nodes[e].next == d.nodes[i].next {
			if l.omitted = leftOut(d.raw(e)); l.omitted > 0 {
				break
			}
		}
		l.ends = append(l.ends, l.last)
	}
	return l
}

// The last issue of a list that says how many were left out, where nothing
// else can.
const leftOutStart, leftOutEnd = `{"code":"custom","path":[],"message":"`, ` more issues left out"}`

// leftOut returns the number that such an issue says, or 0.
func leftOut(issue string) int {
	s, ok := strings.CutPrefix(issue, leftOutStart)
	s, ended := strings.CutSuffix(s, leftOutEnd)
	if n, err := strconv.Atoi(s); ok && ended && err == nil && n > 0 && n < maxCount {
		return n
	}
	return 0
}

// maxCount keeps sums of counts that others wrote within an int of 32 bits.
const maxCount = 1 << 30

// telling returns what tells how many issues of the text at node i are left
// out: an issue in the list, or an edit outside of the text.
func (f *fitting) telling(i int) func(n int) (inside string, outside []edit) {
	within := func(n int) (string, []edit) { return leftOutStart + strconv.Itoa(n) + leftOutEnd, nil }
	if f.errors < 0 || i != f.member(f.errors, "message") {
		return within
	}
	at, before, after := edit{}, "", ""
	switch data := f.member(f.errors, "data"); {
	case data < 0:
		at, before, after = f.insert(f.errors), `"data":{"omittedIssues":`, "}"
	case f.raw(data) == "null":
		at, before, after = edit{start: f.nodes[data].start, end: f.nodes[data].end}, `{"omittedIssues":`, "}"
	case f.nodes[data].kind != '{':
		return within
	default:
		at, before = f.insert(data), `"omittedIssues":`
		if o := f.member(data, "omittedIssues"); o >= 0 {
			at, before = edit{start: f.nodes[o].start, end: f.nodes[o].end}, ""
		}
	}
	return func(n int) (string, []edit) {
		return "", []edit{{at.start, at.end, at.text + before + strconv.Itoa(n+f.before) + after}}
	}
}

// insert returns the edit that adds a member to the object at node i, behind
// the others; what it has to say is still missing.
func (f *fitting) insert(i int) edit {
	at, comma := f.nodes[i].start+1, ""
	f.members(i, func(_ string, value int) { at, comma = f.nodes[value].end, "," })
	return edit{at, at, comma}
}
