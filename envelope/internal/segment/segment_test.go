package segment

import (
	"strings"
	"testing"
)

func TestLastName(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "password": "password", "auth.password": "password", "auth.passwords[0]": "passwords", "a.b[0][1]": "b", "[3]": "",
		`headers["x-api-key"]`: "x-api-key", `headers['x-api-key'][0]`: "x-api-key", `env["a\"b"]`: `a"b`, "env[TOKEN]": "TOKEN",
		"a..b": "b", "a.": "", `a["open`: `["open`, "a[": "[", "a[12": "[12", "a]": "a]", ".": "", "a.[0]": "a",
	} {
		if got := LastName(path); got != want {
			t.Errorf("LastName(%s) = %q, want %q", path, got, want)
		}
	}
}

func FuzzEverythingIsAPath(f *testing.F) {
	for _, s := range []string{"fixes[1].issue", `headers["x-y"]`, `a["\"`, "[", "a..b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		total := 0
		for total < len(path) {
			raw, n := Next(path[total:])
			if n <= 0 || !strings.HasSuffix(path[total:total+n], raw) {
				t.Fatalf("Next(%q) = %q, %d", path[total:], raw, n)
			}
			total += n
		}
		LastName(path)
	})
}
