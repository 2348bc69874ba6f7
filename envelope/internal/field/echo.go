package field

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/internal/segment"
)

// Validators echo what they refuse: "Expected string, received 'hunter2'". No
// rule knows such a value by its looks, but the path says whose it is.

// A Value is a value that a message echoes, and the key it is a value of.
type Value struct{ key, text string }

// minValue is the length, in bytes, from which an echoed value is looked for in
// other texts; a shorter one is in too many words.
const minValue = 4

// SecretName returns the last name of an issue's path if that is a secret's key, else "".
func SecretName(r *engine.Redactor, path string) string {
	if name := segment.LastName(path); IsKey(r, name) {
		return name
	}
	return ""
}

// AppendIssue appends an issue's message. Where the last name of the issue's
// path is a secret's key, values quoted or echoed in the message are masked.
func AppendIssue(dst []byte, r *engine.Redactor, path, message string, max int) []byte {
	return AppendIssueOf(dst, r, SecretName(r, path), message, max)
}

// AppendIssueOf is AppendIssue given the path's SecretName.
func AppendIssueOf(dst []byte, r *engine.Redactor, name, message string, max int) []byte {
	if name == "" {
		return Append(dst, r, message, max)
	}
	var echoBuf [16]echo
	message = window(message, max)
	echoes := find(echoBuf[:0], r, name, message, dst)
	if len(echoes) == 0 {
		return Append(dst, r, message, max)
	}
	var valueBuf [16]Value
	return appendWithout(dst, r, message, occurrences(echoes, message, values(valueBuf[:0], echoes, message)), max)
}

// Values appends the values an issue's message echoes, for AppendAbout. What
// spare has behind its end serves as scratch.
func Values(vs []Value, r *engine.Redactor, path, message string, spare []byte) []Value {
	return ValuesOf(vs, r, SecretName(r, path), message, spare)
}

// ValuesOf is Values given the path's SecretName.
func ValuesOf(vs []Value, r *engine.Redactor, name, message string, spare []byte) []Value {
	if name == "" {
		return vs
	}
	var buf [16]echo
	message = window(message, 0)
	return values(vs, find(buf[:0], r, name, message, spare), message)
}

// maxValues bounds the values that are looked for in other places than where they were echoed, for
// each is looked for in the whole text.
const maxValues = 256

func values(vs []Value, echoes []echo, message string) []Value {
	for _, e := range echoes {
		v := Value{e.key, message[e.start:e.end]}
		if len(v.text) >= minValue && len(vs) < maxValues && !slices.ContainsFunc(vs, func(w Value) bool { return w.text == v.text }) {
			vs = append(vs, v)
		}
	}
	return vs
}

// AppendAbout appends a text that may tell of issues; the values they echo are
// masked in it too.
func AppendAbout(dst []byte, r *engine.Redactor, s string, vs []Value, max int) []byte {
	if len(vs) == 0 {
		return Append(dst, r, s, max)
	}
	var buf [16]echo
	s = window(s, max)
	echoes := occurrences(buf[:0], s, vs)
	if len(echoes) == 0 {
		return Append(dst, r, s, max)
	}
	return appendWithout(dst, r, s, echoes, max)
}

// occurrences adds to echoes where else in message the values stand by
// themselves, and returns all in order and apart from each other.
func occurrences(echoes []echo, message string, vs []Value) []echo {
	for _, v := range vs {
		for at := 0; ; {
			i := strings.Index(message[at:], v.text)
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(v.text)
			if !within(message, start, at) {
				echoes = append(echoes, echo{start, at, v.key, true})
			}
		}
	}
	slices.SortStableFunc(echoes, func(a, b echo) int { return a.start - b.start })
	n, end := 0, 0
	for _, e := range echoes {
		if e.start >= end {
			echoes[n] = e
			n++
			end = e.end
		}
	}
	return echoes[:n]
}

// within reports whether s[start:end] is part of a longer word.
func within(s string, start, end int) bool {
	return start > 0 && isWordByte(s[start-1]) && isWordByte(s[start]) || end < len(s) && isWordByte(s[end]) && isWordByte(s[end-1])
}

// IsKey reports whether name is a secret's key; one whose judging panics is.
func IsKey(r *engine.Redactor, name string) (is bool) {
	if name == "" {
		return false
	}
	defer func() {
		if recover() != nil {
			is = true
		}
	}()
	return r.SecretKey(name)
}

// window returns what of a message can be seen in max bytes, and 64 KiB of what
// follows for secrets that reach there.
func window(s string, max int) string {
	if n := max + 64<<10; n > 0 && len(s) > n {
		for !utf8.RuneStart(s[n]) && n > max {
			n--
		}
		return s[:n]
	}
	return s
}

// scratch holds messages whose echoes are masked and whose other secrets are
// not yet. Buffers are cleared before they go back, and none over 64 KiB does.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

func giveBack(p *[]byte, b []byte) {
	clear(b[:cap(b)])
	if cap(b) <= 64<<10 {
		*p = b
		scratch.Put(p)
	}
}

