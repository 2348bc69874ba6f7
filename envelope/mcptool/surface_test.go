package mcptool_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/mcptool"
)

// Every exported name of the published index, with its signature: this compiles
// or the surface is not whole.
var (
	_ func(id string) bool                                                                                                          = mcptool.IsProjectIDValid
	_ func(value any) string                                                                                                        = mcptool.MustJSON
	_ func(value any) map[string]any                                                                                                = mcptool.ToolErrorResult
	_ func(value any) map[string]any                                                                                                = mcptool.ToolResult
	_ func(id string) error                                                                                                         = mcptool.ValidateProjectID
	_ map[string]any                                                                                                                = mcptool.Detail{}
	_ mcptool.Reason                                                                                                                = "any string"
	_ func(ref, by string) *mcptool.ToolError                                                                                       = mcptool.AlreadyClaimed
	_ func(err error) *mcptool.ToolError                                                                                            = mcptool.AsTypedError
	_ func(message string, detail mcptool.Detail) *mcptool.ToolError                                                                = mcptool.BadArgument
	_ func(id string) *mcptool.ToolError                                                                                            = mcptool.BadProjectID
	_ func(ref string) *mcptool.ToolError                                                                                           = mcptool.ClaimExpired
	_ func() *mcptool.ToolError                                                                                                     = mcptool.ClaimMismatch
	_ func(from, to string, allowed []string) *mcptool.ToolError                                                                    = mcptool.IllegalTransition
	_ func(reason mcptool.Reason, code, message string, detail mcptool.Detail, remediation []string) *mcptool.ToolError             = mcptool.NewToolError
	_ func(reason mcptool.Reason, code, message string, detail mcptool.Detail, remediation []string, wrap error) *mcptool.ToolError = mcptool.NewToolErrorWrap
	_ func(resourceKind, id string) *mcptool.ToolError                                                                              = mcptool.NotFound
	_ func(*mcptool.ToolError) *mcptool.ToolError                                                                                   = (*mcptool.ToolError).MCPToolError
	_ func(*mcptool.ToolError) *mcptool.ToolError                                                                                   = (*mcptool.ToolError).Sanitized
	_ interface{ Unwrap() error }                                                                                                   = (*mcptool.ToolError)(nil)
	_ mcptool.TypedError                                                                                                            = (*mcptool.ToolError)(nil)
	_ interface {
		error
		MCPToolError() *mcptool.ToolError
	} = mcptool.TypedError(nil)
	_ interface{ Problem() *envelope.Problem } = (*mcptool.ToolError)(nil)
	_                                          = mcptool.ToolError{Code: "", Reason: "", Message: "", Detail: nil, Remediation: []string(nil)}
)

