package patterns

// The matchers of this file know a secret by where it stands.

// A Userinfo masks the password of a URL's userinfo, and the user where it
// stands alone and looks opaque (RFC 3986, section 3.2.1). Parse errors cut
// and break URLs, so the secret is looked for also where the text is no URL any more.
type Userinfo struct{}

// A DSN masks the password in a data source name without a scheme, between a
// user and an @: user:password@tcp(host)/db of go-sql-driver/mysql.
type DSN struct {
	// Markers are the literals that follow the password, from the @ on.
	Markers []string
	// Heads are the literals that the user follows; where they are given there need be no Markers.
	Heads []string
	// Split stands between user and password; 0: there is no user.
	Split byte
}

// Credentials masks what follows the name of an authentication scheme
// (RFC 9110, section 11): Bearer, Basic and so on.
type Credentials struct {
	// Schemes are names, matched in any case.
	Schemes []string
}

// A Cookie masks the values of a Cookie or Set-Cookie header (RFC 6265), save
// attributes and the cookies that are known to be harmless.
type Cookie struct {
	// Harmless are names of cookies and attributes whose values stay.
	Harmless []string
}

// A Flag masks the value of a command's option where the option alone proves
// nothing: mysql -pX, docker login -p X, curl -u user:X.
type Flag struct {
	// Commands are words one of which stands before the flag in the same line.
	Commands []string
	// Flags are the options with their dashes.
	Flags []string
	// Attached says that the value may follow without a blank.
	Attached bool
	// After, where set, is the byte behind which the secret begins: ':' of user:password.
	After byte
}

// A Call masks an argument of a call by its position, as stack traces and
// command echoes print it.
type Call struct {
	// Anchors are what precedes the first argument, in exact case.
	Anchors []string
	// Arg is the argument to mask, counted from 1, quoted or between brackets.
	Arg int
	// Words says that the arguments are the words of a command line. Those that
	// begin with a dash do not count.
	Words bool
}

// An Echo masks what a fixed phrase of a known program repeats of a secret.
type Echo struct {
	// Before are the phrases, in any case; the secret follows, to the end of its quotes.
	Before []string
	// Label, where set, says that the secret may stand in one of the next lines, and is what may be before it there.
	Label string
}

// A Member masks the value of a member of an object in which a path behind it ends in the name of a key:
// {"received": "x", "path": ["user", "password"]}.
type Member struct {
	// Names are the members that hold such a value, and Path is the one that holds the path.
	Names []string
	Path  string
	// Bare says that names have no quotes, as Node.js shows objects: { value: 'x', property: 'password' }.
	Bare bool
}

// A Located masks a value that a message tells apart from where it was: a path that begins at most 4 KiB behind it, in the
// same line or some lines below, ends in the name of a key: Login["password"], ['user']['password'] or user/password.
type Located struct {
	// Before are phrases that the value follows, in exact case, with the quote that opens it or without. After are phrases
	// that follow the value, with the quote that ends it or without.
	Before, After []string
	// Path stands before the path.
	Path string
}

// A Piped masks what is piped into a command that reads a secret: echo x | docker login --password-stdin, also where a shell tells
// both one after the other (set -x).
type Piped struct {
	// Into are the commands, with the bar before them or without, or the options of them that say so, in exact case.
	Into []string
	// After, where set, is the byte behind which the secret begins: ':' of user:password.
	After byte
}

func (Userinfo) matcher()    {}
func (DSN) matcher()         {}
func (Credentials) matcher() {}
func (Cookie) matcher()      {}
func (Flag) matcher()        {}
func (Call) matcher()        {}
func (Echo) matcher()        {}
func (Member) matcher()      {}
func (Located) matcher()     {}
func (Piped) matcher()       {}
