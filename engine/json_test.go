package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/redactbench/redactbench/internal/gen"
	"github.com/redactbench/redactbench/internal/race"
)

func TestJSONIsMaskedInPlace(t *testing.T) {
	var r Redactor
	for _, c := range []struct{ fact, in, want string }{
		{"a member's name judges its value", `{"password": "hunter2"}`, `{"password": "(redacted)"}`},
		{"an array passes its name on", `{"passwords":["hunter2","swordfish9"]}`, `{"passwords":["(redacted)","(redacted)"]}`},
		{"what an object lacks is told with it", `{"type":"missing","loc":["body","password"],"msg":"Field required","input":{"username":"node4711x"}}`, `{"type":"missing","loc":["body","password"],"msg":"Field required","input":{"username":"node4711x"}}`},
		{"attributes of OTLP", `{"key":"api_key","value":{"stringValue":"k9dk2k3k4k5k6k7k8Zq"}}`, `{"key":"api_key","value":{"stringValue":"(redacted)"}}`},
		{"names that validators give beside a value", `{"propertyName":"Password","attemptedValue":"hunter2"}`, `{"propertyName":"Password","attemptedValue":"(redacted)"}`},
		{"and before it", `{"violations":[{"invalidValue":"hunter2","propertyPath":"password"}]}`, `{"violations":[{"invalidValue":"(redacted)","propertyPath":"password"}]}`},
		{"numbers and booleans under a human key", `{"pin":1234,"password":true,"db_password":-1.5e3}`, `{"pin":"(redacted)","password":"(redacted)","db_password":"(redacted)"}`},
		{"null stays", `{"password":null}`, `{"password":null}`},
		{"numbers under a weak key stay", `{"key":1234,"session":true}`, `{"key":1234,"session":true}`},
		{"names with escapes", "{\"pass\\u0077ord\":\"hunter2\"}", "{\"pass\\u0077ord\":\"(redacted)\"}"},
		{"escapes around a secret stay", `{"m":"\u00e9\t\/ password=hunter2x \ud83d\ude00\n"}`, `{"m":"\u00e9\t\/ password=(redacted) \ud83d\ude00\n"}`},
		{"escapes in a secret go with it", `{"password":"hun\u0074er\n2\ud83d\ude00"}`, `{"password":"(redacted)"}`},
		{"JSON in a string stays JSON", `{"m":"{\"pin_password\":123456,\"a\":1}"}`, `{"m":"{\"pin_password\":\"(redacted)\",\"a\":1}"}`},
		{"name and value members", `[{"name":"DB_PASSWORD","value":"hunter2"},{"field":"password","message":"short","rejectedValue":"hunter2"}]`,
			`[{"name":"DB_PASSWORD","value":"(redacted)"},{"field":"password","message":"short","rejectedValue":"(redacted)"}]`},
		{"a path's last name", `[{"loc":["body","password"],"msg":"too short","input":"hunter2"},{"instancePath":"/auth/password","data":"hunter2"}]`,
			`[{"loc":["body","password"],"msg":"too short","input":"(redacted)"},{"instancePath":"/auth/password","data":"(redacted)"}]`},
		{"a value before its path", `[{"received":"hunter2","path":["auth", 0 ,"password"]},{"input":"plain","loc":["body","name"]},{"input":"x","loc":[]}]`,
			`[{"received":"(redacted)","path":["auth", 0 ,"password"]},{"input":"plain","loc":["body","name"]},{"input":"x","loc":[]}]`},
		{"a value before its name", `[{"value":"hunter2","name":"DB_PASSWORD"},{"value": "plain", "type": "x", "name": "LOG_LEVEL"}]`,
			`[{"value":"(redacted)","name":"DB_PASSWORD"},{"value": "plain", "type": "x", "name": "LOG_LEVEL"}]`},
		{"arguments", `{"args":["-u","bob","--password","hunter2","--verbose"]}`, `{"args":["-u","bob","--password","(redacted)","--verbose"]}`},
		{"cookies", `{"set-cookie":["sid=Kq7vv9xLm2; Path=/","theme=dark"],"http.request.header.cookie":"lang=en; sid=Kq7vv9xLm2"}`,
			`{"set-cookie":["sid=(redacted); Path=/","theme=dark"],"http.request.header.cookie":"lang=en; sid=(redacted)"}`},
		{"a URL as a member's name", `{"https://bob:Kq7vv9x@h/x":1}`, `{"https://bob:(redacted)@h/x":1}`},
		{"blanks and order stay", " {\n\t\"b\" : [ 1 , 2.50 ] , \"a\" : { } , \"c\":[] }\r\n", " {\n\t\"b\" : [ 1 , 2.50 ] , \"a\" : { } , \"c\":[] }\r\n"},
		{"look-alikes stay", `{"max_tokens":4096,"token_type":"bearer","primary_key":"id","password_policy":"strong"}`, `{"max_tokens":4096,"token_type":"bearer","primary_key":"id","password_policy":"strong"}`},
		{"a scalar document", `"password=hunter2x"`, `"password=(redacted)"`},
	} {
		got, err := r.AppendJSON([]byte("x"), []byte(c.in))
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%s: got %s, %v", c.fact, got, err)
		}
		if again, err := r.AppendJSON(nil, got[1:]); err != nil || string(again) != c.want {
			t.Errorf("%s: masked twice %s, %v", c.fact, again, err)
		}
	}
}

