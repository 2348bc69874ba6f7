// Package otel is a processor of the OpenTelemetry Collector that masks the
// secrets of logs, traces and metrics.
//
// It is a module of its own, so that the library's users have none of the
// Collector in their go.sum. README.md has a manifest for the Collector's
// builder; docs/collector.md of the repository says how it is configured.
package otel
