package report

import (
	"io"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"github.com/redactbench/redactbench/internal/measure"
)

// WriteBenchfmt writes the report in the format of Go benchmarks, a line a round, as
// benchstat reads it.
func (rep *Report) WriteBenchfmt(w io.Writer) error {
	out := benchfmt.NewWriter(w)
	for _, unit := range []struct{ name, key, value string }{
		{"MB/s", "better", "higher"},
		// The same texts give the same figures: they need no second measurement.
		{"recall-%", "better", "higher"}, {"recall-%", "assume", "exact"},
		{"precision-%", "better", "higher"}, {"precision-%", "assume", "exact"},
		{"F1-%", "better", "higher"}, {"F1-%", "assume", "exact"},
		{"unaltered-%", "better", "higher"}, {"unaltered-%", "assume", "exact"},
		{"leaked-B", "assume", "exact"}, {"overmasked-B", "assume", "exact"},
	} {
		if err := out.Write(&benchfmt.UnitMetadata{
			UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit.name, Key: unit.key},
			OrigUnit:        unit.name, Value: unit.value,
		}); err != nil {
			return err
		}
	}
	for _, s := range rep.Subjects {
		for _, r := range rep.results(s) {
			if err := out.Write(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (rep *Report) results(s Subject) []*benchfmt.Result {
	var config []benchfmt.Config
	for _, kv := range [][2]string{{"goos", rep.Machine.OS}, {"goarch", rep.Machine.Arch}, {"cpu", rep.Machine.CPU},
		{"redactbench", rep.Program}, {"subject", s.Name}} {
		if kv[1] != "" {
			value := strings.Join(strings.Fields(kv[1]), " ") // a line end would end the line
			config = append(config, benchfmt.Config{Key: kv[0], Value: []byte(value), File: true})
		}
	}
	var out []*benchfmt.Result
	add := func(name string, values ...benchfmt.Value) {
		out = append(out, &benchfmt.Result{Config: config, Name: benchfmt.Name(name), Iters: 1, Values: values})
	}
	t := s.Detection.Total
	add("Detection", benchfmt.Value{Value: 100 * t.Recall(), Unit: "recall-%"}, benchfmt.Value{Value: 100 * t.Precision(), Unit: "precision-%"},
		benchfmt.Value{Value: 100 * t.F1(), Unit: "F1-%"}, benchfmt.Value{Value: 100 * t.Unaltered(), Unit: "unaltered-%"},
		benchfmt.Value{Value: float64(t.LeakedBytes), Unit: "leaked-B"}, benchfmt.Value{Value: float64(t.OverBytes), Unit: "overmasked-B"})
	speed := func(group string, speeds []measure.Speed) {
		for _, sp := range speeds {
			for _, mbps := range sp.MBps.Values {
				values := []benchfmt.Value{{Value: float64(sp.Bytes) / float64(sp.Texts) / mbps * 1e3, Unit: "ns/op"}, {Value: mbps, Unit: "MB/s"}}
				if sp.Allocs >= 0 {
					values = append(values, benchfmt.Value{Value: sp.AllocBytes, Unit: "B/op"}, benchfmt.Value{Value: sp.Allocs, Unit: "allocs/op"})
				}
				add(group+"/"+identifier(sp.Name), values...)
			}
		}
	}
	speed("Speed", s.Speed)
	speed("Length", s.Lengths)
	for _, g := range s.Growth {
		add("Growth/"+identifier(g.Family), benchfmt.Value{Value: g.NsLong * measure.GrowthLong, Unit: "ns/op"})
	}
	return out
}

// identifier returns a name without blanks, which end a benchmark's name.
func identifier(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	}), "-")
}
