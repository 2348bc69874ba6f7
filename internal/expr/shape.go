package expr

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A shape is what is known of all matches of an expression.
type shape struct {
	min, max int // lengths in bytes; Inf without bound
	lines    bool
	// exact are all the texts it can match; nil where there are too many.
	exact []Literal
	// heads are what every match begins with, one of them; nil where that is not known. The
	// parser takes common prefixes out of alternatives, which only these put together again.
	heads []Literal
	// best are literals of which every match holds one.
	best Anchors
	sub  []shape // of a concatenation or alternative
	op   syntax.Op
}

// A Literal is a part of a match.
type Literal struct {
	Text string
	// Fold says that its ASCII letters, here small, match in either case.
	Fold bool
}

// Anchors are literals of which every match holds one.
type Anchors struct {
	List []Literal
	// Before is the most bytes of a match that precede the first of them, Inf without bound; Lines that
	// there may be a line end among those.
	Before int
	Lines  bool
}

const (
	// maxExact bounds how many texts an expression is spelled out in, and how long: a few
	// dozen names by alternatives, as rules have them.
	maxExact = 64
	// maxLiteral is the length of the longest literal, in bytes.
	maxLiteral = 64
)

// Anchors returns the best literals to look for, none where the expression has none.
func (m *Machine) Anchors() Anchors { return m.shape.best }

func add(a, b int) int { return min(a+b, Inf) }

func times(a, n int) int {
	if a == 0 || n == 0 {
		return 0
	}
	if a >= Inf || n < 0 || n > Inf/a {
		return Inf
	}
	return a * n
}

func shapeOf(re *syntax.Regexp) shape {
	s := shape{op: re.Op}
	switch re.Op {
	case syntax.OpNoMatch:
		s.exact = []Literal{}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		s.exact = []Literal{{}}
	case syntax.OpLiteral:
		s.literal(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		s.class(re.Rune)
	case syntax.OpAnyChar:
		s.min, s.max, s.lines = 1, utf8.UTFMax, true
	case syntax.OpAnyCharNotNL:
		s.min, s.max = 1, utf8.UTFMax
	case syntax.OpCapture:
		return shapeOf(re.Sub[0])
	case syntax.OpStar:
		s.repeat(shapeOf(re.Sub[0]), 0, -1)
	case syntax.OpPlus:
		s.repeat(shapeOf(re.Sub[0]), 1, -1)
	case syntax.OpQuest:
		s.repeat(shapeOf(re.Sub[0]), 0, 1)
	case syntax.OpRepeat:
		s.repeat(shapeOf(re.Sub[0]), re.Min, re.Max)
	case syntax.OpConcat:
		s.concat(re.Sub)
	case syntax.OpAlternate:
		s.alternate(re.Sub)
	}
	if s.exact != nil {
		s.heads = s.exact
	}
	s.best = better(s.best, anchorsOf(s.heads, 0, false))
	return s
}

func (s *shape) literal(runes []rune, fold bool) {
	text := string(runes)
	s.min, s.max, s.lines = len(text), len(text), strings.Contains(text, "\n")
	letters := false
	for _, r := range runes {
		if r == utf8.RuneError {
			s.min = len(runes) // ill-formed bytes count as it
			return
		}
		if !fold || unicode.SimpleFold(r) == r {
			continue
		}
		if r >= utf8.RuneSelf {
			s.min, s.max = len(runes), utf8.UTFMax*len(runes) // its other cases may have other lengths
			return
		}
		letters = true
		if low := unicode.ToLower(r); low == 'k' || low == 's' {
			s.max += utf8.UTFMax - 1
		}
	}
	if letters {
		text = strings.ToLower(text)
	}
	s.exact = []Literal{{text, letters}}
}

func (s *shape) class(ranges []rune) {
	s.min, s.max = utf8.UTFMax, 0
	var all []Literal
	illFormed := false
	for i := 0; i < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		s.min, s.max = min(s.min, runeLen(low)), max(s.max, runeLen(high))
		illFormed = illFormed || low <= utf8.RuneError && utf8.RuneError <= high
		s.lines = s.lines || low <= '\n' && '\n' <= high
		for r := low; r <= high && len(all) <= 8; r++ {
			all = append(all, Literal{Text: string(r)})
		}
	}
	if illFormed {
		s.min = 1 // an ill-formed byte counts as U+FFFD
		return
	}
	if len(all) == 0 || len(all) > 8 {
		return
	}
	s.exact = fewer(all)
}

