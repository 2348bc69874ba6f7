package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/patterns"
)

// Known is a value to mask wherever it occurs, also inside a word: as it is, in base64 at
// each of the three alignments and in both alphabets, in hexadecimal,
// percent-encoded, and as JSON, Go, shells and XML escape it; a value of several
// lines by each line of 6 bytes or more as well. Its first 5 bytes or more are
// masked where the text was cut behind them: before … or ... or the text's end.
type Known struct {
	// Name is what findings call it: their rule is known:NAME.
	Name string
	// Value has 6 bytes or more: masking shorter ones would destroy texts.
	Value string
}

const (
	// minKnown is the length of the shortest value, in bytes.
	minKnown = 6
	// cutKnown is how much of a value must be there for one that was cut, in bytes.
	cutKnown = 5
)

// A knownForm is how a known value is written, and its anchor's length is how much of it
// shows a cut one.
type knownForm struct {
	text string
	// wrapped: line ends may stand in it. padded: it is base64, of which the bytes
	// before and behind text are in part the value's.
	wrapped, padded bool
}

// With returns a Redactor that masks more known values. It compiles anew, which takes some
// milliseconds; r stays as it is.
func (r *Redactor) With(known ...Known) (*Redactor, error) {
	set, opts := patterns.Default(), Options{}
	if r != nil && r.p != nil {
		set, opts = r.p.set, r.p.opts
	}
	opts.Known = append(opts.Known[:len(opts.Known):len(opts.Known)], known...)
	return New(set, &opts)
}

// known adds the forms of each known value. Each is a rule of its own without a matcher.
func (c *compiler) known(opts *Options) {
	if opts == nil {
		return
	}
	for i, k := range opts.Known {
		name := k.Name
		if name == "" {
			name = fmt.Sprintf("value %d", i+1)
		}
		id := "known:" + name
		switch {
		case k.Name == "":
			c.errs = append(c.errs, &RuleError{ID: id, Err: errors.New("has no name")})
		case len(k.Value) < minKnown:
			c.errs = append(c.errs, &RuleError{ID: id, Err: fmt.Errorf("has a value under %d bytes", minKnown)})
		case strings.TrimSpace(k.Value) == "":
			c.errs = append(c.errs, &RuleError{ID: id, Err: errors.New("has a blank value")})
		default:
			c.p.rules = append(c.p.rules, patterns.Rule{ID: id})
			c.forms(k.Value, int32(len(c.p.rules)-1))
		}
	}
}

// forms adds all forms of a value.
func (c *compiler) forms(v string, rule int32) {
	seen := make(map[string]struct{}, 32)
	add := func(f knownForm, anchor int) {
		if _, ok := seen[f.text]; ok || strings.IndexByte(f.text, '\n') >= 0 {
			return
		}
		seen[f.text] = struct{}{}
		c.p.forms = append(c.p.forms, f)
		c.anchor(f.text[:anchor], true, act{kind: kindKnown, rule: rule, arg: int32(len(c.p.forms) - 1)})
	}
	for _, u := range knownUnits(v) {
		head := u[:knownHead(u)]
		for _, encode := range knownEncoders() {
			add(knownForm{text: encode(u)}, len(encode(head)))
		}
	}
	for _, encode := range hexEncoders {
		add(knownForm{text: encode(v), wrapped: true}, 2*cutKnown)
	}
	for _, text := range knownBase64(v) {
		// 5 bytes are 6 characters and what the neighbours share.
		add(knownForm{text: text, wrapped: true, padded: true}, 6)
	}
}

// knownUnits returns the value and, of several lines, those that are worth masking:
// the frame of a key in PEM is no secret.
func knownUnits(v string) []string {
	units := []string{v}
	if strings.IndexByte(v, '\n') < 0 {
		return units
	}
	for line := range strings.Lines(v) {
		line = strings.TrimSpace(line)
		if len(line) >= minKnown && !strings.HasPrefix(line, "-----") {
			units = append(units, line)
		}
	}
	return units
}

// knownHead returns how much of a value its anchor has: cutKnown bytes, and no half character.
func knownHead(v string) int {
	n := cutKnown
	for n < len(v) && v[n]&0xC0 == 0x80 && n < cutKnown+3 {
		n++
	}
	return n
}

// known judges a known value at its anchor: the rest of a form of it, or a cut.
func (f *finder) known(at int, a *act) {
	k := &f.p.forms[a.arg]
	src, i, j := f.src, at+int(a.len), int(a.len)
	for j < len(k.text) && i < len(src) {
		if src[i] == k.text[j] {
			i, j = i+1, j+1
			continue
		}
		e := i
		if k.wrapped {
			e = lineBreak(src, i)
		}
		if e == i {
			break
		}
		i = e
	}
	start := at
	switch {
	case j == len(k.text):
		if k.padded {
			start, i = f.padding(start, i)
		}
	case cutKnownAt(src, i) && !knownWord(src[at:i], len(k.text)):
	default:
		f.reach(i, at)
		return
	}
	f.step(a.rule, start, i, "known", true)
	f.add(start, i, a.rule, 0)
}

// cutKnownAt reports whether a text was cut at i.
func cutKnownAt(src string, i int) bool {
	return i == len(src) || strings.HasPrefix(src[i:], "…") || strings.HasPrefix(src[i:], "...") ||
		strings.HasPrefix(src[i:], `\u2026`) || strings.HasPrefix(src[i:], "&hellip;")
}

// knownWord reports whether what is there of a value is a word that a text may well
// end in, and less than half of the value.
func knownWord(s string, whole int) bool {
	e := lexicon.Weigh(s)
	return e.Letters() == len(s) && e.Total < wordEvidence && 2*len(s) < whole
}

// padding widens base64 of a value by the characters that hold the rest of its bits, and
// what fills the last group.
func (f *finder) padding(start, end int) (int, int) {
	src := f.src
	if start > 0 && charset.Of[src[start-1]]&token68 != 0 && src[start-1] != '=' {
		start--
	}
	if end < len(src) && charset.Of[src[end]]&token68 != 0 && src[end] != '=' {
		end++
	}
	for n := 0; n < 2 && end < len(src) && src[end] == '='; n++ {
		end++
	}
	f.reach(end, start)
	return start, end
}

// lineBreak returns the end of a line end at i, real or escaped, and of the blanks that
// indent the next line; i where there is none.
func lineBreak(src string, i int) int {
	j := i
	if strings.HasPrefix(src[j:], "\r") {
		j++
	}
	switch {
	case strings.HasPrefix(src[j:], "\n"):
		j++
	case strings.HasPrefix(src[i:], `\r\n`):
		j = i + 4
	case strings.HasPrefix(src[i:], `\n`):
		j = i + 2
	default:
		return i
	}
	return skipBlanks(src, j)
}
