// Package budget fills an encoded object to an exact number of bytes.
//
// What must be there is appended first. Lists follow in the order of their
// priority, each keeping as many of its items, from the first on, as fit; how
// many are left out is told in the object, and that telling is charged too. An
// item is encoded once, onto the destination, and taken back when it does not
// fit. Nothing is shortened here: what an item is cut to is its callback's
// business.
//
// A larger total never keeps less of any list, and what is kept is what an
// unlimited total keeps, up to a point. This holds since a list of lower
// priority keeps nothing once the total made one before it stop.
//
// The package knows no format. It allocates nothing but to grow the
// destination, and nothing in it is safe for concurrent use.
package budget

// A Measure counts what bytes cost; nil counts them one each. It must be
// additive (two pieces together cost what they cost apart) and no byte may cost
// less than 1.
type Measure func(b []byte) int

// An Allocator appends to a slice and charges what it appends to a total.
type Allocator struct {
	dst     []byte
	room    int // what is left of the total
	held    int // of it, what is held back
	spent   int
	measure Measure
	short   bool // the total made a list stop
}

// Start returns an Allocator that appends to dst what costs no more than total
// by m. What dst holds already is neither charged nor touched.
func Start(dst []byte, total int, m Measure) Allocator {
	return Allocator{dst: dst, room: total, measure: m}
}

// Bytes returns dst with all that was appended.
func (a *Allocator) Bytes() []byte { return a.dst }

// Spent returns what was charged so far.
func (a *Allocator) Spent() int { return a.spent }

// Reserve holds n of the total back for what must still follow, in place of
// what was held back before: closing brackets, the numbers of items that later
// lists leave out. Reserve(0) releases it.
func (a *Allocator) Reserve(n int) { a.held = n }

// Append appends a part that must be there. piece is given dst and what may
// be spent, and returns it grown. If what it appended costs more,
// it is taken back and Append returns false: a format whose limits were
// checked does not see that. A part that may be left out is a List of one.
func (a *Allocator) Append(piece func(dst []byte, max int) []byte) bool {
	at := len(a.dst)
	avail := a.room - a.held
	if !a.take(piece(a.dst, max(avail, 0))) {
		return false
	}
	cost := a.cost(at)
	if cost > avail {
		a.dst = a.dst[:at]
		return false
	}
	a.charge(cost)
	return true
}

// take makes grown dst, so that what it was grown to is kept also where its
// end is taken back. It refuses what is shorter, which a callback that appends
// cannot return.
func (a *Allocator) take(grown []byte) bool {
	if len(grown) < len(a.dst) {
		return false
	}
	a.dst = grown
	return true
}

// cost measures dst from at on.
func (a *Allocator) cost(at int) int {
	if a.measure == nil {
		return len(a.dst) - at
	}
	return a.measure(a.dst[at:])
}

func (a *Allocator) charge(cost int) {
	a.room -= cost
	a.spent += cost
}

// A List is a member whose items are kept from the first on while there is
// room. Nothing is appended for a list without items; Open and Close are left
// out where none is kept.
type List struct {
	// N is the number of items.
	N int
	// Limit is what the items and their separators may cost; 0 leaves it to
	// the total. What is left out for it does not keep later lists from their
	// room.
	Limit int
	// KeepFirst keeps the first item even where it is over Limit.
	KeepFirst bool

	Open, Separator, Close string

	// Item appends item i. It is not kept if it costs more than max.
	Item func(dst []byte, i, max int) []byte

	// Omitted appends, behind Close, that n items are left out. It is not
	// called for none, and must not append more for fewer. nil tells nothing.
	Omitted func(dst []byte, n int) []byte
}

// List appends l and returns how many items it keeps: the largest number that
// fits together with the telling of the rest. Where not even that fits by
// itself nothing is appended; Reserve its room to be sure of it.
func (a *Allocator) List(l List) int {
	if l.N <= 0 {
		return 0
	}
	f := filling{a: a, List: l, start: len(a.dst), avail: a.room - a.held}
	f.end = f.start
	f.close = f.costOf(l.Close)
	f.omittedAll = f.omitted(l.N)
	if !a.short {
		f.fill()
	}
	a.dst = a.dst[:f.end]
	if f.kept == 0 && f.omittedAll > f.avail {
		a.short = true
		return 0
	}
	if f.kept > 0 {
		a.dst = append(a.dst, l.Close...)
	}
	if left := l.N - f.kept; left > 0 && l.Omitted != nil {
		a.take(l.Omitted(a.dst, left))
	}
	a.charge(a.cost(f.start))
	return f.kept
}

// A filling is a List on its way into an Allocator.
type filling struct {
	a *Allocator
	List
	start      int // of the list in dst
	avail      int
	close      int // cost of Close
	omittedAll int // cost of the telling that all are left out
	kept, end  int // the most items found to fit, and where dst then ends
}

func (f *filling) costOf(s string) int {
	at := len(f.a.dst)
	f.a.dst = append(f.a.dst, s...)
	return f.takeBack(at)
}

// omitted returns what it costs to tell that n are left out.
func (f *filling) omitted(n int) int {
	if f.Omitted == nil || n == 0 {
		return 0
	}
	at := len(f.a.dst)
	f.a.take(f.Omitted(f.a.dst, n))
	return f.takeBack(at)
}

// takeBack takes back what was appended from at on and returns its cost.
func (f *filling) takeBack(at int) int {
	cost := f.a.cost(at)
	f.a.dst = f.a.dst[:at]
	return cost
}

// fill appends items until one does not fit. The items alone cost more with
// each, so that none behind it can fit. Up to there any number of items may be
// the largest: where the last items are smaller than the telling that they
// are left out, all of them fit and all but one do not.
func (f *filling) fill() {
	a, cost, own, sep := f.a, f.costOf(f.Open), 0, f.costOf(f.Separator)
	for i := range f.N {
		if i == 0 {
			a.dst = append(a.dst, f.Open...)
		} else {
			a.dst = append(a.dst, f.Separator...)
			cost += sep
			own += sep
		}
		at := len(a.dst)
		ok := a.take(f.Item(a.dst, i, f.max(i, cost, own)))
		c := a.cost(at)
		cost += c
		if own += c; f.overLimit(i, own) {
			a.short = f.kept < i
			return
		}
		if !ok || cost+f.close > f.avail {
			a.short = true
			return
		}
		// What is told of fewer takes no more than what is told of all, so
		// the exact measure is only needed where the room gets narrow.
		left := f.N - i - 1
		if cost+f.close+f.omittedAll <= f.avail || cost+f.close+f.omitted(left) <= f.avail {
			f.kept, f.end = i+1, len(a.dst)
		}
	}
	a.short = a.short || f.kept < f.N
}

func (f *filling) overLimit(i, own int) bool {
	return f.Limit > 0 && own > f.Limit && !(f.KeepFirst && i == 0)
}

// max returns what item i may cost, what is before it having cost cost, and own
// of the list's limit.
func (f *filling) max(i, cost, own int) int {
	n := f.avail - cost - f.close
	if f.Limit > 0 && !(f.KeepFirst && i == 0) {
		n = min(n, f.Limit-own)
	}
	return max(n, 0)
}
