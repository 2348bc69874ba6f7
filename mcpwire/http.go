package mcpwire

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/engine"
)

// Handler returns a handler that answers what h does, masked: server-sent events
// message by message, each when it is complete, JSON as a message, and any other body as
// text, as errors before the protocol are. Headers stay, but for Content-Length.
//
// It goes around the handler of an MCP server and within any that compresses: h
// is not told that a client takes compressed answers.
func (f *Filter) Handler(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			r = r.Clone(r.Context())
			r.Header.Del("Accept-Encoding")
		}
		m := &response{ResponseWriter: w, f: f}
		h.ServeHTTP(m, r)
		// Not after a panic: the answer is then broken off anyway.
		m.finish()
	})
}

// A response masks an answer.
type response struct {
	http.ResponseWriter
	f      *Filter
	began  bool
	frames *stream        // of events, or of JSON, which has one
	text   *engine.Writer // of any other body
}

// Unwrap makes http.ResponseController reach the deadlines of the connection.
func (m *response) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// WriteHeader sends the header and settles how the body is masked.
func (m *response) WriteHeader(status int) {
	if m.began || status < 200 && status != http.StatusSwitchingProtocols {
		m.ResponseWriter.WriteHeader(status)
		return
	}
	m.began = true
	header := m.Header()
	header.Del("Content-Length")
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // none is text
	switch {
	case kind == "text/event-stream":
		m.frames = &stream{w: m.ResponseWriter, r: m.f.Redactor, end: eventEnd, mask: m.f.event}
	case kind == "application/json" || strings.HasSuffix(kind, "+json"):
		m.frames = &stream{w: m.ResponseWriter, r: m.f.Redactor, end: never, mask: m.document}
	default:
		m.text = m.f.Redactor.NewWriter(m.ResponseWriter)
	}
	m.ResponseWriter.WriteHeader(status)
}

// document masks a body of JSON, also one that is no message.
func (m *response) document(dst, body []byte) []byte {
	dst, _ = m.f.Append(dst, body) // masked in any case
	return dst
}

// never is the end of frames of a body that is one.
func never(_ []byte, from int) int { return from }

func (m *response) Write(p []byte) (int, error) {
	if !m.began {
		m.WriteHeader(http.StatusOK)
	}
	if m.frames != nil {
		return m.frames.Write(p)
	}
	return m.text.Write(p)
}

// Flush sends what is masked so far: of events those that are complete, of a text the
// lines in which nothing is open, of JSON nothing before its end.
func (m *response) Flush() {
	if !m.began {
		m.WriteHeader(http.StatusOK)
	}
	_ = http.NewResponseController(m.ResponseWriter).Flush() // as http.Flusher, which has no error
}

func (m *response) finish() {
	// Who would be told of an error is gone.
	switch {
	case m.frames != nil:
		_ = m.frames.finish()
	case m.text != nil:
		_ = m.text.Close()
	}
}

// eventEnd returns where the first event of b ends: behind an empty line (HTML
// standard, server-sent events). Lines end with \n, \r\n or \r.
func eventEnd(b []byte, from int) int {
	for i := from; i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			continue
		}
		if end := i + lineEnd(b[i:]); end < len(b) && (b[end] == '\n' || b[end] == '\r') {
			return end + lineEnd(b[end:])
		}
	}
	return from
}

// lineEnd returns the length of the line end that b begins with.
func lineEnd(b []byte) int {
	if bytes.HasPrefix(b, []byte("\r\n")) {
		return 2
	}
	return 1
}

// event masks an event: the data's message, or its text, and comments. The rest is ids,
// types and times, which the client needs.
func (f *Filter) event(dst, event []byte) []byte {
	lines := splitLines(event)
	var data []byte
	endpoint, has := false, false
	for _, l := range lines {
		switch name, value := l.field(); string(name) {
		case "data":
			if has {
				data = append(data, '\n')
			}
			data, has = append(data, value...), true
		case "event":
			// The first transport over HTTP (MCP 2024-11-05) sends so the URL to
			// post to, which holds the session's id.
			endpoint = string(value) == "endpoint"
		}
	}
	var masked []byte
	if has && !endpoint {
		masked, _ = f.Append(nil, data) // masked in any case
	}
	same := endpoint || bytes.Equal(masked, data)
	for _, l := range lines {
		name, _ := l.field()
		switch {
		case string(name) == "data" && !same:
			if !has {
				continue // in the place of the first line are all
			}
			has = false
			for part := range bytes.SplitSeq(masked, []byte("\n")) {
				dst = append(append(append(dst, "data: "...), part...), l.end...)
			}
		case slices.Contains(fields, string(name)):
			dst = append(append(dst, l.text...), l.end...)
		default: // a comment, or what clients do not read
			dst = append(f.Redactor.AppendBytes(dst, l.text), l.end...)
		}
	}
	return dst
}

// fields are those of an event.
var fields = []string{"data", "event", "id", "retry"}

// A line is one of an event, with its end.
type line struct{ text, end []byte }

// field returns the line's field and value.
func (l line) field() (name, value []byte) {
	name, value, _ = bytes.Cut(l.text, []byte(":"))
	return name, bytes.TrimPrefix(value, []byte(" "))
}

func splitLines(b []byte) (lines []line) {
	for len(b) > 0 {
		n := bytes.IndexAny(b, "\r\n")
		if n < 0 {
			return append(lines, line{text: b})
		}
		end := n + lineEnd(b[n:])
		lines = append(lines, line{b[:n], b[n:end]})
		b = b[end:]
	}
	return lines
}
