package engine

import (
	"strings"

	"github.com/redactbench/redactbench/internal/lexicon"
	"github.com/redactbench/redactbench/internal/swar"
	"github.com/redactbench/redactbench/patterns"
)

// strength returns what the key proves where it stands.
func (f *finder) strength(k *keyName, c *keyHit, d *dress) patterns.Strength {
	src := f.src
	switch {
	case d.sep == ':' && c.start > 0 && src[c.start-1] == ':': // user:password:gid lists fields
		return patterns.Weak
	case c.weaker && c.nameEnd == c.end+1 && (d.sep == '=' || d.sep == ':') && d.at < len(src) && strings.IndexByte("[-\"'", src[d.at]) >= 0:
		return k.strength // a plural whose values are listed
	case c.weaker:
		d.human = k.strength == patterns.Human
		return patterns.Weak
	case d.sep == ' ' && !d.flag && k.text == "secret":
		return patterns.Strong // the secrets of Kubernetes have names: secret "db-2" not found
	case d.sep == ',' && !d.flag && !pair(src, c.start, d):
		return patterns.Weak
	case d.sep == ':' && d.quote == 0 && len(k.text) <= 4 && c.start == c.hit && k.strength == patterns.Human && src[d.at-1] == ' ' && verdict(src, c, d):
		return patterns.Weak
	case d.sep == ':' && d.quote == 0 && src[d.at-1] == ' ' && function(src[c.start:c.nameEnd]) && cause(src[d.at:]):
		return patterns.Weak // auth.CheckPassword: open users.db: no such file
	}
	return k.strength
}

// verbs begin the names of functions, which head the errors that they wrap.
var verbs = lexicon.NewWords(`change check compare create decode decrypt delete encode encrypt fetch find forgot generate get handle
	hash load lookup parse post put read refresh reset resolve rotate save set store update validate
	verify write`)

// function reports whether a name is that of a function rather than of a value: a verb and
// a hump.
func function(name string) bool {
	name = name[swar.LastIndex(name, '.')+1:]
	for i := 1; i < len(name); i++ {
		if isUpper(name[i]) && !isUpper(name[i-1]) && verbs.Has(name[:i]) {
			return true
		}
	}
	return false
}

// cause reports whether a text begins as an error does that a function's name heads: with
// a word in small letters that others or its own colon follow.
func cause(s string) bool {
	n := 0
	for n < len(s) && s[n]-'a' < 26 {
		n++
	}
	if n < len(s) && s[n] == ':' {
		n++
	}
	return n > 0 && n+1 < len(s) && s[n] == ' ' && s[n+1] > ' ' && s[n+1] != '#'
}

func wordLen(s string) int {
	n := 0
	for n < len(s) && s[n] > ' ' {
		n++
	}
	return n
}

// verdict reports whether pass: or pin: says how a test went or heads a sentence: in
// capitals, or with words behind the first.
func verdict(src string, c *keyHit, d *dress) bool {
	if b := src[d.at]; b == '"' || b == '\'' || b == '`' {
		return false
	}
	if isUpper(src[c.nameEnd-1]) {
		return true
	}
	e := d.at + wordLen(src[d.at:])
	return e+1 < len(src) && src[e] == ' ' && src[e+1] > ' ' && strings.IndexByte("#})]", src[e+1]) < 0
}
