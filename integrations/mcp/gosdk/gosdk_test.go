package gosdk_test

//lint:file-ignore SA1019 what is deprecated in the protocol is still sent, and masked

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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/redactbench/redactbench/integrations/mcp/gosdk"
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

func (w *wire) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
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

// A faulty server fails in each way there is. shared are errors that it returns each time.
type faulty struct {
	*mcp.Server
	secret string
	shared []error
}

type arguments struct {
	Password string `json:"password"`
	Retries  int    `json:"retries"`
}

type output struct {
	Password string `json:"password"`
}

func newFaulty() *faulty {
	// Later versions have a server ask and log in other ways.
	o := &mcp.ServerOptions{SupportedProtocolVersions: []string{"2025-11-25"}}
	f := &faulty{mcp.NewServer(&mcp.Implementation{Name: "faulty", Version: "1"}, o), secret(), nil}
	url := "postgres://app:" + f.secret + "@db.example.com/main"
	plain := fmt.Errorf("cannot connect to %s", url)
	coded := &jsonrpc.Error{Code: -32603, Message: "cannot connect to " + url, Data: json.RawMessage(`{"password":"` + f.secret + `","host":"db.example.com"}`)}
	issues := &jsonrpc.Error{Code: -32603, Message: `[{"path":["auth","password"],"received":"` + f.secret + `","message":"bad ` + f.secret + `"}]`}
	f.shared = []error{plain, coded, issues}
	f.tool("plain", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, plain })
	f.tool("coded", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, coded })
	f.tool("issues", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, issues })
	f.tool("wrapped", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, fmt.Errorf("while running: %w", coded)
	})
	f.tool("panic", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		panic("password=" + f.secret)
	})
	f.tool("result", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, StructuredContent: map[string]any{"password": f.secret, "n": 1},
			Content: []mcp.Content{&mcp.TextContent{Text: plain.Error()}}}, nil
	})
	f.tool("tells", f.tells)
	f.tool("asks", f.asks)
	mcp.AddTool(f.Server, &mcp.Tool{Name: "typed"}, func(_ context.Context, _ *mcp.CallToolRequest, in arguments) (*mcp.CallToolResult, output, error) {
		return nil, output{}, fmt.Errorf("login: %w", plain)
	})
	mcp.AddTool(f.Server, &mcp.Tool{Name: "typedPanic"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		panic(plain)
	})
	mcp.AddTool(f.Server, &mcp.Tool{Name: "badOutput", OutputSchema: json.RawMessage(`{"type":"object","properties":{"password":{"type":"integer"}}}`)},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, map[string]any{"password": "password=" + f.secret}, nil
		})
	f.AddResource(&mcp.Resource{Name: "broken", URI: "file:///broken"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, plain
	})
	f.AddPrompt(&mcp.Prompt{Name: "broken"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, coded })
	return f
}

func (f *faulty) tool(name string, h mcp.ToolHandler) {
	f.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, h)
}

// tells logs and tells of its progress.
func (f *faulty) tells(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log := &mcp.LoggingMessageParams{Level: "error", Logger: "db", Data: map[string]any{"password": f.secret, "user": "app"}}
	progress := &mcp.ProgressNotificationParams{ProgressToken: "token-of-progress", Message: "trying password=" + f.secret}
	err := errors.Join(req.Session.Log(ctx, log), req.Session.NotifyProgress(ctx, progress))
	if log.Data.(map[string]any)["password"] != f.secret || !strings.Contains(progress.Message, f.secret) {
		err = errors.Join(err, errors.New("the parameters were changed"))
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "told"}}}, err
}

// asks asks the user and the model. What the user enters is a secret too, and must arrive.
func (f *faulty) asks(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "login failed with password=" + f.secret,
		RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"password": map[string]any{"type": "string"}}}})
	if err != nil {
		return nil, err
	}
	if answer.Content["password"] != entered {
		return nil, errors.New("what the user entered did not arrive")
	}
	_, err = req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{MaxTokens: 9, SystemPrompt: "password=" + f.secret,
		Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "why does password=" + f.secret + " fail?"}}}})
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "asked"}}}, err
}

const entered = "entered-hunter2x"

// checkShared fails if an error that the server returns each time was changed.
func (f *faulty) checkShared(t *testing.T) {
	t.Helper()
	for _, err := range f.shared {
		if !strings.Contains(err.Error(), f.secret) {
			t.Error("a shared error was changed:", err)
		}
	}
}

