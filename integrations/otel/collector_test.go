package otel

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

const (
	batchRecords = 1000 // log records of a request
	requests     = 200  // of log records; a tenth of the records holds secrets
	senders      = 2    // at a time
)

// TestCollector builds the Collector of the manifest, runs it with config.yaml and
// sends it data. It takes minutes and fetches modules, so it has to be asked for.
func TestCollector(t *testing.T) {
	binary := os.Getenv("REDACTBENCH_COLLECTOR")
	switch binary {
	case "":
		t.Skip("needs REDACTBENCH_COLLECTOR=build, or the path of a Collector built by manifest.yaml; make collector sets it")
	case "build":
		binary = build(t)
	}
	var planted []string
	plant := func(string) string { planted = append(planted, secret()); return planted[len(planted)-1] }
	known := "horse staple " + secret()
	planted = append(planted, known, base64.StdEncoding.EncodeToString([]byte(known)))

	var all []message
	for name, make := range signals {
		all = append(all, message{name, make(&filler{plant: plant}).bytes(t)})
	}
	for n := range requests {
		all = append(all, message{"logs", load(t, n, known, plant)})
	}
	var want counts
	for _, m := range all {
		want.add(t, m)
	}

	through, with := send(t, binary, known, all, "")
	var got counts
	look := newLooker(planted)
	for _, m := range through {
		got.add(t, m)
		if at := look.find(m.body); at >= 0 {
			t.Fatalf("part of a secret came out: %q", m.body[max(0, at-100):min(len(m.body), at+20)])
		}
	}
	if got != want {
		t.Errorf("came out: %+v; went in: %+v", got, want)
	}
	plain, without := send(t, binary, known, all, "\n    logs: {processors: []}\n    traces: {processors: []}\n    metrics: {processors: []}")
	if len(plain) == 0 || look.find(plain[0].body) < 0 {
		t.Error("without the processor no secret is found either, so this test finds none")
	}
	const records = requests * batchRecords
	t.Logf("%d log records, %d secrets, %d senders, %d CPUs for all", records, len(planted), senders, runtime.GOMAXPROCS(0))
	for i, c := range []cost{with, without} {
		t.Logf("%s the processor: %.0f records/s, %.2f us of the Collector's CPU a record", []string{"with", "without"}[i],
			records/c.took.Seconds(), float64(c.cpu.Microseconds())/records)
	}
}

// build runs the Collector's builder and returns the program's path.
func build(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("manifest.yaml")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	manifest := strings.NewReplacer("output_path: ./dist", "output_path: "+dir, "=> ..", "=> "+root).Replace(string(text))
	file := filepath.Join(dir, "manifest.yaml")
	if err := os.WriteFile(file, []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	builder := regexp.MustCompile(`go\.opentelemetry\.io/collector/cmd/builder@v[0-9.]+`).FindString(manifest)
	cmd := exec.CommandContext(t.Context(), "go", "run", builder, "--config", file)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "otelcol-redactbench")
}

// A message is a request of OTLP.
type message struct {
	signal string
	body   []byte
}

// load returns a request of log records.
func load(t *testing.T, n int, known string, plant func(string) string) []byte {
	d := plog.NewLogs()
	rl := d.ResourceLogs().AppendEmpty()
	rl.Resource().Attributes().PutStr("service.name", "shop")
	list := rl.ScopeLogs().AppendEmpty().LogRecords()
	for i := range batchRecords {
		r := list.AppendEmpty()
		r.Body().SetStr(fmt.Sprintf("user %d read 12 rows of table orders in 3.1 ms, cache hit, session 7 of 9", n*batchRecords+i))
		web(r.Attributes(), i)
		switch i % 20 {
		case 0:
			r.Body().SetStr("cannot connect: postgres://app:" + plant("") + "@db.example.com/main: refused")
		case 10:
			r.Attributes().PutStr("db.password", plant(""))
		case 11:
			if i == 11 {
				r.Body().SetStr("sent " + base64.StdEncoding.EncodeToString([]byte(known)) + " and " + known + " to the backend")
			}
		}
	}
	return marshal(t)((&plog.ProtoMarshaler{}).MarshalLogs(d))
}

