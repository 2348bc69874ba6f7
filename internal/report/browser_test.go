package report

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The page is opened inside another one of the same origin, which uses it as a reader does and
// writes down what it saw. Screenshots are kept in the folder that REDACTBENCH_SCREENSHOTS names.

//go:embed testdata/reader.html
var reader string

// What reader.html saw.
type seen struct {
	Width      int      // of the frame
	Wider      bool     // the page is wider than the frame
	Background string   // colour
	Wide       bool     // the wide charts are shown
	First      []string // the first kind of the table, then sorted by name up and down, by recall down and up
	Texts      []string // how many failing texts are shown: all, of one kind, with a word
	Alerts     int
	Errors     []string
}

func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium; apt-get install chromium")
	return ""
}

func TestPageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := browser(t)
	page := pageOf(t, example())
	for _, tt := range []struct {
		name   string
		width  int
		dark   bool
		wide   bool
		ground string
	}{
		{"desk-light", 1280, false, true, "rgb(247, 247, 245)"},
		{"desk-dark", 1280, true, true, "rgb(15, 18, 22)"},
		{"phone-light", 390, false, false, "rgb(247, 247, 245)"},
		{"phone-dark", 360, true, false, "rgb(15, 18, 22)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, page) })
			mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, reader, tt.width) })
			server := httptest.NewServer(mux)
			defer server.Close()
			got := read(t, path, server.URL, tt.width, tt.dark)
			want := seen{
				Width: tt.width, Background: tt.ground, Wide: tt.wide,
				First: []string{"kv <b>", "clean", "kv <b>", "clean", "kv <b>"},
				Texts: []string{"4 of 4", "2 of 4", "1 of 4"},
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

var result = regexp.MustCompile(`(?s)<output id="seen">(.*?)</output>`)

// read opens the reader's page and returns what it saw.
func read(t *testing.T, path, url string, width int, dark bool) seen {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	scheme := 1
	if dark {
		scheme = 0
	}
	args := []string{"--headless=new", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--user-data-dir=" + t.TempDir(),
		// Continuous integration runs as root, where the sandbox does not start. The page is our own.
		"--no-sandbox", fmt.Sprintf("--blink-settings=preferredColorScheme=%d", scheme),
		fmt.Sprintf("--window-size=%d,1800", max(width, 520)), "--virtual-time-budget=5000"}
	if dir := os.Getenv("REDACTBENCH_SCREENSHOTS"); dir != "" {
		file := filepath.Join(dir, filepath.Base(t.Name())+".png")
		if out, err := exec.CommandContext(ctx, path, append(args, "--screenshot="+file, url)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	out, err := exec.CommandContext(ctx, path, append(args, "--dump-dom", url)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	m := result.FindSubmatch(out)
	if m == nil {
		t.Fatalf("the reader saw nothing: %s", out)
	}
	var s seen
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &s); err != nil {
		t.Fatalf("%v: %s", err, m[1])
	}
	return s
}
