package jsonrpc

import (
	"errors"
	"strings"

	"github.com/redactbench/redactbench/engine"
)

// A Filter masks the responses of any server as they pass, on their own bytes.
// The zero Filter masks errors with the zero Redactor and cuts nothing. It is
// safe for concurrent use once its fields are set.
type Filter struct {
	// Redactor says what is masked; nil is the zero Redactor.
	Redactor *engine.Redactor

	// Max is how many bytes a response may have; 0 for any number. The id and
	// what else must stay can be more, which Append then reports.
	Max int

	// Results also masks the results of calls that succeeded. A tool result
	// with isError is an error in any case.
	Results bool
}

var (
	errNotJSON   = errors.New("jsonrpc: not JSON, or nested too deep: masked as text")
	errNoMessage = errors.New("jsonrpc: JSON, but no JSON-RPC message: masked as JSON")
	// ErrTooLarge is returned beside a response whose parts that must stay
	// are more than Filter.Max.
	ErrTooLarge = errors.New("jsonrpc: what must stay of the response is over Filter.Max")
)

// Append appends a JSON-RPC message, or a batch of them, with the secrets of
// its errors masked, and returns the extended slice. Requests, notifications,
// ids, codes and successful results pass byte for byte.
//
// An error's message, its data and the texts of a tool result may hold JSON
// themselves, as a validator's list of issues does, also behind a sentence:
// what is masked inside is written so that both levels still parse. A value is judged with
// the last name of its issue's path, and what is masked in one field of an
// issue - or of one nested in it - is masked where it occurs in the others, and
// in what is about all issues: the sentence before a list, an issue without a
// path. That holds for the first 64 secrets of an issue and of a list, those
// under 6 bytes only as a word and those under 4 only in quotes.
//
// Of a response of up to Max bytes only what is masked differs. In a longer
// one, issues are left out from the end and counted in error.data.omittedIssues,
// or by a last issue where data is no object and in a tool result. A text that
// is no list is cut and ends with …; JSON that holds no list is … as a whole. If that is not
// enough, data and structuredContent are left out. A batch is bounded response
// by response.
//
// What is no JSON is masked as text and what is no message as JSON, and
// appended all the same, with an error.
// Append allocates in proportion to the response.
func (f *Filter) Append(dst, src []byte) ([]byte, error) {
	d := document{text: string(src)}
	var ok bool
	if d.nodes, ok = parse(d.text); !ok {
		return f.Redactor.AppendBytes(dst, src), errNotJSON
	}
	responses := []int{0}
	if d.nodes[0].kind == '[' {
		responses = d.elements(0)
	}
	at := 0
	var errs error
	for _, i := range responses {
		n := d.nodes[i]
		dst = append(dst, d.text[at:n.start]...)
		out, err := f.response(&d, i)
		dst = append(dst, out...)
		errs = errors.Join(errs, err)
		at = n.end
	}
	return append(dst, d.text[at:]...), errs
}

// response returns the response at node i masked and within f.Max.
func (f *Filter) response(d *document, i int) (string, error) {
	r, raw := f.Redactor, d.raw(i)
	if d.member(i, "method", "result", "error") < 0 {
		return string(masked(r, raw)), errNoMessage
	}
	base := d.nodes[i].start
	var edits []edit
	touched := false
	var failed error
	d.members(i, func(name string, value int) {
		if !f.touches(d, name, value) {
			return
		}
		touched = true
		at := d.nodes[value].start - base
		within, _, err := mask(r, d.raw(value), true)
		if err != nil {
			failed = err
		}
		for _, e := range within {
			edits = append(edits, edit{e.start + at, e.end + at, e.text})
		}
	})
	if failed != nil {
		// The nodes were parsed, so only the depth is left to be over.
		return string(r.Append(nil, raw)), errNotJSON
	}
	if !touched {
		return raw, nil
	}
	out := string(apply(nil, raw, edits))
	if f.Max <= 0 || len(out) <= f.Max {
		return out, nil
	}
	return fit(r, raw, out, f.Max)
}

// masked returns a JSON document masked as one.
func masked(r *engine.Redactor, doc string) []byte {
	out, _ := r.AppendJSON(nil, []byte(doc)) // masked in any case
	return out
}

// touches reports whether a member of a response is masked.
func (f *Filter) touches(d *document, name string, value int) bool {
	switch {
	case strings.EqualFold(name, "error"):
		return d.raw(value) != "null"
	case !strings.EqualFold(name, "result"):
		return false
	case f.Results:
		return true
	}
	failed := false
	d.members(value, func(name string, v int) {
		failed = failed || strings.EqualFold(name, "isError") && d.raw(v) == "true"
	})
	return failed
}
