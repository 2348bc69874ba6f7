package envelope

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxIssues bounds what is made of one foreign error, and maxLeaves what of it is put in order.
const (
	maxIssues = 10000
	maxLeaves = 10 * maxIssues
)

// foreign returns the issues of an error of a validator's that is known by
// its shape, and a line in place of its text.
func foreign(err error) (issues []Issue, short string) {
	defer func() {
		if recover() != nil {
			issues, short = nil, ""
		}
	}()
	v := reflect.ValueOf(err)
	switch {
	case v.Kind() == reflect.Slice:
		issues, short = fieldErrors(v)
	case v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct:
		issues, short = located(v)
	}
	if len(issues) > 0 {
		return issues, short
	}
	return chained(errorText(err))
}

// A fieldError is the part of validator.FieldError that is read here
// (github.com/go-playground/validator, v9 and v10). Its Value is not.
type fieldError interface {
	Tag() string
	Namespace() string
	Param() string
}

// fieldErrors reads validator.ValidationErrors, a slice of FieldErrors.
func fieldErrors(v reflect.Value) ([]Issue, string) {
	var issues []Issue
	for i := range min(v.Len(), maxIssues) {
		f, ok := v.Index(i).Interface().(fieldError)
		if !ok {
			return nil, ""
		}
		// The first name is the type's.
		_, path, nested := strings.Cut(f.Namespace(), ".")
		if !nested {
			path = f.Namespace()
		}
		rule := f.Tag()
		if p := f.Param(); p != "" {
			rule += "=" + p
		}
		issues = append(issues, Issue{Path: namespace(path), Message: "does not satisfy " + rule})
	}
	return issues, "validation failed"
}

// namespace makes a path of a validator's, whose map keys stand in brackets
// without quotes.
func namespace(ns string) string { return Path(SplitPath(ns)...) }

// located reads *jsonschema.ValidationError (github.com/santhosh-tekuri/jsonschema,
// v5 with a JSON pointer and v6 with its tokens): the issues are the leaves of
// its tree, in the order of their places. The library walks an object's
// properties as Go's maps come, so that its own order differs from run to run.
func located(v reflect.Value) ([]Issue, string) {
	location, causes := v.Elem().FieldByName("InstanceLocation"), v.Elem().FieldByName("Causes")
	if !location.IsValid() || !causes.IsValid() || causes.Kind() != reflect.Slice {
		return nil, ""
	}
	var found []leaf
	leaves(v, 0, &found)
	slices.SortStableFunc(found, leaf.compare)
	found = found[:min(len(found), maxIssues)]
	issues := make([]Issue, len(found))
	for i, l := range found {
		issues[i] = Issue{Path: Path(l.segments...), Message: l.message}
	}
	short, _, _ := strings.Cut(errorText(v.Interface().(error)), "\n")
	return issues, short
}

// A leaf is one fault that a schema found, at the place its segments name: names
// and indexes, as Path takes them.
type leaf struct {
	segments []any
	message  string
}

// compare orders by place, an index before a name, and then by message.
func (l leaf) compare(m leaf) int {
	for i := range min(len(l.segments), len(m.segments)) {
		a, aIndex := l.segments[i].(int)
		b, bIndex := m.segments[i].(int)
		var c int
		switch {
		case aIndex && bIndex:
			c = cmp.Compare(a, b)
		case aIndex:
			c = -1
		case bIndex:
			c = 1
		default:
			c = cmp.Compare(l.segments[i].(string), m.segments[i].(string))
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(l.segments), len(m.segments)), cmp.Compare(l.message, m.message))
}

func leaves(v reflect.Value, depth int, found *[]leaf) {
	if v.Kind() != reflect.Pointer || v.IsNil() || depth > maxDepth || len(*found) >= maxLeaves {
		return
	}
	causes := v.Elem().FieldByName("Causes")
	if causes.Len() > 0 {
		for i := range causes.Len() {
			leaves(causes.Index(i), depth+1, found)
		}
		return
	}
	var segments []any
	switch location := v.Elem().FieldByName("InstanceLocation"); location.Kind() {
	case reflect.String:
		segments = pointer(location.String())
	case reflect.Slice:
		for i := range location.Len() {
			segments = append(segments, token(location.Index(i).String()))
		}
	}
	message := ""
	if m := v.Elem().FieldByName("Message"); m.IsValid() && m.Kind() == reflect.String {
		message = m.String() // v5
	} else if e, ok := v.Interface().(error); ok {
		message = afterLocation(errorText(e))
	}
	*found = append(*found, leaf{segments, message})
}

// afterLocation returns a leaf's message without where it is, which its text
// begins with: at '/a/b': got string, want integer.
func afterLocation(text string) string {
	if i := strings.LastIndex(text, "at '"); i >= 0 && (i == 0 || text[i-1] == ' ') {
		if _, message, ok := strings.Cut(text[i+len("at '"):], "': "); ok {
			return message
		}
	}
	return text
}

// pointer returns the segments of a JSON pointer (RFC 6901).
func pointer(p string) []any {
	var segments []any
	for t := range strings.SplitSeq(strings.TrimPrefix(p, "/"), "/") {
		if p != "" {
			t = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
			segments = append(segments, token(t))
		}
	}
	return segments
}

// token tells an index from a name. A name of digits is taken for an index,
// since a location does not say which it is.
func token(t string) any {
	if i, err := strconv.Atoi(t); err == nil && i >= 0 && strconv.Itoa(i) == t {
		return i
	}
	return t
}

// chained reads the text of an error of github.com/google/jsonschema-go, which
// has no type of its own: "validating root: validating /properties/auth: ",
// each with the place in the schema, and then what is wrong.
func chained(text string) ([]Issue, string) {
	const lead = "validating "
	rest, ok := strings.CutPrefix(text, lead)
	if !ok {
		return nil, ""
	}
	place := ""
	for {
		at, message, found := strings.Cut(rest, ": ")
		if !found || strings.Contains(at, " ") {
			return nil, ""
		}
		place, rest = at, message
		if next, more := strings.CutPrefix(rest, lead); more {
			rest = next
			continue
		}
		if !inSchema(place) {
			return nil, ""
		}
		return []Issue{{Path: schemaPath(place), Message: rest}}, "validation failed"
	}
}

// inSchema reports whether a text in the place of one is a place in a schema.
func inSchema(place string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(place, "/"), "/")
	switch first {
	case "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "contains", "$defs", "definitions", "allOf", "anyOf", "oneOf", "not", "if",
		"then", "else", "propertyNames", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties":
		return place[0] == '/'
	}
	return place == "root"
}

// schemaPath returns the path in the instance that a place in its schema is
// about, as far as it tells.
func schemaPath(place string) string {
	if place == "root" {
		return ""
	}
	var segments []any
	tokens := pointer(place)
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "properties":
			if i+1 < len(tokens) {
				segments = append(segments, fmt.Sprint(tokens[i+1]))
			}
			i++
		case "patternProperties", "dependentSchemas", "$defs", "definitions":
			i++ // what follows is the schema's
		}
	}
	return Path(segments...)
}
