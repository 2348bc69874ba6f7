package gen

import (
	"strconv"
	"strings"
)

// A Boundary is a text with one token and what stands right before or right
// after it: a cell of the boundary matrix.
type Boundary struct {
	Text
	// Beside says where the token stands: at the start, at the end, after "=", before ".".
	Beside string
}

// What can stand beside a token in an error text: sentence marks, every kind of
// bracket and quote, escapes of JSON and URLs, cut marks, letters of other scripts, and
// control characters. Each was seen in messages of real programs.
var (
	afterToken = []string{" ", "\n", "\r\n", "\t", ".", ",", ";", ":", "!", "?", "…", "...", ")", "]", "}", ">", "<", `"`, "'", "`",
		"”", "»", `\n`, `\t`, `\"`, `\`, "&", "&amp;", "#", "/", "|", "=", "%22", "%20", "%0A", "@", "(", "{", "*", "~", "$", "^", "\x1b[0m",
		" is invalid", ". Retry", "é", "。", "\u200b", "\u00a0", "\x00"}
	beforeToken = []string{" ", "\n", "\t", "=", ":", ",", ";", "(", "[", "{", "<", ">", `"`, "'", "`", "“", "«", `\n`, `\t`, `\"`,
		"&", "&quot;", "?", "#", "/", "|", "%3D", "%22", "%20", "@", "$", "*", "~", "…", "...", "\x1b[31m", "é", "：", "\u200b", "\u00a0", "\x00"}
)

// Boundaries returns the boundary matrix: a token of every shape that is known by
// itself, beside everything that can stand next to one. Letters and digits are not in it: whether
// a token may be glued to them differs from shape to shape.
func Boundaries(seed uint64) []Boundary {
	const head, tail = "the provider rejected", "with status 401"
	g := newGenerator(seed)
	var out []Boundary
	for _, k := range parseKinds(tokenData) {
		cell := func(beside, before, after string) {
			t := Text{Kind: k.name}
			token := g.expand(secOpen+pick(g, k.forms)+secShut, &t)
			for _, s := range []string{head, tail} {
				if strings.Contains(before+after, s) {
					t.Keep = append(t.Keep, s)
				}
			}
			t.Text = before + token + after
			out = append(out, Boundary{t, beside})
		}
		cell("at the start", "", " "+tail)
		cell("at the end", head+" ", "")
		for _, s := range beforeToken {
			cell("after "+strconv.QuoteToASCII(s), head+s, " "+tail)
		}
		for _, s := range afterToken {
			cell("before "+strconv.QuoteToASCII(s), head+" ", s+" "+tail)
		}
	}
	return out
}
