// Package mcptool is the typed error of an MCP tool: what a tool could not do
// and what the agent can do about it, returned inside a normal result with
// isError true, as the MCP specification (2025-06-18, Tools) asks for. JSON-RPC
// errors are left for failures of the protocol.
//
// The surface is that of mivia-server's package of the same name, as its
// documentation publishes it. Rendering masks: see ToolError.Sanitized and
// Renderer.
package mcptool

import (
	"errors"

	"github.com/redactbench/redactbench/envelope"
)

// A Reason tells an agent which kind of error it has. Reasons are stable; new
// ones are added.
type Reason string

const (
	// ReasonBadProjectID: the id is no slug or alias of a project but a path,
	// for instance. Call projects.list and try again.
	ReasonBadProjectID Reason = "bad_project_id"
	// ReasonNotFound: there is no such resource in the project. The detail
	// holds resource_kind and id. List the resources again.
	ReasonNotFound Reason = "not_found"
	// ReasonNotIndexed: the project is there and the item of an integration is
	// not in the local index yet. The detail holds provider and key. Look at the
	// integration's status and try again.
	ReasonNotIndexed Reason = "not_indexed"
	// ReasonBadArgument: an argument is wrong in a way that the caller can
	// correct.
	ReasonBadArgument Reason = "bad_argument"
	// ReasonIllegalTransition: the status cannot change like this. The detail
	// holds from, to and allowed.
	ReasonIllegalTransition Reason = "illegal_transition"
	// ReasonAlreadyClaimed: another run holds the resource. The detail holds
	// ref and claimed_by.
	ReasonAlreadyClaimed Reason = "already_claimed"
	// ReasonClaimMismatch: the caller does not own the claim it names.
	ReasonClaimMismatch Reason = "claim_mismatch"
	// ReasonClaimExpired: the claim lapsed. Claim again.
	ReasonClaimExpired Reason = "claim_expired"
	// ReasonUnsupported: the project or its configuration does not allow it.
	ReasonUnsupported Reason = "unsupported"
)

// Detail is structured context. Its values are what JSON can hold; others are
// left out when rendered, as is what Sanitized takes for unsafe.
type Detail map[string]any

// A ToolError is an error of a tool as an agent sees it.
type ToolError struct {
	Code        string   `json:"code"`                  // what went wrong; Reason, or a name of one's own
	Reason      Reason   `json:"reason"`                // its kind, to branch on
	Message     string   `json:"message,omitempty"`     // in a sentence
	Detail      Detail   `json:"detail,omitempty"`      // what is to be known of it, by name
	Remediation []string `json:"remediation,omitempty"` // what can be done, one step each

	wrapped error
}

// A TypedError is an error that has a ToolError to show. Routers render it as a
// result instead of a JSON-RPC error.
type TypedError interface {
	error
	MCPToolError() *ToolError
}

// Error returns the reason, or else the code, and the message; never the detail.
func (e *ToolError) Error() string {
	if e == nil {
		return "<nil>"
	}
	kind := string(e.Reason)
	if kind == "" {
		kind = e.Code
	}
	if e.Message == "" {
		return kind
	}
	return kind + ": " + e.Message
}

// Unwrap returns the error that NewToolErrorWrap was given.
func (e *ToolError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.wrapped
}

// MCPToolError returns e.
func (e *ToolError) MCPToolError() *ToolError { return e }

// Problem returns the error as a problem, for other formats and for
// envelope.FromError: what the detail lists as issues and the remediation as
// the hint. There is no place for other details.
func (e *ToolError) Problem() *envelope.Problem {
	if e == nil {
		return nil
	}
	return problemOf(e)
}

// AsTypedError returns the ToolError of err, or of the first error it wraps that
// is a TypedError, or nil. A TypedError that panics when asked has none.
func AsTypedError(err error) (e *ToolError) {
	defer func() {
		if recover() != nil { // most often a nil pointer in the interface
			e = nil
		}
	}()
	var typed TypedError
	if errors.As(err, &typed) {
		return typed.MCPToolError()
	}
	return nil
}

// NewToolError returns an error of the given parts.
func NewToolError(reason Reason, code, message string, detail Detail, remediation []string) *ToolError {
	return NewToolErrorWrap(reason, code, message, detail, remediation, nil)
}

// NewToolErrorWrap returns an error of the given parts that wraps another,
// which errors.Is and errors.As find and no rendering shows.
func NewToolErrorWrap(reason Reason, code, message string, detail Detail, remediation []string, wrap error) *ToolError {
	return &ToolError{code, reason, message, detail, remediation, wrap}
}

// of returns an error whose code is its reason. The steps are fixed texts:
// Sanitized passes them.
func of(reason Reason, message string, detail Detail, steps ...string) *ToolError {
	return NewToolError(reason, string(reason), message, detail, steps)
}

// BadProjectID returns the error of an id that is none of a project. The id is
// not shown: it may be a path.
func BadProjectID(id string) *ToolError {
	return of(ReasonBadProjectID, "The project id must be a project's slug or alias, not a path.", nil,
		"Call projects.list and use an id or alias it returns.")
}

// NotFound returns the error of a resource that is not there. resourceKind
// names what to list again: project, file, symbol and so on.
func NotFound(resourceKind, id string) *ToolError {
	step := "List the resources of the kind in detail.resource_kind again."
	if resourceKind == "project" {
		step = "Call projects.list again."
	}
	return of(ReasonNotFound, "There is no such resource.", Detail{"resource_kind": resourceKind, "id": id},
		step, "Call again with an id that is in the list.")
}

// BadArgument returns the error of an argument that the caller can correct.
func BadArgument(message string, detail Detail) *ToolError {
	return of(ReasonBadArgument, message, detail, "Correct the argument and call again.")
}

// IllegalTransition returns the error of a status change that is not allowed.
func IllegalTransition(from, to string, allowed []string) *ToolError {
	step := "Choose one of the statuses in detail.allowed and call again."
	if len(allowed) == 0 {
		step = "Leave the status as it is: no other is allowed from here."
	}
	return of(ReasonIllegalTransition, "The status cannot change like this.", Detail{"from": from, "to": to, "allowed": append([]string{}, allowed...)}, step)
}

// AlreadyClaimed returns the error of a resource that another run holds.
func AlreadyClaimed(ref, claimedBy string) *ToolError {
	return of(ReasonAlreadyClaimed, "Another run holds the claim.", Detail{"ref": ref, "claimed_by": claimedBy},
		"Claim another resource, or wait until this one is released.")
}

// ClaimMismatch returns the error of a claim that the caller does not own.
func ClaimMismatch() *ToolError {
	return of(ReasonClaimMismatch, "The claim is not the caller's.", nil,
		"Call again with a claim you own, or claim the resource first.")
}

// ClaimExpired returns the error of a claim that lapsed.
func ClaimExpired(ref string) *ToolError {
	return of(ReasonClaimExpired, "The claim has expired.", Detail{"ref": ref}, "Claim the resource again, then repeat the call.")
}
