package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/redactbench/redactbench/envelope"
)

// A problemReader reads a problem from JSON. It collects every fault, so that all
// are told at once, each with its path and without the value.
type problemReader struct{ faults []error }

// readProblem reads the members of a cora-mcp-error object: code, message, hint, docsUrl,
// nextActions, issues. format and version may be there if they are what would be
// written; any other member is an error.
func readProblem(in io.Reader) (*envelope.Problem, error) {
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, bom)
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("is empty; it must hold a JSON object with code, message, hint and docsUrl")
	}
	if err := syntax(data); err != nil {
		return nil, err
	}
	var pr problemReader
	p := pr.problem(data)
	return p, errors.Join(pr.faults...)
}

// syntax returns where data stops being JSON, or nil. The message of encoding/json quotes
// the input.
func syntax(data []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	if err == nil {
		return nil
	}
	var s *json.SyntaxError
	if !errors.As(err, &s) {
		return errors.New("is not JSON")
	}
	p := position{text: string(data), line: 1}
	line, column := p.at(min(max(int(s.Offset)-1, 0), len(data)))
	return fmt.Errorf("is not JSON: fault at line %d, column %d", line, column)
}

func (pr *problemReader) fault(path, format string, args ...any) {
	pr.faults = append(pr.faults, fmt.Errorf(path+": "+format, args...))
}

func (pr *problemReader) problem(data []byte) *envelope.Problem {
	p := &envelope.Problem{}
	m := pr.object("the problem", data, "format", "version", "code", "message", "hint", "docsUrl", "nextActions", "issues")
	if m == nil {
		return p
	}
	if raw, ok := m["format"]; ok && string(raw) != `"cora-mcp-error"` {
		pr.fault("format", `must be "cora-mcp-error", or left out`)
	}
	if raw, ok := m["version"]; ok && string(raw) != "1" {
		pr.fault("version", "must be 1, or left out")
	}
	p.Code = pr.text("code", m["code"])
	p.Message = pr.text("message", m["message"])
	p.Hint = pr.text("hint", m["hint"])
	p.DocsURL = pr.text("docsUrl", m["docsUrl"])
	for i, raw := range pr.list("nextActions", m["nextActions"]) {
		p.Actions = append(p.Actions, pr.action(fmt.Sprintf("nextActions[%d]", i), raw))
	}
	for i, raw := range pr.list("issues", m["issues"]) {
		path := fmt.Sprintf("issues[%d]", i)
		if m := pr.object(path, raw, "path", "message"); m != nil {
			p.Issues = append(p.Issues, envelope.Issue{Path: pr.text(path+".path", m["path"]), Message: pr.text(path+".message", m["message"])})
		}
	}
	return p
}

// actionKinds are the kinds of action, with the member that each has and what
// makes one.
var actionKinds = []struct {
	kind, member string
	make         func(string) envelope.Action
}{
	{"run", "command", envelope.Run},
	{"open", "url", envelope.Open},
	{"edit", "file", envelope.Edit},
}

func (pr *problemReader) action(path string, raw json.RawMessage) envelope.Action {
	var kind struct{ Kind any }
	_ = json.Unmarshal(raw, &kind) // what is no object is told below
	for _, k := range actionKinds {
		if kind.Kind == k.kind {
			m := pr.object(path, raw, "kind", k.member)
			if _, ok := m[k.member]; !ok && m != nil {
				pr.fault(path+"."+k.member, "is missing")
			}
			return k.make(pr.text(path+"."+k.member, m[k.member]))
		}
	}
	if pr.object(path, raw, "kind", "command", "url", "file") != nil {
		pr.fault(path+".kind", "must be run, open or edit")
	}
	return envelope.Action{}
}

// object returns the members of an object, or nil and a fault. Members that are
// not known are a fault that names all of them.
func (pr *problemReader) object(path string, raw json.RawMessage, known ...string) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	if !kindIs(raw, '{') || json.Unmarshal(raw, &m) != nil {
		pr.fault(path, "must be an object")
		return nil
	}
	unknown := []string{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		pr.fault(path, "unknown members %q; known are %q", unknown, known)
	}
	return m
}

// text returns a string; "" where the member is not there.
func (pr *problemReader) text(path string, raw json.RawMessage) (s string) {
	if raw == nil {
		return ""
	}
	if !kindIs(raw, '"') || json.Unmarshal(raw, &s) != nil {
		pr.fault(path, "must be a string")
	}
	return s
}

// list returns the elements of an array; none where the member is not there.
func (pr *problemReader) list(path string, raw json.RawMessage) (l []json.RawMessage) {
	if raw == nil {
		return nil
	}
	if !kindIs(raw, '[') || json.Unmarshal(raw, &l) != nil {
		pr.fault(path, "must be an array")
	}
	return l
}

// kindIs reports whether a JSON value begins with c. null would else pass as any type.
func kindIs(raw json.RawMessage, c byte) bool {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	return len(raw) > 0 && raw[0] == c
}