func TestWhatIsNotJSONIsMaskedAsText(t *testing.T) {
	var r Redactor
	deep := strings.Repeat("[", maxJSONDepth+1) + strings.Repeat("]", maxJSONDepth+1)
	for _, c := range []struct {
		fact, in string
		offset   int
	}{
		{"nothing", "", 0},
		{"a text", "password=hunter2x", 0},
		{"text behind", `{"a":1} password=hunter2x`, 8},
		{"two documents", `{}{}`, 2},
		{"a document that ends", `{"password":"hunter2x`, 21},
		{"a bad escape", `{"a":"\x41"}`, 6},
		{"a control character", "{\"a\":\"\n\"}", 6},
		{"a number with a leading zero", `{"a":01}`, 5},
		{"a comma too many", `[1,]`, 3},
		{"too deep", deep, maxJSONDepth},
	} {
		got, err := r.AppendJSON([]byte("x"), []byte(c.in))
		var je *JSONError
		if !errors.As(err, &je) || je.Offset != c.offset {
			t.Errorf("%s: error %v, want one at byte %d", c.fact, err, c.offset)
		}
		if want := "x" + string(r.Append(nil, c.in)); string(got) != want {
			t.Errorf("%s: got %.60q, want %.60q", c.fact, got, want)
		}
		if strings.Contains(string(got), "hunter2x") || err != nil && strings.Contains(err.Error(), "hunter2x") {
			t.Errorf("%s: the secret is in the text or the error", c.fact)
		}
	}
	if _, err := r.AppendJSON(nil, []byte(deep[1:len(deep)-1])); err != nil {
		t.Errorf("%d levels: %v", maxJSONDepth, err)
	}
}

