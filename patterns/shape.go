package patterns

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
)

// A Part is one step of a parsed shape: a literal, or a run of an alphabet.
type Part struct {
	// Literal is what stands here in exact case; empty for a run.
	Literal string
	// Class is the run's alphabet and Min and Max its length in bytes. Max is
	// math.MaxInt where the shape names none.
	Class    charset.Set
	Min, Max int
	// Optional is set on the first part of an optional group: the number of
	// parts of the group, this one included. Where they do not all match, the
	// shape goes on behind them as if they were not there.
	Optional int
	// Kept is set on the parts before the shape's ^: the secret begins behind them.
	Kept bool
}

// ParseShape reads the shape of a secret:
//
//	shape    = { part | "(" part { part } ")?" | "^" }
//	part     = alphabet length | "'" literal "'" | punctuation
//	alphabet = name [ "[" punctuation "]" ]
//	length   = "{" n "}" | "{" n ",}" | "{" n "," m "}"
//
// The names are those of the alphabets: digit, lower (a-z 0-9), upper (A-Z
// 0-9), loweralpha, upperalpha, alpha, b62, word (b62 and _), hex, HEX, Hex
// (either case), uuid (Hex and -), b32, b32l, b58, bech (bech32 in upper
// case), b64 (with + / =), b64u (with - _), b64all (both). Brackets add
// punctuation to one, from -_.+/=~%!,:@$|*&: "b62[-.]{20,}". Punctuation
// outside them and quotes stands for itself; a literal of letters or digits is
// quoted: "hex{32}-'us'digit{1,2}". A ^, at most one and not first or last, says
// where the secret of a capability URL begins behind segments that are kept:
// "digit{16,22}/^b64u{40,}".
//
// A part takes as many bytes of its alphabet as it can, up to its longest, and
// gives none back. So a shape is refused in which a run of variable length is
// followed by a byte of the run's own alphabet: it would match by accident
// only. Lengths are bytes. An empty shape has no parts: the literal beside it is
// all there is. The error tells the offset in the shape.
func ParseShape(s string) ([]Part, error) {
	p := shapeParser{rest: s, size: len(s)}
	if runs := strings.Count(s, "{"); runs > 0 {
		p.parts = make([]Part, 0, 2*runs-1) // mostly with one literal between two
	}
	for p.rest != "" {
		var err error
		switch p.rest[0] {
		case '(':
			err = p.group()
		case '^':
			err = p.keep()
		default:
			err = p.part()
		}
		if err != nil {
			return nil, fmt.Errorf("shape, byte %d: %w", p.size-len(p.rest), err)
		}
	}
	if p.kept > 0 && p.kept == len(p.parts) {
		return nil, errors.New("shape keeps all its parts")
	}
	if err := checkFollowers(p.parts); err != nil {
		return nil, err
	}
	return p.parts, nil
}

type shapeParser struct {
	rest  string
	size  int
	parts []Part
	first int // parts before this one take no more literals: a group's edge
	kept  int // parts before the ^
}

func (p *shapeParser) keep() error {
	if p.kept > 0 || len(p.parts) == 0 {
		return errors.New("^ stands twice or first")
	}
	p.rest = p.rest[1:]
	p.first = len(p.parts)
	p.kept = len(p.parts)
	for i := range p.parts {
		p.parts[i].Kept = true
	}
	return nil
}

func (p *shapeParser) group() error {
	p.rest = p.rest[1:]
	start := len(p.parts)
	p.first = start
	for !strings.HasPrefix(p.rest, ")") {
		if p.rest == "" {
			return errors.New("group without an end")
		}
		if p.rest[0] == '(' {
			return errors.New("group inside a group")
		}
		if err := p.part(); err != nil {
			return err
		}
	}
	if !strings.HasPrefix(p.rest, ")?") {
		return errors.New("group that is not optional")
	}
	if len(p.parts) == start {
		return errors.New("empty group")
	}
	p.rest = p.rest[2:]
	p.parts[start].Optional = len(p.parts) - start
	p.first = len(p.parts)
	return nil
}

