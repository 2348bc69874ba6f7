package deptest

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/redactbench/redactbench"

// rows are the packages of the module from the ground up. A package imports
// only packages of rows above its own, so that each can be read, tested and replaced
// without those that use it.
var rows = [][]string{
	{"internal/swar"},
	{"internal/race", "internal/scan", "internal/charset", "internal/effort", "internal/expr", "internal/glance", "internal/jsontext", "internal/lexicon", "budget", "internal/gen", "envelope/internal/segment"},
	{"patterns", "internal/anchors"},
	{"patterns/rulefile", "engine"},
	{"internal/measure", "internal/knownfile", "envelope", "envelope/internal/field", "slogredact"},
	{"internal/prove", "internal/report", "envelope/cora", "envelope/mcptool", "envelope/jsonrpc"},
	{"fuzz", "mcpwire"},
	{"cmd/redactbench"},
	{"internal/deptest"},
}

// linked are rules about all that a package links, itself and what it imports, in
// any number of steps.
var linked = []struct {
	packages []string
	// allowed are the modules outside the standard library; nil allows any.
	allowed []string
	// banned are packages, of the standard library too; direct bans only importing them,
	// since others of the standard library link them.
	banned []string
	direct bool
	reason string
}{
	{
		packages: []string{"engine", "patterns", "budget", "envelope", "envelope/cora", "envelope/mcptool", "envelope/jsonrpc",
			"slogredact", "mcpwire", "internal/swar", "internal/scan", "internal/charset", "internal/lexicon", "internal/jsontext"},
		allowed: []string{"github.com/clipperhouse/uax29/v2", "github.com/valyala/bytebufferpool"},
		reason: "the library is linked into programs that report errors; each module it brings is one more for them to trust. " +
			"graphemes at a cut and pooled scratch are what it would else have to write itself",
	},
	{
		packages: []string{"engine", "patterns", "budget", "envelope", "envelope/cora", "envelope/jsonrpc", "slogredact"},
		banned:   []string{"testing", "os/exec", "net/http", "plugin", "expvar", "net/http/pprof"},
		reason: "testing adds flags to the program; the others start processes or listen, or make a program larger by a third, " +
			"for a library that only turns text into text",
	},
	{
		packages: []string{"engine", "patterns", "budget", "envelope", "envelope/cora", "envelope/mcptool", "envelope/jsonrpc", "slogredact", "mcpwire"},
		banned:   []string{"log", "os/signal"},
		direct:   true,
		reason:   "a library that reports errors says nothing itself: what it would log may hold the secret",
	},
	{
		packages: []string{"internal/swar", "internal/scan", "internal/charset", "internal/expr", "internal/lexicon", "internal/jsontext", "budget"},
		allowed:  []string{},
		banned:   []string{module + "/patterns", module + "/engine"},
		reason:   "the ground knows no rule: it is tested against other programs that do not either",
	},
	{
		packages: []string{"cmd/redactbench"},
		banned:   []string{"testing"},
		reason:   "testing adds some twenty flags and a tenth to the size of a command",
	},
}

// A pkg is what go list tells of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Module     *struct{ Path string }
	Imports    []string
	Deps       []string
}

// list returns the packages that match and all that they link, by import path, and the
// names of those of this module.
func list(t *testing.T) (all map[string]pkg, own []string) {
	t.Helper()
	touch(t)
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,Module,Imports,Deps", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all = map[string]pkg{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
		if name, ok := strings.CutPrefix(p.ImportPath, module+"/"); ok {
			own = append(own, name)
		}
	}
	if len(own) == 0 {
		t.Fatal("go list found no package of the module")
	}
	return all, own
}

// touch looks at every source file. go test keeps a result until a file that the test
// looked at changes, and does not know what go list looks at.
func touch(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			_, err = os.Stat(path)
		}
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".git") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func rowOf(name string) int {
	return slices.IndexFunc(rows, func(row []string) bool { return slices.Contains(row, name) })
}

func TestImportsGoOneWay(t *testing.T) {
	all, own := list(t)
	for _, name := range own {
		row := rowOf(name)
		if row < 0 {
			t.Errorf("%s has no row; give it one in this file and in DESIGN.md", name)
			continue
		}
		for _, path := range all[module+"/"+name].Imports {
			if imported, ok := strings.CutPrefix(path, module+"/"); ok && rowOf(imported) >= row {
				t.Errorf("%s imports %s, which is not in a row above it", name, imported)
			}
		}
	}
}

func TestLinkedPackages(t *testing.T) {
	all, own := list(t)
	for _, rule := range linked {
		for _, name := range rule.packages {
			if !slices.Contains(own, name) {
				continue
			}
			paths := all[module+"/"+name].Deps
			if rule.direct {
				paths = all[module+"/"+name].Imports
			}
			for _, path := range paths {
				p := all[path]
				foreign := p.Module != nil && p.Module.Path != module
				if rule.allowed != nil && foreign && !slices.Contains(rule.allowed, p.Module.Path) {
					t.Errorf("%s links %s of %s: %s", name, path, p.Module.Path, rule.reason)
				}
				if slices.Contains(rule.banned, path) {
					t.Errorf("%s links %s: %s", name, path, rule.reason)
				}
			}
		}
	}
}
