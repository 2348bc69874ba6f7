package engine

import (
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// another judges a value that the one which ends before i is compared with or changed to:
// got "x", want "y"; "x" -> "y"; and one more behind it.
func (f *finder) another(i int, rule int32, s patterns.Strength) bool {
	src := f.src
	found := false
	for range 2 {
		at := f.compared(i)
		if at == 0 || at >= len(src) {
			break
		}
		d := dress{sep: '=', at: at}
		v, next, ok := f.quotedAt(at)
		if !ok {
			d = dress{sep: ' ', at: at, said: true}
			v = value{start: at, end: f.unquoted(at, &d)}
			v.open = v.end == len(src)
			v.end = trimEnd(src, v.start, v.end, &d)
			next = v.end
		}
		found = f.value(v, &d, rule, s) || found
		i = next
	}
	return found
}

// besideGap are the bytes between a value and what it is compared with.
var besideGap = func() (t [256]bool) {
	for _, c := range "\"'`,; \\" {
		t[c] = true
	}
	return
}()

// compared steps over what joins two values that are compared; 0 where nothing does.
func (f *finder) compared(i int) int {
	src := f.src
	limit := min(len(src), i+24)
	j := i
	for j < limit && besideGap[src[j]] {
		j++
	}
	at := j
	if j < limit && !isLetter(src[j]) {
		for _, arrow := range []string{"-> ", "=> ", "→ ", "!= ", "<> "} {
			if strings.HasPrefix(src[j:], arrow) {
				at = j + len(arrow)
			}
		}
		if at == j {
			if strings.IndexByte("-=!<\xe2", src[j]) >= 0 {
				f.reach(j+len("→ "), i)
			}
			return 0
		}
	}
	e := at
	for range 2 { // but got
		e = at
		for e < limit && isLetter(src[e]) {
			e++
		}
		if !secondWords.Has(src[at:e]) {
			break
		}
		if e < limit && (src[e] == ':' || src[e] == '=') {
			e++
		}
		if e == limit || src[e] != ' ' {
			break
		}
		at = e + 1
	}
	f.reach(max(at, e), i)
	if at == j {
		return 0
	}
	return at
}
