package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows how far bench is, with the time left, where standard error is a
// terminal; elsewhere it shows nothing. Its unit is a millisecond of expected time, so that the
// time left does not jump from part to part.
type progress struct {
	bar *progressbar.ProgressBar
	// from is where the part begins, length how long it is expected to take.
	from, length time.Duration
}

func newProgress(w io.Writer, total time.Duration) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions64(total.Milliseconds(),
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionEnableColorCodes(hasColor(w)),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
	)}
}

// part begins the next part.
func (p *progress) part(name string, length time.Duration) {
	p.from, p.length = p.from+p.length, length
	if p.bar != nil {
		p.bar.Describe(name)
	}
	p.share(0)
}

// share says which share of the part is done, 0 to 1.
func (p *progress) share(done float64) {
	if p.bar != nil {
		_ = p.bar.Set64((p.from + time.Duration(done*float64(p.length))).Milliseconds()) // a bar that cannot be drawn is no loss
	}
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// hasColor reports whether w shows colours: a terminal, unless NO_COLOR is set (no-color.org)
// or the terminal is dumb.
func hasColor(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