// appendWithout appends message with its echoes masked as values of their
// keys, and then all else that is secret.
func appendWithout(dst []byte, r *engine.Redactor, message string, echoes []echo, max int) (out []byte) {
	p := scratch.Get().(*[]byte)
	b := (*p)[:0]
	defer func() {
		if recover() != nil {
			out = appendAllMasked(dst, max)
		}
		giveBack(p, b)
	}()
	at := 0
	for _, e := range echoes {
		b = append(b, message[at:e.start]...)
		b, _ = appendEcho(b, r, e, message)
		at = e.end
	}
	b = append(b, message[at:]...)
	// b is not changed while the string is in use, and nothing keeps it.
	return r.AppendTruncated(dst, unsafe.String(unsafe.SliceData(b), len(b)), max)
}

// standIn is masked under any key.
const standIn = "q7Zt4vXw9Rk2LmPb"

// appendEcho appends an echoed value masked, unless it is evidently no secret:
// the name of a type, a placeholder.
func appendEcho(dst []byte, r *engine.Redactor, e echo, message string) (out []byte, masked bool) {
	at, value := len(dst), message[e.start:e.end]
	dst = r.AppendValue(dst, e.key, value)
	if string(dst[at:]) != value {
		return dst, true
	}
	if e.sure && strings.Contains(value, " ") {
		// In quotes and called the value that was received, it is one even
		// if it reads as a sentence.
		return r.AppendValue(dst[:at], e.key, standIn), true
	}
	return dst, false
}

// An echo is a value in a message: bytes start to end.
type echo struct {
	start, end int
	key        string
	sure       bool // what precedes it says that it is the value
}

// find appends the echoes of an issue's message, in order, name being the secret's
// key at the end of its path. What spare has behind its end serves as scratch, since
// a buffer here would escape through masks of the caller's.
func find(echoes []echo, r *engine.Redactor, name, message string, spare []byte) []echo {
	s := scanner{text: message, name: name}
	for at := 0; at < len(message); {
		e, next := s.next(at)
		if e.end > e.start && isSecret(r, e, message, spare) {
			echoes = append(echoes, e)
		}
		at = next
	}
	return echoes
}

// isSecret reports whether appendEcho masks e; one whose judging panics is.
func isSecret(r *engine.Redactor, e echo, message string, spare []byte) (is bool) {
	defer func() {
		if recover() != nil {
			is = true
		}
	}()
	at, scratch := len(spare), spare
	spare, is = appendEcho(spare, r, e, message)
	// The value may have stood where now its mask is, which is shorter.
	n := at + max(e.end-e.start, len(standIn)) + maxMask
	clear(scratch[at:min(n, cap(scratch))])
	clear(spare[at:min(n, cap(spare))])
	return is
}

// maxMask is the length of the longest mask, in bytes.
const maxMask = 64

// A scanner walks a message word by word.
type scanner struct {
	text, name string
	cue        cue // of the word before
}

// A cue is what a word says of the next.
type cue uint8

const (
	noCue   cue = iota
	weakCue     // the next is the value if it looks like one
	cueWord     // the next is the value
	kept        // the next in quotes is no value
)

var cues = map[string]cue{
	"received": cueWord, "got": cueWord, "given": cueWord, "gave": cueWord, "actual": cueWord, "saw": cueWord, "provided": cueWord,
	"value": weakCue, "input": weakCue, "input_value": cueWord, "was": weakCue, "found": weakCue, "parse": weakCue, "parsing": weakCue, "invalid": weakCue,
	"number": weakCue, "string": weakCue, "with": weakCue, "from": weakCue, "but": weakCue, "not": weakCue, "of": weakCue, "unexpected": weakCue,
	"pattern": kept, "regex": kept, "regexp": kept, "expression": kept, "format": kept, "type": kept, "tag": kept, "rule": kept,
}

// next reads the word or quoted text at or after at.
func (s *scanner) next(at int) (e echo, end int) {
	for at < len(s.text) && isSpace(s.text[at]) {
		at++
	}
	if open, closing := quoteAt(s.text, at); open > 0 {
		start := at + open
		stop := closingQuote(s.text, start, closing)
		c := s.cue
		s.cue = noCue
		end = min(stop+len(closing), len(s.text))
		if s.isNone(s.text[start:stop], c, s.text[end:]) {
			return echo{}, end
		}
		return echo{start, stop, s.name, c == cueWord || c == weakCue}, end
	}
	end = at
	for end < len(s.text) && !isSpace(s.text[end]) {
		// A quote ends a word where text can follow it: value='x', but not
		// don't.
		if open, _ := quoteAt(s.text, end); open > 0 && end > at {
			break
		}
		if end++; strings.IndexByte(":=", s.text[end-1]) >= 0 && s.cueOf(s.text[at:end]) != noCue {
			break // value=hunter2
		}
	}
	return s.word(at, end), end
}

