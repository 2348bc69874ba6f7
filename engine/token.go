package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/patterns"
)

// cutToken is how much of a token's body must be there, in bytes, for one that
// was cut to be known as a token: less is all documentation's "ghp_abc…" shows.
const cutToken = 4

// cutJudged is how much of the body of such a token is weighed, in bytes: prefixes that follow closely share a body.
const cutJudged = 64

// leftOf are bytes that join what precedes a token to it, so that it is part of a word.
var leftOf = charset.Word | charset.Of['-']

// token judges a token at its anchor.
func (f *finder) token(at int, a *act) {
	t := &f.p.tokens[a.arg]
	src := f.src
	start, body := at, at+int(a.len)
	if t.before != nil {
		if start = matchBack(src, at, t.before); start < 0 {
			return
		}
	}
	if t.boundary && start > 0 && charset.Of[src[start-1]]&leftOf != 0 && !escapeBefore(src, start) {
		return
	}
	end, kept, whole := f.shape(body, t.parts)
	if t.keep {
		start = max(body, kept)
	}
	if whole {
		if lexicon.IsMasked(src[max(body, start):end]) {
			return
		}
		if t.tail != 0 {
			end = max(end, f.run(t.tail, end-1))
			end = f.glued(end)
		}
		for end > body && src[end-1] == '.' {
			end-- // the sentence's
		}
		f.reach(end, at)
		f.shaped(start, end, a.rule)
		return
	}
	f.reach(end, start)
	f.cutOff(at, start, body, a, t)
}

// glued returns the end of the word that a token's run is the beginning of: parts behind _ or -
// are the tail of a longer token.
func (f *finder) glued(end int) int {
	src := f.src
	if end+1 >= len(src) || src[end] != '_' && src[end] != '-' || !isAlnum(src[end+1]) {
		return end
	}
	for end = f.run(charset.B64URL, end); !isAlnum(src[end-1]); end-- {
	}
	return end
}

// cutOff judges a token whose shape is not complete. A distinctive prefix and
// what was left of the body are masked where the text was cut, or where they look like
// nothing else; a short prefix only where the text was cut and the rest is opaque.
func (f *finder) cutOff(at, start, body int, a *act, t *token) {
	src := f.src
	end := f.run(t.cutBody, body)
	f.reach(end, at)
	rest := src[body:end]
	marked := end == len(src) || cutMark(src, end) > 0 || strings.HasPrefix(src[end:], "...") || strings.HasSuffix(rest, "...")
	rest = strings.TrimRight(rest, ".")
	if len(rest) < cutToken || lexicon.IsMasked(rest) {
		return
	}
	e := lexicon.Weigh(rest[:min(len(rest), cutJudged)])
	switch {
	case end == len(src) && lexicon.IsIdentifier(rest, e): // the text may just end in a word
		return
	case !t.proof && (!marked || end == len(src) && len(rest) == end-body || len(rest) < 10 || e.Total < opaqueBlank || e.Digits() == 0 || e.Letters() < 4):
		return
	case marked && (e.Total >= 16 || len(rest) >= 12 && e.Digits() > 0):
	case len(rest) >= 10 && e.Total >= 28 && e.Digits() > 0:
	default:
		return
	}
	f.shaped(start, body+len(rest), a.rule)
}

// shaped adds a secret that its shape proves.
func (f *finder) shaped(start, end int, rule int32) {
	f.step(rule, start, end, "shape matches", true)
	f.add(start, end, rule, 0)
}

// shape matches parts from i on and returns where they end.
// kept is the offset behind the parts that stay, 0 where all are secret.
func (f *finder) shape(i int, parts []patterns.Part) (end, kept int, ok bool) {
	src := f.src
	for k := 0; k < len(parts); k++ {
		p := &parts[k]
		if p.Optional > 0 {
			if e, ok := f.group(i, parts[k:k+p.Optional]); ok {
				i = e
			}
			k += p.Optional - 1
			continue
		}
		if i, ok = f.part(i, p); !ok {
			return i, kept, false
		}
		if p.Kept {
			kept = i
		}
	}
	return i, kept, i <= len(src)
}

func (f *finder) group(i int, parts []patterns.Part) (int, bool) {
	for k := range parts {
		ok := false
		if i, ok = f.part(i, &parts[k]); !ok {
			return i, false
		}
	}
	return i, true
}

func (f *finder) part(i int, p *patterns.Part) (int, bool) {
	if p.Literal != "" {
		rest := f.src[min(i, len(f.src)):]
		if p.Literal == "." && rest != "" && rest[0] != '.' { // a JWT in a string that escapes it
			for _, e := range []string{`\u002e`, "%2e"} {
				if hasFold(rest, e) {
					return i + len(e), true
				}
			}
		}
		return i + len(p.Literal), strings.HasPrefix(rest, p.Literal)
	}
	n := f.run(p.Class, i) - i
	if n < p.Min {
		return i + n, false
	}
	return i + min(n, p.Max), true
}

// matchBack matches parts so that they end at i and returns where they begin,
// or -1.
func matchBack(src string, i int, parts []patterns.Part) int {
	for k := len(parts) - 1; k >= 0; k-- {
		p := &parts[k]
		if p.Literal != "" {
			if !strings.HasSuffix(src[:i], p.Literal) {
				return -1
			}
			i -= len(p.Literal)
			continue
		}
		j := i
		for j > 0 && i-j < min(p.Max, maxBack) && charset.Of[src[j-1]]&p.Class != 0 {
			j--
		}
		if i-j < p.Min {
			return -1
		}
		i = j
	}
	return i
}

// escapeBefore reports whether the letters before i are those of an escape (\n,
// \u003d, %3D, a terminal's colour), which is no part of a word.
func escapeBefore(src string, i int) bool {
	if i >= 2 && src[i-2] == '\\' && strings.IndexByte("nrtbf", src[i-1]) >= 0 {
		return true
	}
	if i >= 3 && src[i-3] == '%' && isHexByte(src[i-1]) && isHexByte(src[i-2]) {
		return true
	}
	if i >= 6 && src[i-6] == '\\' && src[i-5] == 'u' {
		return true
	}
	return i >= 3 && src[i-1] == 'm' && colourBefore(src, i-1)
}

// colourBefore reports whether what ends before the m at i is a terminal's control sequence
// (ECMA-48, 8.3.117), raw or with its ESC in an escape.
func colourBefore(src string, i int) bool {
	j := i
	for j > 0 && i-j < 16 && (isDigit(src[j-1]) || src[j-1] == ';') {
		j--
	}
	if j < 2 || src[j-1] != '[' {
		return false
	}
	for _, esc := range []string{"\x1b", `\x1b`, `\x1B`, `\u001b`, `\u001B`, `\033`, `\e`} {
		if strings.HasSuffix(src[:j-1], esc) {
			return true
		}
	}
	return false
}
