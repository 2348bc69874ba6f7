package scan

import (
	"cmp"
	_ "embed"
	"math/bits"
	"slices"
)

// sample is plain error text. Where no windows are stored it says what is rare,
// and always whether a filter pays.
//
//go:embed sample.txt
var sample string

// ChooseWindows returns what Options.Windows takes: two offsets an anchor, of
// its windows for even and for odd starts, chosen to be rare in sample. An anchor
// of one byte has none and gets offsets that are not valid. The sample should be
// some 100 KiB or more, and like the texts that will be scanned: windows chosen on
// source code alone cost a quarter of the speed on error texts.
func ChooseWindows(anchors []Anchor, sample []byte) []uint8 {
	ws := newWords(anchors)
	chosen := make([]int8, 2*len(ws.list))
	for i := range chosen {
		chosen[i] = unset
	}
	ch := newChooser(&ws, new([pairs]uint32), string(sample))
	ch.run(chosen)
	ch.improve(chosen)
	windows := make([]uint8, 2*len(anchors))
	for i := range ws.list {
		for _, id := range ws.ids[ws.list[i].from:ws.list[i].to] {
			windows[2*id] = uint8(chosen[2*i])
			windows[2*id+1] = uint8(chosen[2*i+1])
		}
	}
	return windows
}

// unset is no offset.
const unset = -2

// stored returns two offsets a word, unset where windows, which has two an
// anchor, says nothing valid about the word's first anchor.
func stored(ws *words, windows []uint8) []int8 {
	offsets := make([]int8, 2*len(ws.list))
	for i := range offsets {
		w := &ws.list[i/2]
		at := 2*int(ws.ids[w.from]) + i%2
		offsets[i] = unset
		if at < len(windows) && valid(int(w.n), i%2, int(int8(windows[at]))) {
			offsets[i] = int8(windows[at])
		}
	}
	return offsets
}

// valid reports whether an anchor of n bytes may have a window at the offset for
// starts of this parity. The window's first two bytes are the anchor's, the third
// may be free; at odd starts of an anchor of two bytes the first must be free
// instead, and of three or four it may be, which is better where the first
// two bytes are the rarer ones. Those windows cost a look-up of their own at each
// alarm. An anchor of one byte has no windows.
func valid(n, parity, offset int) bool {
	switch {
	case offset < 0:
		return offset == -1 && parity == 1 && n >= 2 && n <= 4
	case offset%2 != parity:
		return false
	}
	return offset+1 < n
}

// place sets the bits of all windows in table, choosing those that are unset.
func place(ws *words, table *[pairs]uint32, offsets []int8) {
	all := true
	for i, o := range offsets {
		if o == unset {
			all = false
			continue
		}
		text, fold := ws.spelling(&ws.list[i/2])
		w := newWindow(text, fold, int(o))
		w.set(table)
	}
	if !all {
		newChooser(ws, table, sample).run(offsets)
	}
}

// A window is the rows of the table that its first two bytes index, in all cases,
// and the bits of its third.
type window struct {
	first, second [2]uint8
	any           bool // the first byte may be any
	bits          uint32
}

func pairAt(s string, i int) uint16 { return uint16(s[i]) | uint16(s[i+1])<<8 }

func newWindow(text string, fold bool, offset int) window {
	w := window{any: offset < 0, bits: ^uint32(0)}
	if !w.any {
		w.first = cases(text[offset], fold)
	}
	w.second = cases(text[offset+1], fold)
	if offset+2 < len(text) {
		w.bits = 1 << (text[offset+2] & 31) // the same in either case
	}
	return w
}

func cases(b uint8, fold bool) [2]uint8 {
	if fold && 'a' <= b && b <= 'z' {
		return [2]uint8{b, b - 'a' + 'A'}
	}
	return [2]uint8{b, b}
}

// rows appends the indices of the window's rows to dst.
func (w *window) rows(dst []uint16) []uint16 {
	for i, second := range w.second {
		if i > 0 && second == w.second[0] {
			break
		}
		hi := uint16(second) << 8
		switch {
		case w.any:
			for first := range uint16(256) {
				dst = append(dst, hi|first)
			}
		case w.first[0] == w.first[1]:
			dst = append(dst, hi|uint16(w.first[0]))
		default:
			dst = append(dst, hi|uint16(w.first[0]), hi|uint16(w.first[1]))
		}
	}
	return dst
}

func (w *window) set(table *[pairs]uint32) {
	for i, second := range w.second {
		if i > 0 && second == w.second[0] {
			break
		}
		hi := uint16(second) << 8
		if w.any {
			for first := range uint16(256) {
				table[hi|first] |= w.bits
			}
			continue
		}
		table[hi|uint16(w.first[0])] |= w.bits
		table[hi|uint16(w.first[1])] |= w.bits
	}
}

// chooser chooses windows one by one, shortest words first since they have the
// least choice, each where it adds the fewest alarms to those the table has.
type chooser struct {
	ws    *words
	table *[pairs]uint32
	order []int32
	model
	rowBuf []uint16
}

