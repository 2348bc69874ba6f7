package envelope

import (
	"fmt"
	"strconv"
	"unicode"

	"github.com/redactbench/redactbench/envelope/internal/segment"
	"github.com/redactbench/redactbench/internal/jsontext"
)

// Path builds an issue's path: names joined by dots, indexes in brackets, and
// a name that is no identifier quoted in brackets, as fixes[1].issue or
// headers["x-api-key"]. A segment that is an integer is an index, any other is
// a name.
func Path(segments ...any) string {
	var p []byte
	for _, s := range segments {
		switch s := s.(type) {
		case string:
			p = appendName(p, s)
		case int:
			p = appendIndex(p, s)
		default:
			// Integers of other types print as one; what else there is has
			// no better name than its text.
			text := fmt.Sprint(s)
			if i, err := strconv.Atoi(text); err == nil {
				p = appendIndex(p, i)
			} else {
				p = appendName(p, text)
			}
		}
	}
	return string(p)
}

func appendName(p []byte, name string) []byte {
	if !identifier(name) {
		p = jsontext.Append(append(p, `["`...), name)
		return append(p, `"]`...)
	}
	if len(p) > 0 {
		p = append(p, '.')
	}
	return append(p, name...)
}

func appendIndex(p []byte, i int) []byte {
	return append(strconv.AppendInt(append(p, '['), int64(i), 10), ']')
}

// identifier reports whether name needs no quotes: letters, digits, _ and $,
// not beginning with a digit.
func identifier(name string) bool {
	for i, c := range name {
		if c == '_' || c == '$' || unicode.IsLetter(c) || i > 0 && unicode.IsDigit(c) {
			continue
		}
		return false
	}
	return name != ""
}

// SplitPath returns the segments Path was given: a string for a name, an int
// for an index. A path of another make is split at its dots and brackets.
func SplitPath(path string) []any {
	var segments []any
	for path != "" {
		raw, n := segment.Next(path)
		path = path[n:]
		if i, ok := segment.Index(raw); ok {
			segments = append(segments, i)
		} else {
			segments = append(segments, segment.Name(raw))
		}
	}
	return segments
}