// word judges the word at start and keeps what it says of the next.
func (s *scanner) word(start, end int) echo {
	raw := s.text[start:end]
	c := s.cue
	s.cue = s.cueOf(raw)
	word := strings.TrimRight(strings.TrimLeft(raw, "(["), ".,:;!?)]")
	from := start + strings.Index(raw, word)
	value := echo{from, from + len(word), s.name, c == cueWord}
	switch {
	case word == "" || s.cue != noCue || s.isMeasure(word, s.text[end:]):
	case c == cueWord && !typeName(word):
		return value
	case looksOpaque(word) && (c == weakCue || from == 0 && (end == len(s.text) || isPredicate(s.text[end:]))):
		return value
	}
	return echo{}
}

// cueOf returns what a word says of the next. With a colon or equals sign it
// says so for sure; the key's own name does like "value".
func (s *scanner) cueOf(word string) cue {
	bare := strings.Trim(word, ":=(,")
	c := noCue
	var buf [16]byte
	if n := len(bare); n <= len(buf) {
		c = cues[string(lower(buf[:0], bare))]
	}
	if c == noCue && strings.EqualFold(bare, s.name) {
		c = weakCue
	}
	if c == weakCue && strings.HasSuffix(word, "=") {
		return cueWord
	}
	return c
}

func lower(dst []byte, s string) []byte {
	for i := range len(s) {
		b := s[i]
		if 'A' <= b && b <= 'Z' {
			b |= 0x20
		}
		dst = append(dst, b)
	}
	return dst
}

// isNone reports whether quoted text is evidently not the value: the path's
// own name, a pattern, a validator's tag.
func (s *scanner) isNone(text string, c cue, rest string) bool {
	return text == "" || c == kept || strings.HasPrefix(rest, " tag") || strings.EqualFold(segment.LastName(text), s.name)
}

// isMeasure reports whether word is a length: up to three digits, or digits
// before a unit.
func (s *scanner) isMeasure(word, rest string) bool {
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	rest = strings.TrimLeft(rest, " ")
	for _, unit := range [...]string{"char", "byte", "letter", "digit", "item", "element", "rune", "code point", "Unicode", "bit"} {
		if strings.HasPrefix(rest, unit) {
			return true
		}
	}
	return len(word) <= 3
}

// typeName reports whether word is what validators say of a value rather than
// it. The engine leaves words such as string and undefined by itself.
func typeName(word string) bool {
	switch word {
	case "a", "an", "the", "no", "only", "NaN", "nan", "bigint", "symbol", "function", "object", "array", "integer", "float", "map", "slice", "dict",
		"list", "tuple", "set", "bool", "boolean", "date", "Date", "NoneType", "int", "str", "bytes", "empty", "nothing", "less", "more", "fewer",
		"invalid", "unexpected", "malformed", "at", "by", "in", "for", "to", "as", "instead", "and", "which", "that", "is":
		return true
	}
	return strings.HasPrefix(word, "non-") || strings.HasPrefix(word, "<")
}

// looksOpaque reports whether word has letters and digits, or a sign no word
// has.
func looksOpaque(word string) bool {
	var letter, digit bool
	for i := range len(word) {
		switch b := word[i]; {
		case '0' <= b && b <= '9':
			digit = true
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			letter = true
		case strings.IndexByte("!@#$%^&*+~?", b) >= 0:
			return true
		}
	}
	return digit && (letter || len(word) > 3)
}

// isPredicate reports whether rest goes on as after the value: hunter2 is too
// short.
func isPredicate(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	verb := rest[:strings.IndexByte(rest+" ", ' ')]
	switch strings.TrimSuffix(verb, "n't") {
	case "is", "does", "must", "was", "has", "should", "cannot", "can", "fails", "failed", "contains", "exceeds", "did":
		return true
	}
	return false
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// quoteAt returns the length of the opening quote at i and what closes it. An
// apostrophe within a word opens nothing.
func quoteAt(s string, i int) (open int, closing string) {
	if i >= len(s) {
		return 0, ""
	}
	switch s[i] {
	case '"', '`':
		return 1, s[i : i+1]
	case '\\':
		if strings.HasPrefix(s[i+1:], `"`) {
			return 2, `\"`
		}
	case '\'':
		if i == 0 || !isWordByte(s[i-1]) {
			return 1, "'"
		}
	case 0xc2:
		if strings.HasPrefix(s[i:], "«") {
			return 2, "»"
		}
	case 0xe2:
		switch {
		case strings.HasPrefix(s[i:], "“"):
			return 3, "”"
		case strings.HasPrefix(s[i:], "‘"):
			return 3, "’"
		}
	}
	return 0, ""
}

func isWordByte(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= utf8.RuneSelf
}

// closingQuote returns where the quote from start closes: the text's end if
// it does not, since a message can have been cut within a value. A single
// quote before a letter is part of the value.
func closingQuote(s string, start int, closing string) int {
	for i := start; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], closing):
			if closing != "'" || i+1 == len(s) || !isWordByte(s[i+1]) {
				return i
			}
		case s[i] == '\\':
			i++
		}
	}
	return len(s)
}