// TestJSONKeepsItsStructure: of generated texts put into documents, names, order and all
// that is no string under a secret's key is the same after masking.
func TestJSONKeepsItsStructure(t *testing.T) {
	var r Redactor
	for _, c := range gen.Errors(21, 400) {
		doc, err := json.Marshal(map[string]any{"text": c.Text, "n": 1.5, "list": []any{c.Text, nil, true}, "plain": "words of an error"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.AppendJSON(nil, doc)
		if err != nil {
			t.Fatalf("%s: %v", c.Kind, err)
		}
		var m map[string]any
		if err := json.Unmarshal(got, &m); err != nil {
			t.Fatalf("%s: what was written is no JSON: %v", c.Kind, err)
		}
		list, _ := m["list"].([]any)
		if m["n"] != 1.5 || m["plain"] != "words of an error" || len(list) != 3 || list[1] != nil || list[2] != true || !reflect.DeepEqual(list[0], m["text"]) {
			t.Errorf("%s: got %s", c.Kind, got)
		}
		if want := string(r.Append(nil, c.Text)); m["text"] != want {
			t.Errorf("%s: a string gives %q, the text %q", c.Kind, m["text"], want)
		}
	}
}

func TestJSONAllocatesNothingWithRoom(t *testing.T) {
	if race.Enabled {
		t.Skip("pools drop what they hold under the race detector")
	}
	var r Redactor
	dst := make([]byte, 0, 4096)
	doc := []byte(`{"msg":"dial postgres://app:Kq7vv9x@db:5432: \"refused\"\n","password":"hunter2","n":[1,2,{"a":"b"}]}`)
	if n := testing.AllocsPerRun(100, func() {
		var err error
		if dst, err = r.AppendJSON(dst[:0], doc); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzAppendJSON(f *testing.F) {
	f.Add([]byte(`{"password":"hunter2","a":[1,"\u00e9",{"b":null}]}`))
	f.Add([]byte(`"\ud83d\ude00 token=ghp_"`))
	f.Add([]byte(`{"a":`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		var r Redactor
		got, err := r.AppendJSON(nil, doc)
		if err != nil {
			if want := r.AppendBytes(nil, doc); !bytes.Equal(got, want) {
				t.Errorf("not JSON: got %q, want the text masked %q", got, want)
			}
			return
		}
		if json.Valid(doc) && !json.Valid(got) {
			t.Errorf("%q became %q, which is no JSON", doc, got)
		}
		again, err := r.AppendJSON(nil, got)
		if err != nil || !bytes.Equal(again, got) {
			t.Errorf("masked twice: %q, then %q, %v", got, again, err)
		}
	})
}

// TestTextThatIsJSONStaysJSON: Append does not parse, but what it takes for a quoted
// value ends where the string of the document does.
func TestTextThatIsJSONStaysJSON(t *testing.T) {
	var r Redactor
	for _, doc := range []string{
		`["Password: ",1]`, `["token ",12345678]`, `{"password:":1}`, `["--password=",123]`, `["x?token=",12345678]`, `{"x-api-key: ":[1]}`,
		`[["Cookie: "],2345678]`, `{"curl -u ":[]}`, `{"message":"token 'SGn93kk22aLx","code":1064}`, `{"message":"password is 'Kq7vv9x!","code":1064}`,
		`{"message":"syntax error near 'IDENTIFIED BY '","code":1064}`, `{"password":123456,"pin":"1234"}`, `{"m":"{\"db_password\":123456}"}`,
	} {
		if got := r.Append(nil, doc); !json.Valid(got) {
			t.Errorf("%s became %s", doc, got)
		}
	}
}

func TestAnyTextIsTakenForAName(t *testing.T) {
	var r Redactor
	for _, name := range []string{"", `\`, `0000\`, `pass\u00`, `\ud83d`, `password\`, strings.Repeat("é", 200), "\x00\xff"} {
		r.SecretKey(name)
		if got := string(r.AppendValue(nil, name, "plain words")); got != "plain words" {
			t.Errorf("%q: got %q", name, got)
		}
	}
}

// A name that is alone in its line is looked at with the next one, of which nothing opens a value.
func TestNextLineOpensNoValue(t *testing.T) {
	var r Redactor
	for _, text := range []string{"db.password\n•db.host]", "db.password\nfoo_bar99]", "my.api_key\nitems[0]: x]", "missing:\ndb.password\n• db.host [x]", "db.password\n必須[1]"} {
		if got := string(r.Append(nil, text)); got != text {
			t.Errorf("%q: %q", text, got)
		}
		doc, err := json.Marshal(map[string]string{"msg": text})
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range []string{string(doc), strings.NewReplacer("•", `\u2022`, "必須", `\u5fc5\u9808`).Replace(string(doc))} {
			if got, err := r.AppendJSON(nil, []byte(doc)); err != nil || string(got) != doc {
				t.Errorf("%s: %s, %v", doc, got, err)
			}
		}
	}
}

// A document that ends anywhere is refused, not read past its end, whatever its members are called.
func TestCutDocumentsAreRefused(t *testing.T) {
	names := []string{"key", "input", "value", "received", "attemptedValue", "path", "password", "argv", "data", "other"}
	var r Redactor
	for _, a := range names {
		for _, b := range names {
			doc := `{"` + a + `":"api_key","` + b + `":{"` + a + `":["-p","x9y8z7w6v5u4t3s2"],"` + b + `":"string"}}`
			for n := range len(doc) {
				if _, err := r.AppendJSON(nil, []byte(doc[:n])); err == nil {
					t.Errorf("%s is taken for a document", doc[:n])
				}
				r.Append(nil, doc[:n])
			}
		}
	}
}
