package slogredact_test

import (
	"errors"
	"log/slog"
	"os"

	"github.com/redactbench/redactbench/slogredact"
)

func ExampleNew() {
	noTime := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{} // the same each time
		}
		return a
	}}
	plain := slog.NewTextHandler(os.Stdout, noTime)

	log := slog.New(slogredact.New(plain, nil))
	log.Error("cannot connect", "err", errors.New("dial postgres://app:s3cr3t-pa55w0rd@db/main: refused"), "password", "hunter2")
	// Output:
	// level=ERROR msg="cannot connect" err="dial postgres://app:(redacted)@db/main: refused" password=(redacted)
}
