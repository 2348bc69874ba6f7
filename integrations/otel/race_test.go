//go:build race

package otel

const raceEnabled = true
