package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/redactbench/redactbench/patterns"
)

// DefaultMask stands in a secret's place unless Options say otherwise. It is
// valid in URL userinfo and queries, and JSON and shells in quotes leave it as
// it is. A block that is masked from its BEGIN line on takes its label into the
// mask, (redacted:EC-PRIVATE-KEY), since it says what was there.
const DefaultMask = "(redacted)"

// maxMask is the length of the longest mask, in bytes.
const maxMask = 64

// Secret is what a Mask is told of a secret; never its bytes.
type Secret struct {
	// Rule is the ID of the rule that found it.
	Rule string
	// Len is its length in bytes, Options.MaxSecret if it is longer.
	Len int
	// Tag is 8 hexadecimal digits that are the same for the same secret under the
	// same Options.TagKey (HMAC-SHA-256, RFC 2104); empty without a key, and for a secret
	// longer than Options.MaxSecret.
	Tag string
}

// A Mask appends to dst what stands in a secret's place and returns the extended slice. It must write
// 1 to 64 bytes of [A-Za-z0-9._:()-], begin with the same 3 bytes at least and end with the same
// byte whatever the secret, and be safe for concurrent use.
type Mask func(dst []byte, s Secret) []byte

// MaskRule is a Mask that names the rule: (redacted:github-pat).
func MaskRule(dst []byte, s Secret) []byte {
	dst = append(dst, "(redacted:"...)
	dst = append(dst, s.Rule[:min(len(s.Rule), maxMask-len("(redacted:)"))]...)
	return append(dst, ')')
}

// MaskTag is a Mask by which two texts can be seen to hold the same secret:
// (redacted:1f2e3d4c). Options.TagKey must be set.
func MaskTag(dst []byte, s Secret) []byte {
	dst = append(dst, "(redacted:"...)
	dst = append(dst, s.Tag...)
	return append(dst, ')')
}

// MaskText returns a Mask that always writes text, which must be what a Mask may write.
func MaskText(text string) Mask {
	return func(dst []byte, _ Secret) []byte { return append(dst, text...) }
}

// A masker writes masks and knows them again.
type masker struct {
	custom Mask
	fixed  string // the mask, where it is always the same
	key    []byte
	// labels says that blocks are masked with their label.
	labels bool
	// head and tail are what every mask begins and ends with.
	head, tail string
}

func (p *program) setMask(opts *Options) error {
	m := &p.mask
	m.fixed, m.head, m.tail = DefaultMask, DefaultMask[:len(DefaultMask)-1], ")"
	if opts == nil {
		m.labels = true
		return nil
	}
	m.key = opts.TagKey
	m.labels = opts.Mask == nil
	if opts.Mask == nil {
		return nil
	}
	m.custom = opts.Mask
	return m.probe(p)
}

// probe asks a custom mask for every rule at several lengths and tags: what it
// writes must keep to the rules, or masking would not be idempotent.
func (m *masker) probe(p *program) error {
	var first string
	same := true
	for _, r := range p.rules {
		for _, n := range []int{1, 40, 4096} {
			for _, tag := range []string{"", "00000000", "f3a91c5e"} {
				s, err := probeOne(m.custom, Secret{Rule: r.ID, Len: n, Tag: tag})
				if err != nil {
					return fmt.Errorf("engine: Options.Mask: %w", err)
				}
				if first == "" {
					first, m.head, m.tail = s, s, s
				}
				same = same && s == first
				m.head = m.head[:commonPrefix(m.head, s)]
				for !strings.HasSuffix(s, m.tail) {
					m.tail = m.tail[1:]
				}
			}
		}
	}
	if same {
		m.fixed, m.custom = first, nil
		m.head, m.tail = first[:len(first)-1], first[len(first)-1:]
		if len(first) < 4 {
			return errors.New("engine: Options.Mask: writes fewer than 4 bytes")
		}
		return nil
	}
	m.fixed = ""
	if len(m.head) < 3 || len(m.tail) < 1 {
		return errors.New("engine: Options.Mask: does not begin with the same 3 bytes and end with the same byte for every secret")
	}
	m.tail = m.tail[len(m.tail)-1:]
	return nil
}

func probeOne(mask Mask, s Secret) (out string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("panics")
		}
	}()
	b := mask(nil, s)
	if len(b) == 0 || len(b) > maxMask {
		return "", fmt.Errorf("writes %d bytes, not 1 to %d", len(b), maxMask)
	}
	for _, c := range b {
		if !maskByte(c) {
			return "", errors.New("writes a byte outside [A-Za-z0-9._:()-]")
		}
	}
	return string(b), nil
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func maskByte(c byte) bool { return isAlnum(c) || strings.IndexByte("._:()-", c) >= 0 }

