package clock

import (
	"testing"
	"time"
)

func TestPerCall(t *testing.T) {
	for _, tt := range []struct {
		name        string
		first, rest time.Duration // of a call
		d           time.Duration
		want        float64
		calls       int
	}{
		{"a cold first call is left out", 50, 10, 100, 10, 16},
		{"a first call that is long enough is all", 500, 10, 100, 500, 1},
		{"batches double until the time is full", 1, 1, 100, 1, 128},
	} {
		now, calls := time.Duration(0), 0
		got := perCall(func() time.Duration { return now }, tt.d, func() {
			if calls++; calls == 1 {
				now += tt.first
				return
			}
			now += tt.rest
		})
		if got != tt.want || calls != tt.calls {
			t.Errorf("%s: %v ns from %d calls, want %v from %d", tt.name, got, calls, tt.want, tt.calls)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		xs   []float64
		want float64
	}{
		{[]float64{7}, 7},
		{[]float64{9, 1, 5}, 5},
		{[]float64{4, 1, 3, 2}, 3},
	} {
		if got := Median(tt.xs); got != tt.want {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}

func TestMediansTakeTurns(t *testing.T) {
	var order []int
	f := func(i int) func() {
		return func() { order = append(order, i) }
	}
	Medians(0, f(0), f(1))
	if len(order) != 2*Rounds {
		t.Fatalf("%d calls, want %d", len(order), 2*Rounds)
	}
	for i, who := range order {
		if who != i%2 {
			t.Fatalf("call %d was of function %d", i, who)
		}
	}
}

func TestAllocations(t *testing.T) {
	var kept []*[100]byte
	made := func(n int) func() {
		return func() {
			kept = make([]*[100]byte, n)
			for i := range kept {
				kept[i] = new([100]byte)
			}
		}
	}
	for _, n := range []int{1, 50} {
		// The runtime may add one or two of its own.
		if got := Allocations(made(n)); got < float64(n+1) || got > float64(n+3) {
			t.Errorf("%v allocations, want %d", got, n+1)
		}
	}
	if got := Allocations(func() {}); got > 2 {
		t.Errorf("%v allocations of nothing", got)
	}
}
