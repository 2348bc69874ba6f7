package main

import (
	"strings"
	"testing"

	"github.com/redactbench/redactbench/bench/internal/corpus"
	"github.com/redactbench/redactbench/bench/internal/object"
	"github.com/redactbench/redactbench/bench/internal/rival"
	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// BenchmarkOwn measures this module's own parts, to compare two states of it with
// benchstat. The command measures them beside the others', some of which need
// seconds for one text.
func BenchmarkOwn(b *testing.B) {
	for _, name := range []string{rival.Append, rival.Redact, rival.Scanner} {
		r, err := rival.Of(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range corpus.All() {
			b.Run(name+"/"+strings.ReplaceAll(c.Name, " ", "-"), func(b *testing.B) {
				run := r.Over(c.Texts)
				b.SetBytes(int64(c.Bytes))
				b.ReportAllocs()
				for b.Loop() {
					run()
				}
			})
		}
	}
}

func BenchmarkObject(b *testing.B) {
	own, err := object.Cora(object.Problem())
	if err != nil {
		b.Fatal(err)
	}
	std, err := object.Encoder(own())
	if err != nil {
		b.Fatal(err)
	}
	for _, way := range []struct {
		name   string
		encode func() []byte
	}{{"cora", own}, {"json", std}} {
		b.Run(way.name, func(b *testing.B) {
			b.SetBytes(int64(len(way.encode())))
			b.ReportAllocs()
			for b.Loop() {
				way.encode()
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, s := range []struct {
		name string
		set  patterns.Set
	}{{"default", patterns.Default()}, {"custom", custom()}} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.New(s.set, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
