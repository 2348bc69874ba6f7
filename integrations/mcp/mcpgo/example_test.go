package mcpgo_test

import (
	"log"
	"net/http"

	"github.com/mark3labs/mcp-go/server"

	"github.com/redactbench/redactbench/integrations/mcp/mcpgo"
)

func ExampleServeStdio() {
	s := server.NewMCPServer("files", "1.0.0")
	if err := mcpgo.ServeStdio(s, nil); err != nil {
		log.Fatal(err)
	}
}

func ExampleHandler() {
	s := server.NewMCPServer("files", "1.0.0")
	log.Fatal(http.ListenAndServe("localhost:8080", mcpgo.Handler(s, nil)))
}
