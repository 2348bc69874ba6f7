package otel

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
)

func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "known")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAllFaultsOfAConfigurationAreTold(t *testing.T) {
	short := "q7x"
	c := Config{
		Mask: "no blanks allowed", Disable: []string{"no-rule", "nor-this"}, Skip: []string{"log.boddy", "log.body", "spam"}, MaxBytes: 2,
		Known: Known{Files: []string{file(t, "# kept out\n\nno separator\nSHORT="+short+"\n=x"), filepath.Join(t.TempDir(), "missing")}},
	}
	err := c.Validate()
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		`disable[0]: no rule "no-rule"`, `disable[1]: no rule "nor-this"`, `skip[0]: no part "log.boddy"`, `skip[2]: no part "spam"`,
		"max_bytes: is 2", ":3: not NAME=VALUE", ":5: not NAME=VALUE", "known:SHORT", "missing: ", "Options.Mask",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), short) || strings.Contains(err.Error(), "separator") {
		t.Errorf("a file's text is quoted: %v", err)
	}
	if n := strings.Count(err.Error(), "\n"); n > 20 {
		t.Errorf("%d lines for 10 faults:\n%.2000s", n, err)
	}
}

func TestTheMaskIsWhatTheConfigurationSays(t *testing.T) {
	rows := map[string]struct {
		config Config
		want   string
	}{
		"none":          {Config{}, "(redacted)"},
		"a text":        {Config{Mask: "(gone)"}, "(gone)"},
		"the rule's id": {Config{Mask: "id"}, "(redacted:password)"},
		"a tag":         {Config{Mask: "tag", TagKey: "key"}, "(redacted:"},
	}
	for name, row := range rows {
		if err := row.config.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := masked(t, &row.config, map[string]any{"a": "password=" + secret()})["a"].(string)
		if !strings.HasPrefix(got, "password="+row.want) {
			t.Errorf("%s: got %s", name, got)
		}
	}
	if err := (&Config{Mask: "tag"}).Validate(); err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), "tag_key") {
		t.Errorf("tags without a key: %v", err)
	}
}

func TestAllowedValuesAndDisabledRulesAreLeft(t *testing.T) {
	s, token := secret(), "gh"+"p_"+strings.Repeat(secret(), 2)[:36]
	got := masked(t, &Config{Allow: []string{s}, Disable: []string{"github-pat"}}, map[string]any{"a": "password=" + s, "b": "see " + token + " there"})
	if got["a"] != "password="+s || got["b"] != "see "+token+" there" {
		t.Errorf("got %v", got)
	}
}

// settings are a processor's, whose log is kept.
func settings() (processor.Settings, *observer.ObservedLogs) {
	core, logs := observer.New(zapcore.InfoLevel)
	set := processor.Settings{ID: component.NewID(NewFactory().Type()), TelemetrySettings: componenttest.NewNopTelemetrySettings()}
	set.Logger = zap.New(core)
	return set, logs
}

