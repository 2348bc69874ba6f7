package engine

import (
	"math"
	"strings"
	"sync"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/scan"
)

// A span is a secret in a text.
type span struct {
	start, end int
	rule       int32
	// quote says that the mask needs quotes to keep JSON whole: 0 none, else 1 more
	// than the number of backslashes before each quote.
	quote uint8
	// long says that it is longer than MaxSecret.
	long bool
}

// A finder walks the secrets of one text. It lives on its caller's stack and is
// the one primitive under every way to redact: next is asked until it says no.
type finder struct {
	p *program
	// text is the text, and src what a matcher sees of it: up to the horizon.
	text, src string
	horizon
	// more says that what is there is all there will be of a text that goes on.
	more bool
	// pause is how far next goes before it says how far nothing more will be found, with a span of pauseRule.
	pause int
	// open is the least offset at which a secret may begin that src is too short to judge.
	open int

	cur        scan.Cursor
	hits       [hitBuffer]scan.Hit
	nhit, ihit int

	// spans[head:n] are found and not returned yet, in order, apart from each
	// other; extra takes their place where there are too many.
	spans   [12]span
	n, head int
	extra   []span
	held    []span // try's copy of them where they are many

	memos
	prosed int // the words before are no prose secrets
	listed int // the lists before are judged

	exprs []exprState // of the expressions looked at
	work  int         // steps of expressions, for tests

	tokens bool       // only shapes count: the text is a member's name
	trace  func(Step) // for Explain alone
}

const pauseRule = -1

// hitBuffer is how many hits are fetched at a time; half as many halve the speed of
// the scan on text that is dense with them.
const hitBuffer = 64

// memos keep a text from being read again from each of many places. They hold what is
// true of the text in sight.
type memos struct {
	line   runMemo   // the line that holds from ends at to
	masked runMemo   // the next mask from from on is at to
	echoes runMemo   // so is the next quote that opens a repeated value
	breaks breakMemo // the next line end or spelled one from from on is at to
	rare   rareMemos
	seen   int // how much was in sight when rare was cleared
}

// rareMemos are the memos that most lines need none of: to clear them for each takes longer than to look whether they are.
type rareMemos struct {
	runs    [4]runMemo
	parens  runMemo  // the next parenthesis of a list of columns
	columns hitCount // how many columns asked for it
	marks   markMemo
	tables  tableHead
	classes [4]classMemo
	turn    int
	quotes  [10]quoteMemo
}

// rarely returns the memos that are rare.
func (f *finder) rarely() *rareMemos {
	if f.memos.seen != len(f.src) {
		f.memos.see(len(f.src))
	}
	return &f.memos.rare
}

// see clears the rare memos where another part of the text is in sight. Marks are looked for on from where they were.
//
//go:noinline
func (m *memos) see(n int) {
	marks := m.rare.marks
	m.rare = rareMemos{}
	m.rare.marks, m.seen = marks, n
}

// A hitCount counts hits, each once however often its matcher is run; at is the last one.
type hitCount struct{ at, n int }

func (c *hitCount) add(at int) int {
	if c.n == 0 || c.at != at {
		c.at = at
		c.n++
	}
	return c.n
}

// A runMemo remembers where the run that holds from ends.
type runMemo struct{ from, to int }

type classMemo struct {
	class    charset.Set
	from, to int
}

func (f *finder) init(p *program, src string, more bool) {
	f.p, f.text, f.src, f.more, f.open = p, src, src, more, math.MaxInt
	f.edge, f.pause = len(src), math.MaxInt
}

// A look is the first hits of a text. Most texts have none worth deciding, and a
// finder, which takes some time to clear, is then not needed.
type look struct {
	cur  scan.Cursor
	hits [8]scan.Hit
	n    int
}

// look reports whether text has hits to decide, and fetches the first of them.
func (p *program) look(l *look, text string) bool {
	for {
		n := p.scanner.Scan(text, &l.cur, l.hits[:])
		for _, h := range l.hits[:n] {
			if !p.partOfWord(text, h) {
				l.hits[l.n] = h
				l.n++
			}
		}
		if l.n > 0 || n == 0 || l.cur.Done() >= len(text) {
			return l.n > 0
		}
	}
}

