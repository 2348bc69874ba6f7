package gosdk_test

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/integrations/mcp/gosdk"
	"github.com/redactbench/redactbench/mcpwire"
	"github.com/redactbench/redactbench/patterns"
)

func ExampleRun() {
	server := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1.0.0"}, nil)
	if err := gosdk.Run(context.Background(), server, &mcp.StdioTransport{}, nil); err != nil {
		log.Fatal(err)
	}
}

func ExampleHandler() {
	server := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1.0.0"}, nil)

	// Besides what the rules find, the values of this program's own secret variables.
	known, skipped := engine.KnownFromEnv(os.Environ())
	for _, err := range skipped {
		log.Print(err) // names a variable, never its value
	}
	r, err := engine.New(patterns.Default(), &engine.Options{Known: known})
	if err != nil {
		log.Fatal(err)
	}
	f := &mcpwire.Filter{Redactor: r, Max: 16 << 10}
	handler := gosdk.Handler(func(*http.Request) *mcp.Server { return server }, nil, f)
	log.Fatal(http.ListenAndServe("localhost:8080", handler))
}

func ExampleProtectClient() {
	client := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1.0.0"}, nil)
	gosdk.ProtectClient(client, &mcpwire.Filter{Results: true})
}
