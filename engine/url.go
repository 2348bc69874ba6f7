package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
)

// authorityLimit is how long a URL's authority may be, in bytes. RFC 3986 sets no
// limit; host names have 253 bytes, and passwords of URLs are tokens at most.
const authorityLimit = 2 << 10

// userinfo judges a URL's authority. A password with a delimiter in it breaks
// the URL, so the userinfo ends at the last @ before a blank or quote that has a
// host behind it.
func (f *finder) userinfo(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	if at == 0 || !isAlnum(src[at-1]) || i < len(src) && src[i] == '[' { // no user begins like an IPv6 address
		return
	}
	encoded := src[at] == '%'
	end, sign := f.authority(i, encoded)
	f.reach(end, i)
	if sign < 0 {
		f.noSign(i, end, a.rule)
		return
	}
	colon := -1
	for k := i; k < sign; k++ {
		if src[k] == ':' || encoded && hasFold(src[k:sign], "%3a") {
			colon = k
			break
		}
	}
	if colon < 0 {
		f.user(i, sign, a.rule, opaqueValue)
		return
	}
	pass := colon + 1
	if src[colon] == '%' {
		pass = colon + 3
	}
	if pass == sign || src[pass:sign] == "x-oauth-basic" {
		f.user(i, colon, a.rule, opaqueValue)
		return
	}
	text := src[pass:sign]
	if hasUserinfo(text) {
		return // the text up to the @ holds another URL: that one is judged on its own
	}
	e := lexicon.Weigh(text)
	form := lexicon.None
	switch {
	case lexicon.IsMasked(text) && !strings.Contains(text, f.p.mask.head):
		form = lexicon.Masked
	case lexicon.IsReference(text, e), strings.HasPrefix(text, "${"):
		form = lexicon.Reference
	case lexicon.IsStop(text) && isDocHost(src[sign+1:]):
		form = lexicon.Stop
	}
	f.step(a.rule, pass, sign, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(pass, sign, a.rule, 0)
		f.user(i, colon, a.rule, 2*opaqueBlank)
	}
}

// isDocHost reports whether what follows the @ is a word that stands for a host,
// as in user:password@host.
func isDocHost(s string) bool {
	n := 0
	for n < len(s) && isAlnum(s[n]) {
		n++
	}
	switch s[:n] {
	case "host", "hostname", "server", "HOST", "localhost", "domain", "example", "db":
		return true
	}
	return false
}

func hasUserinfo(s string) bool { return strings.Contains(s, "://") }

// user judges a URL's user at a threshold.
func (f *finder) user(i, j int, rule int32, t int) {
	text := f.src[i:j]
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	if form == lexicon.None {
		form = unlike(text, e, t, false)
	}
	f.step(rule, i, j, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(i, j, rule, 0)
	}
}

// authority returns the end of what can be a URL's authority, and the offset of
// the @ that ends its userinfo, or -1.
func (f *finder) authority(i int, encoded bool) (end, sign int) {
	src := f.src
	sign = -1
	limit := min(len(src), i+authorityLimit)
	delim := -1
	colon := -1
	j := i
	for ; j < limit; j++ {
		c := src[j]
		if isWordByte(c) || c == '.' || c == '-' {
			continue
		}
		if c <= ' ' || c == '"' || c == '`' || c == 0x7f || (c == '\'' || c == '<' || c == '>') && !inPassword(src, i, j, limit) {
			break
		}
		switch c {
		case '\\':
			if j+1 < limit && src[j+1] == '/' && delim < 0 {
				delim = j
				if colon < 0 {
					goto done
				}
			} else if j+1 < limit && strings.IndexByte(`nrt"'\u`, src[j+1]) >= 0 {
				goto done
			}
		case '/', '?', '#':
			if delim < 0 {
				delim = j
				if colon < 0 || portOnly(src[colon+1:j]) {
					goto done
				}
			}
		case ':':
			if colon < 0 {
				colon = j
			} else if strings.HasPrefix(src[j:], "://") {
				goto done
			}
		case '@':
			if delim < 0 || hostAt(src, j+1) {
				sign = j
				if delim >= 0 {
					delim = j
				}
			}
		case '%':
			if encoded && hasFold(src[j:], "%40") {
				sign = j
			}
			if encoded && delim < 0 && (hasFold(src[j:], "%2f") || hasFold(src[j:], "%3f") || hasFold(src[j:], "%26")) {
				goto done
			}
		}
		if sign >= 0 && j > sign && delim < 0 && (c == '/' || c == '?' || c == '#') {
			goto done
		}
		if sign >= 0 && j > sign && (c == '/' || c == ',') {
			goto done
		}
	}
done:
	return j, sign
}

