package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows how far bench is, with the time left, where standard error is a
// terminal; elsewhere it shows nothing.
type progress struct {
	bar *progressbar.ProgressBar
	// begun counts the parts begun.
	begun int
}

// partSteps is how finely the bar shows a part.
const partSteps = 100

func newProgress(w io.Writer, parts int) *progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	_, noColor := os.LookupEnv("NO_COLOR")
	return &progress{bar: progressbar.NewOptions(parts*partSteps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionEnableColorCodes(!noColor),
		progressbar.OptionClearOnFinish(),
	)}
}

// part begins the next part.
func (p *progress) part(name string) {
	p.begun++
	if p.bar != nil {
		p.bar.Describe(name)
	}
	p.share(0)
}

// share says which share of the part is done, 0 to 1.
func (p *progress) share(done float64) {
	if p.bar != nil {
		_ = p.bar.Set((p.begun-1)*partSteps + int(done*partSteps)) // a bar that cannot be drawn is no loss
	}
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
