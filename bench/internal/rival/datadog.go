package rival

import "github.com/DataDog/datadog-agent/pkg/util/scrubber"

// Datadog is the name of the Datadog agent's scrubber package.
const Datadog = "Datadog ScrubBytes"

// datadog is ScrubBytes with the replacers that the agent uses.
type datadog struct{}

func newDatadog() (Rival, error) { return datadog{}, nil }

func (datadog) Name() string { return Datadog }

func (datadog) Finds(text string) bool {
	out, err := scrubber.ScrubBytes([]byte(text))
	return err == nil && string(out) != text
}

func (datadog) Over(texts []string) func() {
	bytes := make([][]byte, len(texts))
	for i, t := range texts {
		bytes[i] = []byte(t)
	}
	return func() {
		for _, t := range bytes {
			// It errs only where reading errs, which a slice of bytes does not.
			_, _ = scrubber.ScrubBytes(t)
		}
	}
}
