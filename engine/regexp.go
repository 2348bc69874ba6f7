package engine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/expr"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// An expression is compiled patterns.Regexp. It is run around its anchors only: every
// match holds one, and begins no more than before bytes before the first it holds.
type expression struct {
	machine *expr.Machine
	group   int // of the secret; patterns.FirstGroup
	before  int
	entropy float64
	except  []exception
	anchors []string
}

// An exception is a compiled patterns.Exception.
type exception struct {
	words  *scan.Scanner
	exprs  []*expr.Machine
	target patterns.Target
	both   bool
}

const (
	// regexpReach is how far before its anchor a match may begin, in bytes: streams
	// keep as much of what was written, and expressions of public rule sets need 150.
	regexpReach = 1 << 10
	// regexpShort is the length from which an anchor is rare enough in text to be worth it.
	regexpShort = 3
	// regexpLine is how much of a match's line an exception looks at on either side, in bytes.
	regexpLine = 512
	// regexpLong is how far a look may read past its anchor, in bytes, before looks that fail are
	// done for all anchors behind at once. Most end within a few bytes.
	regexpLong = 256
)

func (c *compiler) regexp(m patterns.Regexp, i int32) error {
	machine, err := expr.Compile(m.Expr)
	if err != nil {
		return err
	}
	x := expression{machine: machine, entropy: m.MinEntropy}
	var errs []error
	if machine.Empty() {
		errs = append(errs, expr.ErrEmpty)
	}
	if x.group, err = secretGroup(m, machine); err != nil {
		errs = append(errs, err)
	}
	if math.IsNaN(m.MinEntropy) || m.MinEntropy < 0 || m.MinEntropy > 8 {
		errs = append(errs, errors.New("has an entropy that is not 0 to 8 bits a byte"))
	}
	for k, e := range m.Except {
		compiled, err := c.exception(e)
		if err != nil {
			errs = append(errs, fmt.Errorf("exception %d: %w", k+1, err))
		}
		x.except = append(x.except, compiled)
	}
	anchors := c.regexpAnchors(&x, m, i)
	if len(anchors.List) == 0 {
		errs = append(errs, errors.New("has an expression of which no literal is in every match; name anchors"))
	}
	c.p.exprs = append(c.p.exprs, x)
	for _, l := range anchors.List {
		a := act{kind: kindRegexp, rule: i, arg: int32(len(c.p.exprs) - 1)}
		errs = append(errs, c.each([]string{l.Text}, !l.Fold, a))
	}
	return errors.Join(errs...)
}

// regexpAnchors returns what to look for, and sets how far before it x can match.
func (c *compiler) regexpAnchors(x *expression, m patterns.Regexp, i int32) expr.Anchors {
	a := x.machine.Anchors()
	if len(m.Anchors) > 0 {
		var known bool
		if a, known = x.machine.Holds(m.Anchors); !known {
			c.warn(i, "has matches without any of its anchors; they are not found")
		}
		for _, s := range m.Anchors {
			a.List = append(a.List, expr.Literal{Text: s, Fold: true})
		}
	}
	if len(a.List) == 0 {
		return a
	}
	if n := a.Shortest(); n < regexpShort {
		c.warn(i, fmt.Sprintf("is looked at wherever a text of %d bytes stands; a longer literal would cost less", n))
	}
	if a.Before > regexpReach {
		c.warn(i, fmt.Sprintf("can begin more than %d bytes before its anchor; such matches are not found", regexpReach))
	}
	if a.Lines && a.Before > 0 {
		c.warn(i, "can begin in a line before its anchor; what of the secret is there is not masked")
	}
	if x.machine.Max() == expr.Inf {
		c.warn(i, "has no longest match; it is followed to Options.MaxSecret")
	}
	x.before = min(a.Before, regexpReach)
	c.p.back = max(c.p.back, x.before)
	for _, l := range a.List {
		x.anchors = append(x.anchors, l.Text)
	}
	return a
}

// warn notes what is questionable about a rule.
func (c *compiler) warn(rule int32, why string) {
	c.p.warnings = append(c.p.warnings, &RuleError{ID: c.p.rules[rule].ID, Err: errors.New(why)})
}

// Warnings returns what is questionable about the rules of r, which works all the same: what a rule
// will not find, or costs. The slice is the caller's.
func (r *Redactor) Warnings() []*RuleError { return slices.Clone(r.program().warnings) }

