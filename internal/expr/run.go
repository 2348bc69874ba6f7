package expr

import (
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// A Match is what Find found.
type Match struct {
	// Caps are the offsets of the groups, start and end by turns, -1 where a group took no
	// part. They are valid until the next Find with the same Scratch.
	Caps []int
	// Seen is the largest offset of a byte on which the outcome depends; the text's length
	// where it depends on the text ending there, -1 where it depends on none.
	Seen int
	// Steps counts instructions tried.
	Steps int
}

// A Scratch is the memory of a search. It holds offsets only, no bytes of the text. It is not
// safe for concurrent use.
type Scratch struct {
	marks     []uint32
	gen       uint32
	now, next threads
	cur, best []int
	seen      int
	steps     int
}

// threads are the instructions that wait for a character, in order of preference, each with
// its offsets.
type threads struct {
	pcs  []uint32
	caps []int
}

var pool = sync.Pool{New: func() any { return new(Scratch) }}

// NewScratch returns a Scratch of a pool, to which Free gives it back.
func NewScratch() *Scratch { return pool.Get().(*Scratch) }

// Free gives s back.
func (s *Scratch) Free() { pool.Put(s) }

func (s *Scratch) init(m *Machine) {
	if len(s.marks) < len(m.insts) {
		s.marks = make([]uint32, len(m.insts))
		s.gen = 0
	}
	n := 2 * m.groups
	if cap(s.cur) < n {
		s.cur, s.best = make([]int, n), make([]int, n)
	}
	s.cur, s.best = s.cur[:n], s.best[:n]
	s.now.clear()
	s.next.clear()
	s.seen, s.steps = -1, 0
	for i := range s.cur {
		s.cur[i] = -1
	}
}

func (t *threads) clear() { t.pcs, t.caps = t.pcs[:0], t.caps[:0] }

// turn begins a new list at a new offset.
func (s *Scratch) turn() {
	s.gen++
	if s.gen == 0 {
		clear(s.marks)
		s.gen = 1
	}
}

// Find looks for the leftmost match that starts from low to last in the text, and says
// whether there is one. It looks no further than it must. A run that the expression begins with lazily is not
// looked for: see Lead.
func (m *Machine) Find(s *Scratch, text string, low, last int) (Match, bool) {
	s.init(m)
	pos := low + inside(text, low)
	found := false
	for {
		if len(s.now.pcs) == 0 {
			if found || pos > last {
				break
			}
			pos = m.skip(s, text, pos, last)
			if pos > last || pos > len(text) {
				break
			}
			s.turn() // what is marked may be marked for an earlier place
		}
		if !found && pos <= last {
			s.cur[0] = pos
			m.add(s, &s.now, m.start, text, pos)
		}
		r, width := rune(-1), 0
		if pos < len(text) {
			r, width = rune(text[pos]), 1
			if r >= utf8.RuneSelf {
				r, width = utf8.DecodeRuneInString(text[pos:])
			}
		}
		s.turn()
		found = m.step(s, text, pos, r, width) || found
		if width == 0 {
			break
		}
		s.now, s.next = s.next, s.now
		s.next.clear()
		pos += width
	}
	return Match{s.best, s.seen, s.steps}, found
}

// step moves every thread over the character r at pos, and reports whether one matched; those
// that are less preferred are then dropped.
func (m *Machine) step(s *Scratch, text string, pos int, r rune, width int) bool {
	n := len(s.cur)
	for i, pc := range s.now.pcs {
		s.steps++
		in := &m.insts[pc]
		if in.op == syntax.InstMatch {
			copy(s.best, s.now.caps[i*n:(i+1)*n])
			s.best[1] = pos
			return true
		}
		s.seen = max(s.seen, pos+width-min(width, 1))
		if width > 0 && in.matches(r) {
			copy(s.cur, s.now.caps[i*n:(i+1)*n])
			m.add(s, &s.next, in.out, text, pos+width)
		}
	}
	return false
}

// add adds to list what can be reached from pc without a character.
func (m *Machine) add(s *Scratch, list *threads, pc uint32, text string, pos int) {
	for s.marks[pc] != s.gen {
		s.marks[pc] = s.gen
		s.steps++
		in := &m.insts[pc]
		switch in.op {
		case syntax.InstFail:
			return
		case syntax.InstAlt, syntax.InstAltMatch:
			m.add(s, list, in.out, text, pos)
			pc = in.arg
		case syntax.InstNop:
			pc = in.out
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.arg)&^s.context(text, pos) != 0 {
				return
			}
			pc = in.out
		case syntax.InstCapture:
			if int(in.arg) < 2 || int(in.arg) >= len(s.cur) {
				pc = in.out
				continue
			}
			old := s.cur[in.arg]
			s.cur[in.arg] = pos
			m.add(s, list, in.out, text, pos)
			s.cur[in.arg] = old
			return
		default:
			list.pcs = append(list.pcs, pc)
			list.caps = append(list.caps, s.cur...)
			return
		}
	}
}

// context returns what is true of the place between two characters.
func (s *Scratch) context(text string, pos int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if pos > 0 {
		before, _ = utf8.DecodeLastRuneInString(text[:pos])
	}
	width := 1
	if pos < len(text) {
		after, width = utf8.DecodeRuneInString(text[pos:])
	}
	s.seen = max(s.seen, pos+width-1)
	return syntax.EmptyOpContext(before, after)
}

// skip returns the next place from pos to last where a match can begin.
func (m *Machine) skip(s *Scratch, text string, pos, last int) int {
	for pos <= last && pos < len(text) {
		c := text[pos]
		if c >= utf8.RuneSelf || m.first[c>>6]&(1<<(c&63)) != 0 {
			return pos
		}
		s.seen = max(s.seen, pos)
		s.steps++
		pos++
	}
	return pos
}

// inside returns how many bytes of the character that holds offset i are behind i, 0 where i
// begins one.
func inside(text string, i int) int {
	for k := 1; k < utf8.UTFMax && k <= i && i < len(text); k++ {
		if !utf8.RuneStart(text[i-k]) {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i-k:]); n > k {
			return n - k
		}
		break
	}
	return 0
}

// Lead returns where a match that Find found at start begins, if it may take in what is
// before from low on: the run that the expression begins with lazily.
func (m *Machine) Lead(text string, low, start int) int {
	if m.lead == nil {
		return start
	}
	for n := 0; n < m.leadMax && start > low; n++ {
		r, width := utf8.DecodeLastRuneInString(text[:start])
		if start-width < low || !m.lead.matches(r) {
			break
		}
		start -= width
	}
	return start
}

// Matches reports whether the expression matches somewhere in the text, as a whole text.
func (m *Machine) Matches(s *Scratch, text string) bool {
	_, ok := m.Find(s, text, 0, len(text))
	return ok
}
