// Command bare writes its argument. It is what linked is compared with.
package main

import "os"

func main() {
	if len(os.Args) > 1 {
		_, _ = os.Stdout.WriteString(os.Args[1])
	}
	// The caller looks at the process before it lets it end.
	_, _ = os.Stdin.Read(make([]byte, 1))
}
