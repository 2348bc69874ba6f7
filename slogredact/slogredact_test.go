package slogredact_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/slogtest"
	"time"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
	"github.com/redactbench/redactbench/slogredact"
)

// secret returns a value that no rule knows by its shape, another each time.
func secret() string {
	const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := []byte("q7X")
	for range 21 {
		b = append(b, letters[rand.IntN(len(letters))])
	}
	return string(b)
}

// token returns a token that its shape alone gives away.
func token() string { return "gh" + "p_" + strings.Repeat(secret(), 2)[:36] }

type stringer struct{ s string }

func (s stringer) String() string { return "stringer " + s.s }

type valuer struct{ v slog.Value }

func (v valuer) LogValue() slog.Value { return v.v }

type account struct {
	User     string
	Password string
	hidden   string
	Keys     map[string]any
	Inner    *account
}

// A stackError shows more by %+v than by Error.
type stackError struct{ more string }

func (e *stackError) Error() string { return "cannot connect" }
func (e *stackError) Format(f fmt.State, verb rune) {
	_, _ = io.WriteString(f, e.Error())
	if verb == 'v' && f.Flag('+') {
		_, _ = io.WriteString(f, "\npassword="+e.more)
	}
}

type jsonError struct{ Password string }

func (jsonError) Error() string { return "json error" }
func (e jsonError) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"password": e.Password})
}

type textMarshaler struct{ s string }

func (t textMarshaler) MarshalText() ([]byte, error) { return []byte("password=" + t.s), nil }

type panics struct{ s string }

func (p panics) String() string { panic("password=" + p.s) }
func (p panics) Error() string  { panic("password=" + p.s) }

var handlers = map[string]func(io.Writer) slog.Handler{
	"json": func(w io.Writer) slog.Handler {
		return slog.NewJSONHandler(w, &slog.HandlerOptions{AddSource: true})
	},
	"text": func(w io.Writer) slog.Handler {
		return slog.NewTextHandler(w, &slog.HandlerOptions{AddSource: true})
	},
}

// checkGone fails if a part of a secret of 6 bytes is in the text.
func checkGone(t *testing.T, text string, secrets ...string) {
	t.Helper()
	for _, s := range secrets {
		for i := 0; i+6 <= len(s); i++ {
			if strings.Contains(text, s[i:i+6]) {
				t.Errorf("%d bytes of the secret are left at %d: %s", 6, i, text)
				break
			}
		}
	}
}