// atomEnd returns the end of the mask that begins at i, or i where none does.
func (m *masker) atomEnd(src string, i int) int {
	j := i + len(m.head)
	if m.fixed != "" {
		if strings.HasPrefix(src[j:], m.tail) {
			return j + len(m.tail)
		}
		if m.labels && strings.HasPrefix(src[j:], ":") {
			for j++; j < len(src) && j-i < maxMask && labelByte(src[j]); j++ {
			}
			if strings.HasPrefix(src[j:], m.tail) {
				return j + len(m.tail)
			}
		}
		return i
	}
	for j < len(src) && j-i < maxMask && maskByte(src[j]) {
		if src[j] == m.tail[0] {
			return j + 1
		}
		j++
	}
	return i
}

// start returns the start of a mask in text that p is inside of, or p.
func (m *masker) start(text string, p int) int {
	if m == nil {
		return p
	}
	for i := max(0, p-maxMask); i < p; i++ {
		k := strings.Index(text[i:min(len(text), p+len(m.head))], m.head)
		if k < 0 || i+k >= p {
			break
		}
		i += k
		if m.atomEnd(text, i) > p {
			return i
		}
	}
	return p
}

// append writes the mask of a secret.
func (m *masker) append(dst []byte, p *program, src string, s span) []byte {
	for q := uint8(1); q < s.quote; q++ {
		dst = append(dst, '\\')
	}
	if s.quote > 0 {
		dst = append(dst, '"')
	}
	if m.custom == nil {
		if label := m.label(p, src, s); label != "" {
			dst = append(append(dst, m.head...), ':')
			for i := 0; i < len(label); i++ {
				c := label[i]
				if c == ' ' {
					c = '-'
				}
				dst = append(dst, c)
			}
			dst = append(dst, m.tail...)
		} else {
			dst = append(dst, m.fixed...)
		}
	} else {
		dst = m.appendCustom(dst, p, src, s)
	}
	for q := uint8(1); q < s.quote; q++ {
		dst = append(dst, '\\')
	}
	if s.quote > 0 {
		dst = append(dst, '"')
	}
	return dst
}

// maxLabel is the length of the longest label that a mask takes in, in bytes.
const maxLabel = 40

// label returns what a block's BEGIN line calls it: capitals, digits and blanks.
func (m *masker) label(p *program, src string, s span) string {
	if !m.labels {
		return ""
	}
	b, ok := p.rules[s.rule].Matcher.(patterns.Block)
	if !ok || !strings.HasPrefix(src[s.start:s.end], b.Begin) || !strings.HasPrefix(b.Begin, "-----") {
		return ""
	}
	i := s.start + len(b.Begin)
	j := i
	for j < s.end && j-i < maxLabel && (labelByte(src[j]) && src[j] != '-' || src[j] == ' ') {
		j++
	}
	if j == i || j == s.end || src[j] != '-' {
		return ""
	}
	return src[i:j]
}

func labelByte(c byte) bool { return isUpper(c) || isDigit(c) || c == '-' }

var maskScratch = sync.Pool{New: func() any { return new([maxMask]byte) }}

// appendCustom asks a custom mask; one that panics or breaks its rules is replaced by
// the default, so that nothing it does lets a secret out.
func (m *masker) appendCustom(dst []byte, p *program, src string, s span) (out []byte) {
	n := len(dst)
	defer func() {
		if recover() != nil {
			out = append(dst[:n], m.head...)
			out = append(out, m.tail...)
		}
	}()
	sec := Secret{Rule: p.rules[s.rule].ID, Len: s.end - s.start}
	var tag [8]byte
	if s.long {
		sec.Len = p.maxSecret // how much longer a stream does not know when it writes the mask
	} else if len(m.key) > 0 {
		sec.Tag = m.tag(tag[:], src[s.start:s.end])
	}
	// The mask writes to scratch of its own: a dst handed to unknown code would
	// move every caller's buffer to the heap.
	scratch := maskScratch.Get().(*[maxMask]byte)
	defer maskScratch.Put(scratch)
	b := m.custom(scratch[:0], sec)
	if len(b) == 0 || len(b) > maxMask {
		return append(append(dst, m.head...), m.tail...)
	}
	return append(dst, b...)
}

// tag returns 8 hexadecimal digits of the secret's HMAC.
func (m *masker) tag(buf []byte, secret string) string {
	h := hmac.New(sha256.New, m.key)
	h.Write([]byte(secret))
	var sum [sha256.Size]byte
	hex.Encode(buf, h.Sum(sum[:0])[:4])
	return string(buf)
}
