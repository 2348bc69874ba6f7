package envelope

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestPath(t *testing.T) {
	for want, segments := range map[string][]any{
		"":                          nil,
		"fixes[1].issue":            {"fixes", 1, "issue"},
		"findings[2].location.kind": {"findings", 2, "location", "kind"},
		`headers["x-api-key"]`:      {"headers", "x-api-key"},
		`["x-y"].z`:                 {"x-y", "z"},
		"[0][1]":                    {0, 1},
		`a[""]`:                     {"a", ""},
		`["a\"b\\c\n"]`:             {"a\"b\\c\n"},
		`["0"].$ref._x`:             {"0", "$ref", "_x"},
		"größe.名前":                  {"größe", "名前"},
		`["a.b"]["c[0]"]["d]"]`:     {"a.b", "c[0]", "d]"},
		"a[-1]":                     {"a", -1},
	} {
		if got := Path(segments...); got != want {
			t.Errorf("Path(%v) = %s, want %s", segments, got, want)
		}
		if got := SplitPath(want); !reflect.DeepEqual(got, segments) {
			t.Errorf("SplitPath(%s) = %#v, want %#v", want, got, segments)
		}
	}
}

func TestPathOfOtherTypes(t *testing.T) {
	if got := Path(uint8(3), int64(4), 5.0, 1.5, true, nil); got != `[3][4][5]["1.5"].true["<nil>"]` {
		t.Error(got)
	}
}

// checkPath holds paths of any make to what is promised of all.
func checkPath(t testing.TB, path string) {
	t.Helper()
	segments := SplitPath(path)
	built := Path(segments...)
	if again := SplitPath(built); !reflect.DeepEqual(again, segments) && strings.ToValidUTF8(path, "") == path {
		t.Errorf("%q splits into %#v, but %q into %#v", path, segments, built, again)
	}
}

func TestPathsOfAnyMake(t *testing.T) {
	pieces := []string{"a", "b-c", ".", "[", "]", `"`, "'", `\`, `\n`, `\u00e9`, `\ud83d\ude00`, `\/`, "0", "12", "-", "é", `["x"]`, "[0]"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkPath(t, b.String())
	}
}

func FuzzPath(f *testing.F) {
	for _, s := range []string{"fixes[1].issue", `headers["x-y"]`, `a["\"`, "[", "a..b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) { checkPath(t, path) })
}

func ExamplePath() {
	fmt.Println(Path("fixes", 1, "issue"))
	fmt.Println(Path("headers", "x-api-key"))
	// Output:
	// fixes[1].issue
	// headers["x-api-key"]
}

func ExampleSplitPath() {
	fmt.Printf("%#v\n", SplitPath(`findings[2]["x-y"]`))
	// Output: []interface {}{"findings", 2, "x-y"}
}
