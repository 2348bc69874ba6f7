//go:build !amd64 || purego

package scan

import (
	"math"
	"unsafe"
)

// fastMasked is the length from which on masks are faster than next, in bytes.
const fastMasked = math.MaxInt

func makeMasks(table *[pairs]uint32, text *byte, steps int, masks *uint64) {
	n := (steps + maskSteps - 1) / maskSteps
	portableMasks(table, unsafe.String(text, 2*steps+1), steps, unsafe.Slice(masks, n))
}
