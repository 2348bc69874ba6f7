//go:build race

package race

// Enabled is explained in norace.go.
const Enabled = true