// collisions warns of expressions that look at masks. A secret never enters a mask; but what
// is looked at on each mask costs, and a match around one may mask more each time.
func (c *compiler) collisions() {
	if len(c.p.exprs) == 0 {
		return
	}
	s := expr.NewScratch()
	defer s.Free()
	for _, a := range c.p.acts {
		if a.kind != kindRegexp {
			continue
		}
		x := &c.p.exprs[a.arg]
		mask := strings.ToLower(string(c.p.mask.append(nil, c.p, "x", span{end: 1, rule: a.rule})))
		collides := slices.ContainsFunc(x.anchors, func(s string) bool { return strings.Contains(mask, strings.ToLower(s)) })
		_, matches := x.machine.Find(s, "a "+mask+" b", 2, 1+len(mask))
		if (collides || matches) && !slices.ContainsFunc(c.p.warnings, func(e *RuleError) bool {
			return e.ID == c.p.rules[a.rule].ID && errors.Is(e.Err, errCollides)
		}) {
			c.p.warnings = append(c.p.warnings, &RuleError{ID: c.p.rules[a.rule].ID, Err: errCollides})
		}
	}
}

var errCollides = errors.New("looks at the mask itself: its anchor or a match is in it")

func secretGroup(m patterns.Regexp, machine *expr.Machine) (int, error) {
	switch {
	case m.Group == patterns.FirstGroup:
		return m.Group, nil
	case m.Group < 0 || m.Group >= machine.Groups():
		return 0, errors.New("names a group that its expression does not have")
	case m.Group > 0:
		return m.Group, nil
	}
	return max(0, machine.Group("secret")), nil
}

func (c *compiler) exception(e patterns.Exception) (out exception, err error) {
	var errs []error
	if len(e.Words) == 0 && len(e.Exprs) == 0 {
		errs = append(errs, errors.New("has neither words nor expressions"))
	}
	if e.Target > patterns.TargetLine {
		errs = append(errs, errors.New("has a target that this engine does not know"))
	}
	out.target, out.both = e.Target, e.Both && len(e.Words) > 0 && len(e.Exprs) > 0
	for k, text := range e.Exprs {
		m := c.machines[text] // exceptions for all rules of a file are the same ones for each
		if m == nil {
			if m, err = expr.Compile(text); err != nil {
				errs = append(errs, fmt.Errorf("expression %d: %w", k+1, err))
				continue
			}
			if c.machines == nil {
				c.machines = map[string]*expr.Machine{}
			}
			c.machines[text] = m
		}
		out.exprs = append(out.exprs, m)
	}
	if len(e.Words) > 0 {
		list := make([]scan.Anchor, len(e.Words))
		for k, w := range e.Words {
			list[k] = scan.Anchor{Text: w}
		}
		if out.words, err = c.words(e.Words, list); err != nil {
			errs = append(errs, fmt.Errorf("has a word that is not 1 to %d bytes long", scan.MaxAnchor))
		}
	}
	return out, errors.Join(errs...)
}

// words returns a scanner for a list of words, the same one for the same words.
func (c *compiler) words(words []string, list []scan.Anchor) (*scan.Scanner, error) {
	key := strings.Join(words, "\x00")
	if s := c.scanners[key]; s != nil {
		return s, nil
	}
	s, err := scan.New(list, &scan.Options{NoFilter: true}) // secrets are short: a filter has no run-up
	if err != nil {
		return nil, err
	}
	if c.scanners == nil {
		c.scanners = map[string]*scan.Scanner{}
	}
	c.scanners[key] = s
	return s, nil
}

// An exprState is where the search for one expression stands in a text: what package
// regexp's FindAll would have in its loop.
type exprState struct {
	arg int32
	searched
	// before was that before the hit at at, which may have to be judged again with more text in
	// sight.
	before searched
	at     int
	// long is how far a look that failed has read.
	long int
	// No match begins in [from, to) while sight bytes are in sight; it took reading seen to know.
	from, to, sight, seen int
}

// searched is what was searched already.
type searched struct {
	// The last match ended at ended. No further one begins before clear.
	ended, clear int
}

// exprState returns the state of an expression. The list allocates in texts that hold an anchor
// of an expression, and only there.
func (f *finder) exprState(arg int32) *exprState {
	for i := range f.exprs {
		if f.exprs[i].arg == arg {
			return &f.exprs[i]
		}
	}
	f.exprs = append(f.exprs, exprState{arg: arg, at: -1, to: -1})
	return &f.exprs[len(f.exprs)-1]
}

