package otel

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// on reports whether a part is looked at.
func (p *pass) on(a part) bool { return p.m.skip&a == 0 }

// attributes masks a map unless its part is skipped.
func (p *pass) attributes(a part, m pcommon.Map) {
	if p.on(a) {
		p.members(m)
	}
}

func (p *pass) scope(s pcommon.InstrumentationScope) {
	if n, ok := p.name(scopeName, s.Name()); ok {
		s.SetName(n)
	}
	if v, ok := p.name(scopeName, s.Version()); ok {
		s.SetVersion(v)
	}
	p.attributes(scopeAttributes, s.Attributes())
}

func (p *pass) logs(d plog.Logs) {
	for _, rl := range d.ResourceLogs().All() {
		if s, ok := p.name(schemaURL, rl.SchemaUrl()); ok {
			rl.SetSchemaUrl(s)
		}
		p.attributes(resourceAttributes, rl.Resource().Attributes())
		for _, sl := range rl.ScopeLogs().All() {
			if s, ok := p.name(schemaURL, sl.SchemaUrl()); ok {
				sl.SetSchemaUrl(s)
			}
			p.scope(sl.Scope())
			for _, r := range sl.LogRecords().All() {
				p.record(r)
			}
		}
	}
}

func (p *pass) record(r plog.LogRecord) {
	if p.on(logBody) {
		p.value("", r.Body())
	}
	if s, ok := p.name(logNames, r.EventName()); ok {
		r.SetEventName(s)
	}
	if s, ok := p.name(logNames, r.SeverityText()); ok {
		r.SetSeverityText(s)
	}
	p.attributes(logAttributes, r.Attributes())
}

func (p *pass) traces(d ptrace.Traces) {
	for _, rs := range d.ResourceSpans().All() {
		if s, ok := p.name(schemaURL, rs.SchemaUrl()); ok {
			rs.SetSchemaUrl(s)
		}
		p.attributes(resourceAttributes, rs.Resource().Attributes())
		for _, ss := range rs.ScopeSpans().All() {
			if s, ok := p.name(schemaURL, ss.SchemaUrl()); ok {
				ss.SetSchemaUrl(s)
			}
			p.scope(ss.Scope())
			for _, s := range ss.Spans().All() {
				p.span(s)
			}
		}
	}
}

func (p *pass) span(s ptrace.Span) {
	if n, ok := p.name(spanName, s.Name()); ok {
		s.SetName(n)
	}
	if p.on(spanStatus) {
		if m, ok := p.text("", s.Status().Message()); ok {
			s.Status().SetMessage(m)
		}
	}
	p.state(s.TraceState())
	p.attributes(spanAttributes, s.Attributes())
	for _, e := range s.Events().All() {
		if n, ok := p.name(eventName, e.Name()); ok {
			e.SetName(n)
		}
		p.attributes(eventAttributes, e.Attributes())
	}
	for _, l := range s.Links().All() {
		p.state(l.TraceState())
		p.attributes(linkAttributes, l.Attributes())
	}
}

func (p *pass) state(s pcommon.TraceState) {
	if t, ok := p.name(spanState, s.AsRaw()); ok {
		s.FromRaw(t)
	}
}

func (p *pass) metrics(d pmetric.Metrics) {
	for _, rm := range d.ResourceMetrics().All() {
		if s, ok := p.name(schemaURL, rm.SchemaUrl()); ok {
			rm.SetSchemaUrl(s)
		}
		p.attributes(resourceAttributes, rm.Resource().Attributes())
		for _, sm := range rm.ScopeMetrics().All() {
			if s, ok := p.name(schemaURL, sm.SchemaUrl()); ok {
				sm.SetSchemaUrl(s)
			}
			p.scope(sm.Scope())
			for _, m := range sm.Metrics().All() {
				p.metric(m)
			}
		}
	}
}

func (p *pass) metric(m pmetric.Metric) {
	if s, ok := p.name(metricNames, m.Name()); ok {
		m.SetName(s)
	}
	if s, ok := p.name(metricNames, m.Description()); ok {
		m.SetDescription(s)
	}
	if s, ok := p.name(metricNames, m.Unit()); ok {
		m.SetUnit(s)
	}
	p.attributes(metricMetadata, m.Metadata())
	switch m.Type() {
	case pmetric.MetricTypeGauge:
		p.numbers(m.Gauge().DataPoints())
	case pmetric.MetricTypeSum:
		p.numbers(m.Sum().DataPoints())
	case pmetric.MetricTypeHistogram:
		for _, d := range m.Histogram().DataPoints().All() {
			p.attributes(pointAttributes, d.Attributes())
			p.exemplars(d.Exemplars())
		}
	case pmetric.MetricTypeExponentialHistogram:
		for _, d := range m.ExponentialHistogram().DataPoints().All() {
			p.attributes(pointAttributes, d.Attributes())
			p.exemplars(d.Exemplars())
		}
	case pmetric.MetricTypeSummary:
		for _, d := range m.Summary().DataPoints().All() {
			p.attributes(pointAttributes, d.Attributes())
		}
	}
}

func (p *pass) numbers(points pmetric.NumberDataPointSlice) {
	for _, d := range points.All() {
		p.attributes(pointAttributes, d.Attributes())
		p.exemplars(d.Exemplars())
	}
}

func (p *pass) exemplars(s pmetric.ExemplarSlice) {
	for _, e := range s.All() {
		p.attributes(exemplarAttributes, e.FilteredAttributes())
	}
}
