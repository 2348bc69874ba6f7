package mcpwire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/mcpwire"
)

// secret returns a password, another each time.
func secret() string {
	const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := []byte("q7X")
	for range 17 {
		b = append(b, letters[rand.IntN(len(letters))])
	}
	return string(b)
}

// messages are what servers send. In each, S stands for a secret and R for a mask:
// where R is, S was. A secret that stays is K.
var messages = []struct{ name, text string }{
	{"an error response", `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"password=R at db.example.com"}}`},
	{"an error that quotes the request", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unmarshaling \"{\\\"password\\\":\\\"R\\\"}\" into a T"}}`},
	{"the data of an error", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":{"password":"R","n":1}}}`},
	{"a tool that failed", `{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"password=R"}],"structuredContent":{"password":"R"},"isError":true}}`},
	{"a tool that succeeded", `{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"password=K"}]}}`},
	{"blanks between the parts", " { \"jsonrpc\" : \"2.0\" ,\t\"method\" : \"notifications/message\" , \"params\" : { \"level\" : \"error\" , \"data\" :  \"password=R\"  } , \"x\" : 1.0e2 } "},
	{"a log of a text", `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","logger":"db","data":"password=R"}}`},
	{"a log of an object", `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":{"password":"R","user":"app"}}}`},
	{"progress", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"K","progress":1,"message":"password=R"}}`},
	{"cancellation", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"K","reason":"password=R"}}`},
	{"elicitation", `{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"message":"password=R","requestedSchema":{"type":"object","properties":{"password":{"type":"string","description":"password=R"}},"required":["password"]},"_meta":{"progressToken":"K"}}}`},
	{"elicitation by URL", `{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"mode":"url","message":"password=R","url":"https://example.com/connect?token=K","elicitationId":"K"}}`},
	{"sampling", `{"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"password=R"}}],"systemPrompt":"password=R","maxTokens":100}}`},
	{"another notification", `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///x?token=K"}}`},
	{"a request with arguments", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"login","arguments":{"password":"K"}}}`},
	{"a list of tools", `{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"login","inputSchema":{"type":"object","properties":{"password":{"type":"string","default":"K"}}}}],"nextCursor":"K"}}`},
	{"a demand for URLs", `{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"password=R","data":{"elicitations":[{"mode":"url","elicitationId":"K","url":"https://example.com/a?token=K","message":"password=R"}]}}}`},
	{"requests in a result", `{"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required","inputRequests":{"one":{"method":"elicitation/create","params":{"message":"password=R","url":"https://example.com/a?token=K"}}},"requestState":"token=K"}}`},
	{"a batch", ` [ {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"password=R"}} , {"jsonrpc":"2.0","id":2,"result":{"x":"password=K"}},{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"password=R"}} ] `},
}

// fill returns a text as it comes from the server and as it goes on.
func fill(text, s string) (in, out string) {
	replace := func(r string) string {
		return strings.NewReplacer("=R", "="+r, `"R`, `"`+r, "K", s).Replace(text)
	}
	in = strings.NewReplacer(`\"R\\\"`, `\"`+s+`\\\"`).Replace(replace(s))
	out = strings.NewReplacer(`\"R\\\"`, `\"(redacted)\\\"`).Replace(replace("(redacted)"))
	return in, out
}

func TestMessagesAreMaskedOnTheirBytes(t *testing.T) {
	for _, row := range messages {
		t.Run(row.name, func(t *testing.T) {
			in, want := fill(row.text, secret())
			for _, message := range []string{in, want} { // twice is once
				got, err := new(mcpwire.Filter).Append([]byte("x"), []byte(message))
				if string(got) != "x"+want || err != nil {
					t.Errorf("%v\n%s\nnot\n%s", err, got[1:], want)
				}
			}
		})
	}
}

func TestResultsAreMaskedWhereAsked(t *testing.T) {
	f := &mcpwire.Filter{Results: true}
	for _, row := range []struct{ name, text string }{
		{"a tool", `{"id":1,"result":{"content":[{"type":"text","text":"password=R"}]}}`},
		{"a structured result", `{"id":1,"result":{"structuredContent":{"password":"R"}}}`},
		{"a resource", `{"id":1,"result":{"contents":[{"uri":"file:///x","text":"password=R"}]}}`},
		{"a prompt", `{"id":1,"result":{"messages":[{"role":"user","content":{"type":"text","text":"password=R"}}]}}`},
		{"not a list", `{"id":1,"result":{"tools":[{"name":"x","inputSchema":{"properties":{"password":{"default":"password=K"}}}}]}}`},
		{"not a state", `{"id":1,"result":{"content":[],"inputRequests":{},"requestState":"token=K"}}`},
	} {
		in, want := fill(row.text, secret())
		if got, err := f.Append(nil, []byte(in)); string(got) != want || err != nil {
			t.Errorf("%s: %v\n%s\nnot\n%s", row.name, err, got, want)
		}
	}
}

