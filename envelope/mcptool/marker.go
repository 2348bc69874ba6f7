package mcptool

import "strings"

// maxText is the longest message or detail that is not taken for a payload, in
// bytes.
const maxText = 4096

// The markers of what an agent shall not see, beside the secrets that the
// Redactor finds. Sanitized takes a text with one of them for unsafe as a whole;
// a Renderer that masks within texts masks a path, and all from any other
// marker on. The table is closed: a text is judged alike in every release that
// does not say otherwise.
var (
	// Paths below the folders of users and systems, where no character of a
	// path or host stands before them: https://host/home/ is none.
	rootFolders = []string{
		"/home/", "/Users/", "/root/", "/etc/", "/var/", "/tmp/", "/usr/", "/opt/", "/srv/", "/mnt/", "/media/", "/proc/", "/sys/", "/dev/",
		"/run/", "/boot/", "/lib/", "/lib64/", "/bin/", "/sbin/", "/private/", "/nix/", "/snap/", "/workspace/", "/workspaces/", "/builds/",
		"/Volumes/", "/Applications/", "/Library/", "/System/", "~/", `~\`, "file:/",
	}

	// Names of what is passed through raw, in any case, with _, -, a blank or
	// nothing between the words.
	rawNames = [][2]string{{"raw", "prompt"}, {"raw", "completion"}, {"raw", "stderr"}, {"provider", "payload"}}

	// What stack traces begin with or hold: Go, Python, Java and its kin, Rust,
	// PHP, Node, .NET.
	traces = []string{
		"Traceback (most recent call last)", "Exception in thread ", "\nCaused by: ", "stack backtrace:", "' panicked at ", "Stack trace:", "\n#0 ",
		"[running]:", "panic: runtime error", "--- End of stack trace", "--- End of inner exception",
	}

	fences = []string{"```", "~~~"}
)

// unsafeFrom returns where the first marker other than a path begins, or -1.
func unsafeFrom(s string) int {
	at := -1
	found := func(i int) {
		if i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	for _, t := range traces {
		found(strings.Index(s, t))
	}
	for _, f := range fences {
		found(strings.Index(s, f))
	}
	found(frame(s))
	found(rawName(s))
	return at
}

// rawName returns where the first of rawNames begins, or -1.
func rawName(s string) int {
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		lower = asciiLower(s) // so that offsets are those of s
	}
	first := -1
	for _, n := range rawNames {
		for at := 0; ; {
			i := strings.Index(lower[at:], n[0])
			if i < 0 {
				break
			}
			start := at + i
			at = start + len(n[0])
			rest := lower[at:]
			if rest != "" && strings.IndexByte("_- ", rest[0]) >= 0 {
				rest = rest[1:]
			}
			if strings.HasPrefix(rest, n[1]) {
				if first < 0 || start < first {
					first = start
				}
				break
			}
		}
	}
	return first
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, s)
}

// frame returns where the first frame of a stack begins, or -1: an indented
// line "at name(…" (Java, Node, .NET), `File "x", line 1` (Python), x.go:1 +0x1
// (Go), x.rb:1:in (Ruby).
func frame(s string) int {
	for start := 0; start < len(s); {
		end := start + strings.IndexByte(s[start:]+"\n", '\n')
		line := s[start:end]
		trimmed := strings.TrimLeft(line, " \t")
		called, isAt := strings.CutPrefix(trimmed, "at ")
		word, _, _ := strings.Cut(called, " ")
		switch {
		case isAt && len(trimmed) < len(line) && (strings.ContainsAny(word, ".(:<") || positioned(called)),
			strings.HasPrefix(trimmed, `File "`) && strings.Contains(trimmed, `", line `),
			numbered(line, ".go:", " +0x"), numbered(line, ".rb:", ":in "):
			return start
		}
		start = end + 1
	}
	return -1
}

// positioned reports whether s has a colon before a digit, as file:1 has.
func positioned(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i-1] == ':' && '0' <= s[i] && s[i] <= '9' {
			return true
		}
	}
	return false
}

// numbered reports whether line holds before, a number and after.
func numbered(line, before, after string) bool {
	i := strings.Index(line, before)
	if i < 0 {
		return false
	}
	rest := strings.TrimLeft(line[i+len(before):], "0123456789")
	return strings.HasPrefix(rest, after)
}

// nextPath returns the bytes of the first absolute path at or after at, or
// -1.
func nextPath(s string, at int) (start, end int) {
	for i := at; i < len(s); i++ {
		if i > 0 && pathByte(s[i-1]) || !isPath(s[i:]) {
			continue
		}
		n := strings.IndexAny(s[i:], " \t\r\n\"'`<>|;,)]}")
		if n < 0 {
			n = len(s) - i
		}
		return i, i + len(strings.TrimRight(s[i:i+n], ".:!?"))
	}
	return -1, -1
}

// isPath reports whether s begins with an absolute path: below one of
// rootFolders, on a drive (C:\, c:/), or of a server (\\server\share).
func isPath(s string) bool {
	switch s[0] {
	case '/', '~', 'f':
		for _, f := range rootFolders {
			if strings.HasPrefix(s, f) {
				return true
			}
		}
		return strings.HasPrefix(s, "f:/") || strings.HasPrefix(s, `f:\`)
	case '\\':
		if !strings.HasPrefix(s, `\\`) || len(s) < 3 {
			return false
		}
		host := s[2:]
		n := strings.IndexByte(host, '\\')
		return n > 0 && strings.IndexFunc(host[:n], func(r rune) bool { return r != '?' && r < 0x80 && !pathByte(byte(r)) }) < 0
	}
	return len(s) > 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && s[1] == ':' && (s[2] == '/' || s[2] == '\\')
}

// pathByte reports whether b can stand before a slash within a path or an
// address.
func pathByte(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '/' || b == '\\' || b == '.' || b == '_' || b == '-' || b == '~' || b == '%' || b >= 0x80
}
