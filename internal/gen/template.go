package gen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The notation of a template:
//
//	«field»       a value drawn from a field of fields.go, "«hex:40»", "«num:1-99»"
//	«a|b|c»       one of the literals
//	⦃…⦄           a secret, of literals and fields: "⦃ghp_«b62:36»⦄"
//	«!field»      short for ⦃«field»⦄
//	«^»           the last secret once more
//	⟦…⟧           what the text must keep
//	␤ ␉           a line end, a tab
//
// Backslashes, quotes and braces stand for themselves, since error texts are
// full of them.
const (
	open, shut         = "«", "»"
	keepOpen, keepShut = "⟦", "⟧"
	secOpen, secShut   = "⦃", "⦄"
	// brackets begins every mark that a template may hold.
	brackets = "«»⟦⟧⦃⦄"
)

var marks = strings.NewReplacer("␤", "\n", "␉", "\t")

// expand returns the template with its fields drawn. It adds the secrets and what
// must be kept to t, which may be nil where the template has neither.
func (g *generator) expand(template string, t *Text) string {
	var b strings.Builder
	keepFrom, secretFrom := 0, 0
	last := ""
	for rest := marks.Replace(template); rest != ""; {
		switch {
		case strings.HasPrefix(rest, open):
			name, after, _ := strings.Cut(rest[len(open):], shut)
			name, isSecret := strings.CutPrefix(name, "!")
			value := last
			if name != "^" {
				value = g.field(name)
			}
			if isSecret {
				last = value
				t.Secrets = append(t.Secrets, value)
			}
			b.WriteString(value)
			rest = after
		case strings.HasPrefix(rest, secOpen):
			secretFrom, rest = b.Len(), rest[len(secOpen):]
		case strings.HasPrefix(rest, secShut):
			last = b.String()[secretFrom:]
			t.Secrets = append(t.Secrets, last)
			rest = rest[len(secShut):]
		case strings.HasPrefix(rest, keepOpen):
			keepFrom, rest = b.Len(), rest[len(keepOpen):]
		case strings.HasPrefix(rest, keepShut):
			t.Keep = append(t.Keep, b.String()[keepFrom:])
			rest = rest[len(keepShut):]
		default:
			n := strings.IndexAny(rest, brackets)
			if n < 0 {
				n = len(rest)
			}
			b.WriteString(rest[:n])
			rest = rest[n:]
		}
	}
	return b.String()
}

// field returns a value of the field called name, or one of the literals of a
// list with bars.
func (g *generator) field(name string) string {
	if strings.Contains(name, "|") {
		return pick(g, strings.Split(name, "|"))
	}
	base, arg, _ := strings.Cut(name, ":")
	f, ok := fields[base]
	if !ok {
		// Reached only by a fault in data/, which TestTemplates finds.
		panic("gen: no field " + name)
	}
	lo, hi := 0, 0
	if arg != "" {
		from, to, isRange := strings.Cut(arg, "-")
		lo, _ = strconv.Atoi(from)
		hi = lo
		if isRange {
			hi, _ = strconv.Atoi(to)
		}
	}
	return f(g, lo, hi)
}

// check returns what is wrong with a template, or nil.
func check(template string) error {
	inside := ""
	for rest := template; ; {
		i := strings.IndexAny(rest, brackets)
		if i < 0 {
			break
		}
		mark, _ := utf8.DecodeRuneInString(rest[i:])
		rest = rest[i+utf8.RuneLen(mark):]
		switch mark {
		case '«':
			name, after, ok := strings.Cut(rest, shut)
			if !ok {
				return errors.New("a field is not closed")
			}
			name = strings.TrimPrefix(name, "!")
			base, _, _ := strings.Cut(name, ":")
			if _, known := fields[base]; !known && name != "^" && !strings.Contains(name, "|") {
				return fmt.Errorf("no field %q", name)
			}
			rest = after
		case '⟦', '⦃':
			if inside != "" {
				return fmt.Errorf("%c inside %s", mark, inside)
			}
			inside = string(mark)
		default:
			if pairs := map[rune]string{'⟧': keepOpen, '⦄': secOpen}; inside == "" || pairs[mark] != inside {
				return fmt.Errorf("stray %c", mark)
			}
			inside = ""
		}
	}
	if inside != "" {
		return fmt.Errorf("%s is not closed", inside)
	}
	return nil
}