func (p *shapeParser) part() error {
	switch c := p.rest[0]; {
	case c == '\'':
		lit, rest, ok := strings.Cut(p.rest[1:], "'")
		if !ok || lit == "" {
			return errors.New("literal is empty or without its end")
		}
		p.rest = rest
		p.literal(lit)
		return nil
	case charset.Of[c]&charset.Alpha != 0:
		return p.run()
	default:
		if _, ok := charset.Punctuation(c); !ok {
			return errors.New("neither an alphabet, a quoted literal nor punctuation")
		}
		p.literal(p.rest[:1])
		p.rest = p.rest[1:]
		return nil
	}
}

func (p *shapeParser) literal(lit string) {
	if n := len(p.parts); n > p.first && p.parts[n-1].Literal != "" {
		p.parts[n-1].Literal += lit
		return
	}
	p.parts = append(p.parts, Part{Literal: lit})
}

func (p *shapeParser) run() error {
	n := 0
	for n < len(p.rest) && charset.Of[p.rest[n]]&charset.B62 != 0 {
		n++
	}
	set, ok := charset.Lookup(p.rest[:n])
	if !ok {
		return errors.New("no alphabet has this name")
	}
	p.rest = p.rest[n:]
	if strings.HasPrefix(p.rest, "[") {
		more, rest, ok := strings.Cut(p.rest[1:], "]")
		if !ok {
			return errors.New("alphabet without its closing bracket")
		}
		for i := range len(more) {
			c, ok := charset.Punctuation(more[i])
			if !ok {
				return errors.New("brackets hold more than punctuation")
			}
			set |= c
		}
		p.rest = rest
	}
	if !strings.HasPrefix(p.rest, "{") {
		return errors.New("alphabet without a length")
	}
	length, rest, ok := strings.Cut(p.rest[1:], "}")
	if !ok {
		return errors.New("length without its closing brace")
	}
	least, most, err := parseLength(length)
	if err != nil {
		return err
	}
	p.rest = rest
	p.parts = append(p.parts, Part{Class: set, Min: least, Max: most})
	return nil
}

func parseLength(s string) (least, most int, err error) {
	from, to, ranged := strings.Cut(s, ",")
	if least, err = parseCount(from); err != nil {
		return 0, 0, err
	}
	switch {
	case !ranged:
		most = least
	case to == "":
		most = math.MaxInt
	default:
		if most, err = parseCount(to); err != nil {
			return 0, 0, err
		}
	}
	if most < least || most == 0 {
		return 0, 0, errors.New("longest length is 0 or under the shortest")
	}
	return least, most, nil
}

// parseCount reads a length of at most 5 digits: no secret is told by a longer one.
func parseCount(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || len(s) > 5 {
		return 0, errors.New("length is not a number of at most 5 digits")
	}
	return int(n), nil
}

// checkFollowers refuses a run of variable length that a byte of its own
// alphabet may follow.
func checkFollowers(parts []Part) error {
	groupEnd := 0
	for i, p := range parts {
		if p.Optional > 0 {
			groupEnd = i + p.Optional
		}
		if p.Literal != "" || p.Min == p.Max {
			continue
		}
		for j := i + 1; j < len(parts); j++ {
			if firstBytes(parts[j])&p.Class != 0 {
				return fmt.Errorf("shape, part %d: a run of variable length is followed by a byte of its own alphabet", i+1)
			}
			if next := parts[j]; next.Optional > 0 && j >= groupEnd {
				j += next.Optional - 1 // the group may be missing: what follows it counts too
				continue
			}
			if parts[j].Literal != "" || parts[j].Min > 0 {
				break
			}
		}
	}
	return nil
}

func firstBytes(p Part) charset.Set {
	if p.Literal != "" {
		return charset.Of[p.Literal[0]]
	}
	return p.Class
}
