// Package patterns holds redaction rules as data: what one kind of secret
// looks like, its name, and texts that show it. Nothing is compiled here;
// package engine turns a Set into matchers.
package patterns

import "slices"

// A Rule says what one kind of secret looks like.
type Rule struct {
	// ID names the rule: lower-case letters, digits and dashes. It is stable
	// from release to release and appears in findings, masks and reports.
	ID string
	// What names the kind of secret in a few words.
	What string
	// Matcher is the shape.
	Matcher Matcher
	// Verify, where set, is asked about the bytes of each candidate, of long ones
	// about the first 1,024; false means that they are not this rule's secret. It must
	// not keep its argument. A panic in it counts as true.
	Verify func(secret []byte) bool
	// Match and NoMatch are sample texts. In a Match text, {token} stands for
	// a secret generated in the rule's shape (see Sample), so that no rule file holds
	// anything that looks like a credential.
	Match, NoMatch []string
}

// Matcher is one of the types of this package that say so; the set is closed.
type Matcher interface{ matcher() }

// A Token is a secret that is known by its shape alone, such as an API token
// with a provider's prefix. The secret is the prefix, the shape and the rest of the unbroken run after it.
type Token struct {
	// Prefixes are the literals one of which begins the secret, in exact case.
	// They are the rule's anchors.
	Prefixes []string
	// Shape is what follows the prefix; see ParseShape.
	Shape string
	// Before is the shape of what precedes the anchor and belongs to the secret,
	// for tokens that are known by a literal in their middle.
	Before string
	// Boundary demands that the byte before the secret is no letter, digit, _ or
	// -, unless an escape such as \n or %3D ends there. It is implied for prefixes
	// under 4 bytes without Before.
	Boundary bool
	// KeepPrefix leaves the prefix as it is and masks what follows: a
	// capability URL's host and fixed segments.
	KeepPrefix bool
	// Fold ignores the case of the prefix, for host names.
	Fold bool
}

// Strength says how much a key's name proves about its value.
type Strength uint8

const (
	// Weak keys (key, token, auth) mask a value only if it looks opaque.
	Weak Strength = iota
	// Strong keys (api_key, access_token) mask any value that is no
	// placeholder and no word.
	Strong
	// Human keys (password) mask any value that is no placeholder and no prose.
	Human
)

// A Key masks the value of a key by the key's name, in any dress: assignment,
// JSON, YAML, header, flag, map dump, XML and so on.
type Key struct {
	// Names are stems in lower case, their words joined by _: "password",
	// "api_key". A blank in a name is one in the text; letters that are not ASCII match in the case given. A key matches when its name, without regard to case and joiners,
	// ends in a stem; trailing digits and words such as prod or value do not count.
	Names []string
	// Strength is what the name proves.
	Strength Strength
	// Word demands that the stem begins a word of the name: at its start, after a
	// joiner or at a hump.
	Word bool
	// NotAfter are words, in lower case, after which the stem names something
	// else: "page" before token, "public" before key.
	NotAfter []string
	// Directive says that the name is a setting's or statement's, which the value follows
	// after a blank: requirepass x, IDENTIFIED BY 'x'.
	Directive bool
	// Pair says that the value is user:password, of which the user stays.
	Pair bool
	// Words says that the value is words, 12 to 24, as wallets are restored with (BIP 39). Of
	// Directive, Pair and Words one counts, the first.
	Words bool
	// NotUUID says that no secret of it is what things are found by: a UUID, alone or behind a word and a colon, the key of a
	// cache, and the public members of a JSON Web Key.
	NotUUID bool
}

// A Param masks the values of URL parameters by exact name, ignoring case.
type Param struct {
	Names []string
	// Opaque masks only values that look opaque (code=, state=).
	Opaque bool
}

// A Block masks from a line that begins with Begin and names one of Labels to
// the line that begins with End, or to where the block stops if it was cut.
type Block struct {
	Begin, End string
	Labels     []string
}

func (Token) matcher() {}
func (Key) matcher()   {}
func (Param) matcher() {}
func (Block) matcher() {}

// A Set is an ordered list of rules. The zero Set is empty. A Set is immutable: its methods
// return new ones.
type Set struct{ rules []Rule }

// NewSet returns a set of the rules.
func NewSet(rules ...Rule) Set { return Set{slices.Clone(rules)} }

// With returns the set with rules added at its end; a rule whose ID the set
// already holds takes that rule's place.
func (s Set) With(rules ...Rule) Set {
	out := slices.Clone(s.rules)
	for _, r := range rules {
		if i := slices.IndexFunc(out, func(o Rule) bool { return o.ID == r.ID }); i >= 0 {
			out[i] = r
			continue
		}
		out = append(out, r)
	}
	return Set{out}
}

// Without returns the set without the rules named. IDs that it does not hold are ignored.
func (s Set) Without(ids ...string) Set {
	return Set{slices.DeleteFunc(slices.Clone(s.rules), func(r Rule) bool { return slices.Contains(ids, r.ID) })}
}

// Rules returns the rules in order. The slice is the caller's.
func (s Set) Rules() []Rule { return slices.Clone(s.rules) }

// Len returns the number of rules.
func (s Set) Len() int { return len(s.rules) }
