package measure

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// Speed is what redacting a list of texts costs.
type Speed struct {
	Name string `json:"name"`
	// Texts and Bytes are the size of the list.
	Texts int `json:"texts"`
	Bytes int `json:"bytes"`
	// MBps is the throughput in megabytes (10^6 bytes) per second of CPU time.
	MBps Interval `json:"mbps"`
	// P50, P90 and P99 are nanoseconds of CPU time for a text; half, a tenth and a hundredth of
	// the texts cost more. They are 0 where texts are not timed one by one.
	P50 float64 `json:"nsPerTextP50,omitempty"`
	P90 float64 `json:"nsPerTextP90,omitempty"`
	P99 float64 `json:"nsPerTextP99,omitempty"`
	// Allocs and AllocBytes are the heap allocations of one text, on average; -1 where
	// they are not known.
	Allocs     float64 `json:"allocsPerText"`
	AllocBytes float64 `json:"allocBytesPerText"`
}

// An Interval is the median of several measurements, with its confidence interval and
// the measurements, of which two reports are compared.
type Interval struct {
	Median     float64   `json:"median"`
	Low        float64   `json:"low"`
	High       float64   `json:"high"`
	Confidence float64   `json:"confidence"` // 0 to 1; 0 where there are too few measurements to say
	Values     []float64 `json:"values"`
}

// confidence is that of every interval, or as much more as so many measurements give.
const confidence = 0.95

// interval makes no assumption about how the values are distributed: times have a long tail.
func interval(xs []float64) Interval {
	if len(xs) == 0 {
		return Interval{Values: []float64{}}
	}
	sample := benchmath.NewSample(slices.Clone(xs), &benchmath.DefaultThresholds)
	s := benchmath.AssumeNothing.Summary(sample, confidence)
	v := Interval{s.Center, s.Lo, s.Hi, s.Confidence, xs}
	if math.IsInf(v.Low, 0) || math.IsInf(v.High, 0) {
		v.Low, v.High, v.Confidence = slices.Min(xs), slices.Max(xs), 0
	}
	return v
}

