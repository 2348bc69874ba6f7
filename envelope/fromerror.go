package envelope

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
)

const (
	// maxErrors and maxDepth bound a tree of errors, which may be endless.
	maxErrors = 1000
	maxDepth  = 100
)

// FromError describes a Go error. nil gives nil.
//
// Message is the error's text and Code one of canceled, timeout, not-found,
// already-exists, permission-denied, invalid-json, invalid-argument,
// request-failed and error. FromError walks what Unwrap tells, a tree where it
// tells several, up to 1,000 errors. An error with a method
//
//	Problem() *envelope.Problem
//
// speaks for itself; what wrapped it stays before its message. Else each of
// these becomes issues:
//
//   - errors.Join: what its errors become, an error with no issues of its own
//     one without a path
//   - validator.ValidationErrors of github.com/go-playground/validator
//   - *jsonschema.ValidationError of github.com/santhosh-tekuri/jsonschema
//   - errors of github.com/google/jsonschema-go
//   - *json.UnmarshalTypeError, by its field
//   - *fs.PathError, by its file
//
// Types of other modules are known by their shape, so that no module depends on
// them. Texts are as the errors give them, secrets and all: a renderer masks
// them. An error that panics when asked is described by its type.
func FromError(err error) *Problem {
	if err == nil {
		return nil
	}
	w := walker{}
	issues := w.walk(err, 0)
	text := errorText(err)
	if w.own != nil {
		return wrapped(w.own, text, w.ownText)
	}
	for _, s := range w.summaries {
		text = strings.Replace(text, s.text, s.short, 1)
	}
	if w.code == "" {
		w.code = "error"
		if len(issues) > 0 {
			w.code = "invalid-argument"
		}
	}
	return &Problem{Code: w.code, Message: text, Hint: w.hint, Issues: issues}
}

// wrapped returns a copy of a problem that an error in a tree gave, the text
// that wrapped it before its message.
func wrapped(p *Problem, text, own string) *Problem {
	c := *p
	if before, ok := strings.CutSuffix(text, own); ok && own != "" {
		c.Message = before + p.Message
	}
	return &c
}

// errorText returns an error's text, also for one that panics, as a nil pointer
// in an error does.
func errorText(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("an error of type %T without a text", err)
		}
	}()
	return err.Error()
}

// A walker gathers what the errors of a tree tell.
type walker struct {
	seen       int
	own        *Problem // of the first error that speaks for itself
	ownText    string
	code, hint string
	// summaries are texts of many lines that issues tell better.
	summaries []summary
}

type summary struct{ text, short string }

// walk returns the issues of err and what it wraps.
func (w *walker) walk(err error, depth int) []Issue {
	if w.seen++; err == nil || w.own != nil || w.seen > maxErrors || depth > maxDepth {
		return nil
	}
	if p := ownProblem(err); p != nil {
		w.own, w.ownText = p, errorText(err)
		return nil
	}
	if issues, done := w.known(err, depth); done {
		return issues
	}
	if issues, short := foreign(err); len(issues) > 0 {
		w.summaries = append(w.summaries, summary{errorText(err), short})
		return issues
	}
	many, one := unwrap(err)
	if one != nil {
		return w.walk(one, depth+1)
	}
	listed := isList(err, many)
	var issues []Issue
	for _, e := range many {
		own := w.walk(e, depth+1)
		if len(own) == 0 && listed && w.own == nil && e != nil {
			own = []Issue{{Message: errorText(e)}}
		}
		issues = append(issues, own...)
	}
	return issues
}

// ownProblem asks an error for its problem.
func ownProblem(err error) (p *Problem) {
	e, ok := err.(interface{ Problem() *Problem })
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	return e.Problem()
}

func unwrap(err error) (many []error, one error) {
	defer func() {
		if recover() != nil {
			many, one = nil, nil
		}
	}()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return nil, e.Unwrap()
	case interface{ Unwrap() []error }:
		return e.Unwrap(), nil
	}
	return nil, nil
}

// isList reports whether an error is nothing but a list of others, as
// errors.Join makes; one that wraps two, as fmt.Errorf can, is not.
func isList(err error, many []error) bool {
	if len(many) < 2 {
		return false
	}
	text := errorText(err)
	for i, e := range many {
		if e == nil {
			return false
		}
		if i > 0 {
			if !strings.HasPrefix(text, "\n") {
				return false
			}
			text = text[1:]
		}
		own := errorText(e)
		if !strings.HasPrefix(text, own) {
			return false
		}
		text = text[len(own):]
	}
	return text == ""
}

// known reads errors of the standard library; done says that what they wrap
// tells no more.
func (w *walker) known(err error, depth int) (issues []Issue, done bool) {
	w.codeOf(err)
	switch e := err.(type) {
	case *json.SyntaxError:
		if e != nil {
			w.say("invalid-json", "The JSON is wrong at byte "+strconv.FormatInt(e.Offset, 10)+".")
		}
		return nil, true
	case *json.UnmarshalTypeError:
		if e == nil || e.Type == nil {
			return nil, true
		}
		w.say("invalid-argument", "")
		return []Issue{{Path: dotted(e.Field), Message: "expected " + e.Type.String() + ", received " + e.Value}}, true
	case *fs.PathError:
		if e == nil || e.Err == nil {
			return nil, true
		}
		w.codeOf(e.Err)
		return []Issue{{Path: Path(e.Path), Message: e.Op + ": " + errorText(e.Err)}}, true
	case *url.Error:
		if e == nil || e.Err == nil {
			return nil, true
		}
		defer w.say("request-failed", "") // unless what it wraps says more
		return w.walk(e.Err, depth+1), true
	}
	return nil, false
}

// say keeps the first code and hint.
func (w *walker) say(code, hint string) {
	if w.code == "" {
		w.code = code
	}
	if w.hint == "" {
		w.hint = hint
	}
}

// codeOf tells the code of errors that stand for a kind.
func (w *walker) codeOf(err error) {
	switch err {
	case context.Canceled:
		w.say("canceled", "")
	case context.DeadlineExceeded:
		w.say("timeout", "")
	case fs.ErrNotExist:
		w.say("not-found", "")
	case fs.ErrExist:
		w.say("already-exists", "")
	case fs.ErrPermission:
		w.say("permission-denied", "")
	}
	if e, ok := err.(interface{ Is(error) bool }); ok && w.code == "" {
		w.codeIs(e)
	}
}

// codeIs asks an error, such as a system call's number, what kind it is.
func (w *walker) codeIs(e interface{ Is(error) bool }) {
	defer func() { _ = recover() }()
	for _, k := range []struct {
		kind error
		code string
	}{{fs.ErrNotExist, "not-found"}, {fs.ErrExist, "already-exists"}, {fs.ErrPermission, "permission-denied"}, {context.DeadlineExceeded, "timeout"}} {
		if e.Is(k.kind) {
			w.say(k.code, "")
			return
		}
	}
}

// dotted makes a path of encoding/json's, whose names are joined by dots.
func dotted(field string) string {
	if field == "" {
		return ""
	}
	var segments []any
	for name := range strings.SplitSeq(field, ".") {
		segments = append(segments, name)
	}
	return Path(segments...)
}