func TestKnownValuesOfTheEnvironmentAndOfFilesAreMasked(t *testing.T) {
	env, first, second := "horse staple "+secret(), "battery "+secret(), "correct "+secret()
	t.Setenv("OTEL_TEST_PASSWORD", env)
	t.Setenv("OTEL_TEST_SECRET", "abc")
	cfg := NewFactory().CreateDefaultConfig()
	name := file(t, "# a comment\nONE="+first+"\r\nTWO = "+second+"\n")
	conf := confmap.NewFromStringMap(map[string]any{"known": map[string]any{"env": true, "files": []any{name}}})
	if err := conf.Unmarshal(cfg); err != nil {
		t.Fatal(err)
	}
	set, logs := settings()
	var out plog.Logs
	next, err := consumer.NewLogs(func(_ context.Context, d plog.Logs) error { out = d; return nil })
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewFactory().CreateLogs(t.Context(), set, cfg, next)
	if err != nil {
		t.Fatal(err)
	}
	d := plog.NewLogs()
	d.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty().Body().SetStr("a " + env + " b " + first + " c " + second)
	if err := p.ConsumeLogs(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if got := out.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Body().Str(); got != "a (redacted) b (redacted) c(redacted)" {
		t.Errorf("got %q", got)
	}
	var said bytes.Buffer
	for _, e := range logs.All() {
		for _, f := range e.Context {
			if err, ok := f.Interface.(error); ok {
				said.WriteString(err.Error() + "\n")
			}
		}
	}
	if !strings.Contains(said.String(), "OTEL_TEST_SECRET: its value is under") || strings.Contains(said.String(), "OTEL_TEST_PASSWORD") {
		t.Errorf("logged %q", said.String())
	}
}

func TestWhatWasChangedIsCounted(t *testing.T) {
	tel := componenttest.NewTelemetry()
	set, _ := settings()
	set.TelemetrySettings = tel.NewTelemetrySettings()
	next, err := consumer.NewLogs(func(context.Context, plog.Logs) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewFactory().CreateLogs(t.Context(), set, NewFactory().CreateDefaultConfig(), next)
	if err != nil {
		t.Fatal(err)
	}
	d := plog.NewLogs()
	list := d.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for _, body := range []string{"password=" + secret(), "clean", "token=" + secret() + " password=" + secret()} {
		list.AppendEmpty().Body().SetStr(body)
	}
	if err := p.ConsumeLogs(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	m, err := tel.GetMetric("otelcol_processor_redactbench_changed")
	if err != nil {
		t.Fatal(err)
	}
	points := m.Data.(metricdata.Sum[int64]).DataPoints
	if len(points) != 1 || points[0].Value != 2 {
		t.Errorf("got %+v, want one point of 2", points)
	}
	if err := tel.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheSampleConfigurationIsValid(t *testing.T) {
	text, err := os.ReadFile("config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	retrieved, err := confmap.NewRetrievedFromYAML(text)
	if err != nil {
		t.Fatal(err)
	}
	conf, err := retrieved.AsConf()
	if err != nil {
		t.Fatal(err)
	}
	sub, err := conf.Sub("processors::redactbench")
	if err != nil {
		t.Fatal(err)
	}
	cfg := NewFactory().CreateDefaultConfig().(*Config)
	if err := sub.Unmarshal(cfg); err != nil {
		t.Fatal(err)
	}
	if err := cfg.Validate(); err != nil || !cfg.Known.Env || cfg.MaxBytes == 0 {
		t.Errorf("%+v: %v", cfg, err)
	}
	manifest, err := os.ReadFile("manifest.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string][]byte{"README.md": manifest, "../../docs/collector.md": text} {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Contains(page, append(append([]byte("```yaml\n"), shown...), "```\n"...)) {
			t.Errorf("%s does not show the file as it is", name)
		}
	}
	page, err := os.ReadFile("../../docs/collector.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if !bytes.Contains(page, []byte("`"+part+"`")) {
			t.Errorf("docs/collector.md does not name the part %s", part)
		}
	}
}

func TestTheFactoryMakesProcessorsThatSayTheyMutate(t *testing.T) {
	f := NewFactory()
	cfg := f.CreateDefaultConfig()
	if err := componenttest.CheckConfigStruct(cfg); err != nil {
		t.Error(err)
	}
	set, _ := settings()
	sum := 0
	logs, err := consumer.NewLogs(func(_ context.Context, d plog.Logs) error { sum += d.LogRecordCount(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	traces, err := consumer.NewTraces(func(_ context.Context, d ptrace.Traces) error { sum += d.SpanCount(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := consumer.NewMetrics(func(_ context.Context, d pmetric.Metrics) error { sum += d.MetricCount(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	l, err := f.CreateLogs(t.Context(), set, cfg, logs)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := f.CreateTraces(t.Context(), set, cfg, traces)
	if err != nil {
		t.Fatal(err)
	}
	m, err := f.CreateMetrics(t.Context(), set, cfg, metrics)
	if err != nil {
		t.Fatal(err)
	}
	ld, td, md := plog.NewLogs(), ptrace.NewTraces(), pmetric.NewMetrics()
	ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	md.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	for _, c := range []interface {
		component.Component
		Capabilities() consumer.Capabilities
	}{l, tr, m} {
		if !c.Capabilities().MutatesData {
			t.Errorf("%T does not say that it changes data", c)
		}
		if err := c.Start(t.Context(), componenttest.NewNopHost()); err != nil {
			t.Error(err)
		}
		defer func() {
			if err := c.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		}()
	}
	for _, err := range []error{l.ConsumeLogs(t.Context(), ld), tr.ConsumeTraces(t.Context(), td), m.ConsumeMetrics(t.Context(), md)} {
		if err != nil {
			t.Error(err)
		}
	}
	if sum != 3 {
		t.Errorf("%d of 3 records came out", sum)
	}
}
