package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// Thresholds of evidence, in quarter bits (lexicon.Evidence), from the
// measurements of the lexicon: what a value must show beside a key of each
// strength.
const (
	opaqueValue  = 20 // after = : or a flag
	opaqueHuman  = 24 // after a blank, beside a human or strong key
	opaqueBlank  = 28 // after a blank, beside a weak key, and in prose
	wordEvidence = 20 // letters under it are a word
	strongWords  = 12 // under it, letters and joiners are no strong key's value
)

// judge says what speaks against v being the secret of a key of the strength
// given; lexicon.None means that it is one.
func judge(v string, quoted bool, d *dress, s patterns.Strength, rest string) lexicon.Form {
	if len(v) == 0 {
		return lexicon.Empty
	}
	e := lexicon.Weigh(v)
	if d.sep == ' ' && !d.flag && !quoted && !longWay && pairLike(v) {
		return nextPair(v, e, d, s)
	}
	if d.pair && d.said && chosen(v, e, true) {
		return lexicon.None
	}
	if s == patterns.Weak && !e.Opaque(v, opaqueValue) {
		if quoted && lexicon.IsSeed(v) {
			return lexicon.None
		}
		if d.human && d.data() && e.Upper() > 0 && e.Lower() > 0 && e.Digits() > 0 && chosen(v, e, false) && common(v, e, quoted) == lexicon.None {
			return lexicon.None // PASSWORD_REPORTING=Summer#2024
		}
		return lexicon.Word // most of clean text: no other form need be looked for
	}
	form := common(v, e, quoted)
	if form == lexicon.Sentence && s != patterns.Weak && d.data() && lexicon.IsPassphrase(v) {
		form = lexicon.None
	}
	if form != lexicon.None {
		return form
	}
	// --api-key: x is a sentence about the flag, not an assignment.
	if d.sep == ' ' && !d.flag || d.sep == ':' && d.flag || d.compared && !quoted || d.line && !quoted {
		return judgeSaid(v, e, quoted, d, s, rest)
	}
	if s == patterns.Weak {
		if d.flag && len(v) == 40 && lexicon.IsRelease(v, e) {
			return lexicon.Identifier // --recv-keys takes fingerprints
		}
		return unlike(v, e, opaqueValue, quoted)
	}
	if len(v) < 3 || len(v) == 3 && e.Digits() == 3 {
		return lexicon.Short
	}
	if !quoted && (e.Joins() > 1 && lexicon.IsForeign(v, e) || e.Letters() == len(v) && lexicon.IsType(v)) {
		return lexicon.Word
	}
	if e.Digits() == len(v) && strings.HasPrefix(rest, " bytes") {
		return lexicon.Number
	}
	if d.sep == ',' && strings.IndexByte(v, ' ') >= 0 {
		return lexicon.Sentence
	}
	if d.flag && d.sep == ' ' && (metavar(v) || !quoted && pairLike(v)) {
		return lexicon.Placeholder
	}
	if len(v) <= 12 && isPointer(v) {
		return lexicon.Number
	}
	if d.sep == ':' && !quoted {
		if e.Total < wordEvidence && e.Letters() == len(v) && (wordFollows(rest) || quoteFollows(rest)) || pathFollows(rest) && pathVerbs.Has(v) || strings.HasPrefix(rest, ": ") && packageName(v, e) {
			return lexicon.Sentence
		}
		if pairLike(v) {
			return lexicon.Code
		}
	}
	if s == patterns.Strong && !d.member && e.Total < strongWords && e.Digits() == 0 && wordsOnly(v) {
		return lexicon.Name
	}
	return lexicon.None
}

// nextPair is judge for the next pair of a line, which stands where a value could be after a blank: what the forms
// come to there.
func nextPair(v string, e lexicon.Evidence, d *dress, s patterns.Strength) lexicon.Form {
	t := opaqueHuman
	if s == patterns.Weak {
		t = opaqueBlank
	}
	if e.Opaque(v, t) || d.called && (len(v) < 12 || e.Digits() < 2) && (s != patterns.Weak || e.Opaque(v, opaqueValue)) {
		return lexicon.Code
	}
	return lexicon.Word
}

