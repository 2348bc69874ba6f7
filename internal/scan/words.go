package scan

import "math/bits"

// words are the anchors with those that differ in case alone put together: they share their
// windows and their states.
type words struct {
	// anchors are as given to New; the exact ones are compared at the hit.
	anchors []Anchor
	// lit holds the folded bytes of all words.
	lit  string
	list []word
	// ids holds the IDs of all words, by word, ascending within each.
	ids []int32
}

// A word is lit[at:at+n] and stands for the anchors ids[from:to].
type word struct {
	at       uint32
	from, to int32
	n        uint8
	// fold: its anchors allow more than one spelling.
	fold bool
}

// folded maps ASCII capitals to small letters and all other bytes to themselves.
var folded = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] += 'a' - 'A'
		}
	}
	return t
}()

func newWords(anchors []Anchor) words {
	ws := words{anchors: anchors}
	total := 0
	for _, a := range anchors {
		total += len(a.Text)
	}
	lit := make([]byte, 0, total)
	for _, a := range anchors {
		for i := range len(a.Text) {
			lit = append(lit, folded[a.Text[i]])
		}
	}
	ws.lit = string(lit)
	ws.list = make([]word, 0, len(anchors))

	known := make(wordTable, 1<<bits.Len(uint(2*len(anchors))))
	wordOf := make([]int32, len(anchors))
	at := 0
	for id, a := range anchors {
		n := len(a.Text)
		slot := known.slot(&ws, ws.lit[at:at+n])
		if *slot == 0 {
			ws.list = append(ws.list, word{at: uint32(at), n: uint8(n), from: int32(id)})
			*slot = int32(len(ws.list))
		}
		w := *slot - 1
		wordOf[id] = w
		// Until the next loop, from is the first anchor's ID and to a count.
		if !a.Exact || a.Text != anchors[ws.list[w].from].Text {
			ws.list[w].fold = true
		}
		ws.list[w].to++
		at += n
	}

	from := int32(0)
	for i := range ws.list {
		w := &ws.list[i]
		n := w.to
		w.from, w.to = from, from
		from += n
	}
	ws.ids = make([]int32, len(anchors))
	for id, i := range wordOf {
		w := &ws.list[i]
		ws.ids[w.to] = int32(id)
		w.to++
	}
	return ws
}

// A wordTable finds words by their text: a hash table with the numbers of words, from 1, in a power
// of two of slots. It is a part of what a scanner takes to build in which a map would be the
// larger half.
type wordTable []int32

// slot returns where the number of the word with this text stands, or is to be put.
func (t wordTable) slot(ws *words, text string) *int32 {
	h := uint32(2166136261) // FNV-1a
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	for i := h; ; i++ {
		slot := &t[i&uint32(len(t)-1)]
		if *slot == 0 || ws.text(&ws.list[*slot-1]) == text {
			return slot
		}
	}
}

// text returns the folded bytes of w.
func (ws *words) text(w *word) string { return ws.lit[w.at : w.at+uint32(w.n)] }

// spelling returns the only spelling of w or, if fold, its folded bytes.
func (ws *words) spelling(w *word) (text string, fold bool) {
	if w.fold {
		return ws.text(w), true
	}
	return ws.anchors[ws.ids[w.from]].Text, false
}
