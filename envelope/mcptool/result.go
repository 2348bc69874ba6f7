package mcptool

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/redactbench/redactbench/envelope"
)

// MustJSON returns value as JSON, without escapes for HTML, or panics where
// JSON cannot hold it. It is for values whose shape is known.
func MustJSON(value any) string {
	s, err := encode(value)
	if err != nil {
		panic(fmt.Sprintf("mcptool: a %T cannot be encoded as JSON", value))
	}
	return s
}

func encode(value any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return "", err
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// ToolErrorResult returns the result of a tool that failed, as the zero Renderer
// gives it.
func ToolErrorResult(value any) map[string]any { return new(Renderer).ToolErrorResult(value) }

// ToolResult returns the result of a tool that succeeded, as the zero Renderer
// gives it.
func ToolResult(value any) map[string]any { return new(Renderer).ToolResult(value) }

// ToolErrorResult returns a result with isError true, a text block and
// structuredContent. Both hold the same: the ToolError of value, if it is or
// wraps a TypedError, sanitized, its code, reason and remediation masked; of
// any other error what envelope.FromError tells of it; any other value
// sanitized as a detail is. It does not panic.
func (c *Renderer) ToolErrorResult(value any) map[string]any {
	if err, ok := value.(error); ok {
		e := AsTypedError(err)
		if e == nil {
			e = FromProblem(fromError(err))
		}
		e = c.sanitized(e)
		return result(e, true)
	}
	k := cleaner{r: c.r, within: c.within}
	clean, ok := k.value("", value, 0)
	if !ok {
		clean = nil
	}
	return result(clean, true)
}

// fromError describes an error, also one that panics when asked.
func fromError(err error) (p *envelope.Problem) {
	defer func() {
		if recover() != nil {
			p = &envelope.Problem{Message: fmt.Sprintf("an error of type %T", err)}
		}
	}()
	return envelope.FromError(err)
}

// ToolResult returns a result with isError false, a text block and
// structuredContent. Both hold the same: value, its secrets masked within its
// texts and what JSON cannot hold left out. A result may hold paths, code and
// long texts, which only make an error unsafe. A TypedError is sanitized as in
// ToolErrorResult. It does not panic.
func (c *Renderer) ToolResult(value any) map[string]any {
	if err, ok := value.(error); ok {
		if e := AsTypedError(err); e != nil {
			return result(c.sanitized(e), false)
		}
	}
	k := cleaner{plain: true}
	clean, ok := k.value("", value, 0)
	text, err := encode(clean)
	if !ok || err != nil {
		return result(nil, false)
	}
	if masked, _ := c.r.AppendJSON(nil, []byte(text)); string(masked) != text {
		clean = nil
		d := json.NewDecoder(bytes.NewReader(masked))
		d.UseNumber()
		if d.Decode(&clean) != nil {
			return result(nil, false)
		}
	}
	return result(clean, false)
}

// result returns the map of a result. value is made of what JSON can hold.
func result(value any, failed bool) map[string]any {
	text, err := encode(value)
	if err != nil {
		value, text = nil, "null"
	}
	return map[string]any{
		"content":           []map[string]any{{"type": "text", "text": text}},
		"structuredContent": value,
		"isError":           failed,
	}
}
