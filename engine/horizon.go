package engine

import (
	"math"
	"strings"

	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/internal/swar"
)

// A stream must decide before it has the whole text, and what it decides must
// be what is decided about the whole. So a matcher never sees the whole: it
// sees the text up to a horizon, the end of the line that its hit is in. A matcher
// that reads as far as the horizon says so, and is run again with the next line
// in sight. What it decides in the end depends on no byte behind its horizon, and
// where horizons are depends on the text alone; a Writer only has to wait until
// one is there. The alternative, to hold every matcher to a proof that what it
// decided cannot change, would have to be kept true at a hundred places.
//
// In a line without end horizons are steps of some KiB. They may then lie within
// a secret or beside it, so that a hit needs room before one, and to come near
// it counts as reaching it.
const (
	// horizonStep is how far a line's end is looked for, in bytes: more than the
	// lines of logs, and few enough to hold.
	horizonStep = 4 << 10
	// horizonRoom is the room that a hit needs before a horizon that is no line end: more
	// than matchers look ahead but for values without end.
	horizonRoom = 1 << 10
	// horizonMargin is how near one may come to such a horizon: more than
	// is looked at behind a value to know that it ended.
	horizonMargin = 64
)

// A horizon is how far matchers see, as offsets of the text; the end of finder.src is it.
type horizon struct {
	// Hits from fresh on need a horizon of their own.
	fresh int
	// What is read at edge or behind may depend on what is behind the horizon.
	edge int
	// wait, if not 0, is where the next horizon is to be looked for.
	wait int
	// touched is the least start of a candidate that reached edge.
	touched int
	// at is the hit that is judged.
	at int
	// want is how far its matcher would see, if not 0, so that it is not run again for each of a few lines.
	want int

	// grows says that text will be appended to: hits without a horizon wait.
	grows bool
	// kept is where a stream keeps the memos from before a hit that may have to wait.
	kept *memos
	// over says that the secret found last is longer than MaxSecret; skip is how far
	// it was followed. inLine: skip is within a line of it.
	over, inLine bool
	skip         int
}

// touch notes that a candidate from start on could not be judged to its end
// because the text in sight ends where it does.
func (f *finder) touch(start int) { f.touched = min(f.touched, start) }

// reach notes that the bytes before i were read for a candidate from start on.
func (f *finder) reach(i, start int) {
	if i >= f.edge {
		f.touch(start)
	}
}

// clip holds the start of a secret that begins before its anchor: it is in the anchor's
// line, or what is before a line end could never leave a Writer.
func (f *finder) clip(start int) int {
	if start >= f.at {
		return start
	}
	return max(start, f.floor(f.at))
}

// floor returns the least offset at which a secret of a hit at i or behind may begin.
func (f *finder) floor(i int) int {
	low := max(0, i-f.p.back)
	return low + 1 + swar.LastIndex(f.text[low:i], '\n')
}

// decide runs the matchers of a hit, with as much in sight as they need. It
// reports false where that is not there yet.
func (f *finder) decide(h scan.Hit) bool {
	at := h.Start
	if at < f.skip {
		return true
	}
	f.at, f.want = at, 0
	for {
		if f.wait > 0 || at >= f.fresh {
			if f.wait == 0 {
				f.wait = at + f.p.across
			}
			if !f.see(f.wait) {
				return false
			}
			f.wait = 0
		}
		n := len(f.src)
		f.touched = math.MaxInt
		if n == len(f.text) && !f.grows {
			f.last(h)
			return true
		}
		if f.try(h) {
			return true
		}
		// Each look is longer than the last by a part of it, so that all of them
		// together cost a multiple of the last.
		f.wait = max(n+(n-at)/8, f.want)
	}
}

// last runs the matchers of a hit that sees all there is.
func (f *finder) last(h scan.Hit) {
	f.hit(h)
	if f.touched == math.MaxInt {
		return
	}
	if n := len(f.src); n-h.Start >= f.p.maxSecret {
		f.follow(n)
	}
	if f.more {
		f.open = min(f.open, f.touched)
	}
}

