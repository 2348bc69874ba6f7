package budget

import (
	"errors"
	"fmt"
)

// Limits are the sizes an error is rendered within. A field that is 0 stands
// for its default. All but Total are bytes of a text as it stands, encoded,
// between the quotes of a JSON string; what is over is cut.
type Limits struct {
	Code    int // 128
	DocsURL int // 512
	Message int // 2048
	Hint    int // 512
	Action  int // 512, the text of one action

	// Actions limits the list of actions, in bytes of its encoding between
	// the brackets: 2048. The first action is kept even if it is over.
	Actions int

	Path         int // 256
	IssueMessage int // 512

	// Total limits the whole object, in bytes of its encoding: 16384.
	Total int

	// Wire counts Total as the object's bytes are inside a further JSON
	// string, as in the text block of an MCP tool's result. A text can take
	// there six times what it takes in the object; one that would take more
	// than twice its limit is cut further, and Actions is twice as large.
	Wire bool
}

const (
	// minText is the size of the ellipsis; under it no text can be cut.
	minText = 3
	// maxLimit keeps sums of limits within an int of 32 bits.
	maxLimit = 1 << 26
)

// A field is one of the limits: its name as it is told, its default, and the
// floor it is not shrunk under. The floors leave a code and an address whole
// that are not unusually long, and elsewhere a short sentence.
type field struct {
	name           string
	initial, floor int
	of             func(*Limits) *int
}

var fields = []field{
	{"code", 128, 64, func(l *Limits) *int { return &l.Code }},
	{"docsUrl", 512, 128, func(l *Limits) *int { return &l.DocsURL }},
	{"message", 2048, 64, func(l *Limits) *int { return &l.Message }},
	{"hint", 512, 64, func(l *Limits) *int { return &l.Hint }},
	{"action", 512, 64, func(l *Limits) *int { return &l.Action }},
	{"actions", 2048, 64, func(l *Limits) *int { return &l.Actions }},
	{"path", 256, 64, func(l *Limits) *int { return &l.Path }},
	{"issueMessage", 512, 64, func(l *Limits) *int { return &l.IssueMessage }},
}

const initialTotal = 16384

// Filled returns l with its defaults in place of zeros.
func (l Limits) Filled() Limits { return l.filled(initialTotal) }

// filled gives defaults in proportion to total, where that is under the
// default total.
func (l Limits) filled(total int) Limits {
	for _, f := range fields {
		if v := f.of(&l); *v == 0 {
			*v = f.initial
			if total < initialTotal {
				*v = max(f.floor, f.initial*total/initialTotal)
			}
		}
	}
	if l.Total == 0 {
		l.Total = initialTotal
	}
	return l
}

// A LimitError reports a limit that does not work.
type LimitError struct {
	Field    string // code, docsUrl, message, hint, action, actions, path, issueMessage, total
	Value    int    // what it was set to, in bytes as all here
	Smallest int    // the smallest value that works, or
	Largest  int    // if not 0, the largest
}

// Error names the limit, its value and the one that works.
func (e *LimitError) Error() string {
	if e.Largest != 0 {
		return fmt.Sprintf("limit %s: %d is over %d, the largest that works", e.Field, e.Value, e.Largest)
	}
	return fmt.Sprintf("limit %s: %d is under %d, the smallest that works", e.Field, e.Value, e.Smallest)
}

// Check returns l with its defaults in place of zeros, and a *LimitError for
// each limit that does not work, joined. smallest returns the total in which
// a format's required parts always fit, given limits without zeros; it must
// not fall where a limit rises.
func (l Limits) Check(smallest func(Limits) int) (Limits, error) {
	l = l.Filled()
	errs := l.checkFields()
	if err := l.checkTotal(smallest); err != nil {
		errs = append(errs, err)
	}
	return l, errors.Join(errs...)
}

// checkFields reports each limit but the total that does not work.
func (l Limits) checkFields() (errs []error) {
	for _, f := range fields {
		switch v := *f.of(&l); {
		case v < minText:
			errs = append(errs, &LimitError{Field: f.name, Value: v, Smallest: minText})
		case v > maxLimit:
			errs = append(errs, &LimitError{Field: f.name, Value: v, Largest: maxLimit})
		}
	}
	return errs
}

// checkTotal reports a total that the required parts may not fit in, or nil.
// Limits that do not work themselves count as the nearest that do.
func (l Limits) checkTotal(smallest func(Limits) int) error {
	for _, f := range fields {
		v := f.of(&l)
		*v = min(max(*v, minText), maxLimit)
	}
	if need := smallest(l); l.Total < need {
		return &LimitError{Field: "total", Value: l.Total, Smallest: need}
	}
	return nil
}

// Within returns l for the given total, with a default that l leaves open
// made smaller in the proportion of total to the default total, down to a
// floor: 64 bytes, or 128 for docsUrl. Limits that l names stay. So a small
// total works by itself, where Check would ask for the other limits. Errors
// are those of Check, the smallest total being the smallest that Within
// accepts.
func (l Limits) Within(total int, smallest func(Limits) int) (Limits, error) {
	given := l
	given.Total = max(total, 1) // 0 would stand for the default
	l = given.filled(given.Total)
	errs := l.checkFields()
	if l.checkTotal(smallest) == nil {
		return l, errors.Join(errs...)
	}
	// A larger total shrinks less and so needs more itself, a fraction of
	// what it adds. Going to what is needed comes to rest at the smallest
	// total that has enough.
	for range 64 {
		err, ok := given.filled(given.Total).checkTotal(smallest).(*LimitError)
		if !ok {
			break
		}
		given.Total = err.Smallest
	}
	return l, errors.Join(append(errs, &LimitError{Field: "total", Value: total, Smallest: given.Total})...)
}
