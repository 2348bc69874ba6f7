package otel

import (
	"errors"
	"fmt"
	"strings"
)

// A part is a place of the data that holds texts, one bit each.
type part uint32

const (
	resourceAttributes part = 1 << iota
	schemaURL
	scopeName
	scopeAttributes
	logBody
	logAttributes
	logNames
	spanName
	spanAttributes
	spanStatus
	spanState
	eventName
	eventAttributes
	linkAttributes
	metricNames
	metricMetadata
	pointAttributes
	exemplarAttributes
)

// parts are the names of parts, in the order of their bits.
var parts = [...]string{
	"resource.attributes",
	"schema_url",
	"scope.name", // and its version
	"scope.attributes",
	"log.body",
	"log.attributes",
	"log.names", // event name and severity text
	"span.name",
	"span.attributes",
	"span.status",
	"span.trace_state", // of spans and their links
	"event.name",
	"event.attributes",
	"link.attributes",
	"metric.names", // name, description and unit
	"metric.metadata",
	"point.attributes",
	"exemplar.attributes",
}

// parseParts returns the parts of these names. Its error joins one for each unknown
// name.
func parseParts(names []string) (part, error) {
	var p part
	var errs []error
next:
	for i, name := range names {
		for bit, known := range parts {
			if name == known {
				p |= 1 << bit
				continue next
			}
		}
		errs = append(errs, fmt.Errorf("skip[%d]: no part %q", i, name))
	}
	if len(errs) > 0 {
		errs = append(errs, errors.New("skip: the parts are "+strings.Join(parts[:], ", ")))
	}
	return p, errors.Join(errs...)
}
