package patterns

// A Regexp masks what a group of an expression matches. The engine looks for the
// expression only around its anchors, and finds there what RE2 finds in the whole text.
type Regexp struct {
	// Expr is in RE2 syntax, as package regexp/syntax reads it with its Perl flags. It must
	// not match the empty text.
	Expr string
	// Anchors are literals one of which, in either case of its ASCII letters, is in every
	// match; what holds none of them is not found. Without them the engine derives them from
	// the expression. Letters of derived anchors match ASCII only, although (?i)k also
	// stands for the Kelvin sign.
	Anchors []string
	// Group is the number of the group that is the secret. 0 is the group named "secret", or
	// the whole match where there is none; FirstGroup is the first group that is not empty.
	Group int
	// MinEntropy is what the secret's bytes must have more of than this, in bits per byte
	// (Shannon); 0 asks for nothing.
	MinEntropy float64
	// Except say which matches are no secrets.
	Except []Exception
}

// FirstGroup as Regexp.Group is the first group that matches something, or the whole match if none does.
const FirstGroup = -1

// An Exception says what is no secret although an expression matches.
type Exception struct {
	// Words are literals that, in either case of their ASCII letters, the secret holds.
	Words []string
	// Exprs are expressions, one of which the target holds.
	Exprs []string
	// Target is what Exprs look at.
	Target Target
	// Both demands a word and an expression where there are both; else either will do.
	Both bool
}

// A Target is what the expressions of an Exception look at.
type Target uint8

const (
	// TargetSecret is the secret.
	TargetSecret Target = iota
	// TargetMatch is all that the rule's expression matched.
	TargetMatch
	// TargetLine is the lines of the match, but no more than 512 bytes before and behind it.
	TargetLine
)

func (Regexp) matcher() {}
