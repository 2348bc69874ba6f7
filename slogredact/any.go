package slogredact

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"

	"github.com/redactbench/redactbench/engine"
)

// any returns a value that renders as v does, masked. It renders when it is
// asked, so that a handler that drops the attribute pays nothing, and no
// rendering is judged by another: JSON shows what %+v leaves out, and the other way
// round.
func (h *Handler) any(key string, v any) slog.Value {
	switch v := v.(type) {
	case nil:
		return slog.AnyValue(nil)
	case engine.Redacted:
		return slog.StringValue(v.String())
	case []byte: // JSON would hide what it holds in base64
		if masked := h.r.AppendValue(nil, key, string(v)); !bytes.Equal(masked, v) {
			return slog.AnyValue(masked)
		}
		return slog.AnyValue(v)
	case error:
		e := maskedError{rendering{h.r, key, v}}
		if _, ok := v.(json.Marshaler); ok {
			return slog.AnyValue(markedError{e})
		}
		return slog.AnyValue(e)
	}
	return slog.AnyValue(masked{rendering{h.r, key, v}})
}

// A rendering renders a value masked.
type rendering struct {
	r   *engine.Redactor
	key string
	v   any
}

// text returns a text of the value masked.
func (m rendering) text(render func() string) (s string) {
	defer func() {
		if recover() != nil {
			s = m.panicked()
		}
	}()
	return string(m.r.AppendValue(nil, m.key, render()))
}

// panicked stands for a value that panics when it is rendered. A log line must not
// end the program, nor tell what it panicked with.
func (m rendering) panicked() string {
	if v := reflect.ValueOf(m.v); v.Kind() == reflect.Pointer && v.IsNil() {
		return "<nil>"
	}
	return fmt.Sprintf("!PANIC in %T", m.v)
}

// json returns the value as masked JSON. It is judged as the member of an object
// whose name is the key.
func (m rendering) json() (out []byte, err error) {
	defer func() {
		if recover() != nil {
			out, err = json.Marshal(m.panicked())
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m.v); err != nil {
		return nil, fmt.Errorf("slogredact: a %T cannot be encoded as JSON", m.v) // err may quote the value
	}
	name, err := json.Marshal(m.key)
	if err != nil {
		return nil, err
	}
	prefix := append(append([]byte{'{'}, name...), ':')
	doc := append(append(bytes.Clone(prefix), bytes.TrimSpace(b.Bytes())...), '}')
	doc, err = m.r.AppendJSON(nil, doc)
	if err != nil {
		return nil, fmt.Errorf("slogredact: a %T nests too deep", m.v)
	}
	// A key of a token's shape is masked in the document, so it is skipped by structure.
	d := json.NewDecoder(bytes.NewReader(doc))
	for range 2 {
		if _, err := d.Token(); err != nil {
			return nil, err
		}
	}
	var value json.RawMessage
	err = d.Decode(&value)
	return value, err
}

// A masked is any value but an error.
type masked struct{ rendering }

// MarshalJSON returns the value's JSON masked.
func (m masked) MarshalJSON() ([]byte, error) { return m.json() }

// MarshalText returns the value's text masked, which it is as slog.TextHandler
// would have it.
func (m masked) MarshalText() ([]byte, error) {
	return []byte(m.String()), nil
}

// String returns the value's text masked.
func (m masked) String() string {
	return m.text(func() string {
		if t, ok := m.v.(encoding.TextMarshaler); ok {
			if b, err := t.MarshalText(); err == nil {
				return string(b)
			}
		}
		if v := reflect.ValueOf(m.v); v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			return string(v.Bytes()) // not as numbers, in which no secret is found
		}
		return fmt.Sprintf("%+v", m.v)
	})
}

// A maskedError is an error. It does not unwrap.
type maskedError struct{ rendering }

// Error returns the error's text masked.
func (m maskedError) Error() string {
	return m.text(func() string { return m.v.(error).Error() })
}

// Format renders the error as it renders itself, masked: some print a stack by %+v.
func (m maskedError) Format(f fmt.State, verb rune) {
	format := fmt.FormatString(f, verb)
	_, _ = fmt.Fprint(f, m.text(func() string { return fmt.Sprintf(format, m.v) })) // a State keeps its errors
}

// A markedError is an error that says what it is as JSON.
type markedError struct{ maskedError }

// MarshalJSON returns the error's JSON masked.
func (m markedError) MarshalJSON() ([]byte, error) { return m.json() }
