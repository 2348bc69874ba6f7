package measure

import (
	"cmp"
	"runtime"
	"slices"
	"time"
)

// Speed is what redacting a list of texts costs.
type Speed struct {
	Name string `json:"name"`
	// Texts and Bytes are the size of the list.
	Texts int `json:"texts"`
	Bytes int `json:"bytes"`
	// MBps is the throughput in megabytes (10^6 bytes) per second of CPU time.
	MBps Spread `json:"mbps"`
	// P50 and P90 are nanoseconds of CPU time for a text; half and a tenth of the texts
	// cost more.
	P50 float64 `json:"nsPerTextP50"`
	P90 float64 `json:"nsPerTextP90"`
	// Allocs and AllocBytes are the heap allocations of one text, on average.
	Allocs     float64 `json:"allocsPerText"`
	AllocBytes float64 `json:"allocBytesPerText"`
}

// A Spread is the median of several measurements, with the quartiles.
type Spread struct {
	Median float64 `json:"median"`
	Low    float64 `json:"p25"`
	High   float64 `json:"p75"`
}

func spread(xs []float64) Spread {
	slices.Sort(xs)
	return Spread{quantile(xs, 0.5), quantile(xs, 0.25), quantile(xs, 0.75)}
}

// quantile returns the value below which a share q of the sorted values lies.
func quantile[T cmp.Ordered](sorted []T, q float64) T {
	var zero T
	if len(sorted) == 0 {
		return zero
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// rounds is how often the list is measured: enough for quartiles that one
// disturbed round does not move.
const rounds = 11

// perTextRounds is how often each text by itself is measured; the median of three drops one
// disturbed measurement.
const perTextRounds = 3

// maxPerText bounds the texts that are measured one by one.
const maxPerText = 400

// Measure redacts the texts for about the time given, CPU time, and says what it
// cost. tick, which may be nil, is called after each part with the share done, 0 to 1.
func Measure(name string, texts []string, f Func, budget time.Duration, tick func(float64)) Speed {
	s := Speed{Name: name, Texts: len(texts)}
	if tick == nil {
		tick = func(float64) {}
	}
	for _, t := range texts {
		s.Bytes += len(t)
	}
	if s.Bytes == 0 {
		return s
	}
	c := newClock()
	var buf []byte
	list := func() {
		for _, t := range texts {
			buf = f(buf[:0], t)
		}
	}
	list() // warms caches and grows buf
	s.Allocs, s.AllocBytes = allocations(list, len(texts))

	var mbps []float64
	part := budget * 2 / 3 / rounds
	for i := range rounds {
		n, d := c.repeat(list, part)
		mbps = append(mbps, float64(s.Bytes)*float64(n)/1e6/d.Seconds())
		tick(float64(i+1) / rounds * 2 / 3)
	}
	s.MBps = spread(mbps)

	single := texts[:min(len(texts), maxPerText)]
	part = budget / 3 / time.Duration(len(single)*perTextRounds)
	var ns []float64
	for i, t := range single {
		var xs []float64
		for range perTextRounds {
			n, d := c.repeat(func() { buf = f(buf[:0], t) }, part)
			xs = append(xs, float64(d.Nanoseconds())/float64(n))
		}
		ns = append(ns, spread(xs).Median)
		tick(2./3 + float64(i+1)/float64(len(single))/3)
	}
	slices.Sort(ns)
	s.P50, s.P90 = quantile(ns, 0.5), quantile(ns, 0.9)
	return s
}

// allocations returns how many heap objects and bytes f allocates, divided by n.
func allocations(f func(), n int) (objects, bytes float64) {
	// One thread, so that no other goroutine allocates meanwhile.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(n), float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
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