func runeLen(r rune) int {
	if n := utf8.RuneLen(r); n > 0 {
		return n
	}
	return 3 // surrogates, which no text holds
}

// fewer joins literals that differ in case alone where both cases are there.
func fewer(all []Literal) []Literal {
	var out []Literal
	for _, l := range all {
		if low := strings.ToLower(l.Text); low != l.Text && len(l.Text) == 1 && slices.Contains(all, Literal{Text: low}) {
			continue
		}
		if up := strings.ToUpper(l.Text); up != l.Text && len(l.Text) == 1 && slices.Contains(all, Literal{Text: up}) {
			l.Fold = true
		}
		out = append(out, l)
	}
	return out
}

func (s *shape) repeat(sub shape, low, high int) {
	s.min, s.max, s.lines = times(sub.min, low), times(sub.max, high), sub.lines
	switch {
	case low == 0 && high == 1 && sub.exact != nil:
		s.exact = append(slices.Clone(sub.exact), Literal{})
	case low == high && sub.exact != nil:
		s.exact = []Literal{{}}
		for range low {
			if s.exact = cross(s.exact, sub.exact); s.exact == nil {
				break
			}
		}
	}
	if low > 0 {
		s.sub, s.heads = []shape{sub}, sub.heads
		if s.exact == nil {
			s.best = sub.best
		}
	}
}

