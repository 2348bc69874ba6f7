// Package mcpgo masks what a server of mcp-go (github.com/mark3labs/mcp-go)
// sends. ServeStdio and Handler install all there is: middleware, and a look at
// the wire for what happens before any middleware, where errors quote the
// request.
//
// What is masked is in the documentation of mcpwire.Filter. A nil *mcpwire.Filter is the
// zero Filter. It is a module of its own: mcp-go asks for a later Go than the Go
// SDK for MCP does.
package mcpgo

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/mark3labs/mcp-go/server"

	"github.com/redactbench/redactbench/mcpwire"
)

// ServeStdio serves on standard input and output like server.ServeStdio, with all
// that the server sends masked.
func ServeStdio(s *server.MCPServer, f *mcpwire.Filter, options ...server.StdioOption) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	return Listen(ctx, s, os.Stdin, os.Stdout, f, options...)
}

// Listen is ServeStdio for other streams, to the end of ctx.
func Listen(ctx context.Context, s *server.MCPServer, in io.Reader, out io.Writer, f *mcpwire.Filter, options ...server.StdioOption) error {
	Protect(f)(s)
	stdio := server.NewStdioServer(s)
	for _, option := range options {
		option(stdio)
	}
	w := filter(f).NewWriter(out)
	err := stdio.Listen(ctx, in, w)
	if cerr := w.Close(); err == nil {
		err = cerr
	}
	return err
}

// Handler returns a handler of streamable HTTP like server.NewStreamableHTTPServer,
// with all that the server sends masked, and the bodies of errors before the
// protocol too.
func Handler(s *server.MCPServer, f *mcpwire.Filter, options ...server.StreamableHTTPOption) http.Handler {
	Protect(f)(s)
	return filter(f).Handler(server.NewStreamableHTTPServer(s, options...))
}

func filter(f *mcpwire.Filter) *mcpwire.Filter {
	if f == nil {
		return &mcpwire.Filter{}
	}
	return f
}

// Protect is the middleware, for server.NewMCPServer. Errors of tools, resources and prompts
// are masked, and the results of tools that failed. Errors that are masked are copied, since
// a handler may return the same one each time; errors.Is and errors.As still
// find the original. A handler that panics returns an error, with the masked text of what it
// panicked with.
//
// Logs, progress, elicitation and what happens before middleware are masked on
// the wire only; see ServeStdio and Handler, which add the middleware too.
func Protect(f *mcpwire.Filter) server.ServerOption {
	f = filter(f)
	options := []server.ServerOption{
		server.WithToolHandlerMiddleware(tools(f)),
		server.WithResourceHandlerMiddleware(resources(f)),
		server.WithPromptHandlerMiddleware(prompts(f)),
	}
	return func(s *server.MCPServer) {
		for _, option := range options {
			option(s)
		}
	}
}
