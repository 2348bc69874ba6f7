// Package loggers tests that engine.Writer masks what other loggers write: zap
// and zerolog. It is a module of its own, so that the library's users have none of
// these in their go.sum. For log/slog there is package slogredact.
package loggers
