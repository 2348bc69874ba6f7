package mcpgo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/redactbench/redactbench/integrations/mcp/mcpgo"
	"github.com/redactbench/redactbench/mcpwire"
)

// secret returns a password, another each time.
func secret() string {
	const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := []byte("q7X")
	for range 21 {
		b = append(b, letters[rand.IntN(len(letters))])
	}
	return string(b)
}

// A wire records what a server sends.
type wire struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more chan struct{} // closed when there is more
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.more != nil {
		close(w.more)
		w.more = nil
	}
	return w.b.Write(p)
}

func (w *wire) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// await waits until the text went over the wire.
func (w *wire) await(t *testing.T, text string) {
	t.Helper()
	for {
		w.mu.Lock()
		if strings.Contains(w.b.String(), text) {
			w.mu.Unlock()
			return
		}
		if w.more == nil {
			w.more = make(chan struct{})
		}
		more := w.more
		w.mu.Unlock()
		select {
		case <-more:
		case <-t.Context().Done():
			t.Fatalf("%s is not sent", text)
		}
	}
}

// checkGone fails if 6 bytes of the secret in a row went over the wire.
func (w *wire) checkGone(t *testing.T, secret string) {
	t.Helper()
	for line := range strings.Lines(w.String()) {
		for i := 0; i+6 <= len(secret); i++ {
			if strings.Contains(line, secret[i:i+6]) {
				t.Errorf("the secret from byte %d on is in %s", i, line)
				break
			}
		}
	}
}

// A faulty server fails in each way there is. shared is an error that it returns each time.
type faulty struct {
	*server.MCPServer
	secret string
	shared error
}

func newFaulty(options ...server.ServerOption) *faulty {
	options = append(options, server.WithLogging(), server.WithInputSchemaValidation(), server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false))
	f := &faulty{server.NewMCPServer("faulty", "1", options...), secret(), nil}
	f.shared = fmt.Errorf("cannot connect to postgres://app:%s@db.example.com/main", f.secret)
	f.tool("plain", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, f.shared })
	f.tool("wrapped", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, fmt.Errorf("while running: %w", f.shared)
	})
	f.tool("panic", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic("password=" + f.secret) })
	f.tool("result", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := mcp.NewToolResultErrorFromErr("failed", f.shared)
		res.StructuredContent = map[string]any{"password": f.secret, "n": 1}
		return res, nil
	})
	f.tool("tells", f.tells)
	f.AddTool(mcp.NewTool("typed", mcp.WithString("password", mcp.Required()), mcp.WithNumber("retries")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("not reached")
	})
	f.AddResource(mcp.NewResource("file:///broken", "broken"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return nil, f.shared
	})
	f.AddResource(mcp.NewResource("file:///panic", "panic"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		panic(f.shared)
	})
	f.AddPrompt(mcp.NewPrompt("broken"), func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, f.shared })
	return f
}

func (f *faulty) tool(name string, h server.ToolHandlerFunc) { f.AddTool(mcp.NewTool(name), h) }

// tells logs and tells of its progress.
func (f *faulty) tells(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log := f.SendNotificationToClient(ctx, "notifications/message", map[string]any{"level": "error", "data": map[string]any{"password": f.secret, "user": "app"}})
	progress := f.SendNotificationToClient(ctx, "notifications/progress", map[string]any{"progressToken": "token-of-progress", "progress": 1, "message": "trying password=" + f.secret})
	return mcp.NewToolResultText("told"), errors.Join(log, progress)
}

// failAll makes the server fail in each way that a client can make it. It returns what
// the client was told, by the way.
func failAll(t *testing.T, f *faulty, c *client.Client) map[string]string {
	t.Helper()
	ctx := t.Context()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	var init mcp.InitializeRequest
	init.Params.ProtocolVersion = "2025-06-18"
	init.Params.ClientInfo = mcp.Implementation{Name: "client", Version: "1"}
	if _, err := c.Initialize(ctx, init); err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	tell := func(way string, res any, err error) {
		b, merr := json.Marshal(res)
		if merr != nil {
			t.Fatal(merr)
		}
		told[way] = fmt.Sprintf("%s %v", b, err)
	}
	call := func(way, tool string, arguments map[string]any) {
		var req mcp.CallToolRequest
		req.Params.Name, req.Params.Arguments = tool, arguments
		res, err := c.CallTool(ctx, req)
		tell(way, res, err)
	}
	for _, name := range []string{"plain", "wrapped", "panic", "result", "tells"} {
		call(name, name, nil)
	}
	call("unknown tool", "password="+f.secret, nil)
	call("schema", "typed", map[string]any{"password": f.secret, "retries": "password=" + f.secret})
	for way, uri := range map[string]string{"resource": "file:///broken", "resource that panics": "file:///panic", "unknown resource": "db://app:" + f.secret + "@host/x"} {
		var req mcp.ReadResourceRequest
		req.Params.URI = uri
		res, err := c.ReadResource(ctx, req)
		tell(way, res, err)
	}
	for way, name := range map[string]string{"prompt": "broken", "unknown prompt": "password=" + f.secret} {
		var req mcp.GetPromptRequest
		req.Params.Name = name
		res, err := c.GetPrompt(ctx, req)
		tell(way, res, err)
	}
	return told
}

