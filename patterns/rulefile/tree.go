package rulefile

import (
	"errors"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A table is a TOML table with the lines of its members. Decoding into structs would be
// shorter, but stops at the first wrong type and forgets the lines.
type table struct {
	line  int
	names []string // in order, as written
	// values holds the members, by names in lower case: gitleaks reads them so.
	values map[string]*value
}

// A value is a member of a table, or an element of an array.
type value struct {
	line  int
	name  string
	data  any // string, bool, int64, float64, []*value, *table, or nil for what no format has
	array bool
	read  bool
}

func newTable(line int) *table { return &table{line: line, values: map[string]*value{}} }

// foreign reports whether the file is a configuration of gitleaks.
func (t *table) foreign() bool {
	for _, name := range []string{"rules", "extend", "allowlist", "allowlists", "title", "minversion"} {
		if t.values[name] != nil {
			return true
		}
	}
	return false
}

// set adds a member, or returns the one that is there.
func (t *table) set(name string, v *value) *value {
	low := strings.ToLower(name)
	if old := t.values[low]; old != nil {
		return old
	}
	v.name = name
	t.names = append(t.names, name)
	t.values[low] = v
	return v
}

// in returns the table of that name, the last of several, which it adds if it is not there.
func (t *table) in(name string, line int) *table {
	v := t.set(name, &value{line: line, data: newTable(line)})
	switch d := v.data.(type) {
	case *table:
		return d
	case []*value:
		if len(d) > 0 {
			if last, ok := d[len(d)-1].data.(*table); ok {
				return last
			}
		}
	}
	return newTable(line) // a name that differs in case alone; the document itself is sound
}

// A parser makes a tree of a document.
type parser struct {
	unstable.Parser
	ends []int // offsets of line ends
}

// parse returns the document as a tree.
func parse(data []byte) (*table, *Fault) {
	// The parser below knows syntax only; this one knows the rest, that names are unique and
	// numbers in range.
	if err := toml.Unmarshal(data, &map[string]any{}); err != nil {
		line := 1
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ = at.Position()
		}
		return nil, &Fault{Line: line, Err: errors.New("is not TOML from here on")} // its own message quotes the line
	}
	p := &parser{}
	for i, c := range data {
		if c == '\n' {
			p.ends = append(p.ends, i)
		}
	}
	p.Reset(data)
	root := newTable(1)
	at := root
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.KeyValue:
			p.member(at, e)
		case unstable.Table, unstable.ArrayTable:
			at = p.header(root, e)
		}
	}
	return root, nil
}

func (p *parser) line(n *unstable.Node) int {
	return 1 + sort.SearchInts(p.ends, int(n.Raw.Offset))
}

// header returns the table that a header in brackets opens.
func (p *parser) header(root *table, e *unstable.Node) *table {
	at := root
	for it := e.Key(); it.Next(); {
		k := it.Node()
		name, line := string(k.Data), p.line(k)
		if !it.IsLast() || e.Kind == unstable.Table {
			at = at.in(name, line)
			continue
		}
		v := at.set(name, &value{line: line, data: []*value(nil), array: true})
		list, _ := v.data.([]*value)
		next := newTable(line)
		v.data = append(list, &value{line: line, name: name, data: next})
		at = next
	}
	return at
}

// member adds a key and its value.
func (p *parser) member(at *table, e *unstable.Node) {
	for it := e.Key(); it.Next(); {
		k := it.Node()
		name, line := string(k.Data), p.line(k)
		if !it.IsLast() {
			at = at.in(name, line)
			continue
		}
		v := p.value(e.Value(), line)
		at.set(name, v)
	}
}

// value converts a value. Arrays and tables have no place of their own in the document's tree; they
// stand where their key does.
func (p *parser) value(n *unstable.Node, line int) *value {
	v := &value{line: line}
	switch n.Kind {
	case unstable.String:
		v.data = string(n.Data)
		if n.Raw.Length > 0 {
			v.line = p.line(n)
		}
	case unstable.Bool:
		v.data = n.Data[0] == 't'
	case unstable.Integer:
		if i, err := strconv.ParseInt(string(n.Data), 0, 64); err == nil {
			v.data = i
		}
	case unstable.Float:
		if f, err := strconv.ParseFloat(strings.ReplaceAll(string(n.Data), "_", ""), 64); err == nil && !math.IsNaN(f) {
			v.data = f
		}
	case unstable.Array:
		list := []*value{}
		for it := n.Children(); it.Next(); {
			list = append(list, p.value(it.Node(), line))
		}
		v.data, v.array = list, true
	case unstable.InlineTable:
		t := newTable(line)
		for it := n.Children(); it.Next(); {
			p.member(t, it.Node())
		}
		v.data = t
	}
	return v
}

// get returns a member and notes that it is known.
func (t *table) get(name string) *value {
	v := t.values[strings.ToLower(name)]
	if v != nil {
		v.read = true
	}
	return v
}

// lineOf returns the line of a member, that of the table where there is none.
func (t *table) lineOf(name string) int {
	if v := t.values[strings.ToLower(name)]; v != nil {
		return v.line
	}
	return t.line
}

// read returns a member of a type, and its zero value where there is none or another.
func read[T any](r *reader, t *table, name, what string) (out T) {
	v := t.get(name)
	if v == nil {
		return out
	}
	out, ok := v.data.(T)
	if !ok {
		r.fault(v.line, "%s is not %s", name, what)
	}
	return out
}

func (r *reader) text(t *table, name string) string { return read[string](r, t, name, "a text") }

func (r *reader) yes(t *table, name string) bool { return read[bool](r, t, name, "true or false") }

func (r *reader) whole(t *table, name string) int {
	return int(read[int64](r, t, name, "a whole number"))
}

func (r *reader) number(t *table, name string) float64 {
	if v := t.get(name); v != nil {
		if i, ok := v.data.(int64); ok {
			return float64(i)
		}
	}
	return read[float64](r, t, name, "a number")
}

// items returns the elements of a member that is an array of texts.
func (r *reader) items(t *table, name string) (out []*value) {
	for i, v := range read[[]*value](r, t, name, "a list of texts") {
		if _, ok := v.data.(string); !ok {
			r.fault(v.line, "%s[%d] is not a text", name, i)
			continue
		}
		out = append(out, v)
	}
	return out
}

func (r *reader) texts(t *table, name string) (out []string) {
	for _, v := range r.items(t, name) {
		out = append(out, v.data.(string))
	}
	return out
}

// tables returns a member that is an array of tables.
func (r *reader) tables(t *table, name string) (out []*table) {
	for i, v := range read[[]*value](r, t, name, "a list of tables") {
		sub, ok := v.data.(*table)
		if !ok {
			r.fault(v.line, "%s[%d] is not a table", name, i)
			continue
		}
		out = append(out, sub)
	}
	return out
}

// table returns a member that is a table, nil where there is none.
func (r *reader) table(t *table, name string) *table { return read[*table](r, t, name, "a table") }

// rest faults the members that were not asked for.
func (r *reader) rest(t *table) {
	for _, name := range t.names {
		if v := t.values[strings.ToLower(name)]; !v.read {
			r.fault(v.line, "no member %s is known here", name)
		}
	}
}

// one returns a text that is one of several, the first where it is absent.
func (r *reader) one(t *table, name string, of ...string) int {
	s := r.text(t, name)
	if s == "" {
		return 0
	}
	i := slices.Index(of, s)
	if i < 0 {
		r.fault(t.lineOf(name), "%s is none of %s", name, strings.Join(of, ", "))
	}
	return max(i, 0)
}
