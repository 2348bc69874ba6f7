// Package lexicon answers two questions about a piece of text: does it look
// opaque (random, as credentials are), and is it one of the forms that stand
// where a secret could be but are none: references, placeholders, words, code,
// paths, numbers, identifiers. It knows no rule.
//
// The test for opaque text and its thresholds were measured on 178,660 distinct
// benign values of secret-like keys and 1,090 secrets: at a threshold of 28
// quarter bits, 0.6 % false positives at 96 % recall, where Shannon entropy has
// 30 %.
package lexicon

// judged is how many bytes of a value are weighed. Longer values have shown
// what they are by then, and a bound keeps the cost per candidate constant.
const judged = 192

// Evidence is how much a text looks like chance rather than words, in quarter
// bits.
type Evidence struct {
	// Total is that of the whole text.
	Total int
	// Part is the largest of a part of 4 bytes or more between joiners.
	Part int
	// counts are those of small letters, capitals, digits and joiners, a byte each: so an Evidence is handed on in registers.
	counts uint32
}

// Lower and Upper count the bytes that are letters, and Letters both; Digits and Joins those that are digits, and neither.
func (e Evidence) Lower() int   { return int(e.counts & 0xFF) }
func (e Evidence) Upper() int   { return int(e.counts >> 8 & 0xFF) }
func (e Evidence) Letters() int { return e.Lower() + e.Upper() }
func (e Evidence) Digits() int  { return int(e.counts >> 16 & 0xFF) }
func (e Evidence) Joins() int   { return int(e.counts >> 24) }

// Weigh measures s in one pass over at most its first 192 bytes. It does not allocate.
//
// Of a secret no branch can be foreseen, so it takes tables instead: one step a byte, whatever it is.
func Weigh(s string) Evidence {
	if len(s) > judged {
		s = s[:judged]
	}
	var e Evidence
	last, counts := uint(otherByte), uint32(0)
	part, partLen := 0, 0
	for i := 0; i < len(s); i++ {
		b := uint(kindOf[s[i]])
		w := int(weights[(last<<6|b)%uint(len(weights))])
		counts += counted[b%uint(len(counted))]
		last = b
		if b == otherByte {
			if partLen >= 4 {
				e.Part = max(e.Part, part)
			}
			e.Total += part
			part, partLen = 0, 0
			continue
		}
		part += w
		partLen++
	}
	if partLen >= 4 {
		e.Part = max(e.Part, part)
	}
	e.Total += part
	e.counts = counts
	return e
}

// Kinds of bytes, as Weigh tells them apart: small letters from 0 on, capitals from 26 on.
const (
	capital   = 26
	digitByte = 52
	otherByte = 53
)

// kindOf has a byte's kind; counted, by kind, the one of four counters that counts it, which
// overflow at 256.
var kindOf, counted = func() (kinds [256]uint8, counters [64]uint32) {
	for b := range kinds {
		kinds[b] = otherByte
	}
	counters[digitByte], counters[otherByte] = 1<<16, 1<<24
	for i := range uint8(26) {
		kinds['a'+i], kinds['A'+i] = i, capital+i
		counters[i], counters[capital+i] = 1, 1<<8
	}
	for b := '0'; b <= '9'; b++ {
		kinds[b] = digitByte
	}
	return
}()

// weights has for two kinds in a row, 64 times the first and the second, what the second adds.
var weights = func() (t [64 * 64]int8) {
	const digit, change = 4, 6
	for first := range uint8(otherByte + 1) {
		for second := range uint8(otherByte) {
			w := int8(0)
			switch letter := first < digitByte; {
			case second == digitByte && letter:
				w = digit + change
			case second == digitByte:
				w = digit
			case letter:
				w = -bigram[first%capital][second%capital]
				if first < capital && second >= capital {
					w += change
				}
			case first == digitByte:
				w = change
			}
			t[int(first)<<6|int(second)] = w
		}
	}
	return
}()

// Opaque reports whether s, whose evidence is e, looks opaque at threshold t.
func (e Evidence) Opaque(s string, t int) bool {
	if len(s) < 6 {
		return false
	}
	if e.Total >= t && (e.Total >= 3*t || e.Part >= 2*t/3) {
		return true
	}
	return IsUUID(s)
}

// Chance reports whether s, whose evidence is e, is letters and digits as only chance puts them, and
// so none of the forms but Masked and Number: all others have a joiner or look less opaque.
func (e Evidence) Chance(s string) bool {
	return e.Letters()+e.Digits() == len(s) && e.Total >= chance
}

// chance is more evidence than any stop word, placeholder or name has.
const chance = 48

// IsUUID reports whether s has the form of a UUID other than the nil one.
func IsUUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	zero := true
	for i := 0; i < len(s); i++ {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			continue
		}
		if !isHex(s[i]) {
			return false
		}
		zero = zero && s[i] == '0'
	}
	return !zero
}

// IsHex reports whether s has hexadecimal digits alone.
func IsHex(s string) bool { return s != "" && allHex(s) }

func isHex(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 6 }
