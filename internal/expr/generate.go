package expr

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// moreRepeats is how many repeats beyond the least Generate makes where any number will do.
const moreRepeats = 8

// Generate returns a random text that the expression is likely to match: what stands at its
// edges, and where it demands a place (\b, ^), is not looked at. It is empty for an expression that does not parse.
func Generate(expr string, rnd *rand.Rand) string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	generate(&b, re, rnd)
	return b.String()
}

func generate(b *strings.Builder, re *syntax.Regexp, rnd *rand.Rand) {
	repeat := func(low, high int) {
		if high < 0 || high > low+moreRepeats {
			high = low + moreRepeats
		}
		for range low + rnd.IntN(high-low+1) {
			generate(b, re.Sub[0], rnd)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		b.WriteRune(fromClass(re.Rune, rnd))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('!' + rnd.IntN('~'-'!'+1)))
	case syntax.OpCapture:
		generate(b, re.Sub[0], rnd)
	case syntax.OpStar:
		repeat(0, -1)
	case syntax.OpPlus:
		repeat(1, -1)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		repeat(re.Min, re.Max)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			generate(b, sub, rnd)
		}
	case syntax.OpAlternate:
		generate(b, re.Sub[rnd.IntN(len(re.Sub))], rnd)
	}
}

// fromClass returns a character of a class, a printable one of ASCII where it has some.
func fromClass(ranges []rune, rnd *rand.Rand) rune {
	var printable []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := max(ranges[i], ' '+1); r <= min(ranges[i+1], '~'); r++ {
			printable = append(printable, r)
		}
	}
	switch {
	case len(printable) > 0:
		return printable[rnd.IntN(len(printable))]
	case len(ranges) == 0:
		return utf8.RuneError
	}
	return ranges[0]
}
