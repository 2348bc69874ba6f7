package engine

import (
	"math/bits"

	"github.com/redactbench/redactbench/internal/swar"
)

// An index finds the entry of a list that has a text: a hash table of numbers, the list holding the
// texts. A map would hold them again, in memory that a program touches for it alone when it starts.
type index struct {
	slots []int32 // numbers from 1, in a power of two of slots of which some are 0
	used  int
	text  func(i int) string // of entry i
}

func newIndex(room int, text func(i int) string) index {
	return index{make([]int32, 1<<bits.Len(uint(room+room/2))), 0, text}
}

// find returns the number of the entry with this text. Where there is none it is to be entry
// next, and ok is false.
func (x *index) find(text string, next int) (i int, ok bool) {
	if 4*x.used >= 3*len(x.slots) {
		x.grow()
	}
	slot := x.slot(text)
	if *slot > 0 {
		return int(*slot - 1), true
	}
	*slot = int32(next + 1)
	x.used++
	return next, false
}

func (x *index) has(text string) bool { return len(x.slots) > 0 && *x.slot(text) > 0 }

func (x *index) slot(text string) *int32 {
	for h := uint32(swar.Hash(0, text)); ; h++ {
		slot := &x.slots[h&uint32(len(x.slots)-1)]
		if *slot == 0 || x.text(int(*slot-1)) == text {
			return slot
		}
	}
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]int32, max(8, 2*len(old)))
	for _, i := range old {
		if i > 0 {
			*x.slot(x.text(int(i - 1))) = i
		}
	}
}
