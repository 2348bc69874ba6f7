// Package anchors lends the list of the engine's anchors to the benchmarks, which
// look for the same anchors with other scanners. A function of package engine
// would do the same, and be part of its API for good.
package anchors

import "github.com/redactbench/redactbench/internal/scan"

// Default returns the anchors that patterns.Default compiles to, each once, and the
// windows stored for them. Package engine sets it.
var Default func() ([]scan.Anchor, *scan.Options)
