package mcpwire_test

import (
	"fmt"
	"net/http"
	"os"

	"github.com/redactbench/redactbench/mcpwire"
)

func ExampleFilter_NewWriter() {
	var f mcpwire.Filter
	out := f.NewWriter(os.Stdout)
	fmt.Fprintln(out, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad arguments {\"password\":\"hunter2\"}"}}`)
	fmt.Fprintln(out, `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`)
	// Output:
	// {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad arguments {\"password\":\"(redacted)\"}"}}
	// {"jsonrpc":"2.0","id":2,"result":{"content":[]}}
}

func ExampleFilter_Handler() {
	f := &mcpwire.Filter{Max: 16 << 10}
	var server http.Handler // of any SDK
	http.Handle("/mcp", f.Handler(server))
}
