// Package glance lends the first step of an engine's look at a text to the envelopes,
// which have many short texts: one scan over all of them is faster than one for each. A
// method of package engine would do the same, and be part of its API for good.
package glance

// Hits appends to dst the offsets in text at which a rule has something to look at, in order. The
// redactor is an *engine.Redactor. What is whole lines of text and has no hit holds no secret by itself either.
// Package engine sets it.
var Hits func(dst []int, redactor any, text string) []int
