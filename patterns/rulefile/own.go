package rulefile

import (
	"strings"

	"github.com/redactbench/redactbench/internal/expr"
	"github.com/redactbench/redactbench/patterns"
)

// own reads the project's own format.
func (r *reader) own(root *table) {
	r.file.Without = r.texts(root, "without")
	rules := r.tables(root, "rule")
	if len(rules) == 0 && len(r.faults) == 0 {
		r.fault(1, "has no [[rule]]")
	}
	for _, t := range rules {
		r.ownRule(t)
	}
	r.rest(root)
}

func (r *reader) ownRule(t *table) {
	rule := patterns.Rule{ID: r.text(t, "id")}
	r.rule = rule.ID
	defer func() { r.rule = "" }()
	rule.What = r.text(t, "description")
	rule.Match, rule.NoMatch = r.texts(t, "match"), r.texts(t, "no_match")
	kinds := []struct {
		name string
		read func(*table) patterns.Matcher
	}{{"token", r.token}, {"key", r.key}, {"param", r.param}, {"regexp", r.regexp}, {"block", r.block}}
	for _, k := range kinds {
		sub := r.table(t, k.name)
		if sub == nil {
			continue
		}
		if rule.Matcher != nil {
			r.fault(sub.line, "has more than one of token, key, param, regexp, block")
		}
		rule.Matcher = k.read(sub)
		r.rest(sub)
	}
	if rule.Matcher == nil {
		r.fault(t.line, "has none of token, key, param, regexp, block")
	}
	if strings.ToLower(rule.ID) != rule.ID {
		r.fault(t.lineOf("id"), "id is not in lower case")
	}
	r.rest(t)
	r.add(rule, t.lineOf("id"))
}

func (r *reader) token(t *table) patterns.Matcher {
	m := patterns.Token{
		Prefixes: r.texts(t, "prefixes"), Shape: r.text(t, "shape"), Before: r.text(t, "before"),
		Boundary: r.yes(t, "boundary"), KeepPrefix: r.yes(t, "keep_prefix"), Fold: r.yes(t, "fold"),
	}
	if len(m.Prefixes) == 0 {
		r.fault(t.lineOf("prefixes"), "prefixes are missing")
	}
	for _, name := range []string{"shape", "before"} {
		if _, err := patterns.ParseShape(r.text(t, name)); err != nil {
			r.fault(t.lineOf(name), "%s: %w", name, err)
		}
	}
	return m
}

func (r *reader) key(t *table) patterns.Matcher {
	m := patterns.Key{Names: r.texts(t, "names"), Word: r.yes(t, "word"), NotAfter: r.texts(t, "not_after")}
	m.Strength = [...]patterns.Strength{patterns.Strong, patterns.Weak, patterns.Human}[r.one(t, "strength", "strong", "weak", "human")]
	if len(m.Names) == 0 {
		r.fault(t.lineOf("names"), "names are missing")
	}
	return m
}

func (r *reader) param(t *table) patterns.Matcher {
	m := patterns.Param{Names: r.texts(t, "names"), Opaque: r.yes(t, "opaque")}
	if len(m.Names) == 0 {
		r.fault(t.lineOf("names"), "names are missing")
	}
	return m
}

func (r *reader) block(t *table) patterns.Matcher {
	m := patterns.Block{Begin: r.text(t, "begin"), End: r.text(t, "end"), Labels: r.texts(t, "labels")}
	if m.Begin == "" || m.End == "" {
		r.fault(t.line, "begin or end is missing")
	}
	return m
}

func (r *reader) regexp(t *table) patterns.Matcher {
	m := patterns.Regexp{Expr: r.text(t, "expr"), Anchors: r.texts(t, "anchors"), Group: r.whole(t, "group"), MinEntropy: r.number(t, "min_entropy")}
	if m.Expr == "" {
		r.fault(t.line, "expr is missing")
	} else if _, err := expr.Compile(m.Expr); err != nil {
		r.fault(t.lineOf("expr"), "%w", err)
	}
	for _, sub := range r.tables(t, "except") {
		e := patterns.Exception{Words: r.texts(sub, "words"), Exprs: r.exprs(sub, "exprs"), Both: r.yes(sub, "both")}
		e.Target = patterns.Target(r.one(sub, "target", "secret", "match", "line"))
		if len(e.Words) == 0 && len(e.Exprs) == 0 {
			r.fault(sub.line, "except has neither words nor exprs")
		}
		r.rest(sub)
		m.Except = append(m.Except, e)
	}
	return m
}

// exprs returns the expressions of a list, each of which must be one.
func (r *reader) exprs(t *table, name string) (out []string) {
	for i, v := range r.items(t, name) {
		text := v.data.(string)
		if _, err := expr.Compile(text); err != nil {
			r.fault(v.line, "%s[%d] %w", name, i, err)
			continue
		}
		out = append(out, text)
	}
	return out
}
