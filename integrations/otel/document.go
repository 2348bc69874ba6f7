package otel

import (
	"bytes"
	"math"
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// maxDepth is how deep maps and lists are followed. What is deeper is replaced: no
// real value has more than a few levels, and the engine has a bound too.
const maxDepth = 64

// beyond stands for what is deeper than maxDepth.
const beyond = "…"

// document masks a map, a list, or a number or boolean under a key of secrets. It is
// written as JSON, masked as that, and what changed is put back in the
// value's own types. So a member is judged as the engine judges members: with
// its name, those around it ({"name": "DB_PASSWORD", "value": …}), an option
// before it (["--password", …]). To do that here would be a second engine.
func (p *pass) document(key string, v pcommon.Value) {
	p.doc, p.longest, p.keys = p.doc[:0], 0, false
	if key != "" {
		p.doc = append(appendString(append(p.doc, '{'), key), ':')
	}
	p.encode(v, 0)
	if key != "" {
		p.doc = append(p.doc, '}')
	}
	var err error
	p.out, err = p.m.r.AppendJSON(p.out[:0], p.doc)
	if err == nil && !p.keys && !p.long(p.longest) && bytes.Equal(p.out, p.doc) {
		return
	}
	c := cursor{b: p.out}
	if key != "" {
		c.skip(1)
		c.string()
		c.skip(1)
	}
	p.put(&c, v)
	if err != nil || c.lost {
		// Neither happens, as far as fuzzing tells. The text is masked in any case.
		p.changed++
		v.SetStr(string(p.out))
	}
}

// encode appends v to doc as JSON.
func (p *pass) encode(v pcommon.Value, depth int) {
	if t := v.Type(); depth == maxDepth && (t == pcommon.ValueTypeMap || t == pcommon.ValueTypeSlice) {
		p.changed++
		v.SetStr(beyond)
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		p.longest = max(p.longest, len(v.Str()))
		p.doc = appendString(p.doc, v.Str())
	case pcommon.ValueTypeBytes:
		p.doc = append(p.doc, '"')
		for i := range v.Bytes().Len() {
			p.doc = appendEscaped(p.doc, v.Bytes().At(i))
		}
		p.doc = append(p.doc, '"')
	case pcommon.ValueTypeMap:
		separator := byte('{')
		v.Map().Range(func(k string, e pcommon.Value) bool {
			p.keys = p.keys || p.m.r.Match(k)
			p.doc = append(appendString(append(p.doc, separator), k), ':')
			separator = ','
			p.encode(e, depth+1)
			return true
		})
		if separator == '{' {
			p.doc = append(p.doc, separator)
		}
		p.doc = append(p.doc, '}')
	case pcommon.ValueTypeSlice:
		p.doc = append(p.doc, '[')
		for i := range v.Slice().Len() {
			if i > 0 {
				p.doc = append(p.doc, ',')
			}
			p.encode(v.Slice().At(i), depth+1)
		}
		p.doc = append(p.doc, ']')
	case pcommon.ValueTypeInt:
		p.doc = strconv.AppendInt(p.doc, v.Int(), 10)
	case pcommon.ValueTypeDouble:
		f := v.Double()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			f = 0 // JSON has no such numbers, and they are no secrets
		}
		p.doc = strconv.AppendFloat(p.doc, f, 'g', -1, 64)
	case pcommon.ValueTypeBool:
		p.doc = strconv.AppendBool(p.doc, v.Bool())
	default:
		p.doc = append(p.doc, "null"...)
	}
}

// put walks v and the masked document in step and puts back what changed.
func (p *pass) put(c *cursor, v pcommon.Value) {
	switch v.Type() {
	case pcommon.ValueTypeMap:
		if v.Map().Len() == 0 {
			c.skip(1)
		}
		v.Map().Range(func(_ string, e pcommon.Value) bool {
			c.skip(1) // { or ,
			c.string()
			c.skip(1)
			p.put(c, e)
			return !c.lost
		})
		c.skip(1)
		if p.keys {
			p.rename(v.Map())
		}
	case pcommon.ValueTypeSlice:
		if v.Slice().Len() == 0 {
			c.skip(1)
		}
		for i := 0; i < v.Slice().Len() && !c.lost; i++ {
			c.skip(1)
			p.put(c, v.Slice().At(i))
		}
		c.skip(1)
	default:
		p.leaf(c, v)
	}
}

// leaf puts back a value that has no members.
func (p *pass) leaf(c *cursor, v pcommon.Value) {
	if c.peek() != '"' {
		c.literal()
		return
	}
	p.spare = appendUnescaped(p.spare[:0], c.string())
	switch {
	case c.lost:
	case v.Type() == pcommon.ValueTypeBytes:
		if b := v.Bytes(); !equal(b, p.spare) {
			p.changed++
			b.FromRaw(p.spare)
		}
	default:
		text := string(p.spare)
		if p.long(len(text)) {
			p.spare = p.m.r.AppendTruncated(p.spare[:0], text, p.m.max)
			text = string(p.spare)
		}
		if v.Type() != pcommon.ValueTypeStr || v.Str() != text {
			p.changed++
			v.SetStr(text)
		}
	}
}

func equal(b pcommon.ByteSlice, text []byte) bool {
	if b.Len() != len(text) {
		return false
	}
	for i, c := range text {
		if b.At(i) != c {
			return false
		}
	}
	return true
}

// A cursor reads a document that encode wrote and the engine masked. Past the end, or
// where something else stands than what is asked for, it is lost.
type cursor struct {
	b    []byte
	i    int
	lost bool
}

func (c *cursor) skip(n int) {
	if c.i+n > len(c.b) {
		c.lost = true
		return
	}
	c.i += n
}

func (c *cursor) peek() byte {
	if c.i >= len(c.b) {
		c.lost = true
		return 0
	}
	return c.b[c.i]
}

// string reads a string and returns what stands between its quotes.
func (c *cursor) string() []byte {
	if c.peek() != '"' {
		c.lost = true
		return nil
	}
	start := c.i + 1
	for i := start; i < len(c.b); i++ {
		switch c.b[i] {
		case '\\':
			i++
		case '"':
			c.i = i + 1
			return c.b[start:i]
		}
	}
	c.lost = true
	return nil
}

// literal reads a number, a boolean or null.
func (c *cursor) literal() {
	for c.i < len(c.b) && c.b[c.i] != ',' && c.b[c.i] != ']' && c.b[c.i] != '}' {
		c.i++
	}
}

const hexDigits = "0123456789abcdef"

func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		dst = appendEscaped(dst, s[i])
	}
	return append(dst, '"')
}

// appendEscaped appends a byte as it stands in a string of JSON. Bytes of no valid UTF-8
// stay as they are: the engine takes any.
func appendEscaped(dst []byte, b byte) []byte {
	switch {
	case b == '"' || b == '\\':
		return append(dst, '\\', b)
	case b == '\n':
		return append(dst, '\\', 'n')
	case b < ' ':
		return append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
	}
	return append(dst, b)
}

// appendUnescaped undoes appendEscaped.
func appendUnescaped(dst, raw []byte) []byte {
	for i := 0; i < len(raw); i++ {
		b := raw[i]
		if b != '\\' || i+1 == len(raw) {
			dst = append(dst, b)
			continue
		}
		i++
		switch b = raw[i]; {
		case b == 'n':
			b = '\n'
		case b == 'u' && i+4 < len(raw):
			n, _ := strconv.ParseUint(string(raw[i+1:i+5]), 16, 8) // encode wrote it
			b = byte(n)
			i += 4
		}
		dst = append(dst, b)
	}
	return dst
}