// inPassword reports whether the apostrophe at j is inside a userinfo: an @
// follows before anything that ends a URL.
func inPassword(src string, i, j, limit int) bool {
	for k := j + 1; k < limit && k-j < 64; k++ {
		switch c := src[k]; {
		case c == '@':
			return true
		case c <= ' ', c == '"', c == '\'', c == '/', c == ')', c == ',':
			return false
		}
	}
	return false
}

func portOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// hostAt reports whether a host stands at i: letters, digits, dots and dashes, then a
// port, a path or the end of the URL.
func hostAt(src string, i int) bool {
	j := i
	for j < len(src) && (isAlnum(src[j]) || src[j] == '.' || src[j] == '-' || src[j] == '_') && j-i < 256 {
		j++
	}
	if j == i {
		return j < len(src) && src[j] == '['
	}
	if j == len(src) {
		return true
	}
	switch src[j] {
	case ':':
		return j+1 == len(src) || isDigit(src[j+1]) || !isAlnum(src[j+1])
	case '/', '?', '"', '\'', '`', ' ', '\n', '\r', '\t', ',', ';', ')', ']', '}', '>', '<', '\\', '.':
		return true
	}
	return false
}

// afterHost are the bytes that end a host, afterPort those that end what is behind its colon.
var (
	afterHost = bytesOf(":/?#;=,)")
	afterPort = bytesOf("/?#,);")
)

// noSign judges an authority without an @: a parse error or a cut took it. What
// follows the colon is a password unless it is a port, a word or code.
func (f *finder) noSign(i, end int, rule int32) {
	src := f.src
	host := i
	for host < end && !afterHost[src[host]] {
		host++
	}
	if host >= end || src[host] != ':' {
		return
	}
	pass := host + 1
	stop := pass
	for stop < end && !afterPort[src[stop]] {
		stop++
	}
	for k := pass; k < stop; k++ {
		if cutMark(src, k) > 0 {
			stop = k
		}
	}
	long := stop == i+authorityLimit
	text := strings.TrimRight(src[pass:stop], ".:;,")
	if text == "" || portOnly(text) || src[i] == '[' {
		return
	}
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	if form == lexicon.None && !chosen(text, e, false) {
		form = unlike(text, e, opaqueValue, false)
	}
	stop = pass + len(text)
	if form == lexicon.None && long {
		stop = f.pastLimit(stop)
		f.reach(stop, i)
	}
	f.step(rule, pass, stop, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(pass, stop, rule, 0)
	}
}

// pastLimit returns the end of a password that goes on at authorityLimit: what may end an
// authority with an @ too far off to be looked for, or the next URL.
func (f *finder) pastLimit(i int) int {
	src := f.src
	for i < len(src) && src[i] > ' ' && src[i] != '"' && src[i] != '`' && src[i] != '@' && !strings.HasPrefix(src[i:], "://") {
		i++
	}
	return i
}

// paramStart reports whether a URL's parameter starts at i: behind ? & or #, as
// they are or in an escape.
func paramStart(src string, i int) bool {
	if i == 0 {
		return false
	}
	switch src[i-1] {
	case '?', '&', '#':
		return true
	case ';':
		return strings.HasSuffix(src[:i], "&amp;")
	}
	if i < 3 {
		return false
	}
	tail := src[i-2 : i]
	return (tail == "26" || hasFold(tail, "3f") || tail == "23") && (src[i-3] == '%' || i >= 6 && (src[i-6:i-2] == `\u00` || strings.HasSuffix(src[:i-2], "%25")))
}

// param judges the value of a URL parameter.
func (f *finder) param(at int, a *act) {
	if f.within(at) {
		return
	}
	src := f.src
	i := at + int(a.len)
	d := dress{sep: '=', query: true, percent: src[i-1] != '=', at: i}
	if !paramStart(src, at) {
		return
	}
	v := value{start: i, end: f.unquoted(i, &d)}
	if v.start >= v.end {
		return
	}
	v.end = trimEnd(src, v.start, v.end, &d)
	text := src[v.start:v.end]
	e := lexicon.Weigh(text)
	form := common(text, e, false)
	if form == lexicon.None && a.arg == 1 {
		form = unlike(text, e, opaqueValue, false)
	}
	f.step(a.rule, v.start, v.end, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(v.start, v.end, a.rule, 0)
	}
}

// dsn judges user:password before a marker such as @tcp(.
func (f *finder) dsn(at int, a *act) {
	src := f.src
	low := max(0, at-maxBack)
	if strings.HasSuffix(src[at:at+int(a.len)], "@/") && at+int(a.len) < len(src) && src[at+int(a.len)] == '/' {
		return // @//host is another's
	}
	split := -1
	i := at
	for i > low {
		c := src[i-1]
		if c <= ' ' || c == '"' || c == '\'' || c == '`' || c == '[' || c == '(' || c == '<' || c == '=' {
			break
		}
		i--
		if c == byte(a.arg) {
			split = i
		}
	}
	if split > i && strings.HasPrefix(src[split:], "://") {
		return
	}
	if split < 0 || split == i || split+1 >= at {
		return
	}
	f.dsnPassword(split+1, at, a.rule)
}

