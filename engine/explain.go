package engine

// A Step is one look of a rule at a candidate: bytes Start to End of the text, what was
// decided and why. It never holds the bytes.
type Step struct {
	Rule       string
	Start, End int
	Why        string
	Masked     bool
}

// Explain calls yield for each candidate that a rule looked at in src, in the order of
// the looks. It is for debugging rules and costs more than Find.
func (r *Redactor) Explain(src string, yield func(Step)) {
	var f finder
	f.init(r.program(), src, false)
	f.trace = yield
	for {
		if _, ok := f.next(); !ok {
			return
		}
	}
}

func (f *finder) step(rule int32, start, end int, why string, masked bool) {
	if f.trace != nil {
		f.trace(Step{f.p.rules[rule].ID, start, end, why, masked})
	}
}
