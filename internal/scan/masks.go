package scan

import "unsafe"

// A long text is looked at in two passes: the first tells by a bit for each step whether next would stop there, without a
// branch, and the second looks into those steps. Where alarms are, a branch out of a loop is foreseen wrongly each time,
// which costs as much as 50 steps; next has one an alarm, the masks have one for 64 steps. They pay only where a step's
// bit goes straight into a mask, by an add with carry, which Go has no expression for; in Go the first pass takes half as
// long again as next. A short text has too few alarms to pay for the call.

const (
	// maskSteps is how many steps a mask tells of, maskBatch how many masks are made at a time: the text is still at hand for
	// the second pass.
	maskSteps = 64
	maskBatch = 8
	// minMasked is the length of the shortest text that masks can be made for, in bytes: one holds the steps of a mask.
	minMasked = 2*maskSteps + 2
)

// alarmMasks makes masks of the steps from i to end and returns their number. Bit k of a mask is the step 2*k bytes behind
// where it begins; each begins 2*maskSteps bytes behind the one before. There must be maskSteps steps before end in the text,
// not all of them from i on.
func (f *filter) alarmMasks(masks *[maskBatch]uint64, text string, i, end int) int {
	// The last mask ends with the last step, and may overlap the one before it, or what is before i.
	from := min(i, end-2*maskSteps)
	b := text[from : end+1]
	makeMasks(f.table, unsafe.StringData(b), (end-from)/2, &masks[0])
	n := (end - from + 2*maskSteps - 1) / (2 * maskSteps)
	masks[n-1] >>= uint(2*maskSteps*n-(end-i)) / 2 % maskSteps
	return n
}

// portableMasks is makeMasks as Go has it: the masks of steps steps from the start of text on, which is one byte longer than those.
func portableMasks(table *[pairs]uint32, text string, steps int, masks []uint64) {
	last := 2 * (steps - maskSteps)
	for k, from := 0, 0; ; k++ {
		masks[k] = 0
		for j := range maskSteps {
			at := from + 2*j
			masks[k] |= uint64(table[pairAt(text, at)]>>(text[at+2]&31)&1) << j
		}
		if from == last {
			return
		}
		from = min(from+2*maskSteps, last)
	}
}
