//go:build !purego

package scan

// fastMasked is the length from which on masks are faster than next, in bytes.
const fastMasked = 1 << 10

// makeMasks writes the masks of steps steps, at least maskSteps, from text on, which is followed by one byte more than those have. The last
// mask is of the last maskSteps steps.
//
//go:noescape
func makeMasks(table *[pairs]uint32, text *byte, steps int, masks *uint64)
