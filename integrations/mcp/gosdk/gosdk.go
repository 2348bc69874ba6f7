// Package gosdk masks what a server or a client of the Go SDK for MCP
// (github.com/modelcontextprotocol/go-sdk) sends and shows. Run and Handler
// install all there is: middleware, and a look at the wire for what happens
// before any middleware, where errors quote the request.
//
// What is masked is in the documentation of mcpwire.Filter. A nil *mcpwire.Filter is the
// zero Filter.
package gosdk

import (
	"context"
	"net/http"
	"os"
	"runtime"
	"sync"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/redactbench/redactbench/mcpwire"
)

// Run runs a server like its method of the same name, with all that it sends masked.
func Run(ctx context.Context, s *mcp.Server, t mcp.Transport, f *mcpwire.Filter) error {
	Protect(s, f)
	return s.Run(ctx, Transport(t, f))
}

// Handler returns a handler of streamable HTTP like mcp.NewStreamableHTTPHandler,
// with all that the servers send masked, and the bodies of errors before the
// protocol too.
func Handler(server func(*http.Request) *mcp.Server, o *mcp.StreamableHTTPOptions, f *mcpwire.Filter) http.Handler {
	return filter(f).Handler(mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		s := server(r)
		if s != nil {
			Protect(s, f)
		}
		return s
	}, o))
}

func filter(f *mcpwire.Filter) *mcpwire.Filter {
	if f == nil {
		return &mcpwire.Filter{}
	}
	return f
}

// protected has the servers that have the middleware, and does not keep them alive.
var protected sync.Map

// Protect adds the middleware to a server, once. Results and errors of its
// handlers are masked, and the texts of the logs, progress, elicitation and
// sampling that it sends. Errors that are masked are copied, since a handler may
// return the same one each time; errors.Is and errors.As still find the original.
//
// A handler that panics answers an internal error, with the masked text of what it panicked
// with; the server goes on. Middleware that is added before sees the panic itself.
//
// What happens before middleware is not masked; see Run, Transport and Handler.
func Protect(s *mcp.Server, f *mcpwire.Filter) {
	key := weak.Make(s)
	if _, done := protected.LoadOrStore(key, true); done {
		return
	}
	runtime.AddCleanup(s, func(k weak.Pointer[mcp.Server]) { protected.Delete(k) }, key)
	s.AddReceivingMiddleware(answers(filter(f)))
	s.AddSendingMiddleware(requests(filter(f)))
}

// ProtectClient adds the middleware to a client, for servers that mask nothing
// themselves: what they answer and tell is masked before the program sees it.
// Call it once. What the user enters and the model says goes to the server as it is.
func ProtectClient(c *mcp.Client, f *mcpwire.Filter) {
	c.AddSendingMiddleware(answers(filter(f)))
	c.AddReceivingMiddleware(requests(filter(f)))
}

// Transport returns t with all that is written to it masked. It is for
// transports of streams and of memory; over HTTP, use Handler.
func Transport(t mcp.Transport, f *mcpwire.Filter) mcp.Transport {
	f = filter(f)
	// The streams of the SDK's own transports are masked, not their messages: a
	// connection that is wrapped is no longer told of the version agreed on.
	switch t := t.(type) {
	case *mcp.StdioTransport:
		// The SDK does not close standard output either.
		return &mcp.IOTransport{Reader: os.Stdin, Writer: f.NewWriter(os.Stdout), MaxLineLength: t.MaxLineLength}
	case *mcp.IOTransport:
		return &mcp.IOTransport{Reader: t.Reader, Writer: &closer{f.NewWriter(t.Writer), t.Writer}, MaxLineLength: t.MaxLineLength}
	case mcp.ProtocolVersionSupporter:
		return versioned{transport{t.(mcp.Transport), f}, t}
	}
	return transport{t, f}
}

type transport struct {
	to mcp.Transport
	f  *mcpwire.Filter
}

func (t transport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.to.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{c, t.f}, nil
}

// A versioned transport says which versions of the protocol it can carry.
type versioned struct {
	transport
	mcp.ProtocolVersionSupporter
}

type connection struct {
	mcp.Connection
	f *mcpwire.Filter
}

func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	masked, err := masked(c.f, m)
	if err != nil {
		return err
	}
	return c.Connection.Write(ctx, masked)
}

// A closer closes the stream behind a Writer, which does not itself.
type closer struct {
	*mcpwire.Writer
	to interface{ Close() error }
}

func (c *closer) Close() error {
	err := c.Writer.Close()
	if cerr := c.to.Close(); err == nil {
		err = cerr
	}
	return err
}
