package engine

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// An expr is a compiled patterns.Regexp.
type expr struct {
	re    *regexp.Regexp
	group int
	lines bool // it can match a line end
}

// regexpWindow is how far around its anchor an expression is run, in bytes on
// each side.
const regexpWindow = 1 << 10

func (c *compiler) regexp(m patterns.Regexp, i int32) error {
	re, err := regexp.Compile(m.Expr)
	if err != nil {
		return errors.New("has an expression that RE2 refuses") // the parser's text quotes the input
	}
	if re.MatchString("") {
		return errors.New("has an expression that matches the empty text")
	}
	c.p.exprs = append(c.p.exprs, expr{re, max(0, re.SubexpIndex("secret")), crossesLines(m.Expr)})
	c.p.back = max(c.p.back, regexpWindow)
	return c.each(m.Anchors, false, act{kind: kindRegexp, rule: i, arg: int32(len(c.p.exprs) - 1)})
}

// crossesLines reports whether an expression can match a line end; also where it is unsure.
func crossesLines(expr string) bool {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return true
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return true
	}
	for i := range prog.Inst {
		in := &prog.Inst[i]
		switch in.Op {
		case syntax.InstRuneAny:
			return true
		case syntax.InstRune, syntax.InstRune1:
			if in.MatchRune('\n') {
				return true
			}
		}
	}
	return false
}

// regexp runs an expression in the window around its anchor. The match must hold
// the anchor.
func (f *finder) regexp(at int, a act) {
	x := &f.p.exprs[a.arg]
	low, high := max(0, at-regexpWindow), min(len(f.src), at+int(a.len)+regexpWindow)
	if x.lines || f.src[high-1] != '\n' {
		f.reach(high, low)
	}
	for i := low; i <= at; {
		// A copy: package regexp hands its input on, which would move every text
		// that is searched to the heap for the sake of rules that most sets lack.
		m := x.re.FindStringSubmatchIndex(strings.Clone(f.src[i:high]))
		if m == nil || i+m[0] > at {
			return
		}
		s, e := i+m[2*x.group], i+m[2*x.group+1]
		if i+m[1] >= at+int(a.len) && m[2*x.group] >= 0 {
			f.shaped(s, e, a.rule)
			return
		}
		i += max(m[1], 1)
	}
}