// judgeSaid is judge for a value, whose evidence is e, that a sentence may go on with.
func judgeSaid(v string, e lexicon.Evidence, quoted bool, d *dress, s patterns.Strength, rest string) lexicon.Form {
	t := opaqueBlank
	switch {
	case strings.HasPrefix(rest, " - gsmtp"): // the number of a reply of Gmail
		return lexicon.Identifier
	case !quoted && isOption(v): // the next one
		return lexicon.Word
	case v[0] == '0' && isPointer(v), v[0] == '{' && isPointer(v):
		return lexicon.Number
	case d.called && !quoted && (len(v) < 12 || e.Digits() < 2) && (s != patterns.Human || !chosen(v, e, false)):
		return lexicon.Code
	case s == patterns.Human && d.compound && !quoted && !wordFollows(rest) && e.Upper() > 0 && strings.IndexByte(v, '(') < 0 && chosen(v, e, true):
		return lexicon.None // SetEnv DB_PASSWORD Summer2024
	case s != patterns.Weak && chosen(v, e, s == patterns.Human && (quoted || d.said && !wordFollows(rest) || d.line && !startsBlank(rest))):
		return lexicon.None
	case quoted && s == patterns.Human && !d.called && wordsAndNumber(v):
		return lexicon.None // password 'guitar-monkey-56'
	case quoted:
		t = opaqueValue
	case s != patterns.Weak:
		t = opaqueHuman
	}
	return unlike(v, e, t, quoted)
}

// isOption reports whether s is an option of a command, --dry-run or --output=json.
func isOption(s string) bool {
	if !strings.HasPrefix(s, "--") || len(s) < 3 || !isLetter(s[2]) {
		return false
	}
	name, _, _ := strings.Cut(s, "=")
	for i := 2; i < len(name); i++ {
		if !isAlnum(name[i]) && name[i] != '-' && name[i] != '_' && name[i] != '.' {
			return false
		}
	}
	return true
}

// wordsAndNumber reports whether v is words and a number, as programs and people make up passwords: guitar-monkey-56, guitar_monkey56.
func wordsAndNumber(v string) bool {
	words := 0
	for {
		i := swar.SmallEnd(v, 0)
		if i < 3 || i == len(v) {
			break
		}
		words++
		if v = v[i:]; v[0] != '-' && v[0] != '_' {
			break
		}
		v = v[1:]
	}
	if words < 2 || len(v) < 2 || len(v) > 4 {
		return false
	}
	for i := 0; i < len(v); i++ {
		if !isDigit(v[i]) {
			return false
		}
	}
	return true
}

// data reports whether the dress is that of data and not of a sentence: an assignment
// or a member.
func (d *dress) data() bool { return d.sep == '=' || d.sep == '>' || d.sep == ':' }

// chosen reports whether a word behind "password" is more likely one that a person
// chose than one of the sentence: it has a sign and a digit or capital inside or,
// where it is set off by quotes or the word is, a digit.
func chosen(v string, e lexicon.Evidence, apart bool) bool {
	if e.Letters() < 2 || len(v) < 5 || len(v) > 64 || strings.IndexByte(v, ' ') >= 0 || pairLike(v) || lexicon.IsNumber(v) {
		return false
	}
	if k := strings.IndexAny(v[1:], "!#$*^~%+?<>&=|@"); k >= 0 {
		if v[k+1] == '@' && e.Digits() == 0 {
			return false // an address
		}
		return e.Digits() > 0 || k+2 < len(v) && e.Total >= opaqueValue
	}
	if strings.IndexByte("!#$*^~%+?", v[0]) >= 0 {
		return e.Digits() > 0
	}
	return apart && e.Digits() > 0 && e.Letters() >= 3 && !lexicon.IsAcronym(v) && (e.Joins() == 0 || e.Upper() > 0 || !lexicon.IsIdentifier(v, e))
}

// common looks for the forms that are no secret beside any key.
func common(v string, e lexicon.Evidence, quoted bool) lexicon.Form {
	if v == "" {
		return lexicon.Empty
	}
	v = v[:min(len(v), judgedBytes)]
	switch {
	case lexicon.IsMasked(v):
		return lexicon.Masked
	case e.Chance(v) && !longWay:
		return lexicon.None // most secrets: no other form need be looked for
	case lexicon.IsStop(v):
		return lexicon.Stop
	case lexicon.IsReference(v, e), lexicon.IsEnvCall(v):
		return lexicon.Reference
	case lexicon.IsPlaceholder(v, e):
		return lexicon.Placeholder
	case quoted && lexicon.IsSentence(v):
		return lexicon.Sentence
	case quoted && (joint(v, e) || e.Joins() > 0 && (lexicon.IsTag(v) || lexicon.IsRules(v))), !quoted && v[0] == '(' && e.Digits() < 3, lexicon.IsEscaped(v):
		return lexicon.Code
	case lexicon.IsDigest(v):
		return lexicon.Digest
	case lexicon.IsPath(v, e):
		return lexicon.Path
	case !quoted && lexicon.IsCode(v, e):
		return lexicon.Code
	case lexicon.IsName(v, e):
		return lexicon.Name
	}
	return lexicon.None
}

// joint reports whether what stands between two quotes is the code between two
// strings: ' + x + ', '.$x.'.
func joint(v string, e lexicon.Evidence) bool {
	if len(v) < 2 {
		return false
	}
	a, b := v[0], v[len(v)-1]
	if a == '.' || a == '+' {
		return v[1] == '$' && e.Digits() == 0 || v[1] == ' ' || isLetter(v[1]) && e.Digits() == 0 && e.Total < 40
	}
	return (b == '.' || b == '+') && v[len(v)-2] == ' '
}

