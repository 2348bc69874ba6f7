// Package object encodes one problem in two ways that give the same bytes: with cora,
// which masks its secrets and holds it to a budget, and with encoding/json, which does neither.
package object

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/cora"
)

// Problem returns a problem with 3 actions and 20 issues whose object has 3.4 kB. It
// holds no secret, so that both ways give the same bytes.
func Problem() *envelope.Problem {
	p := &envelope.Problem{
		Code:    "mcp.invalid-argument",
		Message: `The manifest "deploy/production/web.yaml" does not hold to the schema of version 3.`,
		Hint:    "Correct the fields that are listed, then validate the manifest before you deploy it again.",
		DocsURL: "https://docs.example.com/reference/errors#mcp.invalid-argument",
		Actions: []envelope.Action{
			envelope.Run("deployctl validate --strict deploy/production/web.yaml"),
			envelope.Open("https://docs.example.com/manifests/v3#containers"),
			envelope.Edit("deploy/production/web.yaml"),
		},
	}
	for i := range 20 {
		path := envelope.Path("spec", "env", i, "value")
		p.Issues = append(p.Issues, envelope.Issue{
			Path:    path,
			Message: fmt.Sprintf("want a \"string\" of at most %d bytes", 32+8*i),
		})
	}
	return p
}

// Cora returns a function that encodes the problem into a slice with room, and
// returns the object.
func Cora(p *envelope.Problem) (func() []byte, error) {
	r, err := cora.New(nil, budget.Limits{})
	if err != nil {
		return nil, err
	}
	var dst []byte
	return func() []byte {
		dst = r.Append(dst[:0], p)
		return dst
	}, nil
}

// object is the format as a struct.
type object struct {
	Format      string   `json:"format"`
	Version     int      `json:"version"`
	Code        string   `json:"code"`
	Message     string   `json:"message"`
	Hint        string   `json:"hint"`
	DocsURL     string   `json:"docsUrl"`
	NextActions []action `json:"nextActions"`
	Issues      []issue  `json:"issues,omitempty"`
}

type action struct {
	Kind    string `json:"kind"`
	Command string `json:"command,omitempty"`
	URL     string `json:"url,omitempty"`
	File    string `json:"file,omitempty"`
}

type issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Encoder returns a function that encodes, with encoding/json into a buffer with
// room, the struct that the object given was decoded to.
func Encoder(encoded []byte) (func() []byte, error) {
	var o object
	if err := json.Unmarshal(encoded, &o); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	return func() []byte {
		b.Reset()
		if err := e.Encode(&o); err != nil {
			return nil
		}
		return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}, nil
}
