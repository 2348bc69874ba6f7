package main

import (
	"bufio"
	"bytes"
	"errors"
	"os"
)

// stdinName is what messages call standard input.
const stdinName = "<stdin>"

// readSize is how much is read at once, in bytes: beyond it, reading costs
// nothing that shows beside masking.
const readSize = 64 << 10

// each calls f with every file named, in order, and with standard input where none
// is, or where "-" is. An input that cannot be read is reported and the next are
// still done; an output that cannot be written to ends it.
func (a *app) each(files []string, f func(name string, r *bufio.Reader) error) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if err := a.one(name, f); err != nil {
			if a.stdout.err != nil {
				return a.stdout.err
			}
			a.reportAll(label(name)+": ", err)
		}
	}
	return nil
}

func label(name string) string {
	if name == "-" {
		return stdinName
	}
	return name
}

var (
	errDirectory = errors.New("is a directory; name the files in it")
	errUTF16     = errors.New("is UTF-16, in which no secret would be found; convert it to UTF-8 first")
)

func (a *app) one(name string, f func(name string, r *bufio.Reader) error) error {
	in := a.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return errDirectory
		}
		in = file
	}
	r := bufio.NewReaderSize(in, readSize)
	// An error here comes again with the first read.
	if head, _ := r.Peek(2); bytes.Equal(head, []byte("\xff\xfe")) || bytes.Equal(head, []byte("\xfe\xff")) {
		return errUTF16
	}
	return f(label(name), r)
}
