package scan

import "github.com/redactbench/redactbench/internal/swar"

// The automaton is chosen where there is no filter: for small sets, for sets
// with an anchor of one byte, and for the stretches of a text on which the
// filter spent its budget. It is an Aho-Corasick automaton over folded bytes
// that reads backwards. Its cost is one table step a byte, whatever the text,
// plus the hits; it falls back to nothing.
//
// It reads backwards because hits are wanted by where they start. Read
// backwards, the anchors that start at a byte are all known once that byte is
// read, longest first. Read forwards they come by where they end, and putting
// them in order would take room for every anchor at each of 64 starts. The price
// is that a text is walked in blocks, each from up to 63 bytes behind its end.

// automaton is the flat table. A state is the index of its row; the row has one
// entry a byte class and in its last entry the first output.
type automaton struct {
	class [256]uint8
	// next has for state s and class c the state at s+c.
	next []uint32
	// hit is the first state with outputs; all from there on have some.
	hit uint32
	// last is the offset of a row's output entry, the number of classes.
	last uint32
	out  []output
}

// An output is an anchor that starts where its state is reached, and the index of the next
// one, which is as long or shorter, 0 for none. The first element of out is unused.
type output struct {
	// key is what the first 8 bytes of an exact anchor must be under mask.
	key, mask uint64
	id        int32
	next      uint32
	n         uint8 // the anchor's length
	// exact says that the bytes must be compared: a state knows them in any case.
	exact bool
}

// automaton returns the table, built if need be. Goroutines that meet here build
// it at the same time, and one of the tables is kept; that is rarer than a lock
// would be dear.
func (s *Scanner) automaton() *automaton {
	if a := s.auto.Load(); a != nil {
		return a
	}
	ws := newWords(s.anchors)
	s.auto.CompareAndSwap(nil, newAutomaton(&ws))
	return s.auto.Load()
}

func newAutomaton(ws *words) *automaton {
	a := &automaton{out: make([]output, 1, len(ws.anchors)+1)}
	// Class 0 is all bytes of no anchor; capitals are in their small letter's
	// class, so that there are at most 230 others.
	for _, w := range ws.list {
		for _, b := range []byte(ws.text(&w)) {
			a.class[b] = 1
		}
	}
	n := uint8(0)
	for b := range a.class {
		if a.class[b] != 0 {
			n++
			a.class[b] = n
		}
	}
	for b := 'A'; b <= 'Z'; b++ {
		a.class[b] = a.class[folded[b]]
	}
	a.last = uint32(n) + 1
	a.link(a.trie(ws))
	return a
}

// trie enters the words, last byte first. In its rows 0 means no child, and in
// a row's last entry no word.
func (a *automaton) trie(ws *words) []uint32 {
	row := a.last + 1
	next := make([]uint32, row, row*uint32(1+len(ws.lit)/2))
	for i := range ws.list {
		s := uint32(0)
		w := &ws.list[i]
		text := ws.text(w)
		for j := len(text) - 1; j >= 0; j-- {
			e := s + uint32(a.class[text[j]])
			if next[e] == 0 {
				next[e] = uint32(len(next))
				next = append(next, make([]uint32, row)...)
			}
			s = next[e]
		}
		next[s+a.last] = uint32(len(a.out))
		for _, id := range ws.ids[w.from:w.to] {
			a.out = append(a.out, newOutput(ws.anchors[id], id, uint32(len(a.out)+1)))
		}
		a.out[len(a.out)-1].next = 0
	}
	return next
}

// link completes the trie's rows, breadth first, with the states that a failed
// step leads to, and renumbers the states so that those with outputs come last.
func (a *automaton) link(next []uint32) {
	row := a.last + 1
	fail := make([]uint32, len(next)/int(row))
	order := make([]uint32, 1, len(fail))
	for head := 0; head < len(order); head++ {
		s := order[head]
		f := fail[s/row]
		for c := range a.last {
			t := next[s+c]
			switch {
			case t == 0:
				next[s+c] = next[f+c] // at the root: 0, itself
				continue
			case s != 0:
				fail[t/row] = next[f+c]
			}
			order = append(order, t)
			o := next[t+a.last]
			shorter := next[fail[t/row]+a.last]
			if o == 0 {
				next[t+a.last] = shorter
			} else {
				for a.out[o].next != 0 {
					o = a.out[o].next
				}
				a.out[o].next = shorter
			}
		}
	}

	// fail is used up; from here on it maps old states to new ones.
	at := uint32(0)
	for _, hit := range []bool{false, true} {
		if hit {
			a.hit = at
		}
		for _, s := range order {
			if (next[s+a.last] != 0) == hit {
				fail[s/row] = at
				at += row
			}
		}
	}
	a.next = make([]uint32, len(next))
	for _, s := range order {
		to := a.next[fail[s/row]:][:row]
		for c, t := range next[s : s+a.last] {
			to[c] = fail[t/row]
		}
		to[a.last] = next[s+a.last]
	}
}

const (
	// maxBlock bounds a block: beyond, the bytes walked behind its end are under
	// a tenth, and what is thrown away where hits is full grows.
	maxBlock = 2048
	minBlock = 32
	// A block is walked in lanes side by side, since a step must wait for the one
	// before it in its lane but not for those of others: four lanes are 2.2 times
	// as fast as one. Blocks under minLanes are walked in one.
	lanes    = 4
	minLanes = 64
	// ringSize is how many marks a lane keeps, those of the first starts.
	ringSize = 64
)

