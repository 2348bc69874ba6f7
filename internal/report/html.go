package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/redactbench/redactbench/internal/measure"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": Percent, "grouped": Grouped, "mbps": MBps,
	"ns":     func(v float64) string { return fmt.Sprintf("%.0f", v) },
	"f1":     func(v float64) string { return fmt.Sprintf("%.1f", v) },
	"f2":     func(v float64) string { return fmt.Sprintf("%.2f", v) },
	"ranked": ranked,
	"tallies": func(what string, list []measure.Tally) any {
		return struct {
			What    string
			Tallies []measure.Tally
		}{what, list}
	},
}).Parse(pageSource))

// A page is what page.html shows.
type page struct {
	*Report
	Style           template.CSS
	Script          template.JS
	StyleID, CodeID string // hashes for the page's own policy
	Tiles           []Figure
	Charts          []figureChart
	FigureRows      []figureRow
	SpeedRows       []figureRow
	Sections        []section
	Several         bool
}

// A figureRow is a figure of every subject.
type figureRow struct {
	Name   string
	Values []Figure
}

// A section is what the page shows of one subject.
type section struct {
	Subject
	Number      int
	RankedRules []measure.Rule // those that are not perfect first, then the dearest
	Kinds       []string       // of the failures
	Failures    []failedText
	Left        int // how many failures are left out
}

// A failedText is a failure with its marks.
type failedText struct {
	measure.Failure
	What    []string
	In, Was []piece
}

// A piece is part of a text; Class says what it is: secret, leak, over or nothing.
type piece struct{ Text, Class string }

// shownFailures bounds the texts on the page; the JSON has all.
const shownFailures = 400

// WriteHTML writes the report as one page that loads nothing, in UTF-8. Whatever the report holds
// is escaped; the page forbids itself every script and style but its own.
func (rep *Report) WriteHTML(w io.Writer) error {
	p := page{Report: rep, Style: template.CSS(pageStyle), Script: template.JS(pageScript), StyleID: hash(pageStyle), CodeID: hash(pageScript),
		Several: len(rep.Subjects) > 1}
	first := rep.Subjects[0]
	p.Tiles = tiles(first)
	p.Charts = charts(first)
	for i, f := range first.Figures() {
		row := figureRow{Name: f.Name}
		for _, s := range rep.Subjects {
			row.Values = append(row.Values, s.Figures()[i])
		}
		p.FigureRows = append(p.FigureRows, row)
	}
	for _, sp := range first.Speed {
		p.SpeedRows = append(p.SpeedRows, speedRow(sp.Name, rep.Subjects))
	}
	for i, s := range rep.Subjects {
		p.Sections = append(p.Sections, newSection(i, s))
	}
	return pageTemplate.Execute(w, p)
}