func newChooser(ws *words, table *[pairs]uint32, sample string) *chooser {
	ch := &chooser{ws: ws, table: table, model: newModel(sample), rowBuf: make([]uint16, 0, 512)}
	for i := range ws.list {
		if ws.list[i].n > 1 {
			ch.order = append(ch.order, int32(i))
		}
	}
	slices.SortStableFunc(ch.order, func(x, y int32) int { return cmp.Compare(ws.list[x].n, ws.list[y].n) })
	return ch
}

// run chooses the offsets that are unset, given those that are not.
func (ch *chooser) run(offsets []int8) {
	for _, i := range ch.order {
		text, fold := ch.ws.spelling(&ch.ws.list[i])
		for parity := range 2 {
			if at := 2*int(i) + parity; offsets[at] == unset {
				w, o := ch.best(text, fold, parity)
				offsets[at] = o
				w.set(ch.table)
			}
		}
	}
}

// improve chooses each window again, given all others, until none changes.
func (ch *chooser) improve(offsets []int8) {
	uses := make(map[uint32]int) // by row and bit
	each := func(w window, do func(row uint16, bit int, key uint32)) {
		for _, r := range w.rows(nil) {
			for rest := w.bits; rest != 0; rest &= rest - 1 {
				bit := bits.TrailingZeros32(rest)
				do(r, bit, uint32(r)<<5|uint32(bit))
			}
		}
	}
	put := func(row uint16, bit int, key uint32) {
		uses[key]++
		ch.table[row] |= 1 << bit
	}
	take := func(row uint16, bit int, key uint32) {
		if uses[key]--; uses[key] == 0 {
			ch.table[row] &^= 1 << bit
		}
	}
	for _, i := range ch.order {
		text, fold := ch.ws.spelling(&ch.ws.list[i])
		for parity := range 2 {
			each(newWindow(text, fold, int(offsets[2*int(i)+parity])), put)
		}
	}
	for changed, passes := true, 0; changed && passes < maxPasses; passes++ {
		changed = false
		for _, i := range ch.order {
			text, fold := ch.ws.spelling(&ch.ws.list[i])
			for parity := range 2 {
				at := 2*int(i) + parity
				each(newWindow(text, fold, int(offsets[at])), take)
				w, o := ch.best(text, fold, parity)
				changed = changed || o != offsets[at]
				offsets[at] = o
				each(w, put)
			}
		}
	}
}

// maxPasses bounds improve; two or three passes are mostly enough.
const maxPasses = 8

// best returns the cheapest window of this parity.
func (ch *chooser) best(text string, fold bool, parity int) (window, int8) {
	var (
		best   window
		offset = int8(unset)
		least  uint64
	)
	for o := parity - 2*parity; o < len(text); o++ {
		if !valid(len(text), parity, o) {
			continue
		}
		w := newWindow(text, fold, o)
		if cost := ch.cost(&w); offset == unset || cost < least {
			best, offset, least = w, int8(o), cost
		}
	}
	return best, offset
}

// cost weighs a window: how often it is met, in full for bits that the table does
// not have yet, and for all by the share of an alarm that one more comparison is.
func (ch *chooser) cost(w *window) uint64 {
	sum := uint64(0)
	ch.rowBuf = w.rows(ch.rowBuf[:0])
	for _, r := range ch.rowBuf {
		for rest := w.bits; rest != 0; rest &= rest - 1 {
			bit := bits.TrailingZeros32(rest)
			freq := ch.freq(r, bit)
			if ch.table[r]>>bit&1 == 0 {
				sum += nodeShare * freq
			}
			sum += freq
		}
	}
	return sum
}

// nodeShare is how many comparisons of a node take the time of an alarm.
const nodeShare = 8

// A model is how often three bytes stand in a row in a sample.
type model struct {
	// three counts by a hash of the pair and the third byte's five bits.
	three []uint32
	shift uint8
	pair  []uint32
	third [32]uint32
	size  int
}

func newModel(sample string) model {
	size := min(max(bits.Len(uint(4*len(sample))), 12), 21)
	m := model{three: make([]uint32, 1<<size), shift: uint8(32 - size), pair: make([]uint32, pairs), size: len(sample) + 1}
	for i := 0; i+3 <= len(sample); i++ {
		p, bit := pairAt(sample, i), int(sample[i+2]&31)
		m.three[m.slot(p, bit)]++
		m.pair[p]++
		m.third[bit]++
	}
	return m
}

func (m *model) slot(pair uint16, bit int) uint32 {
	return (uint32(pair)<<5 | uint32(bit)) * spread >> m.shift
}

// freq is how often the three bytes are to be expected: as counted, and, since a
// sample does not hold all that can be met, a little for what its parts promise.
// The unit is 1/256 of an occurrence in the sample.
func (m *model) freq(pair uint16, bit int) uint64 {
	counted := uint64(m.three[m.slot(pair, bit)])
	promised := 64 * uint64(m.pair[pair]) * uint64(m.third[bit]) / uint64(m.size)
	return 256*counted + promised + 1
}
