package jsonrpc

import (
	"slices"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/internal/field"
	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/lexicon"
)

// What validators call the parts of an issue: zod, ajv, pydantic, the
// validators of Go and those that take after them.
var (
	pathNames    = []string{"path", "instancePath", "dataPath", "loc", "field", "pointer", "property"}
	messageNames = []string{"message", "msg", "description", "detail", "title"}
	// echoNames hold what the path leads to, whatever it is.
	echoNames = []string{"received", "input", "value", "actual", "got", "given", "provided", "rejectedValue"}
	// wantNames hold what should be there: a secret's own value for a literal,
	// more often the name of a type.
	wantNames = []string{"expected", "literal", "argument", "default"}
	// fixedNames hold words of the validator's, which no other field's secret
	// is looked for in.
	fixedNames = append([]string{"code", "type", "validation", "keyword", "kind", "rule", "schemaPath"}, pathNames...)
)

// standIn is masked under any secret's name.
const standIn = "q7Zt4vXw9Rk2LmPb"

// maxSecrets bounds how many secrets of an issue are looked for in its other
// fields, so that a hostile issue costs no more than that many searches.
const maxSecrets = 64

// A masking is a document on its way to its edits.
type masking struct {
	document
	r     *engine.Redactor
	outer bool // strings that hold JSON are documents of their own
	plans []plan
	found []secret // of the issues
}

// A plan is what becomes of one string or scalar.
type plan struct {
	text  string // what a string stands for; a scalar as it is
	edits []edit // of text
	fixed bool   // no other field's secret is looked for in it
	other bool   // nor another issue's
}

// mask returns the edits that mask a JSON document, and the secrets of the
// issues in it, or an error where it is none or nests too deep.
func mask(r *engine.Redactor, doc string, outer bool) ([]edit, []secret, error) {
	masked, err := r.AppendJSON(nil, []byte(doc))
	if err != nil {
		return nil, nil, err
	}
	d := document{text: doc}
	ok, mok := true, true
	m := document{text: string(masked)}
	d.nodes, ok = parse(d.text)
	m.nodes, mok = parse(m.text)
	if !ok || !mok || len(d.nodes) != len(m.nodes) {
		return nil, nil, errNotJSON
	}
	k := masking{document: d, r: r, outer: outer, plans: make([]plan, len(d.nodes))}
	k.compare(&m)
	k.issues(0)
	k.rest()
	return k.edits(), k.found, nil
}

// compare plans what the engine changed.
func (k *masking) compare(m *document) {
	for i, n := range k.nodes {
		p := &k.plans[i]
		switch n.kind {
		case '"', 'k':
			p.text = k.string(i)
			p.edits = diff(p.text, m.string(i))
			if k.outer && n.kind == '"' {
				k.inner(p)
			}
		case 's':
			if p.text = k.raw(i); m.raw(i) != p.text {
				p.edits = []edit{{0, len(p.text), m.raw(i)}}
			}
		}
	}
}

// inner plans a string that is a JSON document, or ends with one.
func (k *masking) inner(p *plan) {
	lead, ok := lead(p.text)
	if !ok {
		return
	}
	var edits, inside []edit
	for _, e := range p.edits {
		switch {
		case e.end <= lead:
			edits = append(edits, e)
		case e.start < lead || e.start == lead && e.end == len(p.text):
			// The whole is a secret's value, or a key stands before it.
			return
		default:
			inside = append(inside, edit{e.start - lead, e.end - lead, e.text})
		}
	}
	text := p.text[lead:]
	within, found, err := mask(k.r, text, false)
	if err != nil {
		return
	}
	k.found = gather(k.found, found...)
	for _, s := range found {
		edits = occurrences(edits, p.text[:lead], s)
	}
	edits = merge(edits)
	for _, e := range merge(append(within, withinStrings(text, inside)...)) {
		edits = append(edits, edit{e.start + lead, e.end + lead, e.text})
	}
	p.edits, p.other = edits, true
}

