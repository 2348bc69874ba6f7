package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/expr"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/patterns"
)

// A program is a compiled set. It is immutable.
type program struct {
	rules   []patterns.Rule
	scanner *scan.Scanner
	// acts holds what to do at a hit, those of one anchor side by side; acts of
	// anchor i are acts[first[i]:first[i+1]].
	acts  []act
	first []int32

	// part, by anchor, is the length of a stem that is a part of common words.
	part []uint8

	tokens  []token
	stems   []stem
	cookies []cookie
	blocks  []block
	flags   []option
	pipes   []patterns.Piped
	calls   []call
	exprs   []expression
	labels  []string // of members and echoes
	notUUID []bool   // by rule
	schemes schemes
	forms   []knownForm

	mask  masker
	allow map[string]struct{}
	// set and opts are what it was compiled from, for With.
	set  patterns.Set
	opts Options
	// back is how far before its anchor a secret may begin.
	back int
	// across is the length of the longest anchor that crosses a line end, in bytes.
	across    int
	maxSecret int

	warnings []*RuleError
}

// An act is one matcher to run at a hit.
type act struct {
	kind kind
	rule int32
	arg  int32 // index into the kind's table
	at   int32 // where in the anchor what counts begins
	len  int32 // and how many bytes that is
}

type kind uint8

const (
	kindToken kind = iota
	kindKey
	kindParam
	kindUserinfo
	kindDSN
	kindDSNHead
	kindCredentials
	kindCookie
	kindFlag
	kindCall
	kindEcho
	kindMember
	kindLocated
	kindLocatedBefore
	kindPiped
	kindTraced
	kindBlock
	kindRegexp
	kindKnown
)

// A RuleError says what is wrong with one rule of a set.
type RuleError struct {
	// ID is the rule's, or "rule N", counted from 1, where it has none.
	ID  string
	Err error
}

// Error returns the rule's ID and the reason.
func (e *RuleError) Error() string { return "rule " + e.ID + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *RuleError) Unwrap() error { return e.Err }

// A compiler gathers anchors and acts.
type compiler struct {
	p       *program
	anchors [2]index // of list, the exact ones apart
	list    []scan.Anchor
	acts    []anchored
	errs    []error

	ids    index // of the rules
	shapes []shape
	shaped index // of shapes

	// What exceptions of several rules have in common.
	machines map[string]*expr.Machine
	scanners map[string]*scan.Scanner
}

func (c *compiler) anchor(text string, exact bool, a act) {
	x := &c.anchors[0]
	if exact {
		x = &c.anchors[1]
	} else {
		text = lowerASCII(text)
	}
	i, ok := x.find(text, len(c.list))
	if !ok {
		if k := strings.IndexByte(text, '\n'); k >= 0 && k < len(text)-1 {
			c.p.across = max(c.p.across, len(text))
		}
		c.list = append(c.list, scan.Anchor{Text: text, Exact: exact})
	}
	if a.len == 0 {
		a.len = int32(len(text))
	}
	c.acts = append(c.acts, anchored{int32(i), a})
}

