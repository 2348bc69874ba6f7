// Package clock measures functions side by side by CPU time.
package clock

import (
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Rounds is how often each function is measured; its median is told.
const Rounds = 5

// CPU returns the CPU time of the process, of all threads: what the garbage
// collector does on a library's behalf is part of its cost.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Medians measures the functions by turns, Rounds times each, every time for at least
// the CPU time given or one call, and returns the median CPU time of a call of each, in
// nanoseconds. Taking turns makes what disturbs the machine for a while disturb
// all of them. The garbage of one is collected before the next has its turn: a collection that it began would
// go on in the next one's time, and doubled it where that is short.
func Medians(each time.Duration, funcs ...func()) []float64 {
	all := make([][]float64, len(funcs))
	for range Rounds {
		for i, f := range funcs {
			runtime.GC()
			all[i] = append(all[i], perCall(CPU, each, f))
		}
	}
	out := make([]float64, len(funcs))
	for i, ns := range all {
		out[i] = Median(ns)
	}
	return out
}

// perCall returns the time of a call of f by the clock given, in nanoseconds, from as many calls
// as need d. The first call warms the caches, which the function measured
// before has filled; it counts only where it alone needs d, since what is cold
// is then lost in what it does.
func perCall(now func() time.Duration, d time.Duration, f func()) float64 {
	start := now()
	f()
	if took := now() - start; took >= d {
		return float64(took)
	}
	calls := 0
	start = now()
	for batch := 1; ; batch *= 2 {
		for range batch {
			f()
		}
		calls += batch
		if took := now() - start; took >= d {
			return float64(took) / float64(calls)
		}
	}
}

// Allocations returns how many heap objects a call of f makes, of the second call: the
// first may grow what is kept.
func Allocations(f func()) float64 {
	// One thread, so that no other goroutine allocates meanwhile.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// Median returns the middle of xs, which it sorts; of an even number the greater of the
// two.
func Median(xs []float64) float64 {
	slices.Sort(xs)
	return xs[len(xs)/2]
}
