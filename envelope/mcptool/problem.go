package mcptool

import (
	"strings"

	"github.com/redactbench/redactbench/envelope"
)

// The names by which a detail holds what a problem has and a ToolError has no
// field for.
const (
	issuesName  = "issues"
	docsURLName = "docs_url"
	omittedName = "omittedIssues"
)

// reasons are the reasons of the codes that envelope.FromError gives. A code
// that is none of these is the reason itself.
var reasons = map[string]Reason{
	"invalid-argument": ReasonBadArgument,
	"invalid-json":     ReasonBadArgument,
	"not-found":        ReasonNotFound,
}

// FromProblem returns the error that tells of a problem. The problem's hint and
// actions become the remediation, its issues and docsUrl details. nil gives nil.
func FromProblem(p *envelope.Problem) *ToolError {
	if p == nil {
		return nil
	}
	e := &ToolError{Code: p.Code, Reason: reasonOf(p), Message: p.Message}
	if e.Code == "" {
		e.Code = string(e.Reason)
	}
	if p.Hint != "" {
		e.Remediation = append(e.Remediation, p.Hint)
	}
	for _, a := range p.Actions {
		verb := "Run: "
		switch a.Kind() {
		case envelope.OpenPage:
			verb = "Open "
		case envelope.EditFile:
			verb = "Edit "
		}
		e.Remediation = append(e.Remediation, verb+a.Text())
	}
	if p.DocsURL != "" {
		e.Detail = Detail{docsURLName: p.DocsURL}
	}
	if len(p.Issues) == 0 {
		return e
	}
	list := make([]any, len(p.Issues))
	for i, is := range p.Issues {
		list[i] = map[string]any{"path": is.Path, "message": is.Message}
	}
	if e.Detail == nil {
		e.Detail = Detail{}
	}
	e.Detail[issuesName] = list
	return e
}

func reasonOf(p *envelope.Problem) Reason {
	if r, ok := reasons[p.Code]; ok {
		return r
	}
	if p.Code == "" || len(p.Code) > 64 || strings.Trim(strings.ToLower(p.Code), "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return "error"
	}
	return Reason(strings.ReplaceAll(p.Code, "-", "_"))
}

// problemOf is the way back.
func problemOf(e *ToolError) *envelope.Problem {
	p := &envelope.Problem{Code: e.Code, Message: e.Message, Hint: strings.Join(e.Remediation, " ")}
	if p.Code == "" {
		p.Code = string(e.Reason)
	}
	p.DocsURL, _ = e.Detail[docsURLName].(string)
	issues, _ := e.Detail[issuesName].([]any)
	for _, is := range issues {
		if m, ok := is.(map[string]any); ok {
			path, _ := pathOf(m["path"])
			message, _ := m["message"].(string)
			p.Issues = append(p.Issues, envelope.Issue{Path: path, Message: message})
		}
	}
	return p
}
