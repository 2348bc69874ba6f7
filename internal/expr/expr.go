// Package expr runs regular expressions around places where they can match.
//
// It reads RE2's syntax by regexp/syntax and finds what package regexp finds, the
// leftmost match and of those the one that is preferred, but for a range of starts,
// with the text around them in view, and telling how far it looked. Package regexp can do
// none of this: a part of a text looks to it like a whole one, so that \b, ^ and $ match at
// its ends; it must be given a copy, or every text that is searched moves to the heap; and
// it cannot say whether more text would have changed the outcome, which a stream must know.
// The price is that of the plain simulation, some 10 ns a byte and thread, where package
// regexp takes a third of that; a look ends when its threads die, mostly within a few bytes.
package expr

import (
	"errors"
	"fmt"
	"math"
	"regexp/syntax"
	"strconv"
	"unicode/utf8"
)

// MaxInsts is how many instructions the program of an expression may have: each is tried at
// most once a byte. The largest of public rule sets has 1,700.
const MaxInsts = 4096

// Inf is a length without bound. Sums of two fit the ints of 32-bit machines.
const Inf = 1 << 29

// A Machine is a compiled expression. It is immutable.
type Machine struct {
	insts  []inst
	start  uint32
	groups int // with the whole match, 0
	names  []string

	// lead is what a lazy run at the start of the expression is made of, which is left out of
	// the program: it cannot change where else the match is, only its start.
	lead    *inst
	leadMax int

	// first holds the ASCII bytes that a match can begin with; any others all can.
	first [2]uint64

	shape shape
}

// An inst is an instruction of syntax.Prog with its ASCII characters as a set.
type inst struct {
	op    syntax.InstOp
	out   uint32
	arg   uint32
	ascii [2]uint64
	rune  *syntax.Inst // for characters beyond ASCII
}

func (in *inst) matches(r rune) bool {
	if r < utf8.RuneSelf {
		return in.ascii[r>>6&1]&(1<<(r&63)) != 0
	}
	switch in.op {
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return in.rune.MatchRune(r)
}

// Errors of Compile. None quotes the expression.
var (
	ErrSyntax  = errors.New("has an expression that RE2 refuses")
	ErrEmpty   = errors.New("has an expression that matches the empty text")
	ErrComplex = errors.New("has an expression of more than " + strconv.Itoa(MaxInsts) + " instructions; repeat less")
)

// Compile compiles an expression. The error is one of those above, or joins to it what the
// parser says of the fault without the text that is wrong.
func Compile(text string) (*Machine, error) {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) {
			return nil, fmt.Errorf("%w: %s", ErrSyntax, se.Code)
		}
		return nil, ErrSyntax
	}
	m := &Machine{groups: re.MaxCap() + 1, names: re.CapNames()}
	stripped := m.strip(re)
	prog, err := syntax.Compile(stripped.Simplify())
	if err != nil {
		return nil, ErrSyntax
	}
	if len(prog.Inst) > MaxInsts {
		return nil, ErrComplex
	}
	m.start = uint32(prog.Start)
	m.insts = make([]inst, len(prog.Inst))
	for i := range prog.Inst {
		m.insts[i] = compileInst(&prog.Inst[i])
	}
	m.shape = shapeOf(stripped)
	m.shape.max = min(m.shape.max, Inf)
	m.firsts(m.start, make([]bool, len(m.insts)))
	return m, nil
}

func compileInst(in *syntax.Inst) inst {
	c := inst{op: in.Op, out: in.Out, arg: in.Arg}
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		kept := *in
		c.rune = &kept
		for r := range rune(utf8.RuneSelf) {
			if runeMatches(in, r) {
				c.ascii[r>>6] |= 1 << (r & 63)
			}
		}
	}
	return c
}

func runeMatches(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return in.MatchRune(r)
}

// strip takes a lazy run of one kind of character off the start of an expression. A match of
// the rest begins as far left with it as without: the first of the rest's matches that a run
// reaches is the leftmost one.
func (m *Machine) strip(re *syntax.Regexp) *syntax.Regexp {
	if re.Op != syntax.OpConcat || len(re.Sub) < 2 {
		return re
	}
	lead := re.Sub[0]
	lazy := lead.Flags&syntax.NonGreedy != 0
	switch {
	case lazy && lead.Op == syntax.OpStar:
		m.leadMax = Inf
	case lazy && lead.Op == syntax.OpRepeat && lead.Min == 0:
		if m.leadMax = lead.Max; lead.Max < 0 {
			m.leadMax = Inf
		}
	default:
		return re
	}
	prog, err := syntax.Compile(lead.Sub[0].Simplify())
	if err != nil {
		return re
	}
	first := &prog.Inst[prog.Start]
	switch first.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		if prog.Inst[first.Out].Op != syntax.InstMatch {
			return re
		}
	default:
		return re
	}
	in := compileInst(first)
	m.lead = &in
	rest := *re
	rest.Sub = re.Sub[1:]
	return &rest
}

// firsts gathers what a match can begin with.
func (m *Machine) firsts(pc uint32, seen []bool) {
	if seen[pc] {
		return
	}
	seen[pc] = true
	in := &m.insts[pc]
	switch in.op {
	case syntax.InstAlt, syntax.InstAltMatch:
		m.firsts(in.out, seen)
		m.firsts(in.arg, seen)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		m.firsts(in.out, seen)
	case syntax.InstMatch:
		m.first = [2]uint64{math.MaxUint64, math.MaxUint64}
	case syntax.InstFail:
	default:
		m.first[0] |= in.ascii[0]
		m.first[1] |= in.ascii[1]
	}
}

// Group returns the number of the group of that name, or -1.
func (m *Machine) Group(name string) int {
	for i, n := range m.names {
		if n == name {
			return i
		}
	}
	return -1
}

// Groups returns the number of groups, the whole match, 0, included.
func (m *Machine) Groups() int { return m.groups }

// Empty reports whether the expression matches the empty text, somewhere.
func (m *Machine) Empty() bool { return m.shape.min == 0 }

// Max returns the length of the longest match in bytes, Inf if there is none. What
// Lead takes is not part of it.
func (m *Machine) Max() int { return m.shape.max }

// Lines reports whether a match can hold a line end.
func (m *Machine) Lines() bool { return m.shape.lines }