// A lane is what was found in its part of a block, last start first.
type lane struct {
	state uint32
	n     int
	ring  [ringSize]mark
}

// A mark is a start at which something was found, by its offset in the lane, and
// the state that knows what.
type mark struct{ start, state uint32 }

func (l *lane) mark(start int) {
	l.ring[l.n%ringSize] = mark{uint32(start), l.state}
	l.n++
}

// lead walks text, which is behind the lane, for the state at the lane's end.
func (a *automaton) lead(text string) uint32 {
	state := uint32(0)
	for i := len(text) - 1; i >= 0; i-- {
		state = a.next[state+uint32(a.class[text[i]])]
	}
	return state
}

func (a *automaton) walk1(text string, l *lane) {
	for i := len(text) - 1; i >= 0; i-- {
		l.state = a.next[l.state+uint32(a.class[text[i]])]
		if l.state >= a.hit {
			l.mark(i)
		}
	}
}

// walk4 walks four lanes of n bytes, one after the other in text, with lead bytes
// behind each.
func (a *automaton) walk4(text string, n, lead int, ls *[lanes]lane) {
	var s0, s1, s2, s3 uint32
	next, hit := a.next, a.hit
	t0, t1, t2, t3 := text[:n+lead], text[n:2*n+lead], text[2*n:3*n+lead], text[3*n:4*n+lead]
	i := n + lead - 1
	for ; i >= n; i-- {
		s0 = next[s0+uint32(a.class[t0[i]])]
		s1 = next[s1+uint32(a.class[t1[i]])]
		s2 = next[s2+uint32(a.class[t2[i]])]
		s3 = next[s3+uint32(a.class[t3[i]])]
	}
	for ; i >= 0; i-- {
		s0 = next[s0+uint32(a.class[t0[i]])]
		s1 = next[s1+uint32(a.class[t1[i]])]
		s2 = next[s2+uint32(a.class[t2[i]])]
		s3 = next[s3+uint32(a.class[t3[i]])]
		if s0 >= hit {
			ls[0].state = s0
			ls[0].mark(i)
		}
		if s1 >= hit {
			ls[1].state = s1
			ls[1].mark(i)
		}
		if s2 >= hit {
			ls[2].state = s2
			ls[2].mark(i)
		}
		if s3 >= hit {
			ls[3].state = s3
			ls[3].mark(i)
		}
	}
}

// walk settles the next block of starts before end by the automaton. It moves c
// forward, or fills hits, or both.
func (s *Scanner) walk(text string, end int, c *Cursor, hits []Hit) int {
	a := s.automaton()
	if c.block == 0 {
		c.block = maxBlock
	}
	var ls [lanes]lane
	from, used, size := c.pos, 1, min(c.block, end-c.pos)
	behind := max(0, s.longest-1)
	if size >= minLanes && from+size+behind <= len(text) {
		used, size = lanes, size/lanes
		a.walk4(text[from:from+used*size+behind], size, behind, &ls)
	} else {
		tail := min(from+size+behind, len(text))
		ls[0].state = a.lead(text[from+size : tail])
		a.walk1(text[from:from+size], &ls[0])
	}
	c.work += used * (size + behind)

	n, whole := 0, true
	for k := 0; k < used && whole; k++ {
		n, whole = s.settle(a, text, from+k*size, size, &ls[k], c, hits, n)
	}
	switch {
	case !whole:
		c.block = max(minBlock, c.pos-from)
	case 2*n <= len(hits):
		c.block = min(2*c.block, maxBlock)
	}
	return n
}

// settle reports what a lane found and moves c to its end. It reports false if
// that was short of the end because hits was full or the lane's ring was.
func (s *Scanner) settle(a *automaton, text string, from, size int, l *lane, c *Cursor, hits []Hit, n int) (int, bool) {
	pos, skip, work := c.pos, c.skip, 0
	oldest := max(0, l.n-ringSize)
	for k := l.n - 1; k >= oldest; k-- {
		m := l.ring[k%ringSize]
		if start := from + int(m.start); start != pos {
			pos, skip = start, 0
		}
		seen := 0
		for o := a.next[m.state+a.last]; o != 0; {
			w := &a.out[o]
			o = w.next
			work++
			if w.exact { // the text has it in some case
				if w.n <= 8 && pos+8 <= len(text) {
					if swar.Load(text[pos:])&w.mask != w.key {
						continue
					}
				} else if text[pos:pos+int(w.n)] != s.anchors[w.id].Text {
					continue
				}
			}
			if seen++; seen <= skip {
				continue
			}
			if n == len(hits) {
				c.pos, c.skip, c.work = pos, seen-1, c.work+work
				return n, false
			}
			hits[n] = Hit{pos, w.id}
			n++
		}
	}
	c.work += work
	if oldest > 0 {
		c.pos, c.skip = pos+1, 0
		return n, false
	}
	c.pos, c.skip = from+size, 0
	return n, true
}

func newOutput(a Anchor, id int32, next uint32) output {
	o := output{id: id, next: next, n: uint8(len(a.Text)), exact: a.Exact && hasLetter(a.Text)}
	o.key, o.mask = a.demand(0)
	return o
}

func hasLetter(s string) bool {
	for i := range len(s) {
		if c := folded[s[i]]; 'a' <= c && c <= 'z' {
			return true
		}
	}
	return false
}
