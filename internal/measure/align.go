package measure

import (
	"slices"
	"strings"
)

// maxCells bounds the table of an alignment, in cells of 4 bytes. A text whose changed part
// is larger, over some 2,000 words, is aligned by whole lines.
const maxCells = 1 << 22

// A lost run is a run of a text's bytes outside its secrets that did not survive.
type lostRun struct {
	bytes int
	// beside is that a secret stands next to the run: the mask was too long.
	beside bool
}

// secretToken stands for a secret among tokens. No output holds it: U+FFFF is no character.
const secretToken = "\uffff"

// lost returns what of text, outside its secrets, is not in out at its place. Texts are
// compared by words and single characters, not by bytes: letters of a mask are letters of
// many a lost word.
func lost(text string, secrets []string, out string) []lostRun {
	blanked := blank(text, secrets)
	a, b := trim(tokens(blanked, false), tokens(out, false))
	if cells(a, b) > maxCells {
		a, b = trim(tokens(blanked, true), tokens(out, true))
	}
	if cells(a, b) > maxCells {
		// No alignment is worth its memory; what is not between the equal ends is lost.
		b = nil
	}
	return runs(a, align(a, b))
}

// blank puts secretToken in the place of every secret, the longest first: one may hold another. The
// frame of a private key, from BEGIN to END, goes with the key in it: it says no more than that
// there was one, so masking it is as right as keeping it.
func blank(text string, secrets []string) string {
	byLength := slices.SortedFunc(slices.Values(secrets), func(x, y string) int { return len(y) - len(x) })
	for _, s := range byLength {
		text = strings.ReplaceAll(text, s, secretToken)
	}
	const begin, end, dashes = "-----BEGIN ", "-----END ", "-----"
	before, key, ok := strings.Cut(text, begin)
	if !ok || !strings.Contains(key, secretToken) {
		return text
	}
	rest := key[strings.LastIndex(key, secretToken)+len(secretToken):]
	if i := strings.Index(key, end); i >= 0 {
		if j := strings.Index(key[i+len(end):], dashes); j >= 0 {
			rest = key[i+len(end)+j+len(dashes):]
		}
	}
	return before + secretToken + rest
}

// tokens splits s into runs of letters and digits and single other bytes, or into lines. A secretToken is always a token of its own.
func tokens(s string, lines bool) []string {
	var out []string
	for s != "" {
		n := 1
		switch {
		case strings.HasPrefix(s, secretToken):
			n = len(secretToken)
		case lines:
			if n = strings.IndexByte(s, '\n') + 1; n == 0 {
				n = len(s)
			}
			if at := strings.Index(s[:n], secretToken); at > 0 {
				n = at
			}
		case isWord(s[0]):
			for n < len(s) && isWord(s[n]) && !strings.HasPrefix(s[n:], secretToken) {
				n++
			}
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// trim drops the equal ends of a and b.
func trim(a, b []string) (x, y []string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// cells returns how many cells align takes, more than an int of 32 bits may count.
func cells(a, b []string) int64 { return int64(len(a)) * int64(len(b)) }

// align returns which tokens of a are in a heaviest common subsequence of a and b.
func align(a, b []string) []bool {
	kept := make([]bool, len(a))
	if len(a) == 0 || len(b) == 0 {
		return kept
	}
	width := len(b) + 1
	best := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			w := max(best[(i+1)*width+j], best[i*width+j+1])
			if a[i] == b[j] {
				w = max(w, best[(i+1)*width+j+1]+int32(len(a[i])))
			}
			best[i*width+j] = w
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch at := best[i*width+j]; {
		case a[i] == b[j] && at == best[(i+1)*width+j+1]+int32(len(a[i])):
			kept[i] = true
			i, j = i+1, j+1
		case at == best[(i+1)*width+j]:
			i++
		default:
			j++
		}
	}
	return kept
}

// chance is the length under which a kept run with lost ones on both sides is a mask's own letters,
// in bytes: (redacted:aws-secret-key) holds words of many a text.
const chance = 12

// runs joins neighbouring lost tokens.
func runs(a []string, kept []bool) []lostRun {
	var out []lostRun
	var run lostRun
	between := 0 // what was kept since the last lost token
	for i, t := range a {
		switch {
		case kept[i]:
			between += len(t)
			continue
		case between >= chance || between > 0 && (run.bytes == 0 || t == secretToken):
			out = append(out, run)
			run = lostRun{}
		default:
			run.bytes += between
		}
		between = 0
		if t == secretToken {
			run.beside = true
		} else {
			run.bytes += len(t)
		}
	}
	return slices.DeleteFunc(append(out, run), func(r lostRun) bool { return r.bytes == 0 })
}