func newClient() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"password": entered}}, nil
		},
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Model: "m", Role: "assistant", Content: &mcp.TextContent{Text: "for a reason"}}, nil
		},
	})
}

// failAll makes the server fail in each way that a client can make it. It returns what
// the client was told, by the way.
func failAll(t *testing.T, f *faulty, s *mcp.ClientSession) map[string]string {
	t.Helper()
	ctx := t.Context()
	told := map[string]string{}
	tell := func(way string, res *mcp.CallToolResult, err error) {
		if err == nil {
			b, merr := json.Marshal(res)
			if merr != nil {
				t.Fatal(merr)
			}
			told[way] = string(b)
			return
		}
		told[way] = "error: " + err.Error()
	}
	if err := s.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "debug"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plain", "coded", "issues", "wrapped", "panic", "result", "tells", "asks", "typedPanic", "badOutput", "password=" + f.secret} {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: map[string]any{}})
		tell(strings.Split(name, "=")[0], res, err)
	}
	for way, arguments := range map[string]map[string]any{
		"typed":      {"password": f.secret, "retries": 1},
		"schema":     {"password": f.secret, "retries": "password=" + f.secret},
		"additional": {"password": f.secret, "retries": 1, "password=" + f.secret: 1},
	} {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "typed", Arguments: arguments})
		tell(way, res, err)
	}
	for way, uri := range map[string]string{"resource": "file:///broken", "unknown resource": "db://app:" + f.secret + "@host/x"} {
		_, err := s.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		tell(way, nil, err)
	}
	_, err := s.GetPrompt(ctx, &mcp.GetPromptParams{Name: "broken"})
	tell("prompt", nil, err)
	_, err = s.Complete(ctx, &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "password=" + f.secret}})
	tell("completion", nil, err)
	return told
}

// checkTold fails if a client was not told what is no secret.
func checkTold(t *testing.T, told map[string]string) {
	t.Helper()
	for way, want := range map[string]string{
		"plain": "postgres://app:(redacted)@db.example.com/main", "coded": "@db.example.com/main", "issues": `"path":["auth","password"]`,
		"wrapped": "while running: cannot connect", "panic": "panic: password=(redacted)", "result": `"n":1`, "tells": "told", "asks": "asked",
		"typed": "login: cannot connect", "schema": "validating", "typedPanic": "panic: cannot connect", "badOutput": "validating tool output",
		"password": "unknown tool", "resource": "@db.example.com/main", "prompt": "@db.example.com/main", "unknown resource": "not found", "additional": "validating",
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
		`{"jsonrpc":"2.0","id":904,"method":"tools/call","params":"password=` + secret + `"}`,
	}
}

// pipes are the ends of two pipes.
type end struct {
	io.ReadCloser
	io.WriteCloser
}

func pipes() (server, client end) {
	r1, w1 := io.Pipe()
	r2, w2 := io.Pipe()
	return end{r1, w2}, end{r2, w1}
}

// A tee copies what is written to a wire.
type tee struct {
	io.WriteCloser
	w *wire
}

func (t tee) Write(p []byte) (int, error) {
	_, _ = t.w.Write(p)
	return t.WriteCloser.Write(p)
}

