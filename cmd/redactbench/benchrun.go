package main

import (
	"runtime"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/measure"
	"github.com/redactbench/redactbench/internal/report"
	"github.com/redactbench/redactbench/patterns"
)

// A bench is one measurement.
type bench struct {
	app      *app
	set      patterns.Set
	redactor *engine.Redactor
	texts    []gen.Text
	seed     uint64
	short    bool

	bar   *progress
	cells []gen.Boundary
	early []measure.Early
	rows  []speedRow
}

// How long parts of the measurement take, in CPU time. Together they are under 10 s, so that
// the whole stays under 15 s on a machine that does something else too.
const (
	rowTime      = time.Second
	rowTimeShort = 300 * time.Millisecond
	rulesTime    = 1500 * time.Millisecond
	lengthsTime  = 800 * time.Millisecond
	familyTime   = 40 * time.Millisecond
	// detectTime is how long detection, boundaries and cuts take, which is not set but
	// follows from how much there is to do. The progress bar uses it.
	detectTime = time.Second
)

// cutTexts is how many texts are cut at every place: some 70,000 cuts.
const cutTexts = 1000

// run measures the engine and then the programs.
func (b *bench) run(programs []string) *report.Report {
	rep := &report.Report{
		Format: report.Format, Version: report.Version, Program: version(), Seed: b.seed,
		Machine: report.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuid.CPU.BrandName, Go: runtime.Version()},
	}
	for _, t := range b.texts {
		rep.Texts = append(rep.Texts, measure.ID(t.Text))
	}
	b.cells = gen.Boundaries(b.seed)
	b.early = measure.Earlies(b.texts[:min(cutTexts, len(b.texts))])
	b.rows = speedRows(b.seed)

	each := b.speedTime()
	total := detectTime + time.Duration(len(b.rows))*each
	if !b.short {
		total += rulesTime + lengthsTime + time.Duration(len(gen.Families()))*familyTime
	}
	total += time.Duration(len(programs)) * programTime(len(b.rows))
	b.bar = newProgress(b.app.stderr, total)
	defer b.bar.done()

	rep.Subjects = append(rep.Subjects, b.engine())
	for _, command := range programs {
		s, err := b.program(command)
		if err != nil {
			b.bar.done()
			b.app.report("--exec %q %v", command, err)
			continue
		}
		rep.Subjects = append(rep.Subjects, s)
	}
	return rep
}

func (b *bench) speedTime() time.Duration {
	if b.short {
		return rowTimeShort
	}
	return rowTime
}

// programTime guesses how long a program takes for all its parts.
func programTime(rows int) time.Duration { return time.Duration(rows+1) * 2 * time.Second }

// subjectName is what the engine is called beside other programs.
const subjectName = "redactbench"

func (b *bench) engine() report.Subject {
	r := b.redactor
	var f measure.Func = r.Append
	s := report.Subject{Name: subjectName}

	b.bar.part("detection", detectTime)
	s.Detection = measure.Detect(b.texts, f.All(texts(b.texts)))
	b.bar.share(0.4)
	bounds := measure.Bounds(b.cells, f.All(cellTexts(b.cells)))
	s.Boundaries = &bounds
	b.bar.share(0.6)
	after := measure.CutAfter(b.texts[:min(cutTexts, len(b.texts))], f, r.AppendTruncated)
	s.CutAfter = &after
	before := measure.CutBefore(b.early, f.All(earlyTexts(b.early)), s.Detection)
	s.CutBefore = &before

	for _, row := range b.rows {
		b.bar.part("speed: "+row.name, b.speedTime())
		s.Speed = append(s.Speed, measure.Measure(row.name, row.texts, f, b.speedTime(), b.bar.share))
	}
	if b.short {
		return s
	}
	b.bar.part("speed by length", lengthsTime)
	s.Lengths = measure.Lengths(gen.Log(b.seed, 1<<20, 0).Text, f, lengthsTime, b.bar.share)
	b.bar.part("rules", rulesTime)
	s.Rules = measure.Rules(b.set, r, b.texts, b.seed, rulesTime, b.bar.share)
	b.bar.part("growth", time.Duration(len(gen.Families()))*familyTime)
	s.Growth = measure.Growths(f, familyTime, b.bar.share)
	return s
}

// program measures what can be measured of a program from outside. Of its cuts and rules
// it tells nothing.
func (b *bench) program(command string) (report.Subject, error) {
	p := measure.Program{Command: command, Errors: b.app.stderr}
	s := report.Subject{Name: command}
	b.bar.part(command+": detection", programTime(0))
	// In one run: a program may take seconds to start.
	all := append(append(texts(b.texts), cellTexts(b.cells)...), earlyTexts(b.early)...)
	outs, err := p.All(all)
	if err != nil {
		return s, err
	}
	n, m := len(b.texts), len(b.texts)+len(b.cells)
	s.Detection = measure.Detect(b.texts, outs[:n])
	bounds := measure.Bounds(b.cells, outs[n:m])
	s.Boundaries = &bounds
	before := measure.CutBefore(b.early, outs[m:], s.Detection)
	s.CutBefore = &before
	for _, row := range b.rows {
		b.bar.part(command+": "+row.name, programTime(0))
		speed, err := p.Measure(row.name, row.texts, b.bar.share)
		if err != nil {
			return s, err
		}
		s.Speed = append(s.Speed, speed)
	}
	return s, nil
}

func texts(in []gen.Text) []string {
	out := make([]string, 0, len(in))
	for _, t := range in {
		out = append(out, t.Text)
	}
	return out
}

func cellTexts(in []gen.Boundary) []string {
	out := make([]string, 0, len(in))
	for _, c := range in {
		out = append(out, c.Text.Text)
	}
	return out
}

func earlyTexts(in []measure.Early) []string {
	out := make([]string, 0, len(in))
	for _, e := range in {
		out = append(out, e.Cut)
	}
	return out
}

type speedRow struct {
	name  string
	texts []string
}

// speedRows returns the lists of texts that speed is measured on.
func speedRows(seed uint64) []speedRow {
	var dirty []string
	for _, t := range gen.Errors(seed, 800) {
		if t.Dirty() {
			dirty = append(dirty, t.Text)
		}
	}
	return []speedRow{
		{"clean error, 290 bytes", texts(gen.Short(seed, 400))},
		{"error with a secret", dirty},
		{"clean log, 1 MB", []string{gen.Log(seed, 1_000_000, 0).Text}},
		{"log with 5 % secrets, 1 MB", []string{gen.Log(seed, 1_000_000, 0.05).Text}},
	}
}