// lowerASCII lowers what the scanner folds, and no other letters.
func lowerASCII(s string) string {
	for i := range len(s) {
		if isUpper(s[i]) {
			b := []byte(s)
			for ; i < len(b); i++ {
				if isUpper(b[i]) {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

// newCompiler returns a compiler of p's rules, with room for what most sets need: rules have under
// four anchors on average.
func newCompiler(p *program) *compiler {
	p.notUUID = make([]bool, len(p.rules))
	n := len(p.rules)
	c := &compiler{p: p, list: make([]scan.Anchor, 0, 4*n), acts: make([]anchored, 0, 4*n), shapes: make([]shape, 0, n)}
	for i := range c.anchors {
		c.anchors[i] = newIndex(2*n, func(i int) string { return c.list[i].Text })
	}
	c.ids = newIndex(n, func(i int) string { return p.rules[i].ID })
	c.shaped = newIndex(n, func(i int) string { return c.shapes[i].text })
	p.tokens = make([]token, 0, n+n/4)
	return c
}

// An anchored act is one whose anchor is known by its number.
type anchored struct {
	anchor int32
	act
}

// group lays the acts of each anchor side by side, in the order they were given.
func (c *compiler) group() {
	p, n := c.p, len(c.list)
	p.first = make([]int32, n+1)
	for _, a := range c.acts {
		p.first[a.anchor]++
	}
	// Of each anchor where its acts end, and when they were put in, last one first, where they begin.
	end := int32(0)
	for i := range p.first {
		end += p.first[i]
		p.first[i] = end
	}
	p.acts = make([]act, len(c.acts))
	for _, a := range slices.Backward(c.acts) {
		p.first[a.anchor]--
		p.acts[p.first[a.anchor]] = a.act
	}
	p.part = make([]uint8, n)
	for i, a := range c.list {
		if f := p.first[i]; p.first[i+1] == f+1 && p.acts[f].kind == kindKey && partOfWords(a.Text) {
			p.part[i] = uint8(len(a.Text))
		}
	}
}

// compile turns a set into a program. Its error joins a *RuleError for each bad
// rule.
func compile(set patterns.Set, opts *Options) (*program, error) {
	p := &program{rules: set.Rules(), set: set, maxSecret: opts.maxSecret()}
	if opts != nil {
		p.opts = *opts
	}
	c := newCompiler(p)
	for i := range p.rules {
		r := &p.rules[i]
		id := r.ID
		if id == "" {
			id = fmt.Sprintf("rule %d", i+1)
		}
		err := c.rule(r, int32(i))
		if r.ID == "" {
			err = errors.Join(errors.New("has no ID"), err)
		} else if _, twice := c.ids.find(r.ID, i); twice {
			err = errors.Join(errors.New("its ID stands twice in the set"), err)
		}
		if err != nil {
			c.errs = append(c.errs, &RuleError{ID: id, Err: err})
		}
	}
	c.keys()
	c.known(opts)
	if err := errors.Join(c.errs...); err != nil {
		return nil, err
	}
	if err := p.setMask(opts); err != nil {
		return nil, err
	}
	c.group()
	s, err := newScanner(c.list, p.opts.noFilter)
	if err != nil {
		return nil, err
	}
	p.scanner = s
	c.collisions()
	if len(opts.allow()) > 0 {
		p.allow = make(map[string]struct{}, len(opts.Allow))
		for _, v := range opts.Allow {
			p.allow[v] = struct{}{}
		}
	}
	return p, nil
}

// rule compiles one rule but the keys, which are compiled together.
func (c *compiler) rule(r *patterns.Rule, i int32) error {
	switch m := r.Matcher.(type) {
	case patterns.Token:
		return c.token(m, i)
	case patterns.Key:
		if len(m.Names) == 0 {
			return errors.New("has no names")
		}
		for _, n := range m.Names {
			if !validStem(n) {
				return errors.New("has a name that is not lower-case words joined by _")
			}
		}
		c.p.notUUID[i] = m.NotUUID
		return nil
	case patterns.Param:
		return c.params(m, i)
	case patterns.Userinfo:
		for _, a := range []string{"://", `:\/\/`, "%3a%2f%2f", `:\u002f\u002f`, "%253a%252f%252f"} {
			c.anchor(a, false, act{kind: kindUserinfo, rule: i})
		}
		return nil
	case patterns.DSN:
		return c.dsn(m, i)
	case patterns.Credentials:
		return c.credentials(m, i)
	case patterns.Cookie:
		return c.cookie(m, i)
	case patterns.Flag:
		return c.flag(m, i)
	case patterns.Call:
		return c.call(m, i)
	case patterns.Echo:
		return c.each(m.Before, false, act{kind: kindEcho, rule: i, arg: c.label(m.Label)})
	case patterns.Piped:
		c.p.pipes = append(c.p.pipes, m)
		if err := c.each(m.Into, true, act{kind: kindPiped, rule: i, arg: int32(m.After)}); err != nil {
			return err
		}
		return c.each([]string{"+ echo ", "+ printf "}, true, act{kind: kindTraced, rule: i, arg: int32(len(c.p.pipes) - 1)})
	case patterns.Member:
		return c.members(m, i)
	case patterns.Located:
		return c.located(m, i)
	case patterns.Block:
		return c.block(m, i)
	case patterns.Regexp:
		return c.regexp(m, i)
	case nil:
		return errors.New("has no matcher")
	}
	return errors.New("has a matcher that this engine does not know")
}

func (c *compiler) each(anchors []string, exact bool, a act) error {
	if len(anchors) == 0 {
		return errors.New("has no anchors")
	}
	for _, s := range anchors {
		if len(s) == 0 || len(s) > scan.MaxAnchor {
			return fmt.Errorf("has an anchor that is not 1 to %d bytes long", scan.MaxAnchor)
		}
		c.anchor(s, exact, a)
	}
	return nil
}

// A token is a compiled patterns.Token.
type token struct {
	parts, before []patterns.Part
	body          charset.Set // the alphabet that the secret's run is made of
	tail          charset.Set // how the secret goes on after its shape
	boundary      bool        // the byte before must be outside body
	keep          bool        // the prefix stays
	cutBody       charset.Set // body, and what joins the parts of the shape
	proof         bool        // the prefix, or what is before it, is proof enough for a token that was cut
}

func (c *compiler) token(m patterns.Token, i int32) error {
	if len(m.Prefixes) == 0 {
		return errors.New("has no prefix")
	}
	var t token
	var err error
	if t.parts, err = c.shape(m.Shape); err != nil {
		return err
	}
	if m.Before != "" {
		if t.before, err = c.shape(m.Before); err != nil {
			return err
		}
		c.p.back = max(c.p.back, longest(t.before))
	}
	for _, parts := range [][]patterns.Part{t.before, t.parts} {
		for i := range parts {
			t.body |= parts[i].Class
		}
	}
	t.cutBody = t.body
	for _, p := range t.parts {
		if p.Literal == "" {
			t.tail = p.Class
		}
		for i := range len(p.Literal) {
			if c := p.Literal[i]; !isAlnum(c) {
				t.cutBody |= charset.Of[c]
			}
		}
	}
	if t.tail != 0 && t.tail&^charset.B62 == 0 {
		t.tail = charset.B62 // letters and digits glued to a token are its own
	}
	t.keep = m.KeepPrefix
	for k, prefix := range m.Prefixes {
		short := len(prefix) < 4 && len(t.before) == 0
		if boundary := m.Boundary || short; k == 0 || boundary != t.boundary {
			t.boundary = boundary
			t.proof = !boundary && len(prefix) >= 4 || len(t.before) > 0
			c.p.tokens = append(c.p.tokens, t)
		}
		if err := c.each([]string{prefix}, !m.Fold, act{kind: kindToken, rule: i, arg: int32(len(c.p.tokens) - 1)}); err != nil {
			return err
		}
	}
	return nil
}

// A shape is a text for patterns.ParseShape and its parts.
type shape struct {
	text  string
	parts []patterns.Part
	err   error
}

// shape parses a shape once for the rules that have it in common.
func (c *compiler) shape(text string) ([]patterns.Part, error) {
	i, ok := c.shaped.find(text, len(c.shapes))
	if !ok {
		parts, err := patterns.ParseShape(text)
		c.shapes = append(c.shapes, shape{text, parts, err})
	}
	return c.shapes[i].parts, c.shapes[i].err
}

// maxBack bounds how far before its anchor a secret is looked for.
const maxBack = 256

func longest(parts []patterns.Part) int {
	n := 0
	for _, p := range parts {
		if p.Literal != "" {
			n += len(p.Literal)
			continue
		}
		n += min(p.Max, maxBack)
	}
	return min(n, maxBack)
}

func (c *compiler) params(m patterns.Param, i int32) error {
	if len(m.Names) == 0 {
		return errors.New("has no names")
	}
	arg := int32(0)
	if m.Opaque {
		arg = 1
	}
	for _, n := range m.Names {
		for _, end := range []string{"=", "%3d"} {
			c.anchor(n+end, false, act{kind: kindParam, rule: i, arg: arg})
		}
	}
	return nil
}

func (c *compiler) dsn(m patterns.DSN, i int32) error {
	c.p.back = maxBack
	if len(m.Heads) > 0 {
		if err := c.each(m.Heads, false, act{kind: kindDSNHead, rule: i, arg: int32(m.Split)}); err != nil || len(m.Markers) == 0 {
			return err
		}
	}
	return c.each(m.Markers, false, act{kind: kindDSN, rule: i, arg: int32(m.Split)})
}

func (c *compiler) credentials(m patterns.Credentials, i int32) error {
	if len(m.Schemes) == 0 {
		return errors.New("has no schemes")
	}
	for _, s := range m.Schemes {
		if s == "" {
			return errors.New("has an empty scheme")
		}
		c.p.schemes.add(schemeOf{s, true})
		for _, sep := range []string{" ", "%20", "+"} {
			c.anchor(s+sep, false, act{kind: kindCredentials, rule: i})
		}
	}
	return nil
}

// A cookie is a compiled patterns.Cookie.
type cookie struct{ harmless map[string]struct{} }

func (c *compiler) cookie(m patterns.Cookie, i int32) error {
	k := cookie{make(map[string]struct{}, len(m.Harmless))}
	for _, n := range m.Harmless {
		k.harmless[strings.ToLower(n)] = struct{}{}
	}
	c.p.cookies = append(c.p.cookies, k)
	a := act{kind: kindCookie, rule: i, arg: int32(len(c.p.cookies) - 1), len: int32(len("cookie"))}
	for _, end := range []string{":", "=", `"`, "'", `\`, "2:", " ="} {
		c.anchor("cookie"+end, false, a)
	}
	a.at = 2
	c.anchor("--cookie ", false, a)
	return nil
}

// An option is a compiled patterns.Flag.
type option struct{ patterns.Flag }

// A block is a compiled patterns.Block.
type block struct {
	begin, end string
	labels     []string
}

func (c *compiler) block(m patterns.Block, i int32) error {
	if m.Begin == "" || m.End == "" {
		return errors.New("needs both a begin and an end")
	}
	c.p.blocks = append(c.p.blocks, block{m.Begin, m.End, m.Labels})
	return c.each([]string{m.Begin}, true, act{kind: kindBlock, rule: i, arg: int32(len(c.p.blocks) - 1)})
}
