package cora

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
)

func ExampleRenderer_Append() {
	c, err := New(nil, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := c.Append(nil, &envelope.Problem{
		Code:    "mcp.invalid-argument",
		Message: "The arguments are invalid.",
		Hint:    "Correct the argument and call the tool again.",
		DocsURL: "https://example.com/errors#mcp.invalid-argument",
		Issues:  []envelope.Issue{{Path: "auth.password", Message: "expected string of 12 characters, received 'hunter2'"}},
	})
	var indented bytes.Buffer
	if err := json.Indent(&indented, out, "", "  "); err != nil {
		fmt.Println(err)
	}
	fmt.Println(indented.String())
	// Output:
	// {
	//   "format": "cora-mcp-error",
	//   "version": 1,
	//   "code": "mcp.invalid-argument",
	//   "message": "The arguments are invalid.\nauth.password: expected string of 12 characters, received '(redacted)'",
	//   "hint": "Correct the argument and call the tool again.",
	//   "docsUrl": "https://example.com/errors#mcp.invalid-argument",
	//   "nextActions": [],
	//   "issues": [
	//     {
	//       "path": "auth.password",
	//       "message": "expected string of 12 characters, received '(redacted)'"
	//     }
	//   ]
	// }
}

func ExampleRenderer_AppendToolResult() {
	c, err := New(nil, budget.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", c.AppendToolResult(nil, &envelope.Problem{Code: "net.refused", Message: "connection refused"}))
	// Output: {"content":[{"type":"text","text":"{\"format\":\"cora-mcp-error\",\"version\":1,\"code\":\"net.refused\",\"message\":\"connection refused\",\"hint\":\"\",\"docsUrl\":\"\",\"nextActions\":[]}"}],"isError":true}
}

func ExampleNew() {
	_, err := New(nil, budget.Limits{Hint: 2, Total: 1000})
	fmt.Println(err)
	// Output:
	// limit hint: 2 is under 3, the smallest that works
	// limit total: 1000 is under 4877, the smallest that works
}

func ExampleSmallest() {
	l, err := budget.Limits{}.Within(1024, Smallest)
	fmt.Println(Smallest(l), l.Message, err)
	// Output: 650 128 <nil>
}
