package main

import (
	"encoding/hex"
	"strings"
	"testing"
)

func TestKnownValuesOfTheEnvironment(t *testing.T) {
	secret := token(30)[4:] // without its prefix it has no shape
	t.Setenv("REDACTBENCH_TEST_PASSWORD", secret)
	t.Setenv("REDACTBENCH_SHORT_PASSWORD", "x9z")
	in := "got x" + secret + "y and " + hex.EncodeToString([]byte(secret)) + "\n"
	r := command(in, "redact", "--known-env")
	r.check(t, exitDone, "got x(redacted)y and (redacted)\n")
	if !strings.Contains(r.errout, "REDACTBENCH_SHORT_PASSWORD") || strings.Contains(r.errout, "x9z") {
		t.Errorf("standard error: %s", r.errout)
	}
	command("got x"+secret[:20]+"y\n", "redact").check(t, exitDone, "got x"+secret[:20]+"y\n")
}

func TestKnownValuesOfAFile(t *testing.T) {
	secret := token(31)[4:]
	known := file(t, "known", "# a comment\n\nDB = not trimmed "+secret+"\r\nOTHER="+secret+"=x\n")
	command("a "+secret+"=x b\n", "redact", "--known-file", known).check(t, exitDone, "a (redacted) b\n")
	r := command("a not trimmed "+secret+"\n", "find", "--known-file", known)
	if r.status != exitFound || !strings.Contains(r.out, "known:DB") {
		t.Errorf("status %d, output %s", r.status, r.out)
	}
}

func TestBadKnownValuesAreNamedNotShown(t *testing.T) {
	known := file(t, "known", "no separator here\nSHORT=q7x\n=novalue99\n")
	r := command("", "redact", "--known-file", known)
	if r.status != exitUsage || !strings.Contains(r.errout, "known:1: not NAME=VALUE") || !strings.Contains(r.errout, "known:3: ") {
		t.Errorf("status %d: %s", r.status, r.errout)
	}
	r = command("", "redact", "--known-file", file(t, "known", "SHORT=q7x\n"))
	if r.status != exitUsage || !strings.Contains(r.errout, "known:SHORT") {
		t.Errorf("status %d: %s", r.status, r.errout)
	}
	if strings.Contains(r.errout, "q7x") || strings.Contains(r.errout, "novalue99") {
		t.Errorf("shows a value: %s", r.errout)
	}
	command("", "redact", "--known-file", known+".missing").check(t, exitUsage, "")
}