// cross returns every text of a before every text of b, nil for too many.
func cross(a, b []Literal) []Literal {
	if len(a)*len(b) > maxExact {
		return nil
	}
	out := make([]Literal, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			l := Literal{x.Text + y.Text, x.Fold || y.Fold}
			if len(l.Text) > maxLiteral {
				return nil
			}
			if l.Fold {
				l.Text = lower(l.Text)
			}
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// runs calls yield with each longest stretch of neighbours that can be spelled out, the bytes
// before it, and whether there may be a line end among those.
func runs(subs []shape, yield func(run []Literal, before int, lines bool)) {
	before, lines := 0, false
	var run []Literal
	at, atLines := 0, false
	flush := func() {
		if run != nil {
			yield(run, at, atLines)
		}
		run = nil
	}
	for _, s := range subs {
		next := s.exact
		if next != nil && run != nil {
			next = cross(run, s.exact)
			if next == nil {
				flush()
				next = s.exact
			}
		}
		if s.exact == nil {
			if head := cross(run, s.heads); len(head) > 0 {
				run = head
			}
			flush()
		} else {
			if run == nil {
				at, atLines = before, lines
			}
			run = next
		}
		before, lines = add(before, s.max), lines || s.lines
	}
	flush()
}

func (s *shape) concat(subs []*syntax.Regexp) {
	for _, re := range subs {
		sub := shapeOf(re)
		b := sub.best
		b.Before, b.Lines = add(s.max, b.Before), s.lines || b.Lines
		s.best = better(s.best, b)
		s.min, s.max, s.lines = add(s.min, sub.min), add(s.max, sub.max), s.lines || sub.lines
		s.sub = append(s.sub, sub)
	}
	runs(s.sub, func(run []Literal, before int, lines bool) {
		s.best = better(s.best, anchorsOf(run, before, lines))
	})
	s.exact = []Literal{{}}
	for _, sub := range s.sub {
		if sub.exact == nil {
			if s.heads = cross(s.exact, sub.heads); len(s.heads) == 0 {
				s.heads = s.exact
			}
			s.exact = nil
			return
		}
		known := s.exact
		if s.exact = cross(s.exact, sub.exact); s.exact == nil {
			s.heads = known
			return
		}
	}
}

func (s *shape) alternate(subs []*syntax.Regexp) {
	s.min = Inf
	whole, headed, none := true, true, false
	for _, re := range subs {
		sub := shapeOf(re)
		s.min, s.max, s.lines = min(s.min, sub.min), max(s.max, sub.max), s.lines || sub.lines
		s.sub = append(s.sub, sub)
		whole, headed = whole && sub.exact != nil, headed && len(sub.heads) > 0
		s.heads = append(slices.Clip(s.heads), sub.heads...)
		none = none || len(sub.best.List) == 0
		s.best.List = append(slices.Clone(s.best.List), sub.best.List...)
		s.best.Before, s.best.Lines = max(s.best.Before, sub.best.Before), s.best.Lines || sub.best.Lines
	}
	if none || len(s.best.List) > maxExact {
		s.best = Anchors{}
	}
	if !headed || len(s.heads) > maxExact {
		s.heads = nil
	}
	if !whole {
		return
	}
	for _, sub := range s.sub {
		s.exact = append(s.exact, sub.exact...)
	}
	if len(s.exact) > maxExact {
		s.exact = nil
	}
}

// anchorsOf returns the literals as anchors; none where one is empty.
func anchorsOf(list []Literal, before int, lines bool) Anchors {
	var out []Literal
	for _, l := range list {
		if l.Text == "" {
			return Anchors{}
		}
		l.Text = l.Text[:min(len(l.Text), maxLiteral)]
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return Anchors{out, before, lines}
}

// worth weighs anchors: what counts is how rare the commonest is, that is, its length.
func (a Anchors) worth() int {
	if len(a.List) == 0 {
		return -1 << 20
	}
	n := a.Shortest()
	w := 8*min(n, 8) - len(a.List)/4
	if a.Before > 0 {
		w -= 4
	}
	if a.Before > 256 {
		w -= 8
	}
	return w
}

// Shortest returns the length of the shortest literal in bytes, 0 where there is none.
func (a Anchors) Shortest() int {
	n := 0
	for i, l := range a.List {
		if i == 0 || len(l.Text) < n {
			n = len(l.Text)
		}
	}
	return n
}

func better(a, b Anchors) Anchors {
	if b.worth() > a.worth() {
		return b
	}
	return a
}

// Holds reports whether every match is known to hold one of the literals, in either
// case of their ASCII letters, and what precedes it.
func (m *Machine) Holds(literals []string) (Anchors, bool) {
	low := make([]string, len(literals))
	for i, l := range literals {
		low[i] = lower(l)
	}
	before, ok := m.shape.holds(low)
	if !ok {
		return Anchors{Before: m.shape.max, Lines: m.shape.lines}, false
	}
	return Anchors{Before: before, Lines: m.shape.lines}, true
}

// holds returns the most bytes that precede the first of the literals.
func (s *shape) holds(low []string) (before int, ok bool) {
	if at, ok := within(s.exact, low); ok {
		return at, true
	}
	switch s.op {
	case syntax.OpConcat:
		sum := 0
		for _, sub := range s.sub {
			if at, ok := sub.holds(low); ok {
				return add(sum, at), true
			}
			sum = add(sum, sub.max)
		}
		found := false
		runs(s.sub, func(run []Literal, at int, _ bool) {
			if k, ok := within(run, low); ok && !found {
				before, found = add(at, k), true
			}
		})
		return before, found
	case syntax.OpAlternate:
		for _, sub := range s.sub {
			at, ok := sub.holds(low)
			if !ok {
				return 0, false
			}
			before = max(before, at)
		}
		return before, true
	case syntax.OpPlus, syntax.OpRepeat:
		if s.min > 0 && len(s.sub) == 1 {
			return s.sub[0].holds(low)
		}
	}
	return 0, false
}

// within reports whether each text of the list holds a literal, and the largest offset.
func within(list []Literal, low []string) (at int, ok bool) {
	for _, l := range list {
		first := -1
		for _, x := range low {
			if k := strings.Index(lower(l.Text), x); k >= 0 && (first < 0 || k < first) {
				first = k
			}
		}
		if first < 0 {
			return 0, false
		}
		at = max(at, first)
	}
	return at, len(list) > 0
}
