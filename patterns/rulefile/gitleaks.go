package rulefile

import (
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/expr"
	"github.com/redactbench/redactbench/patterns"
)

// The format of gitleaks 8 (config/config.go there), which betterleaks extends. What it means, where that is not
// what it says:
//
//   - The secret is the group secretGroup; without it, the first group that is not empty.
//   - A rule is looked at where one of its keywords is anywhere in the text. Here it is looked at where
//     literals of the expression are, for which keywords only stand in where it has none.
//   - Texts have no paths and no commits, so that nothing can be said by them.

// maxExtends is how deep files may extend each other; gitleaks allows 2.
const maxExtends = 2

// A gitRule is a rule as it is written, which a file that extends another can write in parts.
type gitRule struct {
	patterns.Rule
	line     int
	re       patterns.Regexp
	reLine   int
	keywords []string
	skip     string // why it is left out
	machine  *expr.Machine
}

// A gitFile is a configuration before its rules are made.
type gitFile struct {
	rules    []*gitRule
	global   []patterns.Exception
	disabled []string
}

func (f *gitFile) rule(id string) *gitRule {
	for _, r := range f.rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func (r *reader) gitleaks(root *table) {
	f := r.gitFile(root)
	r.rule = ""
	for _, g := range f.rules {
		r.gitAdd(g, f.global)
	}
}

func (r *reader) gitFile(root *table) *gitFile {
	f := &gitFile{}
	for _, name := range []string{"title", "description", "minVersion", "betterleaksMinVersion"} {
		r.text(root, name)
	}
	for _, t := range r.tables(root, "rules") {
		g := r.gitRule(t)
		if old := f.rule(g.ID); old != nil && g.ID != "" {
			r.rule = g.ID
			r.fault(g.line, "id stands twice: also in line %d", old.line)
			r.rule = ""
			continue
		}
		f.rules = append(f.rules, g)
	}
	lists := r.tables(root, "allowlists")
	if t := r.table(root, "allowlist"); t != nil {
		lists = append(lists, t)
	}
	targeted := map[string][]patterns.Exception{}
	lines := map[string]int{}
	for _, t := range lists {
		targets := r.texts(t, "targetRules")
		e, ok := r.allowlist(t)
		for _, id := range targets {
			lines[id] = t.lineOf("targetRules")
			if ok {
				targeted[id] = append(targeted[id], e)
			}
		}
		if ok && len(targets) == 0 {
			f.global = append(f.global, e)
		}
	}
	if t := r.table(root, "extend"); t != nil {
		r.extend(f, t)
	}
	for id, line := range lines {
		if g := f.rule(id); g != nil {
			g.re.Except = append(g.re.Except, targeted[id]...)
		} else if r.depth == 0 {
			r.fault(line, "targetRules names a rule that is not there")
		}
	}
	r.rest(root)
	return f
}

func (r *reader) gitRule(t *table) *gitRule {
	g := &gitRule{Rule: patterns.Rule{ID: r.text(t, "id")}, line: t.lineOf("id"), reLine: t.lineOf("regex")}
	r.rule = g.ID
	defer func() { r.rule = "" }()
	g.What = r.text(t, "description")
	g.re = patterns.Regexp{Expr: r.text(t, "regex"), Group: r.whole(t, "secretGroup"), MinEntropy: r.number(t, "entropy")}
	if g.re.Expr != "" {
		var err error
		if g.machine, err = expr.Compile(g.re.Expr); err != nil {
			r.fault(g.reLine, "%w", err)
		}
	}
	for _, k := range r.texts(t, "keywords") {
		if k != "" {
			g.keywords = append(g.keywords, strings.ToLower(k))
		}
	}
	r.texts(t, "tags")
	if r.text(t, "path") != "" {
		if g.re.Expr == "" {
			g.skip = "is about paths alone, which texts do not have; it is left out"
		} else {
			r.notice(t.lineOf("path"), "path is ignored, since texts have none: the rule looks at every text")
		}
	}
	if r.yes(t, "skipReport") {
		g.skip = "is only a part of other rules (skipReport); it is left out"
	}
	for _, sub := range r.tables(t, "required") {
		r.text(sub, "id")
		r.whole(sub, "withinLines")
		r.whole(sub, "withinColumns")
		r.rest(sub)
		r.notice(sub.line, "required is ignored: the rule masks also where the other one finds nothing")
	}
	for _, name := range []string{"tokenEfficiency", "filter", "prefilter", "validate"} {
		if v := t.get(name); v != nil {
			r.notice(v.line, name+" is ignored: nothing here computes it")
		}
	}
	lists := r.tables(t, "allowlists")
	if old := r.table(t, "allowlist"); old != nil {
		lists = append(lists, old)
	}
	for _, sub := range lists {
		if e, ok := r.allowlist(sub); ok {
			g.re.Except = append(g.re.Except, e)
		}
	}
	r.rest(t)
	return g
}

// allowlist reads an allowlist and reports whether something of it can be true of a text.
func (r *reader) allowlist(t *table) (patterns.Exception, bool) {
	r.text(t, "description")
	var e patterns.Exception
	switch strings.ToUpper(r.text(t, "condition")) {
	case "", "OR", "||":
	case "AND", "&&":
		e.Both = true
	default:
		r.fault(t.lineOf("condition"), "condition is neither AND nor OR")
	}
	e.Words, e.Exprs = r.texts(t, "stopwords"), r.exprs(t, "regexes")
	e.Target = patterns.Target(r.one(t, "regexTarget", "secret", "match", "line"))
	elsewhere := len(r.texts(t, "paths"))+len(r.texts(t, "commits"))+len(r.texts(t, "resources")) > 0
	r.rest(t)
	switch {
	case elsewhere && e.Both:
		r.notice(t.line, "an allowlist is ignored that demands a path or a commit, since texts have none")
		return e, false
	case elsewhere:
		r.notice(t.line, "paths and commits of an allowlist are ignored, since texts have none")
	case len(e.Words)+len(e.Exprs) == 0 && t.values["regexes"] == nil:
		r.fault(t.line, "an allowlist says nothing: it needs regexes, stopwords, paths or commits")
	}
	return e, len(e.Words)+len(e.Exprs) > 0
}

// extend adds the rules of another file.
func (r *reader) extend(f *gitFile, t *table) {
	path, useDefault := r.text(t, "path"), r.yes(t, "useDefault")
	f.disabled = r.texts(t, "disabledRules")
	if r.text(t, "url") != "" {
		r.notice(t.lineOf("url"), "extend.url is ignored, as gitleaks does")
	}
	r.rest(t)
	var data []byte
	line := t.lineOf("path")
	switch {
	case path != "" && useDefault:
		r.fault(line, "extend has both path and useDefault")
	case useDefault && r.opts.GitleaksDefault != nil:
		data, line = r.opts.GitleaksDefault, t.lineOf("useDefault")
	case useDefault:
		r.ownDefault(f, t)
	case path != "" && r.opts.Open == nil:
		r.fault(line, "extend.path cannot be followed here")
	case path != "":
		var err error
		if data, err = r.opts.Open(path); err != nil {
			r.fault(line, "extend.path cannot be read")
		}
	}
	if data == nil {
		return
	}
	if r.depth++; r.depth > maxExtends {
		r.fault(line, "extends more than %d files deep", maxExtends)
		return
	}
	defer func() { r.depth-- }()
	root, fault := parse(data)
	if fault != nil {
		r.fault(line, "the file that is extended %w", fault.Err)
		return
	}
	faults, notices := len(r.faults), len(r.file.Notices)
	base := r.gitFile(root)
	for _, x := range slices.Concat(r.faults[faults:], r.file.Notices[notices:]) {
		x.Line = line // in this file
	}
	f.merge(base)
	for _, id := range f.disabled {
		if base.rule(id) == nil {
			r.notice(t.lineOf("disabledRules"), "disabledRules names a rule that is not there")
		}
	}
}

// ownDefault lets the project's own rules stand in for gitleaks'.
func (r *reader) ownDefault(f *gitFile, t *table) {
	r.notice(t.lineOf("useDefault"), "extend.useDefault: the default rules here stand in the place of gitleaks'")
	rules := patterns.Default().Rules()
	for _, id := range f.disabled {
		if slices.ContainsFunc(rules, func(p patterns.Rule) bool { return p.ID == id }) {
			r.file.Without = append(r.file.Without, id)
		} else {
			r.notice(t.lineOf("disabledRules"), "disabledRules names a rule that is not there")
		}
	}
	kept := f.rules[:0]
	for _, g := range f.rules {
		if g.re.Expr == "" && g.skip == "" {
			r.rule = g.ID
			r.notice(g.line, "changes a rule of gitleaks' default configuration, which is not here; it is left out")
			r.rule = ""
			continue
		}
		kept = append(kept, g)
	}
	f.rules = kept
}

// merge adds the rules of base that are not disabled; of those that f has too, f's members count,
// where it has them, and both files' keywords and allowlists.
func (f *gitFile) merge(base *gitFile) {
	for _, b := range base.rules {
		if slices.Contains(f.disabled, b.ID) {
			continue
		}
		g := f.rule(b.ID)
		if g == nil {
			f.rules = append(f.rules, b)
			continue
		}
		if g.What == "" {
			g.What = b.What
		}
		if g.re.MinEntropy == 0 {
			g.re.MinEntropy = b.re.MinEntropy
		}
		if g.re.Group == 0 {
			g.re.Group = b.re.Group
		}
		if g.re.Expr == "" {
			g.re.Expr, g.machine, g.reLine = b.re.Expr, b.machine, g.line
			if g.re.Expr != "" {
				g.skip = b.skip
			}
		}
		g.keywords = slices.Concat(b.keywords, g.keywords)
		g.re.Except = slices.Concat(b.re.Except, g.re.Except)
	}
	f.global = append(f.global, base.global...)
}

// gitAdd makes a rule and adds it.
func (r *reader) gitAdd(g *gitRule, global []patterns.Exception) {
	r.rule = g.ID
	defer func() { r.rule = "" }()
	if g.skip != "" {
		r.notice(g.line, g.skip)
		return
	}
	if g.re.Expr == "" {
		r.fault(g.line, "has neither regex nor path")
		return
	}
	if g.machine == nil {
		return // a fault already
	}
	if g.re.Group >= g.machine.Groups() || g.re.Group < 0 {
		r.fault(g.line, "secretGroup is not one of the %d groups of regex", g.machine.Groups()-1)
	}
	if g.re.Group == 0 && g.machine.Groups() > 1 {
		g.re.Group = patterns.FirstGroup
	}
	derived := g.machine.Anchors().Shortest()
	_, held := g.machine.Holds(g.keywords)
	short := len(g.keywords) > 0
	for _, k := range g.keywords {
		short = short && len(k) > derived
	}
	switch {
	case derived == 0 && len(g.keywords) == 0:
		r.fault(g.reLine, "has no keywords, and an expression of which no literal is in every match")
	case derived == 0 || held && short:
		g.re.Anchors = g.keywords
		if !held {
			r.notice(g.reLine, "matches that hold none of its keywords are not found, although one stands elsewhere in the text")
		}
	case len(g.keywords) > 0 && !held:
		r.notice(g.reLine, "is looked for also in texts without its keywords")
	}
	g.re.Except = slices.Concat(global, g.re.Except)
	g.Matcher = g.re
	r.add(g.Rule, g.line)
}