func (f *finder) dsnPassword(i, j int, rule int32) {
	text := f.src[i:j]
	e := lexicon.Weigh(text)
	form := lexicon.None
	if lexicon.IsMasked(text) && !strings.Contains(text, f.p.mask.head) {
		form = lexicon.Masked
	} else if lexicon.IsReference(text, e) {
		form = lexicon.Reference
	}
	f.step(rule, i, j, form.String(), form == lexicon.None)
	if form == lexicon.None {
		f.add(i, j, rule, 0)
	}
}

// dsnHead judges user/password@ behind a head such as jdbc:oracle:thin:.
func (f *finder) dsnHead(at int, a *act) {
	src := f.src
	i := at + int(a.len)
	if i < len(src) && src[i] == '/' {
		return // a URL
	}
	end := i
	for end < len(src) && src[end] > ' ' && end-i < maxBack && strings.IndexByte("\"'`<", src[end]) < 0 {
		end++
	}
	f.reach(end, at)
	sign := swar.LastIndex(src[i:end], '@')
	split := strings.IndexByte(src[i:end], byte(a.arg))
	if split > 0 && split+2 < sign && src[i+split] == ':' && src[i+split+1] == '/' { // a scheme
		if src[i+split+2] == '/' {
			return // a URL
		}
		k := split + 2
		split = k + strings.IndexByte(src[i+k:end], byte(a.arg))
		if split < k {
			return
		}
	}
	// Packages and people are told there, too.
	packages := hasFold(src[at:], "resolve '") || hasFold(src[at:], "resolve \"") || hasFold(src[at:], "input_value")
	if a.arg == 0 { // all of what is before a host
		if split = -1; strings.IndexByte(src[i:i+max(sign, 0)], ':') >= 0 {
			return // a user, too
		}
		if sign < 0 {
			return
		}
		text := src[i : i+sign]
		if mailHosts.Has(host(src[i+sign+1:end])) || swar.LettersEnd(text, 0) == len(text) && !lexicon.Weigh(text).Opaque(text, opaqueValue) { // ann@example.com
			return
		}
	} else if split < 1 || a.arg == '/' && src[i+split-1] == ':' || a.arg == ':' && !isUser(src[i:i+split], packages) {
		return
	}
	if sign < split+2 || a.arg != '/' && !isHost(src[i+sign+1:end], packages) {
		return
	}
	f.dsnPassword(i+split+1, i+sign, a.rule)
}

// notUsers stand before a colon as users do, and notHosts behind an @ as hosts do, where packages, files or people are told.
var (
	notUsers = lexicon.NewWords("mailto acct sip sips xmpp tel urn ssh npm jsr pkg virtual workspace git docker file node link github gitlab serviceaccount group email skype")
	notHosts = lexicon.NewWords("aar jar war latest next beta alpha canary main master head rc stable nightly")
	// Behind the @ of these a person is told, and nobody's password before it.
	mailHosts = lexicon.NewWords("gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me gmx.de gmx.net web.de")
)

// isUser reports whether s may be a user's name: no path, and where packages are told no scheme.
func isUser(s string, packages bool) bool {
	if k := strings.LastIndexByte(s, '/'); k >= 0 {
		if k > 0 && s[k-1] != '/' && s[k-1] != ':' {
			return false
		}
		s = s[k+1:]
	}
	scheme, _, _ := strings.Cut(s, "+")
	return !packages || !notUsers.Has(scheme)
}

// host returns the host that s begins with.
func host(s string) string {
	if k := strings.IndexAny(s, "/:?#,;)]}|&\\"); k >= 0 {
		s = s[:k]
	}
	return strings.TrimSuffix(s, ".") // of a sentence
}

// isHost reports whether what s begins with may be a host, and is no digest of what is before it nor, where packages are told, its version.
func isHost(s string, packages bool) bool {
	s = host(s)
	if s == "sha256" || s == "sha512" {
		return false
	}
	if !packages || s == "" {
		return true
	}
	if !isDigit(s[0]) {
		return s[0] != '~' && s[0] != '^' && !notHosts.Has(s) && !(s[0] == 'v' && len(s) > 1 && isDigit(s[1]))
	}
	last := s[strings.LastIndexByte(s, '.')+1:]
	switch {
	case len(last) == len(s):
		return false
	case lexicon.IsNumber(last):
		return strings.Count(s, ".") == 3
	}
	return len(last) > 1 && swar.LettersEnd(last, 0) == len(last)
}
