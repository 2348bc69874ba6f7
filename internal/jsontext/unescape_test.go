package jsontext

import (
	"encoding/json"
	"testing"
)

// TestUnescapeIsWhatEncodingJSONReads splices pieces into the inside of JSON strings.
func TestUnescapeIsWhatEncodingJSONReads(t *testing.T) {
	pieces := []string{`a`, `\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u0041`, `\u00e9`, `\ud83d`, `\ude00`, `xude00`, `\uD83D\uDE00`, `é😀`, `u0041`}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				raw := a + b + c
				var want string
				if err := json.Unmarshal([]byte(`"`+raw+`"`), &want); err != nil {
					t.Fatalf("%s: %v", raw, err)
				}
				if got := string(AppendUnescaped(nil, raw)); got != want {
					t.Errorf("%s: %q, encoding/json reads %q", raw, got, want)
				}
			}
		}
	}
}

func TestWhatIsNoEscapeStandsForItself(t *testing.T) {
	for _, raw := range []string{`\`, `\q`, `\u12`, `\u12g4`, `nn`, "\\u00\x11\x12"} {
		if n := EscapeLen(raw); n != 0 {
			t.Errorf("%q: an escape of %d bytes", raw, n)
		}
		if got := string(AppendUnescaped(nil, raw)); got != raw {
			t.Errorf("%q gives %q", raw, got)
		}
	}
}
