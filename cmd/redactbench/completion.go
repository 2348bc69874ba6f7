package main

import (
	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/patterns"
)

type completionCmd struct{ kongcompletion.Completion }

// Help is what completion --help adds.
func (completionCmd) Help() string {
	return `Says which line in your shell's start-up file completes commands, flags, rules and kinds by the tab key, for bash, zsh or fish. Without a shell it is the login shell.

Examples:

  redactbench completion zsh
  source <(redactbench completion -c bash)

Exit status: 0 done; 1 the login shell is none of these; 2 wrong usage, such as another shell.`
}

// completes answers a shell that asks for completions, by ending the run, and otherwise does
// nothing.
func completes(parser *kong.Kong) {
	kongcompletion.Register(parser,
		kongcompletion.WithPredictor("rule", complete.PredictFunc(func(complete.Args) (ids []string) {
			for _, r := range patterns.Default().Rules() {
				ids = append(ids, r.ID)
			}
			return ids
		})),
		kongcompletion.WithPredictor("kind", complete.PredictSet(gen.Kinds()...)),
	)
}
