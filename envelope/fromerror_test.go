package envelope_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/redactbench/redactbench/envelope"
)

// validationErrors and fieldError have the shape of those of
// github.com/go-playground/validator.
type validationErrors []fieldErrorer

type fieldErrorer interface {
	Tag() string
	Namespace() string
	Param() string
}

func (e validationErrors) Error() string {
	var lines []string
	for _, f := range e {
		lines = append(lines, "Key: '"+f.Namespace()+"' Error:Field validation failed on the '"+f.Tag()+"' tag")
	}
	return strings.Join(lines, "\n")
}

type fieldError struct{ ns, tag, param string }

func (f fieldError) Tag() string       { return f.tag }
func (f fieldError) Namespace() string { return f.ns }
func (f fieldError) Param() string     { return f.param }

// ownError speaks for itself.
type ownError struct{ p *envelope.Problem }

func (e *ownError) Error() string              { return "own: " + e.p.Code }
func (e *ownError) Problem() *envelope.Problem { return e.p }

// endless unwraps to itself.
type endless struct{}

func (endless) Error() string   { return "endless" }
func (e endless) Unwrap() error { return e }

// wide unwraps to many of itself.
type wide struct{}

func (wide) Error() string     { return "wide" }
func (e wide) Unwrap() []error { return []error{e, e, e} }

func jsonError(text string, v any) error { return json.Unmarshal([]byte(text), v) }

func schemaError(t *testing.T) error {
	t.Helper()
	parse := func(s string) any {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(s))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:s", parse(`{"properties":{"auth":{"properties":{"password":{"minLength":12},"x-y":{"type":"integer"}}},"list":{"items":{"type":"string"}}}}`)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:s")
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(parse(`{"auth":{"password":"hunter2","x-y":"z"},"list":["a",5,"","","","","","","","",1]}`))
}

