package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/jsonrpc"
)

// maxDocument bounds the line that is held in memory as one JSON document, in
// bytes. A longer one is masked as text, in constant memory.
const maxDocument = 64 << 20

// keepBuffer is the largest buffer that is kept from line to line, in bytes: one giant line
// shall not cost memory for the rest of the input.
const keepBuffer = 1 << 20

// An ndjson masks the lines of its inputs as JSON documents.
type ndjson struct {
	app       *app
	redactor  *engine.Redactor
	mask      func(dst, doc []byte) ([]byte, error) // masks also where it reports
	out       *bufio.Writer
	line, dst []byte
}

var bom = []byte("\xef\xbb\xbf")

var errNotJSON = errors.New("not JSON, masked as text")

// documents masks whatever JSON there is.
func documents(r *engine.Redactor) func(dst, doc []byte) ([]byte, error) {
	return func(dst, doc []byte) ([]byte, error) {
		dst, err := r.AppendJSON(dst, doc)
		if err != nil {
			err = errNotJSON
		}
		return dst, err
	}
}

// messages masks the errors of JSON-RPC messages.
func messages(f *jsonrpc.Filter) func(dst, doc []byte) ([]byte, error) {
	return func(dst, doc []byte) ([]byte, error) {
		dst, err := f.Append(dst, doc)
		switch {
		case errors.Is(err, jsonrpc.ErrTooLarge):
			err = errors.New("what must stay is over --budget")
		case err != nil:
			err = errors.New(strings.ReplaceAll(err.Error(), "jsonrpc: ", ""))
		}
		return dst, err
	}
}

// file masks one input.
func (j *ndjson) file(name string, in *bufio.Reader) error {
	defer j.out.Flush() // an error stays in the sink, which is looked at in the end
	if head, _ := in.Peek(len(bom)); bytes.Equal(head, bom) {
		_, _ = in.Discard(len(bom)) // peeked, so there
		_, _ = j.out.Write(bom)
	}
	for number := 1; ; number++ {
		whole, err := j.read(in)
		if whole {
			j.document(name, number)
		} else if err := j.long(name, number, in); err != nil {
			return err
		}
		if j.app.stdout.err != nil {
			return j.app.stdout.err
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if in.Buffered() == 0 {
			// The next read may wait: what is done is out before it.
			if err := j.out.Flush(); err != nil {
				return err
			}
		}
	}
}

// read reads a line with its end into j.line. It is not whole if it is over
// maxDocument bytes, of which the rest is then still to be read.
func (j *ndjson) read(in *bufio.Reader) (whole bool, err error) {
	j.line = shrink(j.line)
	for {
		part, err := in.ReadSlice('\n')
		j.line = append(j.line, part...)
		if err != bufio.ErrBufferFull {
			return true, err
		}
		if len(j.line) > maxDocument {
			return false, nil
		}
	}
}

// document writes j.line masked.
func (j *ndjson) document(name string, number int) {
	doc, end := cutLineEnd(j.line)
	if len(bytes.TrimSpace(doc)) > 0 {
		var err error
		j.dst, err = j.mask(shrink(j.dst), doc)
		if err != nil {
			j.app.reportAll(fmt.Sprintf("%s:%d: ", name, number), err)
		}
		doc = j.dst
	}
	_, _ = j.out.Write(doc) // an error stays in the writer
	_, _ = j.out.Write(end)
}

// long writes j.line and the rest of its line masked as text.
func (j *ndjson) long(name string, number int, in *bufio.Reader) error {
	j.app.report("%s:%d: longer than %d MiB, masked as text", name, number, maxDocument>>20)
	w := j.redactor.NewWriter(j.out)
	part, err := j.line, bufio.ErrBufferFull
	for {
		if _, werr := w.Write(part); werr != nil {
			return werr
		}
		if err != bufio.ErrBufferFull {
			break
		}
		part, err = in.ReadSlice('\n')
	}
	if cerr := w.Close(); cerr != nil {
		return cerr
	}
	if err == io.EOF { // found again by the next read
		return nil
	}
	return err
}

// shrink returns b emptied, or nil if it is large.
func shrink(b []byte) []byte {
	if cap(b) > keepBuffer {
		return nil
	}
	return b[:0]
}

// cutLineEnd splits a line before its "\n" or "\r\n".
func cutLineEnd(line []byte) (doc, end []byte) {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
		if n > 0 && line[n-1] == '\r' {
			n--
		}
	}
	return line[:n], line[n:]
}