func TestNoSecretReachesTheHandler(t *testing.T) {
	rows := []struct {
		name string
		log  func(l *slog.Logger, s, token string)
		kept string // beside "kept", what must be left
	}{
		{"in the message", func(l *slog.Logger, s, _ string) { l.Info("kept dial postgres://app:" + s + "@db/main") }, "@db/main"},
		{"under a key of secrets", func(l *slog.Logger, s, _ string) { l.Info("kept", "password", s, "user", "app") }, "app"},
		{"in a text under any key", func(l *slog.Logger, s, _ string) { l.Info("kept", "cmd", "curl -u ci:"+s+" https://ci") }, "curl -u ci:"},
		{"a token in a key", func(l *slog.Logger, _, tok string) { l.Info("kept", tok, 1) }, ""},
		{"in a group", func(l *slog.Logger, s, _ string) {
			l.Info("kept", slog.Group("db", slog.Group("auth", "password", s, "user", "app")))
		}, "app"},
		{"a number under a key of passwords", func(l *slog.Logger, s, _ string) { l.Info("kept", "password", int64(8231905577123)) }, ""},
		{"With", func(l *slog.Logger, s, _ string) { l.With("password", s, "user", "app").Info("kept") }, "app"},
		{"WithGroup", func(l *slog.Logger, s, _ string) { l.WithGroup("db").With("password", s).Info("kept", "api_key", s) }, "db"},
		{"an error", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "err", fmt.Errorf("wrapped: %w", errors.New("password="+s)))
		}, "wrapped"},
		{"an error that shows more by %+v", func(l *slog.Logger, s, _ string) { l.Info("kept", "err", &stackError{s}) }, "cannot connect"},
		{"an error that is JSON", func(l *slog.Logger, s, _ string) { l.Info("kept", "err", jsonError{s}) }, ""},
		{"a Stringer", func(l *slog.Logger, s, _ string) { l.Info("kept", "v", stringer{"password=" + s}) }, ""},
		{"a Stringer under a key of secrets", func(l *slog.Logger, s, _ string) { l.Info("kept", "password", stringer{s}) }, ""},
		{"a TextMarshaler", func(l *slog.Logger, s, _ string) { l.Info("kept", "v", textMarshaler{s}) }, "password="},
		{"a LogValuer", func(l *slog.Logger, s, _ string) { l.Info("kept", "password", valuer{slog.StringValue(s)}) }, ""},
		{"a LogValuer of a group", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "v", valuer{slog.GroupValue(slog.Any("in", valuer{slog.GroupValue(slog.String("password", s))}))})
		}, "in"},
		{"a struct", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "v", account{User: "app", Password: s, hidden: "password=" + s, Keys: map[string]any{"api_key": s}, Inner: &account{Password: s}})
		}, "app"},
		{"a map", func(l *slog.Logger, s, tok string) {
			l.Info("kept", "v", map[string]any{"list": []any{map[string]string{"password": s}}, "x": tok})
		}, "list"},
		{"a header", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "h", map[string][]string{"Authorization": {"Bearer " + s}, "Accept": {"text/html"}})
		}, "text/html"},
		{"a list under a key of secrets", func(l *slog.Logger, s, _ string) { l.Info("kept", "passwords", []string{s}, "n", 1) }, ""},
		{"bytes", func(l *slog.Logger, s, _ string) { l.Info("kept", "body", []byte(`{"password":"`+s+`"}`)) }, ""},
		{"raw JSON", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "body", json.RawMessage(`{"password":"`+s+`","a":1}`))
		}, ""},
		{"a panic", func(l *slog.Logger, s, _ string) { l.Info("kept", "v", panics{s}) }, "PANIC"},
		{"what JSON cannot hold", func(l *slog.Logger, s, _ string) {
			l.Info("kept", "v", map[string]any{"f": func() {}, "password": s})
		}, ""},
	}
	for _, row := range rows {
		for name, handler := range handlers {
			t.Run(row.name+"/"+name, func(t *testing.T) {
				var b bytes.Buffer
				s, tok := secret(), token()
				row.log(slog.New(slogredact.New(handler(&b), nil)), s, tok)
				out := b.String()
				checkGone(t, out, s, tok, "8231905577123")
				if !strings.Contains(out, "kept") || !strings.Contains(out, row.kept) {
					t.Errorf("lost what is no secret: %s", out)
				}
				if !strings.Contains(out, "slogredact_test.go") {
					t.Errorf("lost the source: %s", out)
				}
				if name == "json" && !json.Valid(b.Bytes()) {
					t.Errorf("no JSON: %s", out)
				}
			})
		}
	}
}

func TestWhatIsCleanRendersAsBefore(t *testing.T) {
	at := time.Date(2025, 1, 2, 3, 4, 5, 6, time.UTC)
	attrs := []any{
		"s", "text", "i", -1, "u", uint64(1), "f", 1.5, "b", true, "d", time.Second, "t", at, "nil", nil,
		"err", errors.New("plain"), "wrapped", fmt.Errorf("a: %w", io.EOF), "stack", &stackError{},
		"stringer", stringer{"x"}, "struct", struct{ User, hidden string }{"app", "h"}, "map", map[string]int{"b": 1, "a": 2},
		"bytes", []byte("abc"), "raw", json.RawMessage(`{"z":1,"a":[]}`), "html", map[string]string{"x": "<&>"},
		"nilError", (*stackError)(nil), "valuer", valuer{slog.GroupValue(slog.Int("x", 1))},
		slog.Group("g", "x", 1, slog.Group("h", "y", 2)), slog.Group("", "inlined", 1), slog.Group("empty"), "url", &struct{ A string }{"b"},
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			log := func(wrap bool) string {
				var b bytes.Buffer
				h := handler(&b)
				if wrap {
					h = slogredact.New(h, nil)
				}
				h = h.WithAttrs([]slog.Attr{slog.Any("err", io.EOF)}).WithGroup("g").WithGroup("").WithAttrs(nil)
				record := slog.NewRecord(at, slog.LevelWarn, "message", 0)
				record.Add(attrs...)
				if err := h.Handle(t.Context(), record); err != nil {
					t.Fatal(err)
				}
				return b.String()
			}
			if got, want := log(true), log(false); got != want {
				t.Errorf("\n%s\nnot\n%s", got, want)
			}
		})
	}
}