// withinStrings returns those edits of a JSON document that change the inside
// of one string only, so that it stays one. As a text it tells what its values
// each by itself do not: that "-u" stands before "name:password".
func withinStrings(doc string, edits []edit) (kept []edit) {
	if len(edits) == 0 {
		return nil
	}
	nodes, _ := parse(doc)
	i := 0
	for _, e := range edits {
		for i < len(nodes) && (nodes[i].kind == '{' || nodes[i].kind == '[' || nodes[i].end <= e.start) {
			i++
		}
		if i < len(nodes) && nodes[i].kind == '"' && nodes[i].start < e.start && e.end < nodes[i].end &&
			whole(doc[nodes[i].start+1:e.start]) && whole(doc[e.start:e.end]) && !strings.ContainsAny(e.text, "\"\\") {
			kept = append(kept, e)
		}
	}
	return kept
}

// whole reports whether a piece of a JSON string ends with no escape cut in two.
func whole(s string) bool {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			i++
			continue
		}
		n := 2
		if i+1 < len(s) && s[i+1] == 'u' {
			n = 6
		}
		if i += n; i > len(s) {
			return false
		}
	}
	return true
}

// lead returns how much text stands before the JSON array or object that s
// ends with: servers write the list behind a sentence. The few places tried
// bound the cost.
func lead(s string) (int, bool) {
	end := strings.TrimRight(s, " \t\r\n")
	if end == "" || end[len(end)-1] != ']' && end[len(end)-1] != '}' {
		return 0, false
	}
	at := 0
	for range 4 {
		i := strings.IndexAny(s[at:], "[{")
		if i < 0 {
			return 0, false
		}
		at += i
		if nodes, ok := parse(s[at:]); ok && len(nodes) > 1 {
			return at, true
		}
		at++
	}
	return 0, false
}

// issues looks for issues from node i on and masks what is known of their
// fields together.
func (k *masking) issues(i int) {
	for i < len(k.nodes) {
		if k.nodes[i].kind == '{' && k.member(i, pathNames...) >= 0 {
			k.issue(i)
			i = k.nodes[i].next // with the issues in it
			continue
		}
		i++
	}
}

// issue masks an issue and those in it.
func (k *masking) issue(at int) {
	for i := at; i < k.nodes[at].next; i++ {
		if k.nodes[i].kind == '{' {
			k.fields(i)
		}
	}
	var found []secret
	for i := at; i < k.nodes[at].next && len(found) < maxSecrets; i++ {
		if k.nodes[i].kind != 'k' {
			found = k.plans[i].secrets(found)
		}
	}
	about := k.lastName(k.member(at, pathNames...)) == "" // the whole, as a sentence before the list is
	for i := at; i < k.nodes[at].next; i++ {
		if k.nodes[i].kind == '"' {
			k.plans[i].hide(found)
			k.plans[i].other = !about
		}
	}
	k.found = gather(k.found, found...)
}

// rest masks the issues' secrets in what tells of all of them.
func (k *masking) rest() {
	if len(k.found) == 0 {
		return
	}
	for i := range k.plans {
		if p := &k.plans[i]; k.nodes[i].kind == '"' && !p.other {
			p.hide(k.found)
		}
	}
}

// hide masks secrets that were found elsewhere.
func (p *plan) hide(found []secret) {
	if p.fixed {
		return
	}
	n := len(p.edits)
	for _, s := range found {
		p.edits = occurrences(p.edits, p.text, s)
	}
	if len(p.edits) > n {
		p.edits = merge(p.edits)
	}
}

// secrets appends what the plan masks.
func (p *plan) secrets(found []secret) []secret {
	for _, e := range p.edits {
		found = gather(found, secret{p.text[e.start:e.end], strings.Trim(e.text, `"`)})
	}
	return found
}

