// Package slogredact masks what a program logs by log/slog, before any handler
// sees it.
package slogredact

import (
	"context"
	"log/slog"
	"strconv"

	"github.com/redactbench/redactbench/engine"
)

// A Handler masks the secrets of records and hands them to another handler: the
// message, the keys, and each attribute at any depth, judged with its own key.
//
// Texts, numbers and booleans are masked as they come. A LogValuer is resolved
// first, and once. An error becomes one whose text is masked and that does not
// unwrap, since a handler that walks the chain would find the secret there. Any other
// value becomes one that renders as the original does, as JSON and as text, with
// the secrets masked; a handler that asks for its type finds another.
//
// A record of texts, numbers, booleans, times and groups of them that hold no
// secret is handed on as it is, without allocating. A Handler is safe for
// concurrent use if the handler it wraps is.
type Handler struct {
	to slog.Handler
	r  *engine.Redactor
}

// New returns a Handler that masks with r, nil being the zero Redactor, and
// hands records to another handler.
func New(to slog.Handler, r *engine.Redactor) *Handler { return &Handler{to, r} }

// Enabled reports whether the other handler is.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.to.Enabled(ctx, level)
}

// Handle hands on the record masked. The record it is given is not changed.
func (h *Handler) Handle(ctx context.Context, record slog.Record) error {
	clean := !h.r.Match(record.Message)
	if clean {
		record.Attrs(func(a slog.Attr) bool {
			clean = h.clean(a)
			return clean
		})
	}
	if clean {
		return h.to.Handle(ctx, record)
	}
	out := slog.NewRecord(record.Time, record.Level, h.r.Redact(record.Message).String(), record.PC)
	record.Attrs(func(a slog.Attr) bool {
		out.AddAttrs(h.attr(a, 0))
		return true
	})
	return h.to.Handle(ctx, out)
}

// WithAttrs returns a Handler whose records have the attributes too. They are
// masked now, and a LogValuer is resolved now.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Handler{h.to.WithAttrs(h.attrs(attrs, 0)), h.r}
}

// WithGroup returns a Handler whose records' attributes are in a group.
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.to.WithGroup(h.r.Redact(name).String()), h.r}
}

// maxDepth is how deep groups may nest. A LogValuer may give a group that holds
// itself; no real record has more than a few.
const maxDepth = 64

// beyond stands for what is deeper than maxDepth.
const beyond = "…"

func (h *Handler) attrs(attrs []slog.Attr, depth int) []slog.Attr {
	out := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		out[i] = h.attr(a, depth)
	}
	return out
}

func (h *Handler) attr(a slog.Attr, depth int) slog.Attr {
	return slog.Attr{Key: h.r.Redact(a.Key).String(), Value: h.value(a.Key, a.Value, depth)}
}

// value returns what stands under a key, masked.
func (h *Handler) value(key string, v slog.Value, depth int) slog.Value {
	v = v.Resolve()
	switch v.Kind() {
	case slog.KindGroup:
		if depth >= maxDepth {
			return slog.StringValue(beyond)
		}
		return slog.GroupValue(h.attrs(v.Group(), depth+1)...)
	case slog.KindAny:
		return h.any(key, v.Any())
	case slog.KindTime, slog.KindDuration:
		return v
	}
	var buf [scratch]byte
	text := asText(v)
	if masked := h.r.AppendValue(buf[:0], key, text); string(masked) != text {
		return slog.StringValue(string(masked))
	}
	return v
}

// scratch is room on the stack for most values, in bytes.
const scratch = 256

// asText returns a string, a number or a boolean as a text.
func asText(v slog.Value) string {
	switch v.Kind() {
	case slog.KindInt64:
		return strconv.FormatInt(v.Int64(), 10)
	case slog.KindUint64:
		return strconv.FormatUint(v.Uint64(), 10)
	case slog.KindFloat64:
		return strconv.FormatFloat(v.Float64(), 'g', -1, 64)
	case slog.KindBool:
		return strconv.FormatBool(v.Bool())
	}
	return v.String()
}

// clean reports whether an attribute can be handed on as it is. It does not
// allocate, which is why it is not made of value: what cannot be judged without
// is not clean.
func (h *Handler) clean(a slog.Attr) bool {
	if h.r.Match(a.Key) {
		return false
	}
	switch a.Value.Kind() {
	case slog.KindGroup:
		for _, member := range a.Value.Group() {
			// Groups that hold themselves need a LogValuer, so this ends.
			if !h.clean(member) {
				return false
			}
		}
		return true
	case slog.KindTime, slog.KindDuration:
		return true
	case slog.KindString:
		s := a.Value.String()
		if !h.r.SecretKey(a.Key) {
			return !h.r.Match(s)
		}
		var buf [scratch]byte
		return string(h.r.AppendValue(buf[:0], a.Key, s)) == s
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64, slog.KindBool:
		if !h.r.SecretKey(a.Key) {
			return true
		}
	}
	return false
}
