package engine_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// The zero Redactor uses the rules of the release.
func Example() {
	var r engine.Redactor
	fmt.Println(r.Redact(`Get "https://api.example.com/v1?api_key=Xq7Tn2PfVb9LwKd4Zr8M&page=2": EOF`))
	// Output: Get "https://api.example.com/v1?api_key=(redacted)&page=2": EOF
}

func ExampleNew() {
	// Rules are data: take some away, add one's own.
	set := patterns.Default().Without("url-param").With(patterns.Rule{
		ID:      "acme",
		What:    "ACME token",
		Matcher: patterns.Token{Prefixes: []string{"acme_"}, Shape: "b62{20,}"},
	})
	r, err := engine.New(set, &engine.Options{Mask: engine.MaskRule, Allow: []string{"acme_00000000000000000000"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Redact("401 for acme_Xq7Tn2PfVb9LwKd4Zr8M"))
	// Output: 401 for (redacted:acme)
}

func ExampleNew_errors() {
	_, err := engine.New(patterns.NewSet(
		patterns.Rule{ID: "a", Matcher: patterns.Token{Prefixes: []string{"a_"}, Shape: "b62{"}},
		patterns.Rule{ID: "b"},
	), nil)
	var bad *engine.RuleError
	fmt.Println(errors.As(err, &bad), bad.ID, strings.Count(err.Error(), "\n")+1)
	// Output: true a 2
}

func ExampleRedactor_Append() {
	var r engine.Redactor
	buf := make([]byte, 0, 256) // with room, nothing is allocated
	buf = r.Append(buf, "dial postgres://app:Xq7Tn2PfVb@db:5432/main: refused")
	fmt.Println(string(buf))
	// Output: dial postgres://app:(redacted)@db:5432/main: refused
}

func ExampleRedactor_AppendBytes() {
	var r engine.Redactor
	fmt.Println(string(r.AppendBytes(nil, []byte("client_secret=Xq7Tn2PfVb9LwKd4"))))
	// Output: client_secret=(redacted)
}

func ExampleRedactor_AppendTruncated() {
	var r engine.Redactor
	fmt.Println(string(r.AppendTruncated(nil, "token Xq7Tn2PfVb9LwKd4Zr8M was rejected by the server of the tenant", 40)))
	// Output: token (redacted) was rejected by the…
}

func ExampleRedactor_AppendJSON() {
	var r engine.Redactor
	out, err := r.AppendJSON(nil, []byte(`{"user": "bob", "password": "hunter2", "retries": 3}`))
	fmt.Println(string(out), err)
	// Output: {"user": "bob", "password": "(redacted)", "retries": 3} <nil>
}

func ExampleRedactor_AppendValue() {
	var r engine.Redactor
	fmt.Println(string(r.AppendValue(nil, "password", "hunter2")), string(r.AppendValue(nil, "user", "bob")))
	// Output: (redacted) bob
}

func ExampleRedactor_Find() {
	var r engine.Redactor
	text := "redis://:Xq7Tn2PfVb@cache:6379/0 refused"
	for f := range r.Find(text) {
		fmt.Println(f.Rule, f.Start, f.End)
	}
	// Output: url-userinfo 9 19
}

func ExampleRedactor_Match() {
	var r engine.Redactor
	fmt.Println(r.Match("password must be at least 8 characters"), r.Match("password=hunter2"))
	// Output: false true
}

func ExampleRedactor_Error() {
	var r engine.Redactor
	cause := errors.New("open: permission denied")
	err := r.Error(fmt.Errorf("login with password=hunter2: %w", cause))
	fmt.Println(err)
	fmt.Println(errors.Is(err, cause))
	// Output:
	// login with password=(redacted): open: permission denied
	// true
}

func ExampleRedactor_Explain() {
	var r engine.Redactor
	look := func(s engine.Step) { fmt.Println(s.Rule, s.Start, s.End, s.Why, s.Masked) }
	r.Explain("password=hunter2", look)
	r.Explain("password=********", look)
	// Output:
	// password 9 16 no harmless form true
	// password 9 17 masked false
}

func ExampleRedactor_SecretKey() {
	var r engine.Redactor
	fmt.Println(r.SecretKey("dbPassword"), r.SecretKey("max_tokens"))
	// Output: true false
}

func ExampleRedactor_NewWriter() {
	var r engine.Redactor
	w := r.NewWriter(os.Stdout)
	fmt.Fprintln(w, "GET /v1?access_token=Xq7Tn2PfVb9LwKd4Zr8M 401")
	w.Close()
	// Output: GET /v1?access_token=(redacted) 401
}

func ExampleRedacted_Truncate() {
	var r engine.Redactor
	text := r.Redact("login failed: password=hunter2 for bob")
	fmt.Println(text.Truncate(36))
	fmt.Println(text.Truncate(29))
	// Output:
	// login failed: password=(redacted)…
	// login failed: password=…
}

func ExampleRedacted_LogValue() {
	var r engine.Redactor
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	log.Error("login", "err", r.Redact("password=hunter2"))
	// Output: level=ERROR msg=login err="password=(redacted)"
}

func ExampleMaskTag() {
	// Equal secrets have equal tags, so that two errors can be compared.
	r, err := engine.New(patterns.Default(), &engine.Options{Mask: engine.MaskTag, TagKey: []byte("rotate me")})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := r.Redact("password=hunter2").String(), r.Redact("password=hunter2").String()
	fmt.Println(a == b, len(a))
	// Output: true 28
}

func ExampleRedactor_NewReader() {
	var r engine.Redactor
	body := strings.NewReader("GET /v1?api_key=Xq7Tn2PfVb9LwKd4Zr8M&page=2\nAccept: */*\n")
	if _, err := io.Copy(os.Stdout, r.NewReader(body)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// GET /v1?api_key=(redacted)&page=2
	// Accept: */*
}

func ExampleKnownFromEnv() {
	// os.Environ() in a program.
	known, skipped := engine.KnownFromEnv([]string{"HOME=/root", "DB_PASSWORD=correct-horse-7", "API_TOKEN=x"})
	r, err := engine.New(patterns.Default(), &engine.Options{Known: known, Mask: engine.MaskRule})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(skipped), r.Redact("lookup correct-horse-7.internal: no such host"))
	// Output: 1 lookup (redacted:known:DB_PASSWORD).internal: no such host
}

func ExampleMaskText() {
	r, err := engine.New(patterns.Default(), &engine.Options{Mask: engine.MaskText("(secret)")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Redact("login: password=correct-horse-7 refused"))
	// Output: login: password=(secret) refused
}

func ExampleRedactor_With() {
	var r engine.Redactor
	issued, err := r.With(engine.Known{Name: "session", Value: "correct horse 7"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(issued.Redact("cannot parse correct horse 7 here"))
	// Output: cannot parse (redacted) here
}