func TestNoSecretGoesOverAStream(t *testing.T) {
	f := newFaulty()
	toServer, toClient := pipes()
	w := &wire{}
	ran := make(chan error)
	go func() {
		ran <- gosdk.Run(t.Context(), f.Server, &mcp.IOTransport{Reader: toServer.ReadCloser, Writer: tee{toServer.WriteCloser, w}}, nil)
	}()
	s, err := newClient().Connect(t.Context(), &mcp.IOTransport{Reader: toClient.ReadCloser, Writer: toClient.WriteCloser}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkTold(t, failAll(t, f, s))
	for i, m := range raw(f.secret) {
		if _, err := io.WriteString(toClient.WriteCloser, m+"\n"); err != nil {
			t.Fatal(err)
		}
		w.await(t, fmt.Sprint(`"id":90`, i+1, `,"error"`))
	}
	// The server may close its end of the pipes first.
	if err := s.Close(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	if err := <-ran; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	w.checkGone(t, f.secret)
	f.checkShared(t)
	if !strings.Contains(w.String(), "token-of-progress") || !strings.Contains(w.String(), "trying password=(redacted)") || !strings.Contains(w.String(), `"user":"app"`) {
		t.Error("the log or the progress did not arrive", w.String())
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

// What the other tests look for is there without a mask.
func TestTheServerShowsItsSecretUnmasked(t *testing.T) {
	f := newFaulty()
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := f.Connect(t.Context(), toServer, nil); err != nil {
		t.Fatal(err)
	}
	s, err := newClient().Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	hidden := map[string]bool{"tells": true, "asks": true, "completion": true, "panic": true, "typedPanic": true, "unknown resource": true}
	f.RemoveTools("panic", "typedPanic") // which would end the test
	for way, told := range failAll(t, f, s) {
		if strings.Contains(told, f.secret) == hidden[way] {
			t.Errorf("%s: %s", way, told)
		}
	}
	_ = s.Close() // the connection is in memory
}

func TestNoSecretGoesOverHTTP(t *testing.T) {
	for _, o := range []*mcp.StreamableHTTPOptions{nil, {JSONResponse: true}} {
		t.Run(fmt.Sprintf("%+v", o != nil), func(t *testing.T) {
			f := newFaulty()
			w := &wire{}
			server := httptest.NewServer(gosdk.Handler(func(*http.Request) *mcp.Server { return f.Server }, o, nil))
			defer server.Close()
			client := &http.Client{Transport: recorder{w}}
			s, err := newClient().Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL, HTTPClient: client}, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkTold(t, failAll(t, f, s))
			for _, body := range append(raw(f.secret), `{"password":"`+f.secret, "password="+f.secret, `[{"password":"`+f.secret+`"}]`, `{"jsonrpc":"password=`+f.secret+`","id":1}`) {
				post(t, client, server.URL, s.ID(), body, nil)
			}
			for _, header := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "Last-Event-Id", "Content-Type", "Accept"} {
				post(t, client, server.URL, s.ID(), raw(f.secret)[0], map[string]string{header: "password=" + f.secret})
			}
			_ = s.Close() // the client may find its session gone, which is not looked at here
			w.checkGone(t, f.secret)
			f.checkShared(t)
		})
	}
}

// post sends a body, and fails if it is not refused with a reason.
func post(t *testing.T, c *http.Client, url, session, body string, header map[string]string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Session-Id": session} {
		req.Header.Set(name, value)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if len(answer) == 0 {
		t.Errorf("%.40q: %s without a reason", body, res.Status)
	}
}

func TestTheMiddlewareAloneMasksWhatHandlersReturn(t *testing.T) {
	f := newFaulty()
	gosdk.Protect(f.Server, nil)
	gosdk.Protect(f.Server, nil)
	toServer, toClient := mcp.NewInMemoryTransports()
	w := &wire{}
	if _, err := f.Connect(t.Context(), &mcp.LoggingTransport{Transport: toServer, Writer: writes{w}}, nil); err != nil {
		t.Fatal(err)
	}
	s, err := newClient().Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkTold(t, failAll(t, f, s))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	w.checkGone(t, f.secret)
	f.checkShared(t)
}

// A writes records the lines that mcp.LoggingTransport has for messages that are sent.
type writes struct{ w *wire }

func (w writes) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("write")) {
		return w.w.Write(p)
	}
	return len(p), nil
}

func TestATransportOfMessagesIsMasked(t *testing.T) {
	f := newFaulty()
	toServer, toClient := mcp.NewInMemoryTransports()
	w := &wire{}
	// Only the transport: what a handler returns and what is before middleware.
	if _, err := f.Connect(t.Context(), gosdk.Transport(&mcp.LoggingTransport{Transport: toServer, Writer: writes{w}}, nil), nil); err != nil {
		t.Fatal(err)
	}
	s, err := newClient().Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plain", "coded", "issues", "wrapped", "result", "tells"} {
		_, _ = s.CallTool(t.Context(), &mcp.CallToolParams{Name: name}) // what it answers is on the wire
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	w.checkGone(t, f.secret)
	f.checkShared(t)
	if !strings.Contains(w.String(), "(redacted)") {
		t.Error("nothing was masked")
	}
}

