// Package envelopes tests the error formats against what they meet in use: the
// MCP SDK for Go, which carries them, and the errors of the standard library and
// of database drivers. It is a module of its own, so that the library's users
// have none of these in their go.sum.
package envelopes
