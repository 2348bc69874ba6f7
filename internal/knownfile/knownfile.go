// Package knownfile reads files of known values, as the command and the Collector's
// processor take them.
package knownfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/redactbench/redactbench/engine"
)

// Read reads a file of NAME=VALUE lines; empty lines and those that begin with # do not count,
// and a value is all behind the first =. Its error joins one for each bad line, which it names by
// number and does not quote; the values of the good ones are returned nevertheless.
func Read(name string) ([]engine.Known, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var known []engine.Known
	var errs []error
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); !ok || key == "" {
			errs = append(errs, fmt.Errorf("%s:%d: not NAME=VALUE", name, number))
			continue
		}
		known = append(known, engine.Known{Name: key, Value: value})
	}
	return known, errors.Join(errs...)
}