// A client masks what a server in another language does not.
func TestAClientIsToldNoSecret(t *testing.T) {
	f := newFaulty()
	told := &wire{}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{
		LoggingMessageHandler: func(_ context.Context, r *mcp.LoggingMessageRequest) { fmt.Fprintln(told, "log", r.Params.Data) },
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			fmt.Fprintln(told, "progress", r.Params.Message)
		},
		ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			fmt.Fprintln(told, "elicit", r.Params.Message)
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"password": entered}}, nil
		},
		CreateMessageHandler: func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			fmt.Fprintln(told, "sample", r.Params.SystemPrompt, r.Params.Messages[0].Content.(*mcp.TextContent).Text)
			return &mcp.CreateMessageResult{Model: "m", Role: "assistant", Content: &mcp.TextContent{Text: "x"}}, nil
		},
	})
	gosdk.ProtectClient(client, nil)
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := f.Connect(t.Context(), toServer, nil); err != nil {
		t.Fatal(err)
	}
	s, err := client.Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetLoggingLevel(t.Context(), &mcp.SetLoggingLevelParams{Level: "debug"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plain", "coded", "wrapped", "result", "tells", "asks"} {
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
		b, merr := json.Marshal(res)
		fmt.Fprintln(told, name, err, string(b), merr)
		var coded *jsonrpc.Error
		if name == "coded" && (!errors.As(err, &coded) || coded.Code != -32603) {
			t.Error("the code is lost:", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	told.checkGone(t, f.secret)
	for _, want := range []string{"log map", "progress trying", "elicit login failed", "sample password=(redacted) why", "asked"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("the client was not told %q: %s", want, told)
		}
	}
}

// Since 2026-07-28 a server asks by its result.
func TestWhatAServerAsksForInAResultIsMasked(t *testing.T) {
	s := secret()
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "asks", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.RequestState != "" {
			answer, _ := req.Params.InputResponses["one"].(*mcp.ElicitResult)
			if req.Params.RequestState != "token=state-7Qx9" || answer == nil || answer.Content["password"] != entered {
				return nil, errors.New("the state or the answer did not arrive")
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "asked"}}}, nil
		}
		return &mcp.CallToolResult{RequestState: "token=state-7Qx9", InputRequests: mcp.InputRequestMap{
			"one": &mcp.ElicitParams{Message: "login failed with password=" + s},
		}}, nil
	})
	toServer, toClient := pipes()
	w := &wire{}
	go func() {
		_ = gosdk.Run(t.Context(), server, &mcp.IOTransport{Reader: toServer.ReadCloser, Writer: tee{toServer.WriteCloser, w}}, &mcpwire.Filter{Results: true})
	}()
	c, err := newClient().Connect(t.Context(), &mcp.IOTransport{Reader: toClient.ReadCloser, Writer: toClient.WriteCloser}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "asks", Arguments: map[string]any{}})
	if err != nil || res.Content[0].(*mcp.TextContent).Text != "asked" {
		t.Error(res, err)
	}
	_ = c.Close() // the pipe has no more to say
	w.checkGone(t, s)
	if !strings.Contains(w.String(), "login failed with password=(redacted)") {
		t.Error(w)
	}
}

func TestResultsAndBudget(t *testing.T) {
	s := secret()
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"password":{"type":"string","default":"` + s + `"}}}`)
	server.AddTool(&mcp.Tool{Name: "reads", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "password=" + s}}, StructuredContent: map[string]any{"password": s}}, nil
	})
	server.AddTool(&mcp.Tool{Name: "long", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New(strings.Repeat("word ", 1000))
	})
	for _, f := range []*mcpwire.Filter{nil, {Results: true, Max: 300}} {
		gosdk.Protect(server, nil) // Run protects it too
		toServer, toClient := pipes()
		go func() {
			_ = gosdk.Run(t.Context(), server, &mcp.IOTransport{Reader: toServer.ReadCloser, Writer: toServer.WriteCloser}, f)
		}()
		c, err := newClient().Connect(t.Context(), &mcp.IOTransport{Reader: toClient.ReadCloser, Writer: toClient.WriteCloser}, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "reads"})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(res)
		if err != nil || strings.Contains(string(b), s) == (f != nil) {
			t.Error(err, string(b))
		}
		tools, err := c.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) != 2 {
			t.Error(err)
		}
		_, err = c.CallTool(t.Context(), &mcp.CallToolParams{Name: "long"})
		if err == nil || len(err.Error()) > 320 == (f != nil) {
			t.Errorf("%d bytes", len(err.Error()))
		}
		_ = c.Close() // the pipe has no more to say
	}
}
