package otel

import (
	"bytes"
	"context"
	"strconv"
	"sync"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/otel/metric"

	"github.com/redactbench/redactbench/engine"
)

// A masker masks the data of one pipeline. It is safe for concurrent use.
type masker struct {
	r       *engine.Redactor
	max     int // bytes as JSON writes them; 0 is no bound
	skip    part
	changed metric.Int64Counter // nil in tests of what is below the factory
	labels  metric.MeasurementOption
}

// A pass masks one batch.
type pass struct {
	m       *masker
	changed int64 // texts

	// Scratch: doc holds what is not masked yet, the others what is.
	doc, out, spare []byte
	longest         int  // string of doc, in bytes before it is escaped
	keys            bool // a member's name in doc has a secret in it
}

var passes = sync.Pool{New: func() any { return new(pass) }}

// pooledMax is the capacity above which scratch is not kept, in bytes: a batch of
// giant texts is rare, and would be paid for until the pool forgets it.
const pooledMax = 64 << 10

func (m *masker) begin() *pass {
	p := passes.Get().(*pass)
	p.m = m
	return p
}

// end counts what was changed and gives the scratch back.
func (p *pass) end(ctx context.Context) {
	if p.changed > 0 && p.m.changed != nil {
		p.m.changed.Add(ctx, p.changed, p.m.labels)
	}
	clear(p.doc[:cap(p.doc)])
	small := func(b []byte) []byte {
		if cap(b) > pooledMax {
			return nil
		}
		return b[:0]
	}
	*p = pass{doc: small(p.doc), out: small(p.out), spare: small(p.spare)}
	passes.Put(p)
}

// name masks a short text that something is called by. It is not cut: two things would be
// called the same.
func (p *pass) name(a part, s string) (string, bool) {
	if !p.on(a) || !p.m.r.Match(s) {
		return "", false
	}
	p.out = p.m.r.Append(p.out[:0], s)
	p.changed++
	return string(p.out), true
}

// text masks and cuts s, the value of a key or "", and reports whether it changed.
func (p *pass) text(key, s string) (string, bool) {
	secret := p.m.r.SecretKey(key)
	if !secret && !p.long(len(s)) && !p.m.r.Match(s) {
		return "", false
	}
	switch {
	case secret:
		p.out = p.m.r.AppendValue(p.out[:0], key, s)
		p.cut()
	case p.long(len(s)):
		p.out = p.m.r.AppendTruncated(p.out[:0], s, p.m.max)
	default:
		p.out = p.m.r.Append(p.out[:0], s)
	}
	if string(p.out) == s {
		return "", false
	}
	p.changed++
	return string(p.out), true
}

// long reports whether a text of n bytes may have to be cut: a byte takes up to
// six in JSON.
func (p *pass) long(n int) bool { return p.m.max > 0 && n > p.m.max/6 }

// cut cuts out, which is masked. The engine knows the masks in it, and cuts none.
func (p *pass) cut() {
	if p.long(len(p.out)) {
		p.spare = p.m.r.AppendTruncated(p.spare[:0], string(p.out), p.m.max)
		p.out, p.spare = p.spare, p.out
	}
}

// value masks what stands under a key, "" for a body.
func (p *pass) value(key string, v pcommon.Value) {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		if s, ok := p.text(key, v.Str()); ok {
			v.SetStr(s)
		}
	case pcommon.ValueTypeBytes:
		p.bytes(key, v.Bytes())
	case pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
		p.document(key, v)
	case pcommon.ValueTypeInt, pcommon.ValueTypeDouble, pcommon.ValueTypeBool:
		if p.m.r.SecretKey(key) {
			p.document(key, v)
		}
	}
}

// bytes masks bytes as the text they may be. They are not cut.
func (p *pass) bytes(key string, b pcommon.ByteSlice) {
	p.doc = appendBytes(p.doc[:0], b)
	if p.m.r.SecretKey(key) {
		p.out = p.m.r.AppendValue(p.out[:0], key, string(p.doc))
	} else {
		p.out = p.m.r.AppendBytes(p.out[:0], p.doc)
	}
	if !bytes.Equal(p.out, p.doc) {
		p.changed++
		b.FromRaw(p.out) // copies
	}
}

// appendBytes is AsRaw without an allocation.
func appendBytes(dst []byte, b pcommon.ByteSlice) []byte {
	for i := range b.Len() {
		dst = append(dst, b.At(i))
	}
	return dst
}

// members masks a map's values, each under its key, and keys that hold a secret.
func (p *pass) members(m pcommon.Map) {
	keys := false
	m.Range(func(k string, v pcommon.Value) bool {
		keys = keys || p.m.r.Match(k)
		p.value(k, v)
		return true
	})
	if keys {
		p.rename(m)
	}
}

// maxRenamed is how many keys of one map are masked. The others that hold a secret
// are dropped with their values: each costs a search of the map, and no real
// map has as many.
const maxRenamed = 64

// rename masks the keys of a map that hold a secret. They move to its end; one that is
// there already gets a number.
func (p *pass) rename(m pcommon.Map) {
	var names []string
	values := pcommon.NewSlice()
	m.RemoveIf(func(k string, v pcommon.Value) bool {
		if !p.m.r.Match(k) {
			return false
		}
		p.changed++
		if len(names) < maxRenamed {
			names = append(names, p.m.r.Redact(k).String())
			v.MoveTo(values.AppendEmpty())
		}
		return true
	})
	for i, name := range names {
		free := name
		for n := 2; ; n++ {
			if _, taken := m.Get(free); !taken {
				break
			}
			free = name + "-" + strconv.Itoa(n)
		}
		values.At(i).MoveTo(m.PutEmpty(free))
	}
}
