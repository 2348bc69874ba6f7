package otel

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
)

func TestSecretsAreMaskedInEveryPlaceAndNothingElseChanges(t *testing.T) {
	for name, make := range signals {
		t.Run(name, func(t *testing.T) {
			var planted []string
			f := &filler{plant: func(string) string { planted = append(planted, secret()); return planted[len(planted)-1] }}
			b := make(f)
			if f.texts < 12 {
				t.Fatalf("only %d texts were found to plant secrets in", f.texts)
			}
			run(t, &Config{}, b)
			got := b.bytes(t)
			for _, s := range planted {
				for i := 0; i+6 <= len(s); i++ {
					if bytes.Contains(got, []byte(s[i:i+6])) {
						t.Fatalf("6 bytes of a secret are left: %q", got)
					}
				}
			}
			if want := make(&filler{plant: func(string) string { return redacted }}).bytes(t); !bytes.Equal(got, want) {
				t.Errorf("got\n%q\nwant\n%q", got, want)
			}
			run(t, &Config{}, b)
			if !bytes.Equal(b.bytes(t), got) {
				t.Error("masking twice is not masking once")
			}
		})
	}
}

func TestSkippedPartsAndNoOthersAreLeft(t *testing.T) {
	const log, span, metric = ".ResourceLogs.ScopeLogs.LogRecords", ".ResourceSpans.ScopeSpans.Spans", ".ResourceMetrics.ScopeMetrics.Metrics"
	each := func(after string) []string { // resources of each signal
		return []string{".ResourceLogs" + after, ".ResourceMetrics" + after, ".ResourceSpans" + after}
	}
	scopes := func(after string) []string {
		return []string{".ResourceLogs.ScopeLogs" + after, ".ResourceMetrics.ScopeMetrics" + after, ".ResourceSpans.ScopeSpans" + after}
	}
	var points, exemplars []string
	for _, form := range []string{".ExponentialHistogram", ".Gauge", ".Histogram", ".Sum", ".Summary"} {
		points = append(points, metric+form+".DataPoints.Attributes")
		if form != ".Summary" {
			exemplars = append(exemplars, metric+form+".DataPoints.Exemplars.FilteredAttributes")
		}
	}
	left := map[string][]string{
		"resource.attributes": each(".Resource.Attributes"),
		"schema_url":          append(each(".SchemaUrl"), scopes(".SchemaUrl")...),
		"scope.name":          append(scopes(".Scope.Name"), scopes(".Scope.Version")...),
		"scope.attributes":    scopes(".Scope.Attributes"),
		"log.body":            {log + ".Body"},
		"log.attributes":      {log + ".Attributes"},
		"log.names":           {log + ".EventName", log + ".SeverityText"},
		"span.name":           {span + ".Name"},
		"span.attributes":     {span + ".Attributes"},
		"span.status":         {span + ".Status.Message"},
		"span.trace_state":    {span + ".TraceState", span + ".Links.TraceState"},
		"event.name":          {span + ".Events.Name"},
		"event.attributes":    {span + ".Events.Attributes"},
		"link.attributes":     {span + ".Links.Attributes"},
		"metric.names":        {metric + ".Name", metric + ".Description", metric + ".Unit"},
		"metric.metadata":     {metric + ".Metadata"},
		"point.attributes":    points,
		"exemplar.attributes": exemplars,
	}
	for _, part := range parts {
		want, ok := left[part]
		if !ok {
			t.Errorf("no row for %s", part)
		}
		var got []string
		for _, make := range signals {
			places := map[string]string{}
			b := make(&filler{plant: func(place string) string { s := secret(); places[s] = place; return s }})
			run(t, &Config{Skip: []string{part}}, b)
			out := b.bytes(t)
			for s, place := range places {
				if bytes.Contains(out, []byte(s)) && !slices.Contains(got, place) {
					got = append(got, place)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("skip %s leaves\n%s\nnot\n%s", part, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// masked returns a masker's map of attributes, made from a raw one.
func masked(t *testing.T, c *Config, raw map[string]any) map[string]any {
	t.Helper()
	d := plog.NewLogs()
	m := d.ResourceLogs().AppendEmpty().Resource().Attributes()
	if err := m.FromRaw(raw); err != nil {
		t.Fatal(err)
	}
	run(t, c, batch{mask: func(p *pass) { p.logs(d) }})
	return m.AsRaw()
}

func TestKeysThatHoldASecretAreMasked(t *testing.T) {
	one, two, three := "password="+secret(), "password="+secret(), "password="+secret()
	got := masked(t, &Config{}, map[string]any{one: "a", "password=(redacted)": "b", "x": map[string]any{two: "c", three: int64(7)}})
	m, nested := got, got["x"].(map[string]any)
	if len(m) != 3 || m["password=(redacted)"] != "b" || m["password=(redacted)-2"] != "a" {
		t.Errorf("got %v", m)
	}
	if again := masked(t, &Config{}, got); !reflect.DeepEqual(again, got) {
		t.Errorf("masking twice gives %v, not %v", again, got)
	}
	if len(nested) != 2 || nested["password=(redacted)"] == nil || nested["password=(redacted)-2"] == nil {
		t.Errorf("got %v", nested)
	}
}

func TestTooManyKeysThatHoldASecretAreDropped(t *testing.T) {
	raw := map[string]any{"kept": "x"}
	for range 3 * maxRenamed {
		raw["password="+secret()] = "x"
	}
	if got := masked(t, &Config{}, raw); len(got) != maxRenamed+1 || got["kept"] != "x" {
		t.Errorf("%d attributes are left", len(got))
	}
}

func TestWhatIsNestedTooDeepIsReplaced(t *testing.T) {
	s := secret()
	v := any("password=" + s)
	for range maxDepth + 10 {
		v = []any{v}
	}
	got := masked(t, &Config{}, map[string]any{"a": v, "b": "kept"})
	depth := 0
	for v = got["a"]; ; depth++ {
		list, ok := v.([]any)
		if !ok {
			break
		}
		v = list[0]
	}
	if v != beyond || depth != maxDepth || got["b"] != "kept" {
		t.Errorf("%v at depth %d", v, depth)
	}
}

func TestTextsAreMaskedThenCut(t *testing.T) {
	s := secret()
	long := strings.Repeat("word ", 40)
	got := masked(t, &Config{MaxBytes: 40}, map[string]any{
		"short":    "within",
		"long":     long,
		"cut":      "0123456789012345678901234 password=" + s + " and more of it",
		"password": s + s + s,
		"number":   int64(7),
		"bytes":    []byte(long),
		"nested":   map[string]any{"list": []any{"password=" + s + " " + long, long, "within"}},
	})
	want := map[string]string{
		"short": "within", "long": "word word word word word word word…",
		"cut": "0123456789012345678901234 password=…", "password": redacted, "bytes": long,
	}
	for k, w := range want {
		g := got[k]
		if b, ok := g.([]byte); ok {
			g = string(b)
		}
		if g != w {
			t.Errorf("%s: got %q, want %q", k, g, w)
		}
	}
	list := got["nested"].(map[string]any)["list"].([]any)
	if list[0] != "password=(redacted) word word word…" || list[1] != want["long"] || list[2] != "within" || got["number"] != int64(7) {
		t.Errorf("got %q", got)
	}
}

func TestCleanDataAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool drop things")
	}
	d := plog.NewLogs()
	r := d.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	r.Body().SetStr("GET /v1/users/7 took 12 ms")
	clean(r.Attributes())
	for name, c := range map[string]*Config{"": {}, " with a bound": {MaxBytes: 4096}} {
		m, _, err := c.masker(nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(200, func() {
			p := m.begin()
			p.logs(d)
			p.end(t.Context())
		}); n != 0 {
			t.Errorf("%v allocations%s", n, name)
		}
	}
}

// clean puts attributes of every type that hold no secret.
func clean(m pcommon.Map) {
	m.PutStr("http.request.method", "GET")
	m.PutStr("url.full", "https://shop.example.com/v1/users/7?page=2&sort=name")
	m.PutStr("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
	m.PutStr("session.token", "none")
	m.PutInt("http.response.status_code", 200)
	m.PutDouble("ratio", 0.25)
	m.PutBool("retry", true)
	m.PutEmptyBytes("payload").FromRaw([]byte("plain bytes"))
	args := m.PutEmptySlice("process.command_args")
	args.AppendEmpty().SetStr("serve")
	args.AppendEmpty().SetStr("--verbose")
	request := m.PutEmptyMap("request")
	request.PutStr("path", "/v1/users/7")
	request.PutStr("trace", "at one\n\tat two")
	request.PutInt("size", 1234)
}
