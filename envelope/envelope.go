// Package envelope holds an error before it is rendered. The packages below it
// render it, each in one format: its secrets masked, its texts cut, its lists
// filled within a budget.
package envelope

// A Problem is an error before rendering. Its texts are as the program reports
// them: they may hold secrets. So it has no String and no MarshalJSON; only a
// renderer should show it.
type Problem struct {
	Code    string   // of the error's kind, such as mcp.invalid-argument
	Message string   // what went wrong, in sentences
	Hint    string   // one line on what to do
	DocsURL string   // where Code is explained
	Actions []Action // the first ones are kept where not all fit
	Issues  []Issue  // the same
}

// An Issue is one of the problems a message lists.
type Issue struct {
	Path    string // as Path makes it; empty for the whole
	Message string // what is wrong there
}

// A Kind tells what an Action is.
type Kind uint8

const (
	RunCommand Kind = iota // run a command
	OpenPage               // open a page
	EditFile               // edit a file
)

// An Action is what a person or an agent can do about an error. Run, Open and
// Edit make one, so that no other kind exists.
type Action struct {
	kind Kind
	text string
}

// Run returns the action of running a shell command.
func Run(command string) Action { return Action{RunCommand, command} }

// Open returns the action of opening the page at an address.
func Open(url string) Action { return Action{OpenPage, url} }

// Edit returns the action of editing the file at a path.
func Edit(file string) Action { return Action{EditFile, file} }

// Kind returns what the action is.
func (a Action) Kind() Kind { return a.kind }

// Text returns the command, address or path. It may hold secrets.
func (a Action) Text() string { return a.text }
