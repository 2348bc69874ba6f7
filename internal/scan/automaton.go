package scan

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

// An output is a word that starts where its state is reached, and the index of
// the next shorter one, 0 for none. The first element of out is unused.
type output struct{ word, next uint32 }

// automaton returns the table, built if need be. Goroutines that meet here build
// it at the same time, and one of the tables is kept; that is rarer than a lock
// would be dear.
func (s *Scanner) automaton() *automaton {
	if a := s.auto.Load(); a != nil {
		return a
	}
	s.auto.CompareAndSwap(nil, newAutomaton(&s.words))
	return s.auto.Load()
}

func newAutomaton(ws *words) *automaton {
	a := &automaton{out: make([]output, 1, len(ws.list)+1)}
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
		text := ws.text(&ws.list[i])
		for j := len(text) - 1; j >= 0; j-- {
			e := s + uint32(a.class[text[j]])
			if next[e] == 0 {
				next[e] = uint32(len(next))
				next = append(next, make([]uint32, row)...)
			}
			s = next[e]
		}
		a.out = append(a.out, output{word: uint32(i)})
		next[s+a.last] = uint32(len(a.out) - 1)
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
	// a tenth, and what a full ring or hits slice throws away grows.
	maxBlock = 1024
	minBlock = 32
	ringSize = 128
)

// A mark is a start at which something was found: its offset in the block, and
// the state that knows what.
type mark struct{ start, state uint32 }

// walk settles the next block of starts before end by the automaton. It moves c
// forward, or fills hits, or both.
func (s *Scanner) walk(text string, end int, c *Cursor, hits []Hit) int {
	a := s.automaton()
	block := c.block
	if block == 0 {
		block = maxBlock
	}
	from := c.pos
	to := min(from+block, end)
	tail := min(to+s.longest-1, len(text))

	state := uint32(0)
	for i := tail - 1; i >= to; i-- {
		state = a.next[state+uint32(a.class[text[i]])]
	}
	// The marks come last start first; the ring keeps the first starts.
	var ring [ringSize]mark
	marks := 0
	for i := to - 1; i >= from; i-- {
		state = a.next[state+uint32(a.class[text[i]])]
		if state >= a.hit {
			ring[marks%ringSize] = mark{uint32(i - from), state}
			marks++
		}
	}
	c.work += tail - from
	c.block = min(2*block, maxBlock)
	oldest := max(0, marks-ringSize)
	if oldest > 0 {
		to = from + int(ring[oldest%ringSize].start) + 1
		c.block = max(minBlock, to-from)
	}

	n := 0
	for k := marks - 1; k >= oldest; k-- {
		m := ring[k%ringSize]
		start := from + int(m.start)
		if start != c.pos {
			c.pos, c.skip = start, 0
		}
		n = s.report(a, text, m.state, c, hits, n)
		if n < 0 {
			c.block = max(minBlock, start-from)
			return len(hits)
		}
	}
	c.pos, c.skip = to, 0
	return n
}

// report adds to hits the anchors that start at c.pos, but for the first c.skip
// of them. It returns the new length, or, where hits is full, -1 with c.skip
// telling how many were reported.
func (s *Scanner) report(a *automaton, text string, state uint32, c *Cursor, hits []Hit, n int) int {
	seen := 0
	for o := a.next[state+a.last]; o != 0; o = a.out[o].next {
		w := &s.list[a.out[o].word]
		for _, id := range s.ids[w.from:w.to] {
			c.work++
			if !s.matches(text, c.pos, id) {
				continue
			}
			seen++
			if seen <= c.skip {
				continue
			}
			if n == len(hits) {
				c.skip = seen - 1
				return -1
			}
			hits[n] = Hit{c.pos, id}
			n++
		}
	}
	return n
}