// gather adds secrets that found does not have, up to maxSecrets.
func gather(found []secret, more ...secret) []secret {
	for _, s := range more {
		if s.text != "" && len(found) < maxSecrets && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return found
}

// fields masks the fields of the object at node i that its path tells about.
func (k *masking) fields(i int) {
	k.members(i, func(name string, value int) {
		if is(name, fixedNames) {
			for c := value; c < k.nodes[value].next; c++ {
				k.plans[c].fixed = true
			}
		}
	})
	name := k.lastName(k.member(i, pathNames...))
	if name == "" || !k.r.SecretKey(name) {
		return
	}
	k.members(i, func(member string, value int) {
		switch p := &k.plans[value]; {
		case is(member, messageNames) && k.nodes[value].kind == '"':
			echoed := field.AppendIssue(nil, k.r, envelope.Path(name), p.text, unlimited)
			p.edits = diff(p.text, string(echoed))
		case is(member, echoNames):
			k.values(value, name, true)
		case is(member, wantNames):
			k.values(value, name, false)
		}
	})
}

// unlimited is more than any text takes, in bytes.
const unlimited = 1 << 30

// values masks node i as a value of name, and the elements of an array. sure
// says that it is one, even if it reads as a sentence.
func (k *masking) values(i int, name string, sure bool) {
	switch p := &k.plans[i]; k.nodes[i].kind {
	case '[':
		for _, e := range k.elements(i) {
			k.values(e, name, sure)
		}
	case '"':
		if lexicon.IsType(p.text) {
			return
		}
		masked := string(k.r.AppendValue(nil, name, p.text))
		if sure && masked == p.text && strings.Contains(p.text, " ") {
			masked = string(k.r.AppendValue(nil, name, standIn))
		}
		p.edits = merge(append(p.edits, diff(p.text, masked)...))
	case 's':
		if masked, ok := valueOf(k.r, name, p.text); ok && masked != p.text {
			p.edits = []edit{{0, len(p.text), masked}}
		}
	}
}

// valueOf returns what the engine makes of a scalar under a name.
func valueOf(r *engine.Redactor, name, scalar string) (string, bool) {
	quoted := `"` + string(jsontext.Append(nil, name)) + `"`
	empty, err := r.AppendJSON(nil, []byte("{"+quoted+":null}"))
	if err != nil {
		return "", false
	}
	full, err := r.AppendJSON(nil, []byte("{"+quoted+":"+scalar+"}"))
	at := len(empty) - len("null}")
	if err != nil || len(full) <= at {
		return "", false
	}
	return string(full[at : len(full)-1]), true
}

// lastName returns the last name of a path: of an array of segments, a JSON
// pointer, or a text with dots and brackets.
func (k *masking) lastName(path int) string {
	if path < 0 {
		return ""
	}
	segments := []string{}
	switch k.nodes[path].kind {
	case '[':
		for _, e := range k.elements(path) {
			if k.nodes[e].kind == '"' {
				segments = append(segments, k.plans[e].text)
			}
		}
	case '"':
		text := k.plans[path].text
		if strings.HasPrefix(text, "/") {
			segments = strings.Split(text, "/")
			break
		}
		for _, s := range envelope.SplitPath(text) {
			if name, ok := s.(string); ok {
				segments = append(segments, name)
			}
		}
	}
	for _, s := range slices.Backward(segments) {
		if strings.Trim(s, "0123456789") != "" {
			return s
		}
	}
	return ""
}

func is(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// edits returns all edits of the document.
func (k *masking) edits() []edit {
	var out []edit
	for i, n := range k.nodes {
		p := &k.plans[i]
		switch {
		case len(p.edits) == 0:
		case n.kind == 's':
			out = append(out, edit{n.start, n.end, p.edits[0].text})
		default:
			raw := k.raw(i)
			out = append(out, lift(p.edits, raw[1:len(raw)-1], n.start+1)...)
		}
	}
	return out
}
