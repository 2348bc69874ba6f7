package mcptool

import (
	"strings"
	"unicode"
)

// ValidateProjectID returns a BadProjectID error for what is no id of a project
// by its shape: empty but for blanks, with a path separator or a control
// character in it, beginning with ~ or a drive such as C:, or "." or "..". It
// does not look whether there is such a project, and does not show the id.
func ValidateProjectID(id string) error {
	if IsProjectIDValid(id) {
		return nil
	}
	return BadProjectID(id)
}

// IsProjectIDValid reports whether ValidateProjectID accepts id. It does not
// allocate.
func IsProjectIDValid(id string) bool {
	if strings.IndexFunc(id, unicode.IsControl) >= 0 {
		return false
	}
	id = strings.TrimSpace(id)
	switch {
	case id == "" || id == "." || id == ".." || id[0] == '~':
		return false
	case len(id) > 1 && id[1] == ':' && 'a' <= id[0]|0x20 && id[0]|0x20 <= 'z':
		return false
	}
	return !strings.ContainsAny(id, `/\`)
}
