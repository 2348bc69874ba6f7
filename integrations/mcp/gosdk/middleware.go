package gosdk

//lint:file-ignore SA1019 what is deprecated in the protocol is still sent, and masked

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/redactbench/redactbench/mcpwire"
)

// answers masks what a request is answered with.
func answers(f *mcpwire.Filter) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			defer recovered(f, method, &res, &err)
			res, err = next(ctx, method, req)
			if err != nil {
				return nil, failure(f, err)
			}
			return result(f, res)
		}
	}
}

// requests masks what a request or notification says to a reader.
func requests(f *mcpwire.Filter) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			defer recovered(f, method, &res, &err)
			req, err = request(f, method, req)
			if err != nil {
				return nil, err
			}
			res, err = next(ctx, method, req)
			return res, failure(f, err)
		}
	}
}

// recovered makes an internal error of a panic.
func recovered(f *mcpwire.Filter, method string, res *mcp.Result, err *error) {
	if v := recover(); v != nil {
		*res = nil
		*err = failure(f, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("%s: panic: %v", method, v)})
	}
}

// masked returns a message masked, or itself where there is nothing to mask.
func masked(f *mcpwire.Filter, m jsonrpc.Message) (jsonrpc.Message, error) {
	doc, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return nil, errEncode // err may quote what it cannot encode
	}
	out, _ := f.Append(nil, doc) // masked in any case
	if bytes.Equal(out, doc) {
		return m, nil
	}
	masked, err := jsonrpc.DecodeMessage(out)
	if err != nil {
		return nil, errEncode
	}
	switch to := masked.(type) { // what does not go over the wire
	case *jsonrpc.Request:
		to.Extra = m.(*jsonrpc.Request).Extra
	case *jsonrpc.Response:
		to.Extra = m.(*jsonrpc.Response).Extra
	}
	return masked, nil
}

var errEncode = errors.New("gosdk: a message cannot be encoded as JSON")

// someID makes a response of a result: which it is, is not looked at.
var someID, _ = jsonrpc.MakeID("a") // a string always is one

// A failed is an error whose text is masked.
type failed struct {
	wire *jsonrpc.Error // what it is on the wire
	err  error
}

func (e *failed) Error() string   { return e.wire.Message }
func (e *failed) Unwrap() []error { return []error{e.wire, e.err} }

// failure returns an error masked, or itself where there is nothing to mask.
func failure(f *mcpwire.Filter, err error) error {
	if err == nil {
		return nil
	}
	m := &jsonrpc.Response{ID: someID, Error: err}
	out, encodeErr := masked(f, m)
	if encodeErr != nil { // by its data, which is left out
		wire := &jsonrpc.Error{Message: err.Error()}
		var inner *jsonrpc.Error
		if errors.As(err, &inner) {
			wire.Code = inner.Code
		}
		return failure(f, wire)
	}
	if out == jsonrpc.Message(m) {
		return err
	}
	wire := out.(*jsonrpc.Response).Error.(*jsonrpc.Error)
	if _, direct := err.(*jsonrpc.Error); direct {
		return wire // a copy, with its data
	}
	return &failed{wire, err}
}

// result returns a result masked, or itself where there is nothing to mask.
func result(f *mcpwire.Filter, res mcp.Result) (mcp.Result, error) {
	if !f.Results && !looked(res) {
		return res, nil
	}
	doc, err := json.Marshal(res)
	if err != nil {
		return nil, errEncode
	}
	m := &jsonrpc.Response{ID: someID, Result: doc}
	out, err := masked(f, m)
	if err != nil || out == jsonrpc.Message(m) {
		return res, err
	}
	copied := reflect.New(reflect.TypeOf(res).Elem())
	if json.Unmarshal(out.(*jsonrpc.Response).Result, copied.Interface()) != nil {
		return nil, errEncode
	}
	// The cause of a tool's error is for other middleware, and does not go over the wire.
	if from, ok := res.(*mcp.CallToolResult); ok && from.GetError() != nil {
		to := copied.Interface().(*mcp.CallToolResult)
		content := to.Content
		to.SetError(failure(f, from.GetError()))
		to.Content = content
	}
	return copied.Interface().(mcp.Result), nil
}

// looked reports whether a result is looked at though results are not.
func looked(res mcp.Result) bool {
	switch r := res.(type) {
	case *mcp.CallToolResult:
		return r != nil && (r.IsError || len(r.InputRequests) > 0)
	case *mcp.ReadResourceResult:
		return r != nil && len(r.InputRequests) > 0
	case *mcp.GetPromptResult:
		return r != nil && len(r.InputRequests) > 0
	}
	return false
}

// request returns a request with its texts masked, or itself where there is
// nothing to mask.
func request(f *mcpwire.Filter, method string, req mcp.Request) (mcp.Request, error) {
	switch p := req.GetParams().(type) {
	case *mcp.LoggingMessageParams:
		return again(f, method, req, p)
	case *mcp.ProgressNotificationParams:
		return again(f, method, req, p)
	case *mcp.ElicitParams:
		return again(f, method, req, p)
	case *mcp.CreateMessageParams:
		return again(f, method, req, p)
	case *mcp.CreateMessageWithToolsParams:
		return again(f, method, req, p)
	}
	return req, nil
}

func again[P interface {
	*T
	mcp.Params
}, T any](f *mcpwire.Filter, method string, req mcp.Request, params P) (mcp.Request, error) {
	doc, err := json.Marshal(params)
	if err != nil {
		return nil, errEncode
	}
	m := &jsonrpc.Request{Method: method, Params: doc}
	out, err := masked(f, m)
	if err != nil || out == jsonrpc.Message(m) {
		return req, err
	}
	copied := P(new(T))
	if json.Unmarshal(out.(*jsonrpc.Request).Params, copied) != nil {
		return nil, errEncode
	}
	switch r := req.(type) {
	case *mcp.ServerRequest[mcp.Params]: // as the SDK sends them
		return &mcp.ServerRequest[mcp.Params]{Session: r.Session, Params: copied, Extra: r.Extra}, nil
	case *mcp.ServerRequest[P]:
		return &mcp.ServerRequest[P]{Session: r.Session, Params: copied, Extra: r.Extra}, nil
	case *mcp.ClientRequest[mcp.Params]:
		return &mcp.ClientRequest[mcp.Params]{Session: r.Session, Params: copied}, nil
	case *mcp.ClientRequest[P]:
		return &mcp.ClientRequest[P]{Session: r.Session, Params: copied}, nil
	}
	return nil, errEncode // the interface has no other types
}
