package rival

import (
	"github.com/rs/zerolog"
	"github.com/zricethezav/gitleaks/v8/detect"
)

// Gitleaks is the name of gitleaks' detect package.
const Gitleaks = "gitleaks DetectString"

// gitleaks is DetectString with the configuration that gitleaks has in it.
type gitleaks struct{ d *detect.Detector }

func newGitleaks() (Rival, error) {
	// It logs through zerolog's global logger; what the terminal costs is not its cost.
	zerolog.SetGlobalLevel(zerolog.Disabled)
	d, err := detect.NewDetectorDefaultConfig()
	return &gitleaks{d}, err
}

func (*gitleaks) Name() string { return Gitleaks }

func (g *gitleaks) Finds(text string) bool { return len(g.d.DetectString(text)) > 0 }

func (g *gitleaks) Over(texts []string) func() {
	return func() {
		for _, t := range texts {
			g.d.DetectString(t)
		}
	}
}
