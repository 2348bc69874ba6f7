package prove

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// GoTest returns a Go test that fails as long as the promise is broken, to be pasted. It checks
// a set named rules.
func (b *Broken) GoTest() string {
	var s strings.Builder
	fmt.Fprintf(&s, "func Test%s(t *testing.T) {\n", b.name())
	fmt.Fprintf(&s, "\t// %s\n\t// seen in %+q\n", b.Error(), b.Text)
	fmt.Fprintf(&s, "\tif err := fuzz.Check(rules, %+q, %d); err != nil {\n\t\tt.Error(err)\n\t}\n}\n", b.Input, b.Seed)
	return s.String()
}

// name makes a name of the rule's ID and the case.
func (b *Broken) name() string {
	id := b.Rule
	if id == "" {
		id = "rules"
	}
	var s strings.Builder
	up := true
	for _, c := range id {
		switch {
		case c >= 'a' && c <= 'z' && up:
			s.WriteRune(c - 'a' + 'A')
			up = false
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			s.WriteRune(c)
			up = false
		default:
			up = true
		}
	}
	return s.String() + "_" + b.hash()
}

func (b *Broken) hash() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", b.Promise, b.Input, b.Seed))
	return fmt.Sprintf("%x", sum[:4])
}

// Save writes the case into a folder, in the format of go test's own corpora, so that
// a fuzz test whose corpus that is runs it each time. It returns the file's name.
func (b *Broken) Save(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	name := filepath.Join(dir, b.hash())
	return name, os.WriteFile(name, fmt.Appendf(nil, "go test fuzz v1\nstring(%+q)\nuint64(%d)\n", b.Input, b.Seed), 0o666)
}
