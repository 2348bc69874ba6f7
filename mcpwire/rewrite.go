package mcpwire

import (
	"bytes"
	"encoding/json"
	"errors"
)

var errNotJSON = errors.New("mcpwire: neither an object nor an array")

// rewrite appends an object or an array, of which edit may append something in
// the place of a value; every other byte is copied. name is the member's, or
// empty.
func rewrite(dst, doc []byte, edit func(dst, value []byte, name string) (out []byte, edited bool)) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	open, err := d.Token()
	if err != nil || open != json.Delim('{') && open != json.Delim('[') {
		return dst, errNotJSON
	}
	from, at := len(dst), 0
	for d.More() {
		name := ""
		if open == json.Delim('{') {
			token, err := d.Token()
			if err != nil {
				return dst[:from], errNotJSON
			}
			name, _ = token.(string) // the decoder takes nothing else here
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return dst[:from], errNotJSON
		}
		end := int(d.InputOffset())
		start := end - len(value)
		dst, at = append(dst, doc[at:start]...), start
		if out, edited := edit(dst, doc[start:end], name); edited {
			dst, at = out, end
		}
	}
	if _, err := d.Token(); err != nil || len(bytes.Trim(doc[d.InputOffset():], blanks)) > 0 {
		return dst[:from], errNotJSON
	}
	return append(dst, doc[at:]...), nil
}

// must is rewrite for what may be something else, which is then copied.
func must(dst, doc []byte, edit func(dst, value []byte, name string) ([]byte, bool)) []byte {
	out, err := rewrite(dst, doc, edit)
	if err != nil {
		return append(dst, doc...)
	}
	return out
}

// within rewrites the value that a path of names leads to.
func within(dst, doc []byte, path []string, edit func(dst, value []byte) []byte) []byte {
	if len(path) == 0 {
		return edit(dst, doc)
	}
	return must(dst, doc, func(dst, value []byte, name string) ([]byte, bool) {
		if !is(name, path[:1]) {
			return dst, false
		}
		return within(dst, value, path[1:], edit), true
	})
}

// parts returns the members of an object that have one of the names, by that
// name; of several with one name the last.
func parts(doc []byte, names ...string) (map[string][]byte, error) {
	found := map[string][]byte{}
	_, err := rewrite(nil, doc, func(dst, value []byte, name string) ([]byte, bool) {
		for _, n := range names {
			if is(name, []string{n}) {
				found[n] = value
			}
		}
		return dst, false
	})
	return found, err
}
