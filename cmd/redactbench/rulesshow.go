package main

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/redactbench/redactbench/patterns"
)

// showFields writes what a matcher is made of: its fields but those that are zero, by name, as
// package patterns documents them.
func showFields(w io.Writer, kind string, m any) {
	fmt.Fprintf(w, "  %s\n", kind)
	v := reflect.Indirect(reflect.ValueOf(m))
	for i := range v.NumField() {
		f := v.Field(i)
		if f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0 {
			continue
		}
		name := v.Type().Field(i).Name
		if f.Kind() == reflect.Slice {
			fmt.Fprintf(w, "    %-12s %s\n", name, listed(f))
			continue
		}
		fmt.Fprintf(w, "    %-12s %s\n", name, plain(f))
	}
}

// plain returns a field that is no list: a number that stands for a word as the word that files of
// rules have for it.
func plain(f reflect.Value) string {
	switch f.Interface() {
	case patterns.Weak:
		return "weak"
	case patterns.Strong:
		return "strong"
	case patterns.Human:
		return "human"
	case patterns.TargetSecret:
		return "secret"
	case patterns.TargetMatch:
		return "match"
	case patterns.TargetLine:
		return "line"
	}
	return fmt.Sprint(f.Interface())
}

// maxListed is how many elements of a list are shown; exceptions have lists of a thousand words.
const maxListed = 20

func listed(f reflect.Value) string {
	var parts []string
	for i := range min(f.Len(), maxListed) {
		parts = append(parts, fmt.Sprintf("%+v", f.Index(i).Interface()))
		if f.Index(i).Kind() == reflect.String {
			parts[i] = fmt.Sprintf("%q", f.Index(i).String())
		}
	}
	s := strings.Join(parts, " ")
	if n := f.Len() - maxListed; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}
