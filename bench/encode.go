package main

import (
	"github.com/redactbench/redactbench/bench/internal/clock"
	"github.com/redactbench/redactbench/bench/internal/object"
)

// encoding is what an object costs, redaction and budget included, beside what
// encoding/json takes for the same bytes.
type encoding struct {
	Bytes int `json:"bytes"`
	// NsCora and NsJSON are nanoseconds of CPU time.
	NsCora float64 `json:"nsCora"`
	NsJSON float64 `json:"nsJson"`
}

// Ratio is the share of encoding/json's time that cora takes.
func (e encoding) Ratio() float64 { return e.NsCora / e.NsJSON }

func encode() (encoding, error) {
	own, err := object.Cora(object.Problem())
	if err != nil {
		return encoding{}, err
	}
	encoded := own()
	std, err := object.Encoder(encoded)
	if err != nil {
		return encoding{}, err
	}
	ns := clock.Medians(perRound, func() { own() }, func() { std() })
	return encoding{len(encoded), ns[0], ns[1]}, nil
}
