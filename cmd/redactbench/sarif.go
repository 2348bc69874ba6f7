package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// The part of SARIF 2.1.0 (OASIS standard, 27 March 2020) that find writes. Members and their
// order are the standard's.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	projectURL  = "https://github.com/redactbench/redactbench"
)

// newSARIF returns the findings as a log of one run. failed says that an input
// could not be read.
func newSARIF(found []secretAt, failed bool) sarifLog {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "redactbench", Version: version(), InformationURI: projectURL, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: !failed}},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	what := map[string]string{}
	for _, r := range patterns.Default().Rules() {
		what[r.ID] = r.What
	}
	// Only the rules that found something: a report is read by people too.
	index := map[string]int{}
	for _, f := range found {
		i, ok := index[f.Rule]
		if !ok {
			i = len(run.Tool.Driver.Rules)
			index[f.Rule] = i
			text := what[f.Rule]
			if text == "" {
				text = f.Rule
			}
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{f.Rule, sarifText{text}})
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: f.Rule, RuleIndex: i, Level: "error",
			Message: sarifText{fmt.Sprintf("A secret of %d bytes, found by the rule %s.", f.Length, f.Rule)},
			Locations: []sarifLocation{{sarifPhysical{
				ArtifactLocation: sarifArtifact{artifactURI(f.File)},
				Region: sarifRegion{
					StartLine: f.Line, StartColumn: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn,
					ByteOffset: f.Offset, ByteLength: f.Length,
				},
			}}},
		})
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

// artifactURI returns the URI of a file: relative for a relative path, as code
// hosts want it, a file URL for an absolute one.
func artifactURI(name string) string {
	if name == stdinName {
		return "stdin"
	}
	path := filepath.ToSlash(name)
	u := url.URL{Path: path}
	if filepath.IsAbs(name) {
		u = url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}
	}
	return u.String()
}
