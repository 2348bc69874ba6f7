// Package effort lends the count of an engine's steps to those that hold its cost
// linear. A method of package engine would do the same, and be part of its API for good.
package effort

// Of returns how many steps the expressions of a redactor take over a text. The redactor
// is an *engine.Redactor. Package engine sets it.
var Of func(redactor any, text string) int