// unlike says what speaks against v, which passed common, being opaque at threshold t.
func unlike(v string, e lexicon.Evidence, t int, quoted bool) lexicon.Form {
	switch {
	case !e.Opaque(v, t):
		return lexicon.Word
	case lexicon.IsNumber(v):
		return lexicon.Number
	case e.Joins() > 1 && lexicon.IsFile(v):
		return lexicon.Path
	case lexicon.IsIdentifier(v, e), e.Joins() > 0 && lexicon.IsObject(v), lexicon.IsAcronym(v), t > opaqueValue && lexicon.IsRelease(v, e):
		return lexicon.Identifier
	case !quoted && labelled(v):
		return lexicon.Code
	case pairLike(v) && (!quoted || lexicon.Weigh(v[:strings.IndexByte(v, '=')]).Total < wordEvidence):
		return lexicon.Code
	}
	return lexicon.None
}

// pairLike reports whether v is name=value: that pair is judged by its own name.
func pairLike(v string) bool {
	i := strings.IndexByte(v, '=')
	if i < 1 || i > 48 || i+1 >= len(v) || v[i+1] == '=' || !isLetter(v[0]) && v[0] != '_' {
		return false
	}
	for k := 0; k < i; k++ {
		if !isWordByte(v[k]) && v[k] != '-' && v[k] != '.' {
			return false
		}
	}
	return lexicon.Weigh(v[:i]).Total < 2*wordEvidence
}

// isPointer reports whether v is an address in memory, as dumps and stack traces have it: {0xc0000a2000, 0x7f1b2c3d4e50>.
func isPointer(v string) bool {
	if len(v) > 3 && v[0] == '{' {
		v = v[1:]
	}
	if len(v) < 3 || v[0] != '0' || v[1]|0x20 != 'x' {
		return false
	}
	v = strings.TrimRight(v, ">})")
	return len(v) > 2 && len(v) <= 14 && lexicon.IsNumber(v)
}

// packageName reports whether v is a word or the name of a package, which heads the errors that it
// returns: asn1, x509.
func packageName(v string, e lexicon.Evidence) bool {
	if e.Letters() == len(v) {
		return e.Total < wordEvidence
	}
	return lexicon.IsAlgorithm(v)
}

// wordFollows reports whether rest goes on as prose does: a blank and a word that is
// not the next name of a dump (name:value).
func wordFollows(rest string) bool {
	if len(rest) < 3 || rest[0] != ' ' || !isLetter(rest[1]) && rest[1] != '(' || !isLetter(rest[2]) && rest[2] != ' ' {
		return false
	}
	i := 2
	for i < len(rest) && i < nameLimit && isWordByte(rest[i]) {
		i++
	}
	return i+1 >= len(rest) || rest[i] != ':' && rest[i] != '=' || rest[i+1] <= ' '
}

// quoteFollows reports whether a quoted text follows a word: converting 'x' to type int.
func quoteFollows(rest string) bool {
	return len(rest) > 1 && rest[0] == ' ' && strings.IndexByte("\"'`", rest[1]) >= 0
}

// pathVerbs are what is done with a path, as errors of the operating system say it.
var pathVerbs = lexicon.NewWords("open stat lstat read write mkdir mkdirall rmdir remove unlink rename chmod chown chdir readlink readdir create close truncate link symlink exec copy move load parse")

// pathFollows reports whether a path follows a word, which is then what was done with it: open /run/secrets/x.
func pathFollows(rest string) bool {
	return len(rest) > 2 && rest[0] == ' ' && (rest[1] == '/' && isWordByte(rest[2]) || rest[1] == '~' && rest[2] == '/' ||
		rest[1] == '.' && (rest[2] == '/' || rest[2] == '.') || len(rest) > 3 && isLetter(rest[1]) && rest[2] == ':' && (rest[3] == '\\' || rest[3] == '/'))
}

func startsBlank(rest string) bool { return rest != "" && isBlank(rest[0]) }

// metavar reports whether v stands for a value in a usage text: capitals only, or a
// word of such texts.
func metavar(v string) bool {
	upper := true
	for i := 0; i < len(v); i++ {
		if c := v[i]; !isUpper(c) && c != '_' && c != '-' {
			upper = false
			break
		}
	}
	return upper && len(v) < 20 || v[0] == '-' || lexicon.IsStop(v)
}

func wordsOnly(v string) bool {
	for i := 0; i < len(v); i++ {
		if c := v[i]; !isLetter(c) && c != '_' && c != '-' && c != '.' && c != ' ' {
			return false
		}
	}
	return true
}
