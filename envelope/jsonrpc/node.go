package jsonrpc

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/redactbench/redactbench/internal/jsontext"
)

// maxDepth is how deep a document may nest: the engine's own bound, over which
// it masks a document as text.
const maxDepth = 512

// A node is a value of a document, or a member's name. Nodes stand in the
// order of the document, so that two documents which differ in their masks only
// have the same node at the same index.
type node struct {
	kind       byte // '{', '[', '"', 'k' for a name, 's' for any other scalar
	start, end int  // bytes in the document; of a string with its quotes
	next       int  // index of the first node behind it and all that is in it
}

// parse returns the nodes of a JSON document, or false if it is none or nests
// too deep.
func parse(doc string) ([]node, bool) {
	if !json.Valid([]byte(doc)) {
		return nil, false
	}
	p := parser{doc: doc}
	p.value(0)
	return p.nodes, !p.deep
}

// A parser reads a document that is known to be valid.
type parser struct {
	doc   string
	i     int
	nodes []node
	deep  bool
}

func (p *parser) blanks() {
	for p.i < len(p.doc) && strings.IndexByte(" \t\r\n", p.doc[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) value(depth int) {
	p.blanks()
	if depth > maxDepth {
		p.deep = true
	}
	if p.deep {
		return
	}
	at := len(p.nodes)
	p.nodes = append(p.nodes, node{kind: p.doc[p.i], start: p.i})
	switch p.doc[p.i] {
	case '{', '[':
		p.members(p.doc[p.i] == '{', depth)
	case '"':
		p.text()
	default:
		p.nodes[at].kind = 's'
		for p.i < len(p.doc) && strings.IndexByte(",]} \t\r\n", p.doc[p.i]) < 0 {
			p.i++
		}
	}
	p.nodes[at].end, p.nodes[at].next = p.i, len(p.nodes)
}

func (p *parser) members(named bool, depth int) {
	for p.i++; ; {
		p.blanks()
		switch p.doc[p.i] {
		case ',':
			p.i++
			continue
		case '}', ']':
			p.i++
			return
		}
		if named {
			start := p.i
			p.text()
			p.nodes = append(p.nodes, node{'k', start, p.i, len(p.nodes) + 1})
			p.blanks()
			p.i++ // the colon
		}
		if p.value(depth + 1); p.deep {
			return
		}
	}
}

func (p *parser) text() {
	for p.i++; p.doc[p.i] != '"'; p.i++ {
		if p.doc[p.i] == '\\' {
			p.i++
		}
	}
	p.i++
}

// A document is a JSON text and its nodes.
type document struct {
	text  string
	nodes []node
}

// raw returns the bytes of node i.
func (d *document) raw(i int) string { return d.text[d.nodes[i].start:d.nodes[i].end] }

// string returns what the string or name at node i stands for.
func (d *document) string(i int) string {
	raw := d.raw(i)
	return unescape(raw[1 : len(raw)-1])
}

// member returns the value of the last member of the object at node i that has
// one of the names, ignoring case, or -1: decoders take the last, and some
// ignore case.
func (d *document) member(i int, names ...string) int {
	found := -1
	d.members(i, func(name string, value int) {
		for _, n := range names {
			if strings.EqualFold(name, n) {
				found = value
			}
		}
	})
	return found
}

// members calls f for each member of node i; there are none but in an object.
func (d *document) members(i int, f func(name string, value int)) {
	if d.nodes[i].kind != '{' {
		return
	}
	for c := i + 1; c < d.nodes[i].next; c = d.nodes[c+1].next {
		f(d.string(c), c+1)
	}
}

// elements returns the nodes of the elements of the array at node i.
func (d *document) elements(i int) (nodes []int) {
	if d.nodes[i].kind != '[' {
		return nil
	}
	for c := i + 1; c < d.nodes[i].next; c = d.nodes[c].next {
		nodes = append(nodes, c)
	}
	return nodes
}

// unescape returns the text that the inside of a JSON string stands for.
func unescape(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return string(jsontext.AppendUnescaped(nil, raw))
}

// An edit puts text in the place of bytes start to end.
type edit struct {
	start, end int
	text       string
}

// apply appends s with its edits, which are in order and apart.
func apply(dst []byte, s string, edits []edit) []byte {
	at := 0
	for _, e := range edits {
		dst = append(append(dst, s[at:e.start]...), e.text...)
		at = e.end
	}
	return append(dst, s[at:]...)
}

// lift returns the edits of a text as edits of the JSON string that stands for
// it: raw is the inside of that string, which begins at byte base of its
// document. So what is not edited keeps the escapes it came with.
func lift(edits []edit, raw string, base int) []edit {
	out := make([]edit, 0, len(edits))
	i, at := 0, 0 // byte at of the text is byte i of raw
	to := func(offset int) int {
		for at < offset {
			if raw[i] != '\\' {
				i++
				at++
				continue
			}
			c, n := jsontext.Unescape(raw[i:])
			i += n
			at += utf8.RuneLen(c)
		}
		return base + i
	}
	for _, e := range edits {
		start := to(e.start)
		out = append(out, edit{start, to(e.end), string(jsontext.Append(nil, e.text))})
	}
	return out
}