func TestReasonsHaveTheirValues(t *testing.T) {
	for got, want := range map[mcptool.Reason]string{
		mcptool.ReasonBadProjectID: "bad_project_id", mcptool.ReasonNotFound: "not_found", mcptool.ReasonNotIndexed: "not_indexed",
		mcptool.ReasonBadArgument: "bad_argument", mcptool.ReasonIllegalTransition: "illegal_transition", mcptool.ReasonAlreadyClaimed: "already_claimed",
		mcptool.ReasonClaimMismatch: "claim_mismatch", mcptool.ReasonClaimExpired: "claim_expired", mcptool.ReasonUnsupported: "unsupported",
	} {
		if string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// constructed are errors of all constructors, by the name of their golden file.
func constructed() map[string]*mcptool.ToolError {
	return map[string]*mcptool.ToolError{
		"already_claimed":       mcptool.AlreadyClaimed("T-1", "run-7"),
		"bad_argument":          mcptool.BadArgument("limit must be a number", mcptool.Detail{"field": "limit", "max": 50}),
		"bad_project_id":        mcptool.BadProjectID("/home/bob/src"),
		"claim_expired":         mcptool.ClaimExpired("T-1"),
		"claim_mismatch":        mcptool.ClaimMismatch(),
		"illegal_transition":    mcptool.IllegalTransition("open", "merged", []string{"active", "closed"}),
		"no_transition":         mcptool.IllegalTransition("closed", "open", nil),
		"not_found":             mcptool.NotFound("symbol", "main.run"),
		"project_not_found":     mcptool.NotFound("project", "billing"),
		"from_problem":          mcptool.FromProblem(problem()),
		"unsafe_detail_dropped": mcptool.NotFound("file", "/etc/passwd"),
	}
}

func problem() *envelope.Problem {
	return &envelope.Problem{
		Code: "invalid-argument", Message: "The arguments do not fit.", Hint: "Correct them.", DocsURL: "https://docs.example.com/e",
		Actions: []envelope.Action{envelope.Run("tool check"), envelope.Open("https://example.com/"), envelope.Edit("tool.json")},
		Issues: []envelope.Issue{
			{Path: "retries", Message: "expected number, received string"},
			{Path: "auth.password", Message: "expected 12 characters, received 'hunter2'"},
		},
	}
}

type foreign struct{ e *mcptool.ToolError }

func (f foreign) Error() string                    { return "foreign" }
func (f foreign) MCPToolError() *mcptool.ToolError { return f.e }

type panicking struct{}

func (*panicking) Error() string                      { return "x" }
func (p *panicking) MCPToolError() *mcptool.ToolError { panic("hunter2") }

func TestTypedErrorsAreFoundInATree(t *testing.T) {
	e := mcptool.ClaimMismatch()
	for _, err := range []error{e, fmt.Errorf("a: %w", e), errors.Join(fs.ErrNotExist, e), foreign{e}, fmt.Errorf("a: %w", foreign{e})} {
		if got := mcptool.AsTypedError(err); got != e {
			t.Errorf("%v: %v", err, got)
		}
	}
	for _, err := range []error{nil, fs.ErrNotExist, (*mcptool.ToolError)(nil), foreign{}, (*panicking)(nil)} {
		if got := mcptool.AsTypedError(err); got != nil {
			t.Errorf("%v: %v", err, got)
		}
	}
}

func TestAWrappedErrorIsFoundAndNotShown(t *testing.T) {
	e := mcptool.NewToolErrorWrap(mcptool.ReasonNotFound, "c", "m", mcptool.Detail{"d": "x"}, []string{"r"}, fs.ErrNotExist)
	if !errors.Is(e, fs.ErrNotExist) || e.Error() != "not_found: m" {
		t.Error(e)
	}
	if got, want := mcptool.MustJSON(e), `{"code":"c","reason":"not_found","message":"m","detail":{"d":"x"},"remediation":["r"]}`; got != want {
		t.Error(got)
	}
	if got, want := mcptool.MustJSON(mcptool.NewToolError("r", "c", "", mcptool.Detail{}, nil)), `{"code":"c","reason":"r"}`; got != want {
		t.Error(got)
	}
	if got := mcptool.NewToolError("", "c", "", mcptool.Detail{"d": "hunter2"}, nil).Error(); got != "c" {
		t.Error(got)
	}
}

func TestProjectIDs(t *testing.T) {
	for _, id := range []string{"billing", "my-project_2", "a.b", "Projekt ä", " billing ", "ab:c", "v1..2", "a~b"} {
		if err := mcptool.ValidateProjectID(id); err != nil || !mcptool.IsProjectIDValid(id) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, id := range []string{
		"", " ", "\t\n", "/", "/home/bob", `C:\src`, "C:", "c:/src", "c:src", "a:b", ` C:\src`, `\\server\share`, "//server/share", "~", "~bob", "~/src", "./a", "../a", ".", "..",
		"a/b", `a\b`, "a\x00b", "a\nb", "\u0085a",
	} {
		err := mcptool.ValidateProjectID(id)
		var typed mcptool.TypedError
		if !errors.As(err, &typed) || typed.MCPToolError().Reason != mcptool.ReasonBadProjectID || mcptool.IsProjectIDValid(id) {
			t.Errorf("%q: %v", id, err)
		}
		if want := mcptool.MustJSON(mcptool.BadProjectID("x")); mcptool.MustJSON(err) != want {
			t.Errorf("%q is shown: %s", id, mcptool.MustJSON(err))
		}
	}
	if n := testing.AllocsPerRun(100, func() { mcptool.IsProjectIDValid(" my-project ") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestMustJSONPanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "mcptool: a chan int cannot be encoded as JSON" {
			t.Error(r)
		}
	}()
	mcptool.MustJSON(make(chan int))
}