func TestWhatIsNoMessageIsMaskedAndReported(t *testing.T) {
	s := secret()
	deep := strings.Repeat("[", 20000)
	for _, text := range []string{
		"password=" + s, `{"password":"` + s + `"}`, `["password=` + s + `"]`, `{"method":"x"} password=` + s, `{"method":"x","params":"password=` + s,
		`[{"error":"password=` + s + `"} password=` + s, "[1,password=" + s + "]", deep + `"password=` + s, `"password=` + s + `"`, `{"jsonrpc":`,
		`{"id":1,"result":` + strings.Repeat(`{"a":`, 600) + `"password=` + s + `"` + strings.Repeat("}", 601),
	} {
		got, err := new(mcpwire.Filter).Append(nil, []byte(text))
		if err == nil || bytes.Contains(got, []byte(s)) || len(got) < len(text)-len(s) {
			t.Errorf("%.60s: %v, %.60s", text, err, got)
		}
	}
}

func TestErrorsAreBounded(t *testing.T) {
	f := &mcpwire.Filter{Max: 200}
	message := `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"` + strings.Repeat("word ", 1000) + `"}}`
	got, err := f.Append(nil, []byte(message))
	if err != nil || len(got) > 200 || !json.Valid(got) {
		t.Errorf("%v, %d bytes: %s", err, len(got), got)
	}
}

// A counter counts writes.
type counter struct {
	bytes.Buffer
	writes int
}

func (c *counter) Write(p []byte) (int, error) {
	c.writes++
	return c.Buffer.Write(p)
}

func TestAWriterMasksLinesHoweverTheyAreSplit(t *testing.T) {
	s := secret()
	var in, want strings.Builder
	for _, row := range messages {
		i, w := fill(row.text, s)
		in.WriteString(i + "\n")
		want.WriteString(w + "\n")
	}
	in.WriteString("\r\n\npassword=" + s)
	want.WriteString("\r\n\npassword=(redacted)")
	text := in.String()
	for _, size := range []int{1, 2, 7, 100, 4096, len(text)} {
		var c counter
		w := new(mcpwire.Filter).NewWriter(&c)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if got, err := w.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if c.String() != want.String() {
			t.Errorf("in steps of %d:\n%s\nnot\n%s", size, c.String(), want.String())
		}
		if lines := strings.Count(text, "\n") + 1; c.writes != lines {
			t.Errorf("in steps of %d: %d writes for %d lines", size, c.writes, lines)
		}
	}
}

func TestALongLineIsMaskedAsText(t *testing.T) {
	s := secret()
	var out bytes.Buffer
	w := new(mcpwire.Filter).NewWriter(&out)
	part := []byte(strings.Repeat("word ", 200_000))
	for range 70 {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() == 0 {
		t.Error("all of the line is held")
	}
	next := `{"id":1,"error":{"code":1,"message":"password=` + s + `"}}` + "\n"
	if _, err := io.WriteString(w, "password="+s+"\n"+next); err != nil {
		t.Fatal(err)
	}
	_, want := fill("password=R\n"+`{"id":1,"error":{"code":1,"message":"password=R"}}`+"\n", s)
	if got := out.Bytes(); len(got) != 70*len(part)+len(want) || !bytes.HasSuffix(got, []byte(want)) {
		t.Errorf("%d bytes, %s", len(got), got[max(0, len(got)-200):])
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

func TestAWriterTellsThatItsOutputFails(t *testing.T) {
	w := new(mcpwire.Filter).NewWriter(broken{})
	if _, err := io.WriteString(w, "{}\n"); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}

// answer returns what a client gets of a body that is written in steps of size bytes.
func answer(t *testing.T, kind, body string, size int) (*http.Response, string) {
	t.Helper()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			t.Error("the handler may compress")
		}
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		w.Header().Set("Content-Length", "5")
		w.Header().Set("Mcp-Session-Id", "id")
		w.WriteHeader(http.StatusBadRequest)
		for rest := body; rest != ""; {
			n := min(size, len(rest))
			if _, err := io.WriteString(w, rest[:n]); err != nil {
				t.Error(err)
			}
			w.(http.Flusher).Flush()
			rest = rest[n:]
		}
	})
	server := httptest.NewServer(new(mcpwire.Filter).Handler(h))
	defer server.Close()
	r, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != http.StatusBadRequest || r.Header.Get("Mcp-Session-Id") != "id" || kind != "" && r.Header.Get("Content-Type") != kind {
		t.Error(r.Status, r.Header)
	}
	return r, string(b)
}

