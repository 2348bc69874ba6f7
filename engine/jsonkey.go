package engine

import (
	"strings"
	"unsafe"

	"github.com/redactbench/redactbench/internal/jsontext"
	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/scan"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// Members of these names say which key a member beside them holds the value of:
// {"name":"DB_PASSWORD","value":"x"}, {"field":"password","rejectedValue":"x"}.
var (
	pairNames  = lexicon.NewWords("name key field path loc instancepath pointer param parameter property header variable env id propertyname propertypath fieldname datapath parameterkey")
	typeValues = lexicon.NewWords("received actual got") // of these a type's name may be the value
	// Members of these names are a value with its type: {"key":"api_key","value":{"stringValue":"x"}} of OpenTelemetry,
	// {"password":{"S":"x"}} of DynamoDB, whose names are single capitals.
	typedNames = lexicon.NewWords("stringvalue intvalue doublevalue boolvalue bytesvalue")
	// publicNames are the members of a JSON Web Key that are no secrets (RFC 7517).
	publicNames = lexicon.NewWords("kty kid use alg crv n e x y x5c x5t x5u key_ops")
	pairValues  = lexicon.NewWords("value val input data received rejectedvalue invalidvalue attemptedvalue actual got plain plaintext content parametervalue")
)

// longestType bounds what is looked at as a type's name, in bytes with its quotes.
const longestType = 16

// memberKey returns what a member's value stands under: its own name, the name
// that a member beside it gives, or weakly the key that the whole object is the
// value of.
func (w *jsonWriter) memberKey(name string, under, pair jsonKey) jsonKey {
	k := w.p.jsonKey(name)
	if k.rule >= 0 {
		return k
	}
	value := pairValues.Has(name)
	if end := skipString(w.src[:min(len(w.src), w.i+longestType)], w.i); typeValues.Has(name) && end > 0 && lexicon.IsType(w.src[w.i+1:end-1]) {
		return jsonKey{rule: -1}
	}
	if under.rule >= 0 && !under.compound && w.p.notUUID[under.rule] && publicNames.Has(name) {
		return jsonKey{rule: -1}
	}
	if isTyped(name) {
		return under
	}
	if name == "input" && holdsOthers(w.src, w.i) {
		return under // pydantic tells the object that lacks a member: {"loc":["password"],"msg":"Field required","input":{…}}
	}
	if value && pair.rule < 0 {
		pair = w.p.pairAhead(w.src[w.i:min(len(w.src), w.i+pairLimit)])
	}
	if value && pair.rule >= 0 {
		return pair
	}
	if under.rule >= 0 && !value {
		under.strength = patterns.Weak
	}
	return under
}

// isTyped reports whether a member of this name holds a value whose type its name is.
func isTyped(name string) bool {
	return typedNames.Has(name) || len(name) == 1 && strings.IndexByte("SNB", name[0]) >= 0
}

// holdsOthers reports whether the value at i is an object, or a list of them, that has members of its own and not only
// the value of the key that is told beside it.
func holdsOthers(src string, i int) bool {
	if i < len(src) && src[i] == '[' {
		i = skipSpace(src, i+1)
	}
	if i >= len(src) || src[i] != '{' {
		return false
	}
	i = skipSpace(src, i+1)
	end := skipString(src[:min(len(src), i+longestType)], i)
	return end < 0 || !isTyped(src[i+1:end-1]) && !pairValues.Has(src[i+1:end-1])
}

// lastString returns the inside of a string, or of the last string of a list of them: where
// a validator's path ends.
func lastString(v string) string {
	if len(v) > 2 && v[0] == '[' {
		v = strings.TrimRight(v[:len(v)-1], " \t\r\n,0123456789") // but for indexes
		if v == "" || v[len(v)-1] != '"' {
			return ""
		}
		v = v[swar.LastIndex(v[:len(v)-1], '"'):]
	}
	if len(v) < 3 || v[0] != '"' {
		return ""
	}
	return v[1 : len(v)-1]
}

// pairLimit is how far behind a value its name is looked for, in bytes.
const pairLimit = 256

// pairAhead returns the key that a member behind the value at the start of src names: {"value":"x","name":"DB_PASSWORD"}.
// Only values and members that are strings or lists of strings are stepped over.
func (p *program) pairAhead(src string) jsonKey {
	none := jsonKey{rule: -1}
	i := skipString(src, 0)
	for i > 0 {
		i = skipSpace(src, i)
		if i >= len(src) || src[i] != ',' {
			return none
		}
		i = skipSpace(src, i+1)
		start := i
		if i = skipString(src, i); i < 0 {
			return none
		}
		name := src[start+1 : i-1]
		if i = skipSpace(src, i); i >= len(src) || src[i] != ':' {
			return none
		}
		i = skipSpace(src, i+1)
		start = i
		if i = skipStrings(src, i); i > 0 && pairNames.Has(name) {
			return p.jsonKey(lastString(src[start:i]))
		}
	}
	return none
}

// skipStrings returns the end of the JSON string, or list of strings and indexes, at i, or -1.
func skipStrings(src string, i int) int {
	if i >= len(src) || src[i] != '[' {
		return skipString(src, i)
	}
	for {
		i = skipSpace(src, i+1)
		if i < len(src) && isDigit(src[i]) { // an index in a path
			for i < len(src) && isDigit(src[i]) {
				i++
			}
		} else if i = skipString(src, i); i < 0 {
			return -1
		}
		if i = skipSpace(src, i); i < len(src) && src[i] == ']' {
			return i + 1
		}
		if i >= len(src) || src[i] != ',' {
			return -1
		}
	}
}

// skipString returns the end of the JSON string at i, or -1.
func skipString(src string, i int) int {
	if i >= len(src) || src[i] != '"' {
		return -1
	}
	for i++; i < len(src); i++ {
		switch src[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

func skipSpace(src string, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\n' || src[i] == '\r') {
		i++
	}
	return i
}

// longestName is how long a member's name may be to be a key's, in bytes.
const longestName = 126

// jsonKey returns what a member's name, as the document writes it, says of its value. The
// name is looked at as a text would show it, in quotes.
func (p *program) jsonKey(name string) jsonKey {
	k := jsonKey{rule: -1}
	if len(name) < 2 || len(name) > longestName {
		return k
	}
	var buf [longestName + 2]byte
	buf[0] = '"'
	b := buf[:1]
	if strings.IndexByte(name, '\\') < 0 {
		b = append(b, name...)
	} else {
		b = jsontext.AppendUnescaped(b, name)
	}
	b = append(b, '"')
	quoted := unsafe.String(&b[0], len(b))
	name = quoted[1 : len(b)-1]
	var cur scan.Cursor
	var hits [16]scan.Hit
	best := 0
	for n := p.scanner.Scan(quoted, &cur, hits[:]); n > 0; n = p.scanner.Scan(quoted, &cur, hits[:]) {
		for _, h := range hits[:n] {
			for _, a := range p.acts[p.first[h.ID]:p.first[h.ID+1]] {
				if a.kind == kindCookie && h.Start-1+int(a.len) == len(name) && cookieName(name) {
					return jsonKey{rule: a.rule, strength: patterns.Weak, cookie: true, act: a}
				}
				if a.kind != kindKey {
					continue
				}
				st := &p.stems[a.arg]
				at := h.Start + int(a.at) - 1
				end := at + int(a.len)
				nameEnd, weaker, ok := suffix(name, end, st.human())
				if !ok || nameEnd != len(name) {
					continue
				}
				m, _ := st.judgeName(name, nameStart(name, at), at, end)
				if m == nil || len(m.text) <= best {
					continue
				}
				best = len(m.text)
				k = jsonKey{rule: m.rule, strength: m.strength, compound: nameStart(name, at) < at}
				// A plural is as strong here: its value is a list, or a map of them.
				if plural := nameEnd == end+1 && !isDigit(name[end]); weaker && !plural {
					k.human = k.strength == patterns.Human
					k.strength = patterns.Weak
				}
			}
		}
		if cur.Done() >= len(quoted) {
			break
		}
	}
	return k
}

// SecretKey reports whether the values of a key of this name are secret: always
// for passwords and the like, where they look opaque for names such as token.
func (r *Redactor) SecretKey(name string) bool { return r.program().jsonKey(name).rule >= 0 }

// AppendValue appends value with its secrets masked, as the value of the key
// name: {"password": "hunter2"} loses hunter2. It allocates only to grow dst.
func (r *Redactor) AppendValue(dst []byte, name, value string) []byte {
	p := r.program()
	var f finder
	f.init(p, value, false)
	f.under(p.jsonKey(name))
	at := 0
	for {
		s, ok := f.next()
		if !ok {
			return append(dst, value[at:]...)
		}
		dst = append(dst, value[at:s.start]...)
		dst = p.mask.append(dst, p, value, s)
		at = s.end
	}
}