func (s *exprState) drop(n int) {
	s.ended, s.clear, s.before.ended, s.before.clear = s.ended-n, s.clear-n, s.before.ended-n, s.before.clear-n
	s.at, s.long = s.at-n, s.long-n
	s.from, s.to, s.sight, s.seen = s.from-n, s.to-n, s.sight-n, s.seen-n
}

// regexp looks for the match that holds the anchor at at. Hits come in order, and every match
// holds an anchor; so what no earlier hit found, and begins at this one's anchor or before, is
// the next match in the whole text.
func (f *finder) regexp(at int, a *act) {
	x, st := &f.p.exprs[a.arg], f.exprState(a.arg)
	if st.at == at {
		st.searched = st.before
	}
	st.at, st.before = at, st.searched
	if at < st.ended {
		return
	}
	low := max(0, st.clear, at-x.before)
	if st.from <= low && at < st.to && st.sight == len(f.src) {
		st.clear = at + 1
		f.reach(st.seen, low)
		f.step(a.rule, at, at+int(a.len), "expression does not match", false)
		return
	}
	last := at
	if st.long > at+regexpLong {
		last = len(f.src) // the next looks would read the same text again
	}
	s := expr.NewScratch()
	defer s.Free()
	m, ok := x.machine.Find(s, f.src, low, last)
	f.work += m.Steps
	f.reach(m.Seen, low)
	if !ok || m.Caps[0] > at {
		st.clear = at + 1
		st.long = max(st.long, m.Seen)
		if last > at {
			st.from, st.to, st.sight, st.seen = low, last, len(f.src), m.Seen
			if ok {
				st.to = m.Caps[0]
			}
		}
		f.step(a.rule, at, at+int(a.len), "expression does not match", false)
		return
	}
	st.searched = searched{m.Caps[1], m.Caps[1]}
	f.matched(x, st.before.ended, m.Caps, a.rule, s)
}

// matched judges a match.
func (f *finder) matched(x *expression, low int, caps []int, rule int32, s *expr.Scratch) {
	matchStart, matchEnd := caps[0], caps[1]
	start, end := matchStart, matchEnd
	switch {
	case x.group > 0:
		start, end = caps[2*x.group], caps[2*x.group+1]
	case x.group == patterns.FirstGroup:
		for k := 2; k < len(caps); k += 2 {
			if caps[k] < caps[k+1] {
				start, end = caps[k], caps[k+1]
				break
			}
		}
	}
	for start < end && f.src[start] == '\n' {
		start++
	}
	for start < end && f.src[end-1] == '\n' {
		end--
	}
	if start < 0 || start >= end {
		f.step(rule, matchStart, matchEnd, "the secret's group is empty", false)
		return
	}
	if x.entropy > 0 && entropy(f.src[start:end]) <= x.entropy {
		f.step(rule, start, end, "too little entropy", false)
		return
	}
	for i := range x.except {
		e := &x.except[i]
		target := f.src[start:end]
		switch e.target {
		case patterns.TargetMatch:
			target = f.src[x.machine.Lead(f.src, max(low, matchStart-regexpLine), matchStart):matchEnd]
		case patterns.TargetLine:
			target = f.lines(matchStart, matchEnd)
		}
		if e.holds(f.src[start:end], target, s) {
			f.step(rule, start, end, "exception", false)
			return
		}
	}
	f.step(rule, start, end, "expression matches", true)
	f.add(start, end, rule, 0)
}

// lines returns the lines from start to end, or what of them is near.
func (f *finder) lines(start, end int) string {
	low := max(0, start-regexpLine)
	low += 1 + swar.LastIndex(f.src[low:start], '\n')
	high := min(len(f.src), end+regexpLine)
	if k := strings.IndexByte(f.src[end:high], '\n'); k >= 0 {
		high = end + k
	}
	f.reach(high, start)
	return f.src[low:high]
}

// holds reports whether the exception is true of a secret.
func (e *exception) holds(secret, target string, s *expr.Scratch) bool {
	word := false
	if e.words != nil {
		var cur scan.Cursor
		var hit [1]scan.Hit
		word = e.words.Scan(secret, &cur, hit[:]) > 0
	}
	if word != e.both {
		return word // a word alone will do, or one is lacking
	}
	return slices.ContainsFunc(e.exprs, func(m *expr.Machine) bool { return m.Matches(s, target) })
}

// entropy returns Shannon's entropy of the bytes in bits per byte.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}