func TestBodiesAreMaskedByTheirKind(t *testing.T) {
	log := `{"method":"notifications/message","params":{"data":"password=R"}}`
	fails := `{"id":1,"error":{"code":1,"message":"password=R"}}`
	succeeds := `{"id":1,"result":{"content":[{"type":"text","text":"password=K"}]}}`
	for _, row := range []struct{ name, kind, body string }{
		{"JSON", "application/json", fails},
		{"JSON with parameters", "application/json; charset=utf-8", fails},
		{"a result", "application/json", succeeds},
		{"a batch", "application/json", "[" + fails + "," + succeeds + "]"},
		{"no JSON, though it says so", "application/json", "malformed payload: {\"password\":\"R\""},
		{"JSON of another kind", "application/problem+json", `{"detail":"password=R"}`},
		{"text", "text/plain; charset=utf-8", "malformed payload: password=R at 5\n"},
		{"of no kind", "", "handling 'x': password=R\n"},
		{"events", "text/event-stream", ": ping\n\nevent: message\nid: K\ndata: " + fails + "\n\ndata: " + succeeds + "\n\nretry: 5\ndata:" + succeeds + "\n\ndata: " + log + "\n\n"},
		{"events with other line ends", "text/event-stream", "id: 1\r\ndata: " + fails + "\r\n\r\ndata: " + fails + "\r\r" + "data: " + log + "\n\n"},
		{"data of several lines", "text/event-stream", "data: {\ndata: \"id\":1,\"error\":{\ndata: \"message\":\"password=R\"}}\n\n"},
		{"data of several lines that stays", "text/event-stream", "data:{\ndata: \"id\":1,\ndata:\"result\":\"password=K\"}\n\n"},
		{"an endpoint", "text/event-stream", "event: endpoint\ndata: /messages?sessionid=K&token=K\n\n"},
		{"data that is no JSON", "text/event-stream", "event: error\ndata: password=R\n\n"},
		{"a comment", "text/event-stream", ": password=R\n\n"},
		{"a byte order mark", "text/event-stream", "\ufeffdata: password=R\n\n"},
		{"an event without an end", "text/event-stream", "data: " + fails + "\n"},
		{"an event without a line end", "text/event-stream", "data: " + fails},
	} {
		t.Run(row.name, func(t *testing.T) {
			in, want := fill(row.body, secret())
			for _, size := range []int{1, 3, len(in)} {
				if _, got := answer(t, row.kind, in, size); got != want {
					t.Errorf("in steps of %d:\n%q\nnot\n%q", size, got, want)
				}
			}
		})
	}
}

func TestAnEventIsOutWithItsEnd(t *testing.T) {
	_, first := fill("data: {\"id\":1,\"error\":{\"message\":\"password=R\"}}\n\n", secret())
	next := make(chan bool)
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, first)
		w.(http.Flusher).Flush()
		<-next // an event that is held would never be read
	})
	server := httptest.NewServer(new(mcpwire.Filter).Handler(h))
	defer server.Close()
	r, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b := make([]byte, len(first))
	if _, err := io.ReadFull(r.Body, b); err != nil || string(b) != first {
		t.Error(err, string(b))
	}
	close(next)
}

func FuzzMessagesAreMaskedWithoutHarm(f *testing.F) {
	for _, row := range messages {
		in, _ := fill(row.text, "hunter2x9Qr")
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, filter := range []mcpwire.Filter{{}, {Results: true}, {Max: 300}} {
			once, err := filter.Append(nil, message)
			if json.Valid(message) && !json.Valid(once) && err == nil {
				t.Errorf("%q becomes %q", message, once)
			}
			var lines bytes.Buffer
			w := filter.NewWriter(&lines)
			_, _ = w.Write(message)
			_ = w.Close()
			if bytes.Count(lines.Bytes(), []byte("\n")) != bytes.Count(message, []byte("\n")) && filter.Max == 0 {
				t.Errorf("%q has other lines: %q", message, lines.Bytes())
			}
		}
	})
}
