package otel

import (
	"errors"
	"fmt"
	"slices"

	"go.opentelemetry.io/collector/config/configopaque"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/knownfile"
	"github.com/redactbench/redactbench/patterns"
)

// Config is the processor's configuration.
type Config struct {
	// Mask stands in a secret's place: a text of up to 64 bytes of [A-Za-z0-9._:()-], or "id"
	// for (redacted:RULE), or "tag" for (redacted:TAG), the same tag for the same secret, which
	// needs TagKey.
	Mask string `mapstructure:"mask"`
	// TagKey keys the tags.
	TagKey configopaque.String `mapstructure:"tag_key"`
	// Allow holds exact values that are never masked.
	Allow []string `mapstructure:"allow"`
	// Disable names rules that are left out.
	Disable []string `mapstructure:"disable"`
	// Known says where values come from that are masked wherever they occur.
	Known Known `mapstructure:"known"`
	// MaxBytes bounds each string of a body, an attribute or a status message, in
	// bytes as JSON writes them; what is longer is masked, then cut, and ends with …
	// 0 is no bound.
	MaxBytes int `mapstructure:"max_bytes"`
	// Skip names the parts of the data that are passed on as they are, in docs/collector.md's words.
	Skip []string `mapstructure:"skip"`
}

// Known says where known values come from. Each is masked as it is and as
// base64, hexadecimal, URLs, JSON, Go, shells and XML write it.
type Known struct {
	// Env takes the values of the Collector's environment variables whose names are
	// keys of secrets. Those that are too short or are words or paths are left
	// out, and logged by name.
	Env bool `mapstructure:"env"`
	// Files have NAME=VALUE a line; lines that begin with # and empty ones are skipped.
	Files []string `mapstructure:"files"`
}

// minMax is the size of the … that ends a text that was cut, in bytes.
const minMax = 3

// Validate returns all that is wrong with the configuration. It reads the files of
// known values, and quotes none of them.
func (c *Config) Validate() error {
	_, _, err := c.masker(nil)
	return err
}

// masker returns what masks as the configuration says, and an error for each variable
// of the environment whose value it leaves out.
func (c *Config) masker(environ []string) (*masker, []error, error) {
	var errs []error
	skip, err := parseParts(c.Skip)
	errs = append(errs, err)
	if c.MaxBytes != 0 && c.MaxBytes < minMax {
		errs = append(errs, fmt.Errorf("max_bytes: is %d; the least is %d, 0 is no bound", c.MaxBytes, minMax))
	}
	set, err := c.set()
	errs = append(errs, err)
	opts := &engine.Options{Allow: c.Allow, TagKey: []byte(c.TagKey)}
	opts.Mask, err = c.mask()
	errs = append(errs, err)
	r, err := engine.New(set, opts)
	errs = append(errs, err)
	var known []engine.Known
	var skipped []error
	if c.Known.Env {
		known, skipped = engine.KnownFromEnv(environ)
	}
	for i, name := range c.Known.Files {
		values, err := knownfile.Read(name)
		known = append(known, values...)
		if err != nil {
			errs = append(errs, fmt.Errorf("known::files[%d]: %w", i, err))
		}
	}
	if len(known) > 0 {
		// Apart from the rest, since the engine tells faults of the mask only once all
		// else is right.
		r, err = r.With(known...)
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	return &masker{r: r, max: c.MaxBytes, skip: skip}, skipped, nil
}

// set returns the rules that Disable leaves.
func (c *Config) set() (patterns.Set, error) {
	set := patterns.Default()
	rules := set.Rules()
	var errs []error
	for i, id := range c.Disable {
		if !slices.ContainsFunc(rules, func(r patterns.Rule) bool { return r.ID == id }) {
			errs = append(errs, fmt.Errorf("disable[%d]: no rule %q; see redactbench rules list", i, id))
		}
	}
	return set.Without(c.Disable...), errors.Join(errs...)
}

func (c *Config) mask() (engine.Mask, error) {
	switch c.Mask {
	case "", engine.DefaultMask:
		return nil, nil
	case "id":
		return engine.MaskRule, nil
	case "tag":
		if c.TagKey == "" {
			// Nil, since the engine would refuse tags without a key for every rule.
			return nil, errors.New("mask: tag needs a tag_key")
		}
		return engine.MaskTag, nil
	}
	return engine.MaskText(c.Mask), nil
}