// speedRow returns what every subject's speed is on a list of texts.
func speedRow(name string, subjects []Subject) figureRow {
	row := figureRow{Name: name}
	for _, s := range subjects {
		var f Figure
		for _, sp := range s.Speed {
			if sp.Name == name {
				f.Value, f.Of = MBps(sp.MBps.Median), MBps(sp.MBps.Low)+"–"+MBps(sp.MBps.High)
			}
		}
		row.Values = append(row.Values, f)
	}
	return row
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// tiles are the figures at the top.
func tiles(s Subject) []Figure {
	var out []Figure
	for _, f := range s.Figures() {
		switch f.Name {
		case "recall", "precision", "F1", "bytes leaked", "clean texts unaltered", "cuts that leak, after masking":
			if f.Value != "" {
				out = append(out, f)
			}
		}
	}
	if len(s.Speed) > 0 {
		sp := s.Speed[0]
		out = append(out, Figure{Name: sp.Name, Value: MBps(sp.MBps.Median), Of: "MB/s"})
		if sp.Allocs >= 0 {
			out = append(out, Figure{Name: "allocations a text", Value: fmt.Sprintf("%.1f", sp.Allocs)})
		}
	}
	return out
}

// chartRows is how many rows a chart has at most.
const chartRows = 14

func charts(s Subject) []figureChart {
	var out []figureChart
	if len(s.Lengths) > 0 {
		out = append(out, lengthChart(s.Lengths))
	}
	out = append(out, recallChart(s.Detection.Kinds))
	if c := ruleChart(s.Rules); c != nil {
		out = append(out, *c)
	}
	if len(s.Growth) > 0 {
		out = append(out, growthChart(s.Growth))
	}
	return out
}

func lengthChart(lengths []measure.Speed) figureChart {
	var points []point
	for _, l := range lengths {
		if l.Texts < 1 {
			continue
		}
		v := l.MBps
		points = append(points, point{float64(l.Bytes) / float64(l.Texts), v.Median, v.Low, v.High, l.Name,
			fmt.Sprintf("%s: %s MB/s, %s to %s", l.Name, MBps(v.Median), MBps(v.Low), MBps(v.High))})
	}
	return draw("Speed by length of a clean text", "MB (10⁶ bytes) a second of CPU time: the median and its confidence interval.",
		func(width int) svg { return lineChart(width, points, "MB/s") })
}

func recallChart(kinds []measure.Tally) figureChart {
	var some []measure.Tally
	whole := 0
	for _, k := range kinds {
		switch {
		case k.Secrets == 0:
		case k.Masked == k.Secrets:
			whole++
		default:
			some = append(some, k)
		}
	}
	slices.SortStableFunc(some, func(a, b measure.Tally) int { return cmp.Compare(a.Recall(), b.Recall()) })
	var bars []bar
	for _, k := range some[:min(chartRows, len(some))] {
		bars = append(bars, bar{k.Kind, Percent(k.Recall()),
			fmt.Sprintf("%s: %d of %d secrets masked, %s bytes leaked", k.Kind, k.Masked, k.Secrets, Grouped(k.LeakedBytes)), k.Recall(), true})
	}
	bars = append(bars, bar{fmt.Sprintf("others (%d)", whole), "100.0 %", fmt.Sprintf("%d kinds of which every secret was masked", whole), 1, false})
	note := "The share of the secrets of which nothing survived."
	if more := len(some) - chartRows; more > 0 {
		note += fmt.Sprintf(" %d more kinds are below 100 %%.", more)
	}
	return draw("Recall by kind of secret", note, func(width int) svg { return barChart(width, bars, 1) })
}

func ruleChart(rules []measure.Rule) *figureChart {
	dear := slices.SortedStableFunc(slices.Values(rules), func(a, b measure.Rule) int { return cmp.Compare(b.NsPerKB, a.NsPerKB) })
	var bars []bar
	for _, r := range dear[:min(chartRows, len(dear))] {
		if r.NsPerKB > 0 {
			bars = append(bars, bar{r.ID, Grouped(int(r.NsPerKB + 0.5)),
				fmt.Sprintf("%s: %.0f ns per 1,000 bytes, %.0f looks a megabyte", r.ID, r.NsPerKB, r.Looks), r.NsPerKB, false})
		}
	}
	if len(bars) == 0 {
		return nil
	}
	c := draw("Cost by rule", fmt.Sprintf("What leaving the rule out would save on a log, in ns per 1,000 bytes: the %d of %d rules that cost most.", len(bars), len(rules)),
		func(width int) svg { return barChart(width, bars, bars[0].length) })
	return &c
}

// Steep is the growth over which a family is marked: half way to what a quadratic cost has.
const Steep = 2

func growthChart(growth []measure.Growth) figureChart {
	var spans []span
	for _, g := range growth[:min(chartRows, len(growth))] {
		spans = append(spans, span{g.Family, fmt.Sprintf("×%.2f", g.Ratio()),
			fmt.Sprintf("%s: %.2f ns a byte at 16 KiB, %.2f at 64 KiB", g.Family, g.NsShort, g.NsLong), g.NsShort, g.NsLong, g.Ratio() > Steep})
	}
	return draw("Growth of cost on adversarial texts",
		fmt.Sprintf("ns a byte at 16 KiB (hollow) and at 64 KiB (filled), for the %d dearest of %d families. A linear redactor stays where it is; ×4 is quadratic.", len(spans), len(growth)),
		func(width int) svg { return spanChart(width, spans, "ns/byte") })
}

func newSection(i int, s Subject) section {
	out := section{Subject: s, Number: i + 1, RankedRules: slices.Clone(s.Rules)}
	slices.SortStableFunc(out.RankedRules, func(a, b measure.Rule) int {
		return cmp.Or(cmp.Compare(a.Recall(), b.Recall()), cmp.Compare(a.Precision(), b.Precision()), cmp.Compare(b.NsPerKB, a.NsPerKB))
	})
	// What leaks comes first, the most first.
	fs := slices.SortedStableFunc(slices.Values(s.Detection.Failures), func(a, b measure.Failure) int {
		return cmp.Or(cmp.Compare(b.LeakedBytes, a.LeakedBytes), cmp.Compare(len(b.Lost), len(a.Lost)), cmp.Compare(b.OverBytes, a.OverBytes))
	})
	out.Left = max(0, len(fs)-shownFailures)
	seen := map[string]bool{}
	for _, f := range fs[:len(fs)-out.Left] {
		out.Failures = append(out.Failures, newFailedText(f))
		if !seen[f.Kind] {
			seen[f.Kind] = true
			out.Kinds = append(out.Kinds, f.Kind)
		}
	}
	slices.Sort(out.Kinds)
	return out
}

// ranked returns the tallies with those that are not perfect first.
func ranked(tallies []measure.Tally) []measure.Tally {
	return slices.SortedStableFunc(slices.Values(tallies), func(a, b measure.Tally) int {
		return cmp.Or(cmp.Compare(a.Recall(), b.Recall()), cmp.Compare(a.Precision(), b.Precision()), cmp.Compare(b.OverBytes, a.OverBytes))
	})
}

func newFailedText(f measure.Failure) failedText {
	t := failedText{Failure: f}
	if f.LeakedBytes > 0 {
		t.What = append(t.What, fmt.Sprintf("leaks %s bytes", Grouped(f.LeakedBytes)))
	}
	if f.OverBytes > 0 {
		t.What = append(t.What, fmt.Sprintf("masks %s bytes that are no secret", Grouped(f.OverBytes)))
	}
	for _, l := range f.Lost {
		t.What = append(t.What, "loses "+visible(l))
	}
	if f.Altered && f.OverBytes == 0 {
		t.What = append(t.What, "alters a clean text")
	}
	in := make([]string, len(f.Text))
	if f.OverBytes > 0 && f.LeakedBytes == 0 {
		from, to := changed(f.Text, f.Out)
		paint(in, from, to, "over")
	}
	for _, s := range f.Secrets {
		for from := 0; s != ""; {
			at := strings.Index(f.Text[from:], s)
			if at < 0 {
				break
			}
			paint(in, from+at, from+at+len(s), "secret")
			from += at + len(s)
		}
	}
	was := make([]string, len(f.Out))
	for _, l := range f.Leaks {
		paint(was, l[0], l[1], "leak")
	}
	t.In, t.Was = pieces(f.Text, in), pieces(f.Out, was)
	return t
}

// changed returns what of text is not in out, between their equal ends.
func changed(text, out string) (from, to int) {
	most := min(len(text), len(out))
	for from < most && text[from] == out[from] {
		from++
	}
	end := 0
	for end < most-from && text[len(text)-1-end] == out[len(out)-1-end] {
		end++
	}
	return from, len(text) - end
}

func paint(classes []string, from, to int, class string) {
	for i := from; i < to; i++ {
		classes[i] = class
	}
}

// pieces splits text where its class changes.
func pieces(text string, classes []string) []piece {
	var out []piece
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && classes[j] == classes[i] {
			j++
		}
		out = append(out, piece{visible(text[i:j]), classes[i]})
		i = j
	}
	return out
}

// visible shows control characters, and those that turn the direction of what follows: a text
// shall look like what it is.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r < 0x20:
			b.WriteRune('␀' + r)
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
