// Package jsonrpc renders, reads and masks JSON-RPC error responses whose
// message is a text or a validator's list of issues, as MCP servers built on
// zod answer: the list is pretty-printed JSON inside the message string. The
// shape is that of acf-mcp (acfstandard.io, developer reference, errors).
//
// A Renderer makes a response of an error, Read makes an error of a response,
// and a Filter masks responses of any server as they pass.
package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/redactbench/redactbench/envelope"
)

// InternalError is the code of all of acf-mcp's errors, and of a Response whose
// Code is 0.
const InternalError = -32603

// A Response is an error before it is rendered. Its texts may hold secrets.
type Response struct {
	// ID is the request's id as it came; null where it is empty. It is never
	// masked, since the caller finds its request by it.
	ID   json.RawMessage
	Code int64

	// Message is the text of an error without Issues.
	Message string
	Issues  []Issue

	// OmittedIssues counts the issues that were left out before, as
	// error.data.omittedIssues says.
	OmittedIssues int
}

// An Issue is one of a validator's issues. Members that are not set are not
// written, except Path and Message. Received, Expected and Options are what
// JSON can hold; what it cannot hold is not written.
type Issue struct {
	Received any
	Code     string
	Expected any
	Options  []any
	Path     []any // names and indexes
	Message  string
}

// errNoError says that a text is no error response.
var errNoError = errors.New("jsonrpc: not an error response: an object with an error object that has an integer code and a string message")

// Read reads an error response. A message that is an array of issues, objects
// with a path and a message, becomes Issues; any other is plain text. Members
// of an issue that Issue has no field for are not read.
func Read(response []byte) (*Response, error) {
	var in struct {
		ID    json.RawMessage
		Error *struct {
			Code    *int64
			Message *string
			Data    json.RawMessage
		}
	}
	if json.Unmarshal(response, &in) != nil || in.Error == nil || in.Error.Code == nil || in.Error.Message == nil {
		return nil, errNoError
	}
	r := &Response{ID: in.ID, Code: *in.Error.Code}
	if r.Issues = ReadIssues(*in.Error.Message); r.Issues == nil {
		r.Message = *in.Error.Message
	}
	var data struct{ OmittedIssues int }
	if json.Unmarshal(in.Error.Data, &data) == nil && data.OmittedIssues > 0 && data.OmittedIssues < maxCount {
		r.OmittedIssues = data.OmittedIssues
	}
	return r, nil
}

// ReadIssues reads a message that is an array of issues; any other gives none.
func ReadIssues(message string) []Issue {
	if !strings.HasPrefix(strings.TrimLeft(message, " \t\r\n"), "[") {
		return nil
	}
	var raw []struct {
		Received, Expected any
		Code               any
		Options            []any
		Path               *[]any
		Message            *string
	}
	d := json.NewDecoder(strings.NewReader(message))
	d.UseNumber() // an index or a value may be larger than a float64 tells
	if d.Decode(&raw) != nil || strings.TrimSpace(message[d.InputOffset():]) != "" {
		return nil
	}
	issues := make([]Issue, 0, len(raw))
	for _, in := range raw {
		if in.Path == nil || in.Message == nil {
			return nil
		}
		code, _ := in.Code.(string)
		issues = append(issues, Issue{in.Received, code, in.Expected, in.Options, *in.Path, *in.Message})
	}
	if len(issues) == 0 {
		return nil
	}
	return issues
}

// Problem returns the error without what is JSON-RPC's: the id and the code.
// Received, expected and options stand in an issue's message already, in all
// validators' that write them, and have no place of their own.
func (r *Response) Problem() *envelope.Problem {
	p := &envelope.Problem{Message: r.Message}
	for _, i := range r.Issues {
		p.Issues = append(p.Issues, envelope.Issue{Path: envelope.Path(i.Path...), Message: i.Message})
	}
	return p
}

// FromProblem returns a response that tells of a problem. Where it has issues,
// its message becomes the first of them, with an empty path, unless it only
// lists the others. The format has no place for the problem's code, hint,
// docsUrl and actions.
func FromProblem(id json.RawMessage, p *envelope.Problem) *Response {
	r := &Response{ID: id}
	if p == nil {
		return r
	}
	if len(p.Issues) == 0 {
		r.Message = p.Message
		return r
	}
	if !lists(p.Message, p.Issues) {
		r.Issues = append(r.Issues, Issue{Code: customCode, Message: p.Message})
	}
	for _, i := range p.Issues {
		r.Issues = append(r.Issues, Issue{Code: customCode, Path: envelope.SplitPath(i.Path), Message: i.Message})
	}
	return r
}

// lists reports whether a message holds nothing but the messages of issues.
func lists(message string, issues []envelope.Issue) bool {
	for _, i := range issues {
		message = strings.Replace(message, i.Message, "", 1)
	}
	return strings.Trim(message, " \n;,") == ""
}

// customCode is what zod calls an issue that none of its own checks found.
const customCode = "custom"

// appendID appends an id: null if it is none that JSON-RPC knows, a number, a
// string or null.
func appendID(dst []byte, id json.RawMessage) []byte {
	id = bytes.TrimSpace(id)
	if !json.Valid(id) || id[0] == '{' || id[0] == '[' || id[0] == 't' || id[0] == 'f' {
		return append(dst, "null"...)
	}
	return append(dst, id...)
}
