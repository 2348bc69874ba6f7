package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
)

// KnownFromEnv returns the values of the variables whose names are keys of secrets
// (Redactor.SecretKey of the default set), for Options.Known. The environment is given as
// os.Environ returns it; of a name that stands twice the last counts. Skipped has an error for
// each such variable that was left out, with its name and why, since masking its
// value would destroy texts: values under 6 bytes, words, paths, numbers,
// references and the like.
func KnownFromEnv(environ []string) (known []Known, skipped []error) {
	p := defaultProgram()
	for i, entry := range environ {
		name, value, ok := strings.Cut(entry, "=")
		if !ok || value == "" || repeated(environ[i+1:], name) {
			continue
		}
		k := p.jsonKey(name)
		if k.rule < 0 {
			continue
		}
		if err := unfit(value, k); err != nil {
			skipped = append(skipped, fmt.Errorf("%s: %w", name, err))
			continue
		}
		known = append(known, Known{Name: name, Value: value})
	}
	return known, skipped
}

func repeated(environ []string, name string) bool {
	for _, entry := range environ {
		if n, _, ok := strings.Cut(entry, "="); ok && n == name {
			return true
		}
	}
	return false
}

// unfit says why a key's value must not be masked wherever it occurs.
func unfit(value string, k jsonKey) error {
	if len(value) < minKnown {
		return fmt.Errorf("its value is under %d bytes", minKnown)
	}
	if e := lexicon.Weigh(value); e.Letters() == len(value) && e.Total < wordEvidence || lexicon.IsName(value, e) {
		return errors.New("its value is a word")
	}
	d := dress{sep: '=', quote: '"'}
	if form := judge(value, true, &d, k.strength, ""); form != lexicon.None {
		return fmt.Errorf("its value is no secret by its form (%v)", form)
	}
	return nil
}