func TestFromError(t *testing.T) {
	var config struct {
		Auth struct{ Port int }
	}
	_, missing := os.Open("/no/such/file.json")
	own := &ownError{&envelope.Problem{Code: "own.code", Message: "What went wrong.", Hint: "Do this."}}
	for _, row := range []struct {
		name string
		err  error
		want *envelope.Problem
	}{
		{"nil", nil, nil},
		{"any", errors.New("it broke"), &envelope.Problem{Code: "error", Message: "it broke"}},
		{"wrapped", fmt.Errorf("first: %w", errors.New("then")), &envelope.Problem{Code: "error", Message: "first: then"}},
		{"canceled", fmt.Errorf("call: %w", context.Canceled), &envelope.Problem{Code: "canceled", Message: "call: context canceled"}},
		{"timeout", context.DeadlineExceeded, &envelope.Problem{Code: "timeout", Message: "context deadline exceeded"}},
		{"a file", fmt.Errorf("config: %w", missing), &envelope.Problem{
			Code: "not-found", Message: "config: open /no/such/file.json: no such file or directory",
			Issues: []envelope.Issue{{Path: `["/no/such/file.json"]`, Message: "open: no such file or directory"}},
		}},
		{"a request", &url.Error{Op: "Get", URL: "https://example.com/", Err: errors.New("connection refused")}, &envelope.Problem{
			Code: "request-failed", Message: `Get "https://example.com/": connection refused`,
		}},
		{"a request that took too long", &url.Error{Op: "Get", URL: "https://example.com/", Err: context.DeadlineExceeded}, &envelope.Problem{
			Code: "timeout", Message: `Get "https://example.com/": context deadline exceeded`,
		}},
		{"JSON", jsonError(`{"a":}`, &config), &envelope.Problem{
			Code: "invalid-json", Message: "invalid character '}' looking for beginning of value", Hint: "The JSON is wrong at byte 6.",
		}},
		{"a member's type", jsonError(`{"Auth":{"Port":"x"}}`, &config), &envelope.Problem{
			Code: "invalid-argument", Message: "json: cannot unmarshal string into Go struct field .Auth.Port of type int",
			Issues: []envelope.Issue{{Path: "Auth.Port", Message: "expected int, received string"}},
		}},
		{"validator", fmt.Errorf("bad config: %w", validationErrors{
			fieldError{"Config.Auth.Password", "min", "12"}, fieldError{"Config.List[2].Name", "required", ""}, fieldError{"Config.M[x-y]", "email", ""},
		}), &envelope.Problem{
			Code: "invalid-argument", Message: "bad config: validation failed",
			Issues: []envelope.Issue{
				{Path: "Auth.Password", Message: "does not satisfy min=12"}, {Path: "List[2].Name", Message: "does not satisfy required"}, {Path: `M["x-y"]`, Message: "does not satisfy email"},
			},
		}},
		{"jsonschema of santhosh-tekuri", schemaError(t), &envelope.Problem{
			Code: "invalid-argument", Message: "jsonschema validation failed with 'mem:s#'",
			Issues: []envelope.Issue{
				{Path: "auth.password", Message: "minLength: got 7, want 12"}, {Path: `auth["x-y"]`, Message: "got string, want integer"},
				{Path: "list[1]", Message: "got number, want string"}, {Path: "list[10]", Message: "got number, want string"},
			},
		}},
		{"jsonschema of google", fmt.Errorf("tool: %w", errors.New(`validating root: validating /properties/auth: validating /properties/auth/properties/password: minLength: "hunter2" contains 7 Unicode code points, fewer than 12`)), &envelope.Problem{
			Code: "invalid-argument", Message: "tool: validation failed",
			Issues: []envelope.Issue{{Path: "auth.password", Message: `minLength: "hunter2" contains 7 Unicode code points, fewer than 12`}},
		}},
		{"what only sounds like it", errors.New("validating /etc/app.json: permission denied"), &envelope.Problem{Code: "error", Message: "validating /etc/app.json: permission denied"}},
		{"joined", errors.Join(errors.New("one"), jsonError(`{"Auth":{"Port":"x"}}`, &config), errors.Join(errors.New("two"), errors.New("three"))), &envelope.Problem{
			Code: "invalid-argument", Message: "one\njson: cannot unmarshal string into Go struct field .Auth.Port of type int\ntwo\nthree",
			Issues: []envelope.Issue{{Message: "one"}, {Path: "Auth.Port", Message: "expected int, received string"}, {Message: "two"}, {Message: "three"}},
		}},
		{"one that wraps two", fmt.Errorf("%w: %w", errors.New("a"), errors.New("b")), &envelope.Problem{Code: "error", Message: "a: b"}},
		{"its own", own, own.p},
		{"its own, wrapped", fmt.Errorf("tool x: %w", own), &envelope.Problem{Code: "own.code", Message: "tool x: What went wrong.", Hint: "Do this."}},
		{"its own, joined", errors.Join(errors.New("first"), own), &envelope.Problem{Code: "own.code", Message: "first\nWhat went wrong.", Hint: "Do this."}},
		{"a nil pointer", (*ownError)(nil), &envelope.Problem{Code: "error", Message: "an error of type *envelope_test.ownError without a text"}},
		{"a nil path error", (*os.PathError)(nil), &envelope.Problem{Code: "error", Message: "an error of type *fs.PathError without a text"}},
		{"endless", endless{}, &envelope.Problem{Code: "error", Message: "endless"}},
		{"endless and wide", wide{}, &envelope.Problem{Code: "error", Message: "wide"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if d := cmp.Diff(row.want, envelope.FromError(row.err)); d != "" {
				t.Error(d)
			}
		})
	}
}

func ExampleFromError() {
	var config struct{ Port int }
	err := json.Unmarshal([]byte(`{"Port": "http"}`), &config)
	p := envelope.FromError(fmt.Errorf("reading config: %w", err))
	fmt.Println(p.Code)
	fmt.Println(p.Message)
	fmt.Println(p.Issues[0].Path+":", p.Issues[0].Message)
	// Output:
	// invalid-argument
	// reading config: json: cannot unmarshal string into Go struct field .Port of type int
	// Port: expected int, received string
}

func ExampleRun() {
	p := envelope.Problem{
		Code:    "browser.missing",
		Actions: []envelope.Action{envelope.Run("npx playwright install chrome"), envelope.Open("https://example.com/install"), envelope.Edit("config.json")},
	}
	for _, a := range p.Actions {
		fmt.Println(a.Kind() == envelope.RunCommand, a.Text())
	}
	// Output:
	// true npx playwright install chrome
	// false https://example.com/install
	// false config.json
}