// partOfWord reports whether a hit is a stem inside another word: monkey, keyword,
// author, passed.
func (p *program) partOfWord(text string, h scan.Hit) bool {
	n := int(p.part[h.ID])
	return n > 0 && h.Start+n < len(text) && !afterPart[text[h.Start+n]]
}

// start is init with the first hits.
func (f *finder) start(p *program, src string, more bool, l *look) {
	f.init(p, src, more)
	f.cur = l.cur
	f.nhit = copy(f.hits[:], l.hits[:l.n])
}

// next returns the next secret. Secrets come in order and do not overlap.
func (f *finder) next() (s span, ok bool) {
	for {
		at := f.position()
		if list := f.found(); f.head < len(list) && (at < 0 || list[f.head].end <= at-f.p.back) {
			s = list[f.head]
			f.head++
			return s, true
		}
		if at < 0 {
			return s, false
		}
		if at >= f.pause && f.head == len(f.found()) {
			at -= f.p.back
			return span{start: at, end: at, rule: pauseRule}, true
		}
		h := f.hits[f.ihit]
		f.ihit++
		if !f.p.partOfWord(f.text, h) {
			f.decide(h)
		}
	}
}

// position returns the offset of the next hit, or -1 after the last.
func (f *finder) position() int {
	if f.ihit < f.nhit {
		return f.hits[f.ihit].Start
	}
	if f.cur.Done() >= len(f.text) && f.cur.Done() > 0 {
		return -1
	}
	f.ihit = 0
	f.nhit = f.p.scanner.Scan(f.text, &f.cur, f.hits[:])
	if f.nhit == 0 {
		return -1
	}
	return f.hits[0].Start
}

// hit runs the matchers of an anchor.
func (f *finder) hit(h scan.Hit) {
	p := f.p
	acts := p.acts[p.first[h.ID]:p.first[h.ID+1]]
	for i := range acts {
		a := &acts[i]
		if f.tokens && a.kind != kindToken && a.kind != kindKnown && a.kind != kindUserinfo {
			continue
		}
		if a.kind == kindKey { // three of four hits: a jump by the kind would be foreseen less often
			f.key(h.Start+int(a.at), a)
			continue
		}
		switch a.kind {
		case kindToken:
			f.token(h.Start, a)
		case kindUserinfo:
			f.userinfo(h.Start, a)
		case kindParam:
			f.param(h.Start, a)
		case kindCredentials:
			f.credentials(h.Start, a)
		case kindCookie:
			f.cookie(h.Start+int(a.at), a)
		case kindBlock:
			f.block(h.Start, a)
		case kindDSN:
			f.dsn(h.Start, a)
		case kindDSNHead:
			f.dsnHead(h.Start, a)
		case kindFlag:
			f.flag(h.Start, a)
		case kindCall:
			f.call(h.Start, a)
		case kindEcho:
			f.echo(h.Start, a)
		case kindPiped:
			f.piped(h.Start, a)
		case kindTraced:
			f.traced(h.Start, a)
		case kindMember:
			f.memberBefore(h.Start, a)
		case kindLocated:
			f.located(h.Start, a)
		case kindLocatedBefore:
			f.locatedBefore(h.Start, a)
		case kindRegexp:
			f.regexp(h.Start, a)
		case kindKnown:
			f.known(h.Start, a)
		}
	}
}

// within reports whether offset i lies in the secret found last.
func (f *finder) within(i int) bool {
	list := f.found()
	if len(list) <= f.head {
		return false
	}
	last := &list[len(list)-1]
	return last.start <= i && i < last.end
}

