package mcptool

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// Sanitized returns a copy of e whose message is empty if it is unsafe, and
// whose detail is without what is unsafe, at any depth: values that hold a
// secret or a marker of what an agent shall not see. Those are stack traces of the
// common languages, absolute paths below home and root folders, on drives and
// of servers, code fences, raw_prompt, raw_completion, raw_stderr and
// provider_payload with any or no separator, and texts over 4 KiB. A value is
// judged with the name it stands under, and the message of an issue in the
// detail, a map with a path, with the last name of that path.
//
// Reason, Code and Remediation are the package's own texts and stay. What JSON
// cannot hold is left out. e is not changed, and nothing of it is shared but
// strings.
func (e *ToolError) Sanitized() *ToolError { return sanitized(e, nil, false) }

func sanitized(e *ToolError, r *engine.Redactor, within bool) *ToolError {
	if e == nil {
		return nil
	}
	c := cleaner{r: r, within: within}
	out := *e
	out.Detail = nil
	if d, ok := c.value("", map[string]any(e.Detail), 0); ok && len(e.Detail) > 0 {
		if m := d.(map[string]any); len(m) > 0 {
			out.Detail = m
		}
	}
	out.Message, _ = c.about(e.Message)
	out.Remediation = slices.Clone(e.Remediation)
	return &out
}

const (
	// maxDepth is how deep a detail may nest, and maxNodes how many values it
	// may have: a map that holds another twice, and that a third twice, has
	// more than can be walked. What is beyond is left out.
	maxDepth = 64
	maxNodes = 100_000
)

// unlimited is more than any text takes, in bytes.
const unlimited = 1 << 30

// A cleaner leaves out of a value what is unsafe.
type cleaner struct {
	r      *engine.Redactor
	within bool // mask within texts instead of leaving them out
	plain  bool // leave out only what JSON cannot hold
	nodes  int
	open   []uintptr     // maps and slices that are being walked
	echoed []field.Value // secrets that the issues of a detail echo
}

// text returns a text that stands under a name, or false if it is unsafe.
func (c *cleaner) text(name, s string) (string, bool) {
	if c.plain {
		return s, true
	}
	return c.judge(s, func(s string) []byte { return c.r.AppendValue(nil, name, s) })
}

// about returns a text that may tell of the detail's issues.
func (c *cleaner) about(s string) (string, bool) {
	return c.judge(s, func(s string) []byte { return field.AppendAbout(nil, c.r, s, c.echoed, unlimited) })
}

// judge returns what of a text may be seen, or false if that is nothing.
func (c *cleaner) judge(s string, mask func(string) []byte) (string, bool) {
	if len(s) > maxText {
		if !c.within {
			return "", false
		}
		s = s[:min(len(s), maxText+engine.DefaultMaxSecret)] // no more can be seen
	}
	s = string(jsontext.AppendValid(nil, s))
	masked := string(mask(s))
	if !c.within {
		path, _ := nextPath(s, 0)
		if masked != s || path >= 0 || unsafeFrom(s) >= 0 {
			return "", false
		}
		return s, true
	}
	if from := unsafeFrom(masked); from >= 0 {
		before := strings.TrimRight(masked[:from], " \t\r\n")
		masked = strings.TrimLeft(before+" "+engine.DefaultMask, " ")
	}
	masked = maskPaths(masked)
	if len(masked) > maxText {
		masked = string(field.Append(nil, c.r, masked, maxText))
	}
	return masked, true
}

// maskPaths returns s with its absolute paths masked.
func maskPaths(s string) string {
	var b strings.Builder
	at := 0
	for {
		start, end := nextPath(s, at)
		if start < 0 {
			b.WriteString(s[at:])
			return b.String()
		}
		b.WriteString(s[at:start])
		b.WriteString(engine.DefaultMask)
		at = end
	}
}

