// Command linked writes its argument with its secrets masked: the least program that
// links the engine.
package main

import (
	"os"

	"github.com/redactbench/redactbench/engine"
)

func main() {
	var r engine.Redactor
	if len(os.Args) > 1 {
		_, _ = os.Stdout.Write(r.Append(nil, os.Args[1]))
	}
	// The caller looks at the process before it lets it end.
	_, _ = os.Stdin.Read(make([]byte, 1))
}
