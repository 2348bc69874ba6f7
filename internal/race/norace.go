//go:build !race

// Package race tells tests whether the race detector runs. Under it sync.Pool drops
// what it is given at random, so that code which allocates nothing does allocate.
package race

// Enabled reports whether the race detector runs.
const Enabled = false