// add takes a secret. What is masked already stays an atom: the secret is what
// is around it.
func (f *finder) add(start, end int, rule int32, quote uint8) {
	start = f.clip(start)
	if start >= end {
		return
	}
	r := &f.p.rules[rule]
	if r.Verify != nil && !verified(r.Verify, f.src[start:end]) {
		return
	}
	if f.p.allow != nil {
		if _, ok := f.p.allow[f.src[start:end]]; ok {
			return
		}
	}
	m := &f.p.mask
	from := max(0, start-maxMask)
	for i := from; i < end; {
		k := strings.Index(f.src[i:end], m.head)
		if k < 0 {
			break
		}
		k += i
		e := m.atomEnd(f.src, k)
		if e <= start {
			i = max(e, k+1)
			continue
		}
		if e == k {
			i = k + 1
			continue
		}
		f.insert(span{start: start, end: min(max(k, start), end), rule: rule})
		start, i = e, e
		quote = 0
	}
	f.reach(end, start)
	f.insert(span{start: start, end: end, rule: rule, quote: quote})
}

var verifyScratch = sync.Pool{New: func() any { return new([1 << 10]byte) }}

// verified asks a rule's Verify about a copy of the secret, since a Verify that
// writes to its argument must not write to a string; a panic counts as yes.
func verified(verify func([]byte) bool, secret string) (ok bool) {
	scratch := verifyScratch.Get().(*[1 << 10]byte)
	b := append(scratch[:0], secret[:min(len(secret), len(scratch))]...)
	defer func() {
		clear(b)
		verifyScratch.Put(scratch)
		if recover() != nil {
			ok = true
		}
	}()
	return verify(b)
}

// insert puts a span in its place; spans that overlap become one, named by the
// leftmost, then the longest, then the first in the set.
func (f *finder) insert(s span) {
	if s.start >= s.end {
		return
	}
	if f.extra == nil && f.n == len(f.spans) {
		if f.head > 0 {
			f.n = copy(f.spans[:], f.spans[f.head:])
			f.head = 0
		} else {
			f.extra = append(f.extra, f.spans[:]...) // more secrets than fit, within the reach of a matcher
		}
	}
	if f.extra != nil {
		if 2*f.head > len(f.extra) { // those that were returned are as many as the others
			f.extra = f.extra[:copy(f.extra, f.extra[f.head:])]
			f.head = 0
		}
		n := len(f.extra)
		f.extra = append(f.extra, s)
		f.extra = f.extra[:place(f.extra, f.head, n, s)]
		return
	}
	f.n = place(f.spans[:], f.head, f.n, s)
}

// place puts s among the spans list[head:n], for which list has room, and returns the new n.
func place(list []span, head, n int, s span) int {
	i := n
	for i > head && list[i-1].start > s.start {
		i--
	}
	if i > head && list[i-1].end > s.start {
		i--
	}
	j := i
	for j < n && list[j].start < s.end && s.start < list[j].end {
		s = joined(list[j], s)
		j++
	}
	copy(list[i+1:], list[j:n])
	list[i] = s
	return n - (j - i) + 1
}

// found returns the spans that are held, those from f.head on being still to return.
func (f *finder) found() []span {
	if f.extra != nil {
		return f.extra
	}
	return f.spans[:f.n]
}

func joined(a, b span) span {
	first := a
	switch {
	case b.start != a.start:
		if b.start < a.start {
			first = b
		}
	case b.end != a.end:
		if b.end > a.end {
			first = b
		}
	case b.rule < a.rule:
		first = b
	}
	return span{min(a.start, b.start), max(a.end, b.end), first.rule, max(a.quote, b.quote), a.long || b.long}
}

// run returns the end of the run of class that i lies in; i itself where its
// byte is not of the class.
func (f *finder) run(class charset.Set, i int) int {
	memos := f.rarely()
	for k := range memos.classes {
		if m := &memos.classes[k]; m.class == class && m.from <= i && i < m.to {
			return m.to
		}
	}
	src := f.src
	j := i
	for ; j+4 <= len(src); j += 4 { // by four, since a run can be as long as the text
		b := src[j : j+4]
		if charset.Of[b[0]]&class == 0 || charset.Of[b[1]]&class == 0 || charset.Of[b[2]]&class == 0 || charset.Of[b[3]]&class == 0 {
			break
		}
	}
	for j < len(src) && charset.Of[src[j]]&class != 0 {
		j++
	}
	if j-i > 16 {
		memos.classes[memos.turn&3] = classMemo{class, i, j}
		memos.turn++
	}
	return j
}