// A cost is what a Collector took for all messages.
type cost struct {
	took time.Duration // from the first message to the last answer
	cpu  time.Duration // with the start
}

// send runs a Collector, sends it all messages and returns what it sent on.
func send(t *testing.T, binary, known string, all []message, pipelines string) ([]message, cost) {
	t.Helper()
	var mu sync.Mutex
	var got []message
	sink := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		got = append(got, message{filepath.Base(r.URL.Path), body})
	}))
	defer sink.Close()
	url, stop := start(t, binary, known, sink.URL, pipelines)
	begin := time.Now()
	next := make(chan message)
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for m := range next {
				resp, err := http.Post(url+"/v1/"+m.signal, "application/x-protobuf", bytes.NewReader(m.body))
				if err != nil {
					t.Error(err)
					continue
				}
				_, _ = io.Copy(io.Discard, resp.Body) // so that the connection is used again
				_ = resp.Body.Close()                 // of no consequence: all was read
				if resp.StatusCode != http.StatusOK {
					t.Errorf("%s: %s", m.signal, resp.Status)
				}
			}
		})
	}
	for _, m := range all {
		next <- m
	}
	close(next)
	wg.Wait()
	took := time.Since(begin) // each request is answered when it was sent on: there is no queue
	return got, cost{took, stop()}
}

// start runs a Collector until stop is called, which returns the CPU time it took.
func start(t *testing.T, binary, known, backend, pipelines string) (url string, stop func() time.Duration) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil { // the Collector takes it
		t.Fatal(err)
	}
	override := filepath.Join(t.TempDir(), "override.yaml")
	text := "receivers:\n  otlp:\n    protocols:\n      http:\n        endpoint: " + addr +
		"\nexporters:\n  otlp_http:\n    compression: none\n    sending_queue: {enabled: false}\n    retry_on_failure: {enabled: false}" +
		"\nservice:\n  telemetry:\n    metrics: {level: none}"
	if pipelines != "" {
		text += "\n  pipelines:" + pipelines
	}
	if err := os.WriteFile(override, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "--config", "config.yaml", "--config", override)
	cmd.Env = append(os.Environ(), "BACKEND="+backend, "BACKEND_PASSWORD="+known)
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(out)
	for ready := false; !ready; {
		if !lines.Scan() {
			t.Fatalf("the Collector ended: %v\n%s", cmd.Wait(), said.String())
		}
		said.WriteString(lines.Text() + "\n")
		ready = strings.Contains(lines.Text(), "Everything is ready")
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines.Scan() {
			said.WriteString(lines.Text() + "\n")
		}
	}()
	return "http://" + addr, func() time.Duration {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		<-drained
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, said.String())
		}
		if strings.Contains(said.String(), known) {
			t.Error("the Collector logs a known value")
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
}

// counts are numbers of records by signal.
type counts struct{ logs, spans, points int }

func (c *counts) add(t *testing.T, m message) {
	t.Helper()
	var err error
	switch m.signal {
	case "logs":
		var d plog.Logs
		if d, err = (&plog.ProtoUnmarshaler{}).UnmarshalLogs(m.body); err == nil {
			c.logs += d.LogRecordCount()
		}
	case "traces":
		var d ptrace.Traces
		if d, err = (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(m.body); err == nil {
			c.spans += d.SpanCount()
		}
	case "metrics":
		var d pmetric.Metrics
		if d, err = (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(m.body); err == nil {
			c.points += d.DataPointCount()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A looker finds parts of secrets.
type looker map[[part8]byte]struct{}

// part8 is how much of a secret is a leak, in bytes.
const part8 = 8

func newLooker(secrets []string) looker {
	l := looker{}
	for _, s := range secrets {
		for i := 0; i+part8 <= len(s); i++ {
			l[[part8]byte([]byte(s[i:]))] = struct{}{}
		}
	}
	return l
}

// find returns where a part of a secret begins, or -1.
func (l looker) find(b []byte) int {
	for i := 0; i+part8 <= len(b); i++ {
		if _, ok := l[[part8]byte(b[i:])]; ok {
			return i
		}
	}
	return -1
}
