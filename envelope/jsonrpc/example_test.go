package jsonrpc_test

import (
	"encoding/json"
	"fmt"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope/jsonrpc"
)

func Example() {
	r, err := jsonrpc.New(nil, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := r.Append(nil, &jsonrpc.Response{
		ID: json.RawMessage("2"),
		Issues: []jsonrpc.Issue{{
			Received: "hunter2", Code: "invalid_string", Path: []any{"auth", "password"},
			Message: "String must contain at least 12 characters, received 'hunter2'",
		}},
	})
	resp, err := jsonrpc.Read(out)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(resp.ID), resp.Code)
	for _, i := range resp.Issues {
		fmt.Println(i.Path, i.Received, i.Message)
	}
	// Output:
	// 2 -32603
	// [auth password] (redacted) String must contain at least 12 characters, received '(redacted)'
}

func ExampleRenderer_Append() {
	r, err := jsonrpc.New(nil, budget.Limits{Total: 4096})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", r.Append(nil, &jsonrpc.Response{
		ID:      json.RawMessage(`"call-7"`),
		Message: "Unknown ACF URI: acf://card?api_key=hunter2",
	}))
	// Output:
	// {"jsonrpc":"2.0","id":"call-7","error":{"code":-32603,"message":"Unknown ACF URI: acf://card?api_key=(redacted)"}}
}

func ExampleRead() {
	resp, err := jsonrpc.Read([]byte(`{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"Fiche ACF-00 not found in any locale chain for en"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Message)
	// Output:
	// Fiche ACF-00 not found in any locale chain for en
}

func ExampleFilter() {
	var f jsonrpc.Filter
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`,
		`{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"[{\"path\":[\"pin\"],\"received\":4711,\"message\":\"Expected string, received '4711'\"}]"}}`,
	} {
		out, err := f.Append(nil, []byte(message))
		fmt.Println(string(out), err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[]}} <nil>
	// {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"[{\"path\":[\"pin\"],\"received\":\"(redacted)\",\"message\":\"Expected string, received '(redacted)'\"}]"}} <nil>
}
