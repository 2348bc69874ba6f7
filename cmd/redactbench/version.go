package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Help is what version --help adds.
func (versionCmd) Help() string {
	return `Example:

  redactbench version

Exit status: 0 done.`
}

func (versionCmd) Run(a *app) error {
	_, err := fmt.Fprintf(a.stdout, "redactbench %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the version that the toolchain stamped: of the module where it
// was installed by go install, else of the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
