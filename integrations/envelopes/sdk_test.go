package envelopes

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/cora"
	acf "github.com/redactbench/redactbench/envelope/jsonrpc"
	"github.com/redactbench/redactbench/envelope/mcptool"
)

func problem() *envelope.Problem {
	return &envelope.Problem{
		Code: "invalid-argument", Message: "The arguments do not fit: connect to <db.example.com> & retry, password=hunter2", Hint: "Correct them.",
		DocsURL: "https://docs.example.com/errors", Actions: []envelope.Action{envelope.Run("tool check --token hunter2x9Qr7")},
		Issues: []envelope.Issue{{Path: "auth.password", Message: "expected 12 characters, received 'hunter2'"}, {Path: "retries", Message: "expected number"}},
	}
}

// session connects a client to a server whose tools fail with the same problem,
// each in one format.
func session(t *testing.T) *mcp.ClientSession {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	add := func(name string, h mcp.ToolHandler) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, h)
	}
	add("cora", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c, err := cora.New(nil, budget.Limits{})
		if err != nil {
			return nil, err
		}
		return result(c.AppendToolResult(nil, problem()))
	})
	add("mcptool", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := mcptool.New(nil, &mcptool.Options{MaskWithin: true})
		if err != nil {
			return nil, err
		}
		return result(r.AppendToolResult(nil, mcptool.FromProblem(problem())))
	})
	add("mcptool-map", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		m := mcptool.ToolErrorResult(mcptool.FromProblem(problem()))
		return result([]byte(mcptool.MustJSON(m)))
	})
	add("jsonrpc", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := acf.New(nil, budget.Limits{})
		if err != nil {
			return nil, err
		}
		message, err := jsonrpc.DecodeMessage(r.Append(nil, acf.FromProblem(json.RawMessage("1"), problem())))
		if err != nil {
			return nil, err
		}
		return nil, message.(*jsonrpc.Response).Error
	})
	toServer, toClient := mcp.NewInMemoryTransports()
	ctx := t.Context()
	if _, err := server.Connect(ctx, toServer, nil); err != nil {
		t.Fatal(err)
	}
	s, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func result(encoded []byte) (*mcp.CallToolResult, error) {
	var r mcp.CallToolResult
	return &r, json.Unmarshal(encoded, &r)
}

func TestAClientReadsToolResults(t *testing.T) {
	s := session(t)
	for _, row := range []struct {
		tool       string
		structured bool
		holds      []string
	}{
		{"cora", false, []string{`"format":"cora-mcp-error"`, "db.example.com", "password=(redacted)", "received '(redacted)'", `"path":"retries"`}},
		{"mcptool", true, []string{`"reason":"bad_argument"`, "db.example.com", "password=(redacted)", "received '(redacted)'", `"path":"retries"`}},
		{"mcptool-map", true, []string{`"reason":"bad_argument"`, `"path":"retries"`}},
	} {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: row.tool})
		if err != nil {
			t.Fatal(err)
		}
		if !r.IsError || len(r.Content) != 1 {
			t.Fatalf("%s: %+v", row.tool, r)
		}
		text := r.Content[0].(*mcp.TextContent).Text
		for _, want := range row.holds {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s in %s", row.tool, want, text)
			}
		}
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s", row.tool, text)
		}
		if (r.StructuredContent != nil) != row.structured {
			t.Errorf("%s: structured content %v", row.tool, r.StructuredContent)
		}
		if row.structured && !sameJSON(t, text, r.StructuredContent) {
			t.Errorf("%s: the text is %s and the structured content %v", row.tool, text, r.StructuredContent)
		}
	}
}

func sameJSON(t *testing.T, text string, value any) bool {
	t.Helper()
	var a any
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(x) == string(y)
}

func TestAClientReadsProtocolErrors(t *testing.T) {
	_, err := session(t).CallTool(t.Context(), &mcp.CallToolParams{Name: "jsonrpc"})
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code != acf.InternalError {
		t.Fatal(err)
	}
	issues := acf.ReadIssues(wire.Message)
	if len(issues) != 3 || issues[1].Message != "expected 12 characters, received '(redacted)'" || strings.Contains(wire.Message, "hunter2") {
		t.Error(wire.Message)
	}
}

// What the SDK writes passes the filter, which touches its errors only.
func TestTheFilterReadsWhatTheSDKWrites(t *testing.T) {
	id, err := jsonrpc.MakeID("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		message jsonrpc.Message
		masked  bool
	}{
		{&jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: -32603, Message: `[{"path":["password"],"received":"hunter2","message":"<hunter2>"}]`}}, true},
		{&jsonrpc.Response{ID: id, Result: json.RawMessage(`{"content":[{"type":"text","text":"password=hunter2"}],"isError":true}`)}, true},
		{&jsonrpc.Response{ID: id, Result: json.RawMessage(`{"content":[{"type":"text","text":"password=hunter2"}]}`)}, false},
		{&jsonrpc.Request{ID: id, Method: "tools/call", Params: json.RawMessage(`{"password":"hunter2"}`)}, false},
	} {
		in, err := jsonrpc.EncodeMessage(row.message)
		if err != nil {
			t.Fatal(err)
		}
		out, err := new(acf.Filter).Append(nil, in)
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(out), "hunter2") == row.masked || !row.masked && string(in) != string(out) {
			t.Errorf("%s becomes %s", in, out)
		}
		if _, err := jsonrpc.DecodeMessage(out); err != nil {
			t.Error(err)
		}
	}
}
