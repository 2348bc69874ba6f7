//go:build !unix

package measure

import "time"

// cpuTime is nil where the system has no getrusage: the time of day is used.
var cpuTime func() time.Duration