// quantile returns the value below which a share q of the sorted values lies.
func quantile[T cmp.Ordered](sorted []T, q float64) T {
	var zero T
	if len(sorted) == 0 {
		return zero
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// rounds is how often the list is measured: enough that the interval leaves out the two
// rounds that were disturbed most.
const rounds = 11

// perTextRounds is how often each text by itself is measured; the median of three drops one
// disturbed measurement.
const perTextRounds = 3

// maxPerText bounds the texts that are measured one by one.
const maxPerText = 400

// Measure redacts the texts for about the time given, CPU time, and says what it
// cost. tick, which may be nil, is called after each part with the share done, 0 to 1.
func Measure(name string, texts []string, f Func, budget time.Duration, tick func(float64)) Speed {
	if tick == nil {
		tick = func(float64) {}
	}
	if len(texts) == 1 {
		return Throughput(name, texts, f, budget, tick)
	}
	s := Throughput(name, texts, f, budget*2/3, func(done float64) { tick(done * 2 / 3) })
	if s.Bytes == 0 {
		return s
	}
	single := texts[:min(len(texts), maxPerText)]
	part := budget / 3 / time.Duration(len(single)*perTextRounds)
	c := newClock()
	var buf []byte
	var ns []float64
	for i, t := range single {
		var xs []float64
		for range perTextRounds {
			n, d := c.repeat(func() { buf = f(buf[:0], t) }, part)
			xs = append(xs, float64(d.Nanoseconds())/float64(n))
		}
		slices.Sort(xs)
		ns = append(ns, quantile(xs, 0.5))
		tick(2./3 + float64(i+1)/float64(len(single))/3)
	}
	slices.Sort(ns)
	s.P50, s.P90, s.P99 = quantile(ns, 0.5), quantile(ns, 0.9), quantile(ns, 0.99)
	return s
}

// Throughput is Measure without the times of single texts.
func Throughput(name string, texts []string, f Func, budget time.Duration, tick func(float64)) Speed {
	s := Speed{Name: name, Texts: len(texts), MBps: interval(nil)}
	for _, t := range texts {
		s.Bytes += len(t)
	}
	if s.Bytes == 0 {
		return s
	}
	var buf []byte
	list := func() {
		for _, t := range texts {
			buf = f(buf[:0], t)
		}
	}
	list() // warms caches and grows buf
	s.Allocs, s.AllocBytes = allocations(list, len(texts))

	c := newClock()
	var mbps []float64
	for i := range rounds {
		n, d := c.repeat(list, budget/rounds)
		mbps = append(mbps, float64(s.Bytes)*float64(n)/1e6/d.Seconds())
		if tick != nil {
			tick(float64(i+1) / rounds)
		}
	}
	s.MBps = interval(mbps)
	return s
}

// lengths are the lengths of text that Lengths measures, in bytes: a line to a large body.
var lengths = []int{64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10}

// Lengths measures the throughput on clean texts of several lengths, cut out of log, for about the
// time given in all. log must be longer than the longest of them.
func Lengths(log string, f Func, budget time.Duration, tick func(float64)) []Speed {
	if tick == nil {
		tick = func(float64) {}
	}
	// Several texts of a length, from all of the log, so that no branch predictor knows
	// them by heart.
	const most = 256
	var out []Speed
	for i, n := range lengths {
		var texts []string
		for at := 0; at+n <= len(log); at += max(n, len(log)/most) {
			texts = append(texts, log[at:at+n])
		}
		out = append(out, Throughput(sizeName(n), texts, f, budget/time.Duration(len(lengths)), nil))
		tick(float64(i+1) / float64(len(lengths)))
	}
	return out
}

// allocations returns how many heap objects and bytes f allocates, divided by n: the least of
// three runs, since the runtime allocates too.
func allocations(f func(), n int) (objects, bytes float64) {
	// One thread, so that no other goroutine allocates meanwhile.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	objects, bytes = math.Inf(1), math.Inf(1)
	for range 3 {
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		objects = min(objects, float64(after.Mallocs-before.Mallocs)/float64(n))
		bytes = min(bytes, float64(after.TotalAlloc-before.TotalAlloc)/float64(n))
	}
	return objects, bytes
}

// A clock tells the CPU time that this process has used, or the time of day where
// that is not to be had or too coarse.
type clock struct {
	now func() time.Duration
	// step is the least difference that the clock shows.
	step time.Duration
}

// coarse is the step from which a CPU clock is refused: kernels that count
// ticks of 1 to 10 ms cannot time a batch of a fraction of a millisecond.
const coarse = 100 * time.Microsecond

func newClock() clock {
	if cpuTime != nil {
		if c := (clock{now: cpuTime}); c.settle() < coarse {
			return c
		}
	}
	start := time.Now()
	c := clock{now: func() time.Duration { return time.Since(start) }}
	c.settle()
	return c
}

// settle measures the step of the clock.
func (c *clock) settle() time.Duration {
	from := c.now()
	for c.step <= 0 {
		c.step = c.now() - from
	}
	return c.step
}

// repeat runs f for at least d, and at least once and 20 steps of the clock, and
// returns how often it ran and how long that took. The clock is read after 1, 2,
// 4, 8 … runs, so that reading it costs nothing that shows.
func (c clock) repeat(f func(), d time.Duration) (times int, took time.Duration) {
	d = max(d, 20*c.step)
	start := c.now()
	for batch := 1; took < d; batch = times {
		if took > 0 {
			// No more than what is left needs, so that d is not passed by half.
			batch = min(batch, int(float64(times)*float64(d-took)/float64(took))+1)
		}
		for range batch {
			f()
		}
		times += batch
		took = c.now() - start
	}
	return times, took
}

// sizeName returns a length in bytes as a name: 64 B, 16 KiB.
func sizeName(n int) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}
