package engine

import (
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
)

// benchTexts are the texts that speed is told by: short errors without and with
// one secret, and logs of 1 MiB.
func benchTexts(b *testing.B) map[string][]string {
	b.Helper()
	out := map[string][]string{}
	for _, t := range gen.Short(7, 400) {
		out["clean"] = append(out["clean"], t.Text)
	}
	for _, t := range gen.Errors(1, 400) {
		if n := len(t.Text); len(t.Secrets) > 0 && n > 100 && n < 450 {
			out["dirty"] = append(out["dirty"], t.Text)
		}
	}
	return out
}

func BenchmarkAppend(b *testing.B) {
	texts := benchTexts(b)
	var r Redactor
	dst := make([]byte, 0, 4<<20)
	for _, name := range []string{"clean", "dirty"} {
		b.Run("short/"+name, func(b *testing.B) {
			n := 0
			for _, t := range texts[name] {
				n += len(t)
			}
			b.SetBytes(int64(n / len(texts[name])))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				dst = r.Append(dst[:0], texts[name][i%len(texts[name])])
				i++
			}
		})
	}
	for name, rate := range map[string]float64{"clean": 0, "dirty": 0.05} {
		text := gen.Log(1, 1<<20, rate).Text
		b.Run("log/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				dst = r.Append(dst[:0], text)
			}
		})
	}
}