// try runs the matchers of a hit. Where they reached the horizon, and may look further, it
// leaves everything as it was before and reports false.
func (f *finder) try(h scan.Hit) bool {
	if f.kept != nil {
		*f.kept = f.memos
	}
	prosed, listed := f.prosed, f.listed
	if list := f.found(); f.head < len(list) {
		return f.tryHolding(h, list[f.head:], prosed, listed)
	}
	f.hit(h)
	return f.touched == math.MaxInt || f.tried(h, nil, prosed, listed)
}

// tryHolding is try where spans are held: it keeps a copy of them.
func (f *finder) tryHolding(h scan.Hit, list []span, prosed, listed int) bool {
	var buf [len(f.spans)]span
	held := append(buf[:0], list[:min(len(list), len(buf))]...)
	if len(list) > len(buf) {
		f.held = append(f.held[:0], list...) // rare
		held = f.held
	}
	f.hit(h)
	return f.touched == math.MaxInt || f.tried(h, held, prosed, listed)
}

// tried reports whether what was found is to stay though the horizon was reached, and else leaves everything as it was.
func (f *finder) tried(h scan.Hit, held []span, prosed, listed int) bool {
	if n := len(f.src); n-h.Start >= f.p.maxSecret {
		f.follow(n)
		return true
	}
	if f.extra != nil {
		f.extra = append(f.extra[:f.head], held...)
	} else {
		f.n = f.head + copy(f.spans[f.head:], held)
	}
	f.prosed, f.listed = prosed, listed
	if f.kept != nil {
		f.memos = *f.kept
	}
	return false
}

// see moves the horizon to the first line end from i on, or a step behind i.
// It reports false where that is not there yet.
func (f *finder) see(i int) bool {
	i = min(i, len(f.text))
	high := min(len(f.text), i+horizonStep)
	h, room, margin := high, horizonRoom, horizonMargin
	if k := strings.IndexByte(f.text[i:high], '\n'); k >= 0 {
		h, room, margin = i+k+1, 0, 0
	} else if high < i+horizonStep {
		if f.grows {
			return false
		}
		room, margin = 0, 0
	}
	if h != len(f.src) {
		f.src = f.text[:h]
		f.line, f.masked, f.echoes, f.breaks = runMemo{}, runMemo{}, runMemo{}, breakMemo{} // the others are of the text in sight before
	}
	f.fresh, f.edge = h-room-f.p.across, h-margin
	return true
}

// blockWidth is how long a line is looked at to know whether it is one of a block, in bytes.
const blockWidth = blockLine

// follow masks the secret found last on to its end, if it goes on at the
// horizon: it is longer than MaxSecret, and no matcher looks further. It ends with
// its line, or with the last of the lines behind that hold nothing but base64.
func (f *finder) follow(horizon int) {
	list := f.found()
	if len(list) == f.head || list[len(list)-1].end < horizon-horizonMargin {
		return
	}
	last := &list[len(list)-1]
	last.end, last.long = horizon, true
	f.over, f.inLine, f.skip = true, f.text[horizon-1] != '\n', horizon
	if !f.inLine {
		f.skip--
		last.end--
	}
	if f.grows {
		return
	}
	f.pass()
	last.end = f.skip
	if f.more && f.skip == len(f.text) {
		f.open = min(f.open, last.start)
	}
}

// pass follows a secret longer than MaxSecret and reports whether its end was found.
func (f *finder) pass() bool {
	for {
		if f.inLine {
			k := strings.IndexByte(f.text[f.skip:], '\n')
			if k < 0 {
				f.skip = len(f.text)
				f.over = f.grows
				return !f.over
			}
			f.skip += k
			f.inLine = false
		}
		next, known := f.blockLine(f.skip + 1)
		if !known {
			return false
		}
		if !next {
			f.over = false
			return true
		}
		f.skip++
		f.inLine = true
	}
}

// blockLine reports whether the line at i holds nothing but base64; it is not known while
// too little of the line is there.
func (f *finder) blockLine(i int) (yes, known bool) {
	if i > len(f.text) {
		return false, !f.grows
	}
	j := i
	for j < len(f.text) && j-i < blockWidth && (isAlnum(f.text[j]) || strings.IndexByte("+/=-_\r", f.text[j]) >= 0) {
		j++
	}
	switch {
	case j < len(f.text):
		return j > i && (f.text[j] == '\n' || j-i == blockWidth), true
	case f.grows && j-i < blockWidth:
		return false, false
	}
	return j > i, true
}