func TestAHandlerConforms(t *testing.T) {
	var b bytes.Buffer
	err := slogtest.TestHandler(slogredact.New(slog.NewJSONHandler(&b, nil), nil), func() (all []map[string]any) {
		for line := range strings.Lines(b.String()) {
			var m map[string]any
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	})
	if err != nil {
		t.Error(err)
	}
}

// A keeper keeps the last record.
type keeper struct{ record slog.Record }

func (k *keeper) Enabled(context.Context, slog.Level) bool { return true }
func (k *keeper) WithAttrs([]slog.Attr) slog.Handler       { return k }
func (k *keeper) WithGroup(string) slog.Handler            { return k }
func (k *keeper) Handle(_ context.Context, r slog.Record) error {
	k.record = r
	return nil
}

func TestAnErrorStaysAnErrorAndDoesNotUnwrap(t *testing.T) {
	k := &keeper{}
	cause := errors.New("password=" + secret())
	slog.New(slogredact.New(k, nil)).Info("m", "err", fmt.Errorf("dial: %w", cause))
	k.record.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		if !ok || err.Error() != "dial: password=(redacted)" || errors.Unwrap(err) != nil || errors.Is(err, cause) {
			t.Errorf("%#v", a.Value.Any())
		}
		return true
	})
	if cause.Error() == "password=(redacted)" {
		t.Error("the error itself was changed")
	}
}

// A looping resolves to a group that holds it.
type looping struct{}

func (l looping) LogValue() slog.Value { return slog.GroupValue(slog.Any("in", l)) }

func TestAGroupThatHoldsItselfEnds(t *testing.T) {
	var b bytes.Buffer
	slog.New(slogredact.New(slog.NewJSONHandler(&b, nil), nil)).Info("m", "v", looping{})
	if !json.Valid(b.Bytes()) || !strings.Contains(b.String(), "…") {
		t.Error(b.String())
	}
}

func TestCleanRecordsDoNotAllocate(t *testing.T) {
	ctx := t.Context()
	attrs := []slog.Attr{slog.String("path", "/srv/app/main.go"), slog.String("token", "${TOKEN}"), slog.Int("n", 3), slog.Duration("took", time.Second)}
	k := &keeper{}
	h := slogredact.New(k, nil)
	record := slog.NewRecord(time.Now(), slog.LevelInfo, "connection refused by db.example.com", 0)
	record.AddAttrs(attrs...)
	if n := testing.AllocsPerRun(100, func() { _ = h.Handle(ctx, record) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestKnownValuesAreMasked(t *testing.T) {
	s := secret()
	r, err := engine.New(patterns.Default(), &engine.Options{Known: []engine.Known{{Name: "K", Value: s}}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	slog.New(slogredact.New(slog.NewJSONHandler(&b, nil), r)).Info("prose "+s, "x", s)
	checkGone(t, b.String(), s)
}

func BenchmarkHandle(b *testing.B) {
	h := slogredact.New(&keeper{}, nil)
	for name, text := range map[string]string{"clean": "connection refused by db.example.com", "masked": "dial postgres://app:hunter2x9Q@db.example.com/main"} {
		b.Run(name, func(b *testing.B) {
			record := slog.NewRecord(time.Now(), slog.LevelInfo, "request failed", 0)
			record.AddAttrs(slog.String("err", text), slog.String("path", "/srv/app"), slog.Int("n", 3))
			b.ReportAllocs()
			for b.Loop() {
				_ = h.Handle(b.Context(), record)
			}
		})
	}
}
