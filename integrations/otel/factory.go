package otel

import (
	"context"
	"os"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processorhelper"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/zap"

	"github.com/redactbench/redactbench/engine"
)

// componentType is the processor's name in the Collector's configuration.
const componentType = "redactbench"

// scope names the meter of the processor's own metrics.
const scope = "github.com/redactbench/redactbench/integrations/otel"

// NewFactory returns the factory of the processor, which is called redactbench in
// the Collector's configuration.
func NewFactory() processor.Factory {
	return processor.NewFactory(component.MustNewType(componentType), defaultConfig,
		processor.WithLogs(newLogs, component.StabilityLevelDevelopment),
		processor.WithTraces(newTraces, component.StabilityLevelDevelopment),
		processor.WithMetrics(newMetrics, component.StabilityLevelDevelopment))
}

func defaultConfig() component.Config { return &Config{Mask: engine.DefaultMask} }

// mutates says that the data is changed in place: the Collector then copies it where
// another consumer has it too.
var mutates = processorhelper.WithCapabilities(consumer.Capabilities{MutatesData: true})

func newLogs(ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Logs) (processor.Logs, error) {
	m, err := newMasker(set, cfg)
	if err != nil {
		return nil, err
	}
	return processorhelper.NewLogs(ctx, set, cfg, next, func(ctx context.Context, d plog.Logs) (plog.Logs, error) {
		p := m.begin()
		defer p.end(ctx)
		p.logs(d)
		return d, nil
	}, mutates)
}

func newTraces(ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Traces) (processor.Traces, error) {
	m, err := newMasker(set, cfg)
	if err != nil {
		return nil, err
	}
	return processorhelper.NewTraces(ctx, set, cfg, next, func(ctx context.Context, d ptrace.Traces) (ptrace.Traces, error) {
		p := m.begin()
		defer p.end(ctx)
		p.traces(d)
		return d, nil
	}, mutates)
}

func newMetrics(ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Metrics) (processor.Metrics, error) {
	m, err := newMasker(set, cfg)
	if err != nil {
		return nil, err
	}
	return processorhelper.NewMetrics(ctx, set, cfg, next, func(ctx context.Context, d pmetric.Metrics) (pmetric.Metrics, error) {
		p := m.begin()
		defer p.end(ctx)
		p.metrics(d)
		return d, nil
	}, mutates)
}

func newMasker(set processor.Settings, cfg component.Config) (*masker, error) {
	m, skipped, err := cfg.(*Config).masker(os.Environ())
	if err != nil {
		return nil, err
	}
	for _, err := range skipped {
		set.Logger.Warn("a variable's value is not masked by itself", zap.Error(err)) // its name and why, never its value
	}
	m.changed, err = set.MeterProvider.Meter(scope).Int64Counter("otelcol_processor_redactbench_changed",
		metric.WithDescription("Texts in which a secret was masked or that were cut."), metric.WithUnit("{texts}"))
	if err != nil {
		return nil, err
	}
	m.labels = metric.WithAttributeSet(attribute.NewSet(attribute.String("processor", set.ID.String())))
	return m, nil
}
