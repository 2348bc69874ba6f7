package loggers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/redactbench/redactbench/engine"
)

func Example_zap() {
	var r engine.Redactor
	w := r.NewWriter(os.Stdout)
	defer func() { _ = w.Close() }() // what waits for a next line

	config := zap.NewProductionEncoderConfig()
	config.TimeKey = "" // the same each time
	core := zapcore.NewCore(zapcore.NewJSONEncoder(config), zapcore.Lock(zapcore.AddSync(w)), zap.InfoLevel)
	log := zap.New(core)
	log.Error("cannot connect", zap.Error(errors.New("dial postgres://app:s3cr3t-pa55w0rd@db/main: refused")), zap.String("password", "hunter2"))
	// Output:
	// {"level":"error","msg":"cannot connect","error":"dial postgres://app:(redacted)@db/main: refused","password":"(redacted)"}
}

func Example_zerolog() {
	var r engine.Redactor
	w := r.NewWriter(os.Stdout)
	defer func() { _ = w.Close() }() // what waits for a next line

	log := zerolog.New(zerolog.SyncWriter(w))
	log.Error().Err(errors.New("dial postgres://app:s3cr3t-pa55w0rd@db/main: refused")).Str("password", "hunter2").Msg("cannot connect")
	// Output:
	// {"level":"error","error":"dial postgres://app:(redacted)@db/main: refused","password":"(redacted)","message":"cannot connect"}
}

// secret returns a password, another each time.
func secret() string {
	const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := []byte("q7X")
	for range 21 {
		b = append(b, letters[rand.IntN(len(letters))])
	}
	return string(b)
}

type account struct {
	User, Password string
}

// loggers log a message, an error, a text and a struct.
var loggers = map[string]func(w io.Writer) func(message string, err error, text string, v account){
	"zap json": func(w io.Writer) func(string, error, string, account) {
		return zapLogger(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), w)
	},
	"zap console": func(w io.Writer) func(string, error, string, account) {
		return zapLogger(zapcore.NewConsoleEncoder(zap.NewDevelopmentEncoderConfig()), w)
	},
	"zerolog json": func(w io.Writer) func(string, error, string, account) {
		return zerologLogger(zerolog.SyncWriter(w))
	},
	"zerolog console": func(w io.Writer) func(string, error, string, account) {
		return zerologLogger(zerolog.SyncWriter(zerolog.ConsoleWriter{Out: w, NoColor: true}))
	},
}

func zapLogger(e zapcore.Encoder, w io.Writer) func(string, error, string, account) {
	log := zap.New(zapcore.NewCore(e, zapcore.Lock(zapcore.AddSync(w)), zap.InfoLevel))
	return func(message string, err error, text string, v account) {
		log.Error(message, zap.Error(err), zap.String("password", text), zap.Any("account", v))
	}
}

func zerologLogger(w io.Writer) func(string, error, string, account) {
	log := zerolog.New(w)
	return func(message string, err error, text string, v account) {
		log.Error().Err(err).Str("password", text).Interface("account", v).Msg(message)
	}
}

func TestLogsAreMaskedAndOutWithTheirLine(t *testing.T) {
	for name, logger := range loggers {
		t.Run(name, func(t *testing.T) {
			s := secret()
			var b bytes.Buffer
			var r engine.Redactor
			w := r.NewWriter(&b)
			log := logger(w)
			for range 2 {
				b.Reset()
				log("kept password="+s, errors.New("postgres://app:"+s+"@db.example.com/main"), s, account{"app", s})
				if !strings.HasSuffix(b.String(), "\n") {
					t.Errorf("the line is not out: %q", b.String())
				}
				check(t, name, b.String(), s)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func check(t *testing.T, name, out, s string) {
	t.Helper()
	for i := 0; i+6 <= len(s); i++ {
		if strings.Contains(out, s[i:i+6]) {
			t.Errorf("a part of the secret is left: %s", out)
			break
		}
	}
	for _, want := range []string{"kept", "@db.example.com/main", "app"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q: %s", want, out)
		}
	}
	if strings.HasSuffix(name, "json") && !json.Valid([]byte(out)) {
		t.Errorf("no JSON: %s", out)
	}
}

func TestLinesOfManyGoroutinesStayWhole(t *testing.T) {
	for _, name := range []string{"zap json", "zerolog json"} {
		var b bytes.Buffer
		var r engine.Redactor
		w := r.NewWriter(&b)
		log := loggers[name](w)
		var group sync.WaitGroup
		s := secret()
		for range 8 {
			group.Go(func() {
				for range 50 {
					log("kept", errors.New("postgres://app:"+s+"@db.example.com/main"), s, account{"app", s})
				}
			})
		}
		group.Wait()
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(b.String()) {
			n++
			check(t, name, line, s)
		}
		if n != 400 {
			t.Errorf("%s: %d lines", name, n)
		}
	}
}
