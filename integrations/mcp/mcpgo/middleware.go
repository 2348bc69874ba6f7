package mcpgo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/redactbench/redactbench/mcpwire"
)

func tools(f *mcpwire.Filter) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
			defer recovered(f, "tool", &err)
			res, err = next(ctx, req)
			if err != nil {
				return res, failure(f, err)
			}
			return result(f, res)
		}
	}
}

func resources(f *mcpwire.Filter) server.ResourceHandlerMiddleware {
	return func(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
		return func(ctx context.Context, req mcp.ReadResourceRequest) (res []mcp.ResourceContents, err error) {
			defer recovered(f, "resource", &err)
			res, err = next(ctx, req)
			return res, failure(f, err)
		}
	}
}

func prompts(f *mcpwire.Filter) server.PromptHandlerMiddleware {
	return func(next server.PromptHandlerFunc) server.PromptHandlerFunc {
		return func(ctx context.Context, req mcp.GetPromptRequest) (res *mcp.GetPromptResult, err error) {
			defer recovered(f, "prompt", &err)
			res, err = next(ctx, req)
			return res, failure(f, err)
		}
	}
}

// recovered makes an error of a panic.
func recovered(f *mcpwire.Filter, what string, err *error) {
	if v := recover(); v != nil {
		*err = failure(f, fmt.Errorf("%s: panic: %v", what, v))
	}
}

// A failed is an error whose text is masked.
type failed struct {
	text string
	err  error
}

func (e *failed) Error() string { return e.text }
func (e *failed) Unwrap() error { return e.err }

// failure returns an error masked, or itself where there is nothing to mask.
func failure(f *mcpwire.Filter, err error) error {
	if err == nil {
		return nil
	}
	type details struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	type response struct {
		ID    int     `json:"id"`
		Error details `json:"error"`
	}
	var out response
	if changed, merr := masked(f, response{Error: details{Message: err.Error()}}, &out); merr != nil || !changed {
		return err // a string and numbers always are JSON
	}
	return &failed{out.Error.Message, err}
}

var errEncode = errors.New("mcpgo: a result cannot be encoded as JSON")

// result returns a result masked, or itself where there is nothing to mask.
func result(f *mcpwire.Filter, res *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if res == nil || !f.Results && !res.IsError {
		return res, nil
	}
	type response struct {
		ID     int                 `json:"id"`
		Result *mcp.CallToolResult `json:"result"`
	}
	var out response
	changed, err := masked(f, response{Result: res}, &out)
	if err != nil {
		return nil, errEncode // err may quote what it cannot encode
	}
	if !changed {
		return res, nil
	}
	return out.Result, nil
}

// masked encodes a message, masks it, and decodes it into out where that changed it.
func masked(f *mcpwire.Filter, in, out any) (changed bool, err error) {
	doc, err := json.Marshal(in)
	if err != nil {
		return false, err
	}
	text, _ := f.Append(nil, doc) // masked in any case
	if bytes.Equal(text, doc) {
		return false, nil
	}
	return true, json.Unmarshal(text, out)
}
