// Package mcpwire masks what an MCP server sends, whatever it is written with: on
// the bytes of its messages (Filter), on standard output (Writer) and over HTTP
// (Filter.Handler). So it also reaches the errors that a server answers before
// any middleware runs, which quote the request.
//
// Messages are those of the Model Context Protocol, up to the revision of
// 2026-07-28.
package mcpwire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/jsonrpc"
)

// A Filter says what is masked. The zero Filter masks errors with the zero
// Redactor and cuts nothing. It is safe for concurrent use once its fields are
// set.
type Filter struct {
	// Redactor says what is masked; nil is the zero Redactor.
	Redactor *engine.Redactor

	// Max is how many bytes an error response, or the result of a tool that
	// failed, may have; 0 for any number. See jsonrpc.Filter.
	Max int

	// Results also masks what succeeded: the results of tools, resources and
	// prompts. Lists of them are left alone, since their schemas only name secrets.
	Results bool
}

// Append appends a message, or a batch of them, masked, and returns the extended
// slice. What is masked in it:
//
//   - error responses and the results of tools that failed, as jsonrpc.Filter does
//   - the texts of logs, progress and cancellation, of a task's status, and of what
//     the server asks of the user (elicitation) and of the model (sampling)
//   - with Results, other results
//
// All else passes byte for byte: ids, progress tokens, cursors, states, and the
// URL that a user is asked to open, which would not open masked.
//
// What is no JSON is masked as text and what is no message as JSON, and appended
// all the same, with an error. Append allocates in proportion to the message.
func (f *Filter) Append(dst, message []byte) ([]byte, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(message, blanks), []byte("[")) {
		return f.one(dst, message)
	}
	var errs error
	out, err := rewrite(nil, message, func(dst, element []byte, _ string) ([]byte, bool) {
		dst, err := f.one(dst, element)
		errs = errors.Join(errs, err)
		return dst, true
	})
	if err != nil {
		return f.response(dst, message, false)
	}
	return append(dst, out...), errs
}

// blanks are what JSON may have between its parts.
const blanks = " \t\r\n"

// response masks an error response or a result.
func (f *Filter) response(dst, message []byte, results bool) ([]byte, error) {
	r := jsonrpc.Filter{Redactor: f.Redactor, Max: f.Max, Results: results}
	return r.Append(dst, message)
}

// texts are, of the messages that a server sends of its own accord, the
// parameters that are texts for a reader.
var texts = map[string][]string{
	"notifications/message":      {"logger", "data"},
	"notifications/progress":     {"message"},
	"notifications/cancelled":    {"reason"},
	"notifications/tasks/status": {"statusMessage"},
	"elicitation/create":         elicitation,
	"sampling/createMessage":     {"messages", "systemPrompt"},
}

var elicitation = []string{"message", "requestedSchema"}

// one masks one message.
func (f *Filter) one(dst, message []byte) ([]byte, error) {
	p, err := parts(message, "method", "params", "result", "error")
	if err != nil {
		return f.response(dst, message, false) // which says what it is
	}
	if p["method"] != nil && p["params"] != nil {
		message = f.request(nil, message, p["method"])
	}
	if p["error"] != nil && p["result"] == nil {
		if e, err := parts(p["error"], "code", "data"); err == nil && string(e["code"]) == urlRequired && e["data"] != nil {
			return f.urlRequired(dst, message), nil
		}
	}
	results := false
	if p["result"] != nil {
		r, err := parts(p["result"], "content", "contents", "messages", "structuredContent", inputRequests)
		results = f.Results && err == nil && len(r) > 0
		if r[inputRequests] != nil {
			// Beside them stands a state that must come back as it is.
			results = false
			message = f.inputRequests(message)
		}
	}
	return f.response(dst, message, results)
}

// request masks the texts of a request or notification.
func (f *Filter) request(dst, message, method []byte) []byte {
	var name string
	if json.Unmarshal(method, &name) != nil {
		return append(dst, message...)
	}
	return within(dst, message, []string{"params"}, func(dst, params []byte) []byte {
		return f.members(dst, params, texts[name])
	})
}

// inputRequests is the member of a result by which a server asks for more, as
// requests that are no messages (MCP 2026-07-28, multi round-trip requests).
const inputRequests = "inputRequests"

func (f *Filter) inputRequests(message []byte) []byte {
	return within(nil, message, []string{"result", inputRequests}, func(dst, requests []byte) []byte {
		return must(dst, requests, func(dst, r []byte, _ string) ([]byte, bool) {
			p, err := parts(r, "method", "params")
			if err != nil || p["method"] == nil {
				return dst, false
			}
			return f.request(dst, r, p["method"]), true
		})
	})
}

// urlRequired is the code of the error that asks the user to open URLs (MCP
// 2025-11-25, elicitation).
const urlRequired = "-32042"

func (f *Filter) urlRequired(dst, message []byte) []byte {
	return within(dst, message, []string{"error"}, func(dst, e []byte) []byte {
		masked := f.members(nil, e, []string{"message"})
		return within(dst, masked, []string{"data", "elicitations"}, func(dst, list []byte) []byte {
			return must(dst, list, func(dst, params []byte, _ string) ([]byte, bool) {
				return f.members(dst, params, elicitation), true
			})
		})
	})
}

// members masks the members of an object that have one of the names.
func (f *Filter) members(dst, object []byte, names []string) []byte {
	return must(dst, object, func(dst, value []byte, name string) ([]byte, bool) {
		if !is(name, names) {
			return dst, false
		}
		dst, _ = f.Redactor.AppendJSON(dst, value) // masked in any case
		return dst, true
	})
}

// is reports whether a member has one of the names. Some clients read names in any
// case.
func is(name string, names []string) bool {
	for _, n := range names {
		if strings.EqualFold(name, n) {
			return true
		}
	}
	return false
}