// checkTold fails if a client was not told what is no secret.
func checkTold(t *testing.T, told map[string]string) {
	t.Helper()
	for way, want := range map[string]string{
		"plain": "postgres://app:(redacted)@db.example.com/main", "wrapped": "while running: cannot connect", "panic": "panic: password=(redacted)",
		"result": `"n":1`, "tells": "told", "unknown tool": "not found", "schema": "retries", "resource": "@db.example.com/main",
		"resource that panics": "panic: cannot connect", "unknown resource": "not found", "prompt": "@db.example.com/main", "unknown prompt": "not found",
	} {
		if !strings.Contains(told[way], want) {
			t.Errorf("%s: the client was told %s, without %s", way, told[way], want)
		}
	}
}

// raw are messages that no client of the SDK would send: errors before any middleware.
func raw(secret string) []string {
	return []string{
		`{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{"name":5,"arguments":{"password":"` + secret + `"}}}`,
		`{"jsonrpc":"2.0","id":902,"method":"password=` + secret + `"}`,
		`{"jsonrpc":"2.0","id":903,"method":"resources/read","params":["password=` + secret + `"]}`,
		`{"jsonrpc":"2.0","id":904,"method":"prompts/get","params":"password=` + secret + `"}`,
	}
}

func TestNoSecretGoesOverAStream(t *testing.T) {
	f := newFaulty()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	w := &wire{}
	ran := make(chan error)
	go func() { ran <- mcpgo.Listen(t.Context(), f.MCPServer, fromClient, io.MultiWriter(w, toClient), nil) }()
	c := client.NewClient(transport.NewIO(fromServer, toServer, io.NopCloser(strings.NewReader(""))))
	checkTold(t, failAll(t, f, c))
	for i, m := range raw(f.secret) {
		if _, err := io.WriteString(toServer, m+"\n"); err != nil {
			t.Fatal(err)
		}
		w.await(t, fmt.Sprint(`"id":90`, i+1, `,"error"`))
	}
	w.await(t, "trying password=(redacted)")
	w.await(t, `"user":"app"`)
	_ = toServer.Close() // which ends the server
	if err := <-ran; err != nil {
		t.Error(err)
	}
	w.checkGone(t, f.secret)
	if !strings.Contains(w.String(), "token-of-progress") || !strings.Contains(f.shared.Error(), f.secret) {
		t.Error("the progress's token or the shared error was changed", w)
	}
}

// A recorder is a client's HTTP transport that records the answers.
type recorder struct{ w *wire }

func (r recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	_ = res.Header.Write(r.w)
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(res.Body, r.w), res.Body}
	return res, nil
}

func TestNoSecretGoesOverHTTP(t *testing.T) {
	f := newFaulty()
	w := &wire{}
	s := httptest.NewServer(mcpgo.Handler(f.MCPServer, nil))
	defer s.Close()
	hc := &http.Client{Transport: recorder{w}}
	c, err := client.NewStreamableHttpClient(s.URL, transport.WithHTTPBasicClient(hc))
	if err != nil {
		t.Fatal(err)
	}
	checkTold(t, failAll(t, f, c))
	for _, body := range append(raw(f.secret), `{"password":"`+f.secret, "password="+f.secret, `[{"password":"`+f.secret+`"}]`) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Mcp-Session-Id", c.GetSessionId())
		res, err := hc.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(res.Body); err != nil || len(answer) == 0 {
			t.Errorf("%.40q: %s without a reason, %v", body, res.Status, err)
		}
		_ = res.Body.Close()
	}
	_ = c.Close() // the session is gone with the server
	w.checkGone(t, f.secret)
}

func TestTheMiddlewareAloneMasksWhatHandlersReturn(t *testing.T) {
	f := newFaulty(mcpgo.Protect(nil))
	c, err := client.NewInProcessClient(f.MCPServer)
	if err != nil {
		t.Fatal(err)
	}
	told := failAll(t, f, c)
	w := &wire{}
	for way, text := range told {
		if !strings.HasPrefix(way, "unknown") && way != "schema" { // before middleware
			fmt.Fprintln(w, text)
		}
	}
	w.checkGone(t, f.secret)
	if !strings.Contains(told["plain"], "@db.example.com/main") {
		t.Error(told["plain"])
	}
}

// What the other tests look for is there without a mask.
func TestTheServerShowsItsSecretUnmasked(t *testing.T) {
	f := newFaulty()
	f.DeleteTools("panic")
	f.DeleteResources("file:///panic") // which would end the test
	c, err := client.NewInProcessClient(f.MCPServer)
	if err != nil {
		t.Fatal(err)
	}
	told := failAll(t, f, c)
	for _, way := range []string{"plain", "wrapped", "result", "unknown tool", "resource", "prompt", "unknown prompt"} {
		if !strings.Contains(told[way], f.secret) {
			t.Errorf("%s: %s", way, told[way])
		}
	}
}

func TestResultsAreMaskedWhereAsked(t *testing.T) {
	s := secret()
	for _, f := range []*mcpwire.Filter{nil, {Results: true}} {
		srv := server.NewMCPServer("s", "1", mcpgo.Protect(f))
		srv.AddTool(mcp.NewTool("reads"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("password=" + s), nil
		})
		c, err := client.NewInProcessClient(srv)
		if err != nil {
			t.Fatal(err)
		}
		var init mcp.InitializeRequest
		if _, err := c.Initialize(t.Context(), init); err != nil {
			t.Fatal(err)
		}
		var req mcp.CallToolRequest
		req.Params.Name = "reads"
		res, err := c.CallTool(t.Context(), req)
		if err != nil || strings.Contains(fmt.Sprint(res.Content), s) == (f != nil) {
			t.Error(err, res)
		}
	}
}