// value returns v as JSON's values without what is unsafe, or false if that
// leaves nothing. name is the name it stands under.
func (c *cleaner) value(name string, v any, depth int) (any, bool) {
	if c.nodes++; depth > maxDepth || c.nodes > maxNodes {
		return nil, false
	}
	switch v := v.(type) {
	case nil:
		return nil, true
	case string:
		return c.text(name, v)
	case bool, json.Number, float32, float64, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return c.scalar(name, v)
	case Detail:
		return c.value(name, map[string]any(v), depth)
	case map[string]any:
		return c.inside(reflect.ValueOf(v).Pointer(), func() any { return c.object(v, depth) })
	case []any:
		return c.inside(reflect.ValueOf(v).Pointer(), func() any { return list(c, name, v, depth) })
	case []string:
		return keep(list(c, name, v, depth)), true
	}
	plain, ok := plain(v)
	if !ok {
		return nil, false
	}
	return c.value(name, plain, depth)
}

// keep returns the strings of a list as strings.
func keep(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i], _ = v.(string)
	}
	return out
}

// inside calls f unless the map or slice at p is being walked already: a value
// that holds itself is left out.
func (c *cleaner) inside(p uintptr, f func() any) (any, bool) {
	if p != 0 && slices.Contains(c.open, p) {
		return nil, false
	}
	c.open = append(c.open, p)
	v := f()
	c.open = c.open[:len(c.open)-1]
	return v, true
}

func list[T any](c *cleaner, name string, values []T, depth int) []any {
	out := make([]any, 0, len(values))
	for _, v := range values {
		if clean, ok := c.value(name, v, depth+1); ok {
			out = append(out, clean)
		}
	}
	return out
}

// echoNames are what an issue calls the value its path leads to.
var echoNames = []string{"received", "input", "value", "actual", "got"}

func (c *cleaner) object(m map[string]any, depth int) map[string]any {
	out := make(map[string]any, len(m))
	path, isIssue := pathOf(m["path"])
	pair := ""
	if n, ok := m["name"].(string); ok {
		pair = n // {"name": "password", "value": "hunter2"}
	}
	for _, name := range slices.Sorted(maps.Keys(m)) { // sorted, so that the same detail gives the same
		shown, ok := c.text("", name)
		if !ok {
			continue
		}
		under := name
		if name == "value" && pair != "" {
			under = pair
		}
		if isIssue && slices.Contains(echoNames, name) {
			under = lastName(path)
			if text, is := m[name].(string); is {
				c.echoed = field.Values(c.echoed, c.r, path, "received '"+text+"'", nil)
			}
		}
		v := m[name]
		if text, is := v.(string); is && isIssue && name == "message" && !c.plain {
			c.echoed = field.Values(c.echoed, c.r, path, text, nil)
			if clean, ok := c.judge(text, func(s string) []byte { return field.AppendIssue(nil, c.r, path, s, unlimited) }); ok {
				out[shown] = clean
			}
			continue
		}
		if clean, ok := c.value(under, v, depth+1); ok {
			out[shown] = clean
		}
	}
	return out
}

// pathOf returns an issue's path, given as one text or as segments.
func pathOf(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		return envelope.Path(v...), len(v) > 0
	case []string:
		segments := make([]any, len(v))
		for i, s := range v {
			segments[i] = s
		}
		return envelope.Path(segments...), len(v) > 0
	}
	return "", false
}

func lastName(path string) string {
	for _, s := range slices.Backward(envelope.SplitPath(path)) {
		if name, ok := s.(string); ok {
			return name
		}
	}
	return ""
}

// scalar returns a number or boolean, unless the name makes it a secret.
func (c *cleaner) scalar(name string, v any) (any, bool) {
	encoded, err := json.Marshal(v)
	if err != nil {
		return nil, false
	}
	if c.plain || name == "" || !c.r.SecretKey(name) {
		return v, true
	}
	key, err := json.Marshal(name)
	if err != nil {
		return nil, false
	}
	doc := slices.Concat([]byte("{"), key, []byte(":"), encoded, []byte("}"))
	masked, err := c.r.AppendJSON(nil, doc)
	if err == nil && bytes.Equal(masked, doc) {
		return v, true
	}
	return engine.DefaultMask, c.within
}

// plain returns what a value is encoded as, or false where JSON cannot hold it.
func plain(v any) (out any, ok bool) {
	defer func() {
		if recover() != nil { // in a method of the value's
			out, ok = nil, false
		}
	}()
	var b bytes.Buffer
	if json.NewEncoder(&b).Encode(v) != nil {
		return nil, false
	}
	d := json.NewDecoder(&b)
	d.UseNumber()
	if d.Decode(&out) != nil {
		return nil, false
	}
	return out, true
}
