package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/charset"
	"github.com/redactbench/redactbench/internal/swar"
)

// token68 is the alphabet of credentials (RFC 9110, section 11.2), and what else is seen there.
const token68 = charset.B64All | charset.B64URL

// blockLine is how long a line of a block may be; base64 is wrapped at 76 or 64
// bytes, but some writers do not wrap at all.
const blockLine = 4 << 10

// block judges a block such as a PEM private key, to its END line, or to where
// its lines stop being those of a block.
func (f *finder) block(at int, a *act) {
	b := &f.p.blocks[a.arg]
	src, n := f.src, len(f.src)
	i := at + int(a.len)
	if !f.label(b, i) {
		return
	}
	end := i
	// The line that BEGIN is on.
	for end < n && src[end] != '\n' && src[end] != '\\' && src[end] != ' ' && end-i < 80 {
		end++
	}
	if k := strings.Index(src[i:min(n, i+80)], "-----"); k >= 0 {
		end = i + k + 5
	}
	closed := false
	prefix := f.linePrefix(at)
	for end < n {
		j, size := f.blockBytes(end, prefix)
		if strings.HasPrefix(src[j:], b.end) {
			end = j + len(b.end)
			k := strings.Index(src[end:min(n, end+80)], "-----")
			if k >= 0 && strings.HasPrefix(b.end, "-----") {
				end += k + 5
				closed = true
			} else if !strings.HasPrefix(b.end, "-----") {
				end = j
			}
			break
		}
		if size == 0 {
			break
		}
		end = j
	}
	for end > at && (src[end-1] <= ' ') {
		end--
	}
	if !closed {
		f.reach(end+len(b.end), at)
	}
	f.step(a.rule, at, end, "block", true)
	f.add(at, end, a.rule, 0)
}

// label reports whether one of a block's labels follows within its BEGIN line.
func (f *finder) label(b *block, i int) bool {
	src := f.src
	limit := min(len(src), i+64)
	head := src[i:limit]
	if len(b.labels) == 0 {
		return true
	}
	if k := strings.IndexByte(head, '-'); k >= 0 {
		head = head[:k]
	} else if limit == len(src) {
		f.touch(i)
	}
	if k := strings.IndexByte(head, '\n'); k >= 0 {
		head = head[:k]
	}
	for _, l := range b.labels {
		if strings.Contains(head, strings.TrimRight(l, "-")) {
			return true
		}
	}
	return false
}

// maxPrefix is how long a prefix of log lines may be, in bytes.
const maxPrefix = 160

// linePrefix returns what stands before at in its line where that may be what a log puts before
// each line.
func (f *finder) linePrefix(at int) string {
	low := max(0, at-maxPrefix)
	k := swar.LastIndex(f.src[low:at], '\n')
	if k < 0 && low > 0 {
		return ""
	}
	return f.src[low+k+1 : at]
}

// afterPrefix returns the end of the prefix of the line at i if that is like the one given, but for
// its numbers; i if not.
func (f *finder) afterPrefix(i int, prefix string) int {
	src := f.src
	j := i
	for k := 0; k < len(prefix); {
		if j == len(src) {
			f.touch(f.at)
			return i
		}
		switch {
		case isDigit(prefix[k]) && isDigit(src[j]):
			for k < len(prefix) && isDigit(prefix[k]) {
				k++
			}
			for j < len(src) && isDigit(src[j]) {
				j++
			}
		case prefix[k] == src[j]:
			k++
			j++
		default:
			return i
		}
	}
	return j
}

// blockBytes steps over one run of a block: line ends, real or escaped, then a
// line of base64 or a header, behind a prefix if the block's first line has one. size is what the run
// holds besides these.
func (f *finder) blockBytes(i int, prefix string) (end, size int) {
	src, n := f.src, len(f.src)
	j := i
	for j < n {
		c := src[j]
		if c == '\n' && prefix != "" {
			if e := f.afterPrefix(j+1, prefix); e > j+1 {
				j = e
				break
			}
		}
		if c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '>' || c == '|' {
			j++
			continue
		}
		if c == '\\' {
			k := j
			for k < n && src[k] == '\\' {
				k++
			}
			if k < n && (src[k] == 'n' || src[k] == 'r' || src[k] == 't') {
				j = k + 1
				continue
			}
			if k < n && hasFold(src[k:], "u000a") {
				j = k + 5
				continue
			}
			if k < n && src[k] == '\n' {
				j = k
				continue
			}
		}
		if hasFold(src[j:], "%0a") || hasFold(src[j:], "%0d") || hasFold(src[j:], "%20") {
			j += 3
			continue
		}
		if j+1 < n && (c == '"' || c == '\'' || c == '+' || c == ',') && f.joinedLine(j) > j {
			j = f.joinedLine(j)
			continue
		}
		break
	}
	k := j
	for k < n && k-j < blockLine && (charset.Of[src[k]]&token68 != 0 || src[k] == '%' && (hasFold(src[k:], "%2b") || hasFold(src[k:], "%2f") || hasFold(src[k:], "%3d"))) {
		if src[k] == '-' && strings.HasPrefix(src[k:], "-----") {
			break
		}
		k++
	}
	// A header (Proc-Type: 4,ENCRYPTED; Comment: x) belongs to the block.
	if k < n && src[k] == ':' && k > j && k-j < 24 && k+1 < n && src[k+1] == ' ' && isUpper(src[j]) {
		for k < n && src[k] != '\n' && src[k] != '\\' && src[k] != '"' && k-j < 200 {
			k++
		}
		return k, k - j
	}
	// Prose ends a block: a short word behind a blank.
	if k-j < 16 && k < n && (src[k] == ' ' || src[k] == ':') && j > i && src[j-1] == ' ' {
		return i, 0
	}
	return k, k - j
}

// joinedLine steps over what joins the lines of a block in source code:
// "…" + or a quote, a comma and a quote.
func (f *finder) joinedLine(i int) int {
	src, n := f.src, len(f.src)
	j := i
	for j < n && j-i < 24 && strings.IndexByte("\"'+, \n\r\t.", src[j]) >= 0 {
		j++
	}
	if j < n && j > i+1 && (src[j-1] == '"' || src[j-1] == '\'') && strings.IndexByte(src[i:j], '\n') >= 0 {
		k := j
		for k < n && charset.Of[src[k]]&token68 != 0 {
			k++
		}
		if k+1 < n && src[k] == src[j-1] && src[k+1] == ':' {
			return i // the name of the next member
		}
		return j
	}
	return i
}
