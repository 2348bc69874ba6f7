package jsonrpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/redactbench/redactbench/internal/gen"
)

// token returns a token of a documented shape, the same for the same seed.
func token(seed uint64) string {
	for _, t := range gen.Mix(seed, 40, 1, nil) {
		for _, s := range t.Secrets {
			if strings.HasPrefix(s, "gh") && !strings.ContainsAny(s, `"\<>&`) {
				return s
			}
		}
	}
	panic("no token in forty texts")
}

// quote returns s as a JSON string, as JavaScript writes it.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func errorOf(message string) string {
	return `{"jsonrpc": "2.0", "id": 7, "error": {"code": -32603, "message": ` + quote(message) + `}}`
}

// marked returns a text without its marks, and with what is between ⟨ and ⟩
// masked: a number that is a JSON value by a string.
func marked(s string) (source, want string) {
	for {
		a, b := strings.Index(s, "⟨"), strings.Index(s, "⟩")
		if a < 0 {
			return source + s, want + s
		}
		secret := s[a+len("⟨") : b]
		source += s[:a] + secret
		want += s[:a]
		if strings.HasSuffix(source[:len(source)-len(secret)], ":") && strings.Trim(secret, "0123456789") == "" {
			want += `"(redacted)"`
		} else {
			want += "(redacted)"
		}
		s = s[b+len("⟩"):]
	}
}

func TestOnlySecretsOfAMessageChange(t *testing.T) {
	for _, message := range []string{
		// the kinds of the server's own messages
		"Fiche ACF-00 not found in any locale chain for en",
		"Glossary entry not found: {T}",
		"Glossary entry not found: token=⟨qTRJAIkbiWXLuZUG8brWKvH9⟩",
		"Article 99 not found. Available articles for ai-act: 5, 6, 9, 10",
		"Invalid scheme: expected acf://",
		"Invalid scheme — expected acf://, got: http://u:⟨Fuk7OY5FQFs5Z9ARjgMdDDHJ⟩@h/",
		"Unknown ACF URI: acf://nope?api_key=⟨CKb9swBWdeatISkSx1nyTrjw⟩&x=1",
		"Unknown tool: {T}",
		`[{"received":"N2","code":"invalid_enum_value","options":["a","b"],"path":["autonomy_level"],"message":"Invalid enum value. Expected 'a' | 'b', received 'N2'"}]`,
		`[{"received":"{T}","code":"invalid_enum_value","path":["scope"],"message":"Expected 'all', received '{T}'"}]`,
		`[{"code":"invalid_type","expected":"string","received":"undefined","path":["password"],"message":"Required"}]`,
		`[{"code":"invalid_type","expected":"integer","received":"date","path":["password"],"message":"Expected integer, received date"}]`,
		`[{"code":"unrecognized_keys","keys":["a"],"path":[],"message":"Unrecognized key(s) in object: 'a'"}]`,
		// a secret that only its path makes one
		`[{"received":"⟨hunter2⟩","path":["auth","password"],"message":"received '⟨hunter2⟩'"}]`,
		`[{"path":["auth","password"],"message":"received '⟨hunter2⟩'","received":"⟨hunter2⟩"}]`,
		`[{"path":["password",0],"received":["⟨hunter2⟩"],"message":"is not 12 characters long"}]`,
		`[{"path":["password"],"received":"⟨correct horse battery staple⟩","message":"'⟨correct horse battery staple⟩' is too long"}]`,
		`[{"path":["name"],"received":"hunter2","message":"received 'hunter2'"}]`,
		// numbers and short values
		`[{"path":["pin"],"received":⟨4711⟩,"message":"received '⟨4711⟩', at least ⟨4711⟩ characters"}]`,
		`[{"path":["password"],"received":"⟨a1b2⟩","message":"got '⟨a1b2⟩' as in xa1b2"}]`,
		// the whole issue, and no other
		`[{"path":["password"],"received":"⟨hunter2⟩","params":{"seen":["x ⟨hunter2⟩ y"]},"message":"no"},{"path":["x"],"message":"hunter2"}]`,
		// and what is about all issues
		`[{"path":[],"message":"value ⟨hunter2⟩ is bad"},{"path":["password"],"received":"⟨hunter2⟩","message":"no"}]`,
		`Cannot use ⟨hunter2⟩: [{"path":["password"],"received":"⟨hunter2⟩","message":"no"}]`,
		`[{"code":"invalid_union","unionErrors":[{"issues":[{"path":["password"],"received":"⟨hunter2⟩","message":"no"}]}],"path":[],"message":"was ⟨hunter2⟩"}]`,
		// the validators of others
		`[{"type":"string_too_short","loc":["body","password"],"msg":"String should have at least 8 characters","input":"⟨hunter2⟩","ctx":{"min_length":8}}]`,
		`[{"instancePath":"/auth/password","keyword":"minLength","params":{"limit":8},"message":"must NOT have fewer than 8 characters, got '⟨hunter2⟩'"}]`,
		`{"issues":[{"path":["password"],"received":"⟨hunter2⟩","message":"no"}],"name":"ZodError"}`,
		`{"password":"⟨hunter2⟩","n":1e400}`,
		`{"name":"password","value":"⟨hunter2⟩"}`,
		`{"argv":["curl","-u","bob:⟨hunter2⟩","https://example.com"]}`,
		// behind a sentence
		"MCP error -32602: Invalid arguments for tool x: [\n  {\n    \"path\": [\n      \"password\"\n    ],\n    \"received\": \"⟨hunter2⟩\",\n    \"message\": \"got '⟨hunter2⟩'\"\n  }\n]",
		`token={T}: [{"path":["password"],"received":"⟨hunter2⟩","message":"no"}]`,
		// no list
		`[{"path":["password"],"received":"⟨hunter2 cut⟩`, `[]`, `{}`, ``, ` `, `[1,2,3]`, `null`, `"x"`,
		// escapes of every make
		`[{"path":["password"],"received":"⟨hun\"ter\\2⟩","message":"got '⟨hun\"ter\\2⟩' \u00e9\/ ` + "\u2028" + `"}]`,
	} {
		message = strings.ReplaceAll(message, "{T}", "⟨"+token(1)+"⟩")
		source, want := marked(message)
		got, err := new(Filter).Append(nil, []byte(errorOf(source)))
		if err != nil || string(got) != errorOf(want) {
			t.Errorf("%s: %v\n got %s\nwant %s", message, err, got, errorOf(want))
		}
	}
}

func TestWhatIsTouched(t *testing.T) {
	for _, row := range []string{
		// passes
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"password=hunter2"}],"isError":false}}`,
		` {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"password":"hunter2"}}`,
		`{"jsonrpc":"2.0","id":1,"error":null,"result":"password=hunter2"}`,
		`[]`,
		// is masked
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"password=⟨hunter2⟩"}],"isError":true}}`,
		`{"result":{"content":[{"type":"text","text":"[{\"path\":[\"pin\"],\"received\":\"⟨hunter2⟩\",\"message\":\"no\"}]"}],"structuredContent":{"password":"⟨hunter2⟩"},"isError" : true}}`,
		`{"id":1,"error":{"code":-32000,"message":"no","data":{"password":"⟨hunter2⟩"}}}`,
		`{"id":1,"error":{"code":-32000,"message":"no","data":[{"path":["password"],"received":"⟨hunter2⟩"}]}}`,
		`{"id":1,"error":{"code":-32000,"message":"no","data":"[{\"path\":[\"password\"],\"received\":\"⟨hunter2⟩\"}]"}}`,
		`{"id":1,"error":{"code":-32000,"message":"got ⟨hunter2⟩","data":[{"path":["password"],"received":"⟨hunter2⟩"}]}}`,
		`{"id":1,"error":"password=⟨hunter2⟩"}`,
		`{"id":1,"\u0065rror":{"message":"password=⟨hunter2⟩"},"Error":{"message":"password=⟨hunter3⟩"}}`,
		`[{"id":1,"error":{"code":1,"message":"password=⟨hunter2⟩"}} , {"id":2,"result":"password=hunter2"}]`,
		// and never the id or code
		`{"id":123456789012345678901234567890,"error":{"code":-32603,"message":"password=⟨hunter2⟩"}}`,
		`{"id":1.50e+3,"error":{"code":-3.26e4,"message":"password=⟨hunter2⟩"}}`,
		`{"id":"password=hunter2\u00e9\/","error":{"code":1,"message":"password=⟨hunter2⟩"}}`,
		`{"id":{"password":"hunter2"},"error":{"code":1,"message":"password=⟨hunter2⟩"}}`,
	} {
		source, want := marked(row)
		got, err := new(Filter).Append([]byte("x"), []byte(source))
		if err != nil || string(got) != "x"+want {
			t.Errorf("%v\n got %s\nwant x%s", err, got, want)
		}
	}
	got, err := (&Filter{Results: true}).Append(nil, []byte(`{"id":1,"result":{"text":"password=hunter2"}}`))
	if want := `{"id":1,"result":{"text":"password=(redacted)"}}`; err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

func TestWhatIsNoMessageIsMasked(t *testing.T) {
	deep := strings.Repeat("[", 600) + strings.Repeat("]", 600)
	for source, want := range map[string]string{
		``:                                 ``,
		`password=hunter2`:                 `password=(redacted)`,
		`{"error":"password=hunter2"`:      `{"error":"password=(redacted)"`,
		`{"msg":"x","password":"hunter2"}`: `{"msg":"x","password":"(redacted)"}`,
		`[{"password":"hunter2"}]`:         `[{"password":"(redacted)"}]`,
		`{"error":{"data":` + deep + `,"message":"password=hunter2"}}`: `{"error":{"data":` + deep + `,"message":"password=(redacted)"}}`,
	} {
		got, err := new(Filter).Append(nil, []byte(source))
		if err == nil || string(got) != want {
			t.Errorf("%s: %v\n got %s\nwant %s", source, err, got, want)
		}
	}
}

// response500 is a list of 500 issues, a secret in each and again in its message.
func response500() (response string, secrets []string) {
	var b strings.Builder
	b.WriteString("[")
	for i := range 500 {
		s := token(uint64(i % 20))
		secrets = append(secrets, s)
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  {\n    \"received\": %s,\n    \"code\": \"invalid_enum_value\",\n    \"path\": [\n      \"items\",\n      %d\n    ],\n    \"message\": %s\n  }",
			quote(s), i, quote("Invalid enum value. Expected 'a' | 'b', received '"+s+"'"))
	}
	b.WriteString("\n]")
	return errorOf(b.String()), secrets
}

func TestALongListIsCutBetweenIssues(t *testing.T) {
	response, secrets := response500()
	whole, err := new(Filter).Append(nil, []byte(response))
	if err != nil {
		t.Fatal(err)
	}
	all := mustRead(t, whole)
	if len(all.Issues) != 500 {
		t.Fatal(len(all.Issues))
	}
	last := 0
	for _, max := range []int{150, 200, 400, 4096, 20000, len(whole) - 1, len(whole)} {
		out, err := (&Filter{Max: max}).Append(nil, []byte(response))
		if err != nil || len(out) > max {
			t.Fatalf("%d bytes of %d: %v", len(out), max, err)
		}
		for _, s := range secrets {
			if bytes.Contains(out, []byte(s)) {
				t.Fatalf("a secret is left in %d bytes", max)
			}
		}
		resp := mustRead(t, out)
		kept := len(resp.Issues)
		if kept+resp.OmittedIssues != 500 || kept < last {
			t.Errorf("%d bytes: %d issues, %d omitted, before %d", max, kept, resp.OmittedIssues, last)
		}
		if diff := cmp.Diff(all.Issues[:kept], resp.Issues, cmp.Transformer("nil", func(i []Issue) []Issue { return append([]Issue{}, i...) })); diff != "" {
			t.Error(diff)
		}
		last = kept
		if kept < 500 { // and no issue more would have fit
			size := len(quote(fmt.Sprintf(",\n  {\n    \"received\": \"(redacted)\",\n    \"code\": \"invalid_enum_value\",\n    \"path\": [\n      \"items\",\n      %d\n    ],\n    \"message\": \"Invalid enum value. Expected 'a' | 'b', received '(redacted)'\"\n  }", kept))) - 2
			if len(out)+size+2 <= max {
				t.Errorf("%d bytes: %d used, an issue takes %d", max, len(out), size)
			}
		}
		again, err := (&Filter{Max: max}).Append(nil, out)
		if err != nil || !bytes.Equal(again, out) {
			t.Errorf("%d bytes: a second pass changes it: %v", max, err)
		}
	}
}

func mustRead(t testing.TB, response []byte) *Response {
	t.Helper()
	r, err := Read(response)
	if err != nil {
		t.Fatalf("%v: %s", err, response)
	}
	return r
}

func TestWhereItIsToldWhatIsLeftOut(t *testing.T) {
	issue := `{"path":["a"],"message":"` + strings.Repeat("x", 100) + `"}`
	list := "[" + issue + "," + issue + "," + issue + "]"
	for _, row := range []struct{ rest, want string }{
		{``, `,"data":{"omittedIssues":2}`},
		{`,"data":null`, `,"data":{"omittedIssues":2}`},
		{`,"data":{}`, `,"data":{"omittedIssues":2}`},
		{`,"data":{"a": 1 }`, `,"data":{"a": 1,"omittedIssues":2 }`},
		{`,"data":{"omittedIssues":5}`, `,"data":{"omittedIssues":7}`},
		{`,"data":["x"]`, `,"data":["x"]`},
	} {
		in := `{"error":{"code":1,"message":` + quote(list) + row.rest + `}}`
		told := "[" + issue + "]"
		if strings.Contains(row.rest, "[") {
			told = "[" + issue + `,{"code":"custom","path":[],"message":"2 more issues left out"}]`
		}
		want := `{"error":{"code":1,"message":` + quote(told) + row.want + `}}`
		got, err := (&Filter{Max: len(want)}).Append(nil, []byte(in))
		if err != nil || string(got) != want {
			t.Errorf("%v\n got %s\nwant %s", err, got, want)
		}
	}
	// A tool result has no data; what a list said before is added to.
	text := "Invalid: [" + issue + "," + issue + `,{"code":"custom","path":[],"message":"3 more issues left out"}]`
	in := `{"result":{"content":[{"type":"text","text":` + quote(text) + `}],"isError":true}}`
	want := `{"result":{"content":[{"type":"text","text":` + quote("Invalid: ["+issue+`,{"code":"custom","path":[],"message":"4 more issues left out"}]`) + `}],"isError":true}}`
	got, err := (&Filter{Max: len(want)}).Append(nil, []byte(in))
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

func TestWhatIsNoListIsCutOrLeftOut(t *testing.T) {
	for _, row := range []struct {
		in   string
		max  int
		want string
	}{
		{errorOf("connecting to the database failed after 3 attempts"), 85, errorOf("connecting to…")},
		{errorOf(`{"a":"` + strings.Repeat("x", 100) + `"}`), 80, errorOf("…")},
		{errorOf("Invalid: " + `{"a":"` + strings.Repeat("x", 100) + `"}`), 80, errorOf("Invalid:…")},
		{`{"id":1,"error":{"code":1,"message":"no","data":"` + strings.Repeat("x", 100) + `"}}`, 60, `{"id":1,"error":{"code":1,"message":"no"}}`},
		{`{"id":1,"error":{"data":"` + strings.Repeat("x", 100) + `","code":1,"message":"no"}}`, 60, `{"id":1,"error":{"code":1,"message":"no"}}`},
		{`{"id":1,"result":{"isError":true,"structuredContent":{"a":"` + strings.Repeat("x", 100) + `"},"content":[{"text":"no"}]}}`, 70, `{"id":1,"result":{"isError":true,"content":[{"text":"no"}]}}`},
	} {
		got, err := (&Filter{Max: row.max}).Append(nil, []byte(row.in))
		if err != nil || string(got) != row.want || len(got) > row.max {
			t.Errorf("%v\n got %s\nwant %s", err, got, row.want)
		}
	}
	got, err := (&Filter{Max: 20}).Append(nil, []byte(errorOf("password=hunter2")))
	if want := errorOf(""); !errors.Is(err, ErrTooLarge) || string(got) != want {
		t.Errorf("%v: %s", err, got)
	}
}

// The recorded answers of a server; REDACTBENCH_ACF_WIRE names a file of
// {"response": …, "secrets": […]} lines.
func TestRecordedResponses(t *testing.T) {
	file := os.Getenv("REDACTBENCH_ACF_WIRE")
	if file == "" {
		t.Skip("REDACTBENCH_ACF_WIRE names no file")
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var row struct {
			Response json.RawMessage
			Secrets  []string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		out, err := new(Filter).Append(nil, row.Response)
		if err != nil {
			t.Error(err)
		}
		checkRecorded(t, row.Response, out, row.Secrets)
		for _, max := range []int{200, 300, 500, 1000} {
			cut, err := (&Filter{Max: max}).Append(nil, row.Response)
			if err != nil || len(cut) > max && len(cut) > len(row.Response) {
				t.Errorf("in %d: %v: %s", max, err, cut)
			}
			mustRead(t, cut)
			checkSecrets(t, cut, row.Secrets)
		}
	}
	t.Log(n, "responses")
}

func checkSecrets(t *testing.T, out []byte, secrets []string) {
	t.Helper()
	for _, s := range secrets {
		for at := 0; at+8 <= len(s); at++ {
			if bytes.Contains(out, []byte(s[at:at+8])) {
				t.Errorf("a part of a secret is left: %s", out)
				break
			}
		}
	}
}

// checkRecorded holds a masked response to its source: with the secrets put
// back in the place of the masks, the two are equal on both levels.
func checkRecorded(t *testing.T, source, out []byte, secrets []string) {
	t.Helper()
	checkSecrets(t, out, secrets)
	in, masked := mustRead(t, source), mustRead(t, out)
	if string(in.ID) != string(masked.ID) || in.Code != masked.Code || len(in.Issues) != len(masked.Issues) {
		t.Errorf("not the same: %s", out)
	}
	want := string(source)
	for _, s := range secrets {
		want = strings.ReplaceAll(want, s, "(redacted)")
	}
	if string(out) != want {
		t.Errorf("more than the secrets changed:\n got %s\nwant %s", out, want)
	}
	var level2 any
	if len(in.Issues) > 0 && json.Unmarshal([]byte(messageOf(t, out)), &level2) != nil {
		t.Errorf("the list does not parse: %s", out)
	}
}

func messageOf(t *testing.T, response []byte) string {
	t.Helper()
	var r struct{ Error struct{ Message string } }
	if err := json.Unmarshal(response, &r); err != nil {
		t.Fatal(err)
	}
	return r.Error.Message
}

func BenchmarkFilter(b *testing.B) {
	dirty, _ := response500()
	for name, in := range map[string]string{
		"success": `{"id":1,"result":{"content":[{"text":"` + strings.Repeat("hello ", 1000) + `"}]}}`,
		"text":    errorOf("Glossary entry not found: agentique"),
		"list":    dirty,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			src, dst := []byte(in), []byte(nil)
			f := &Filter{Max: 4096}
			for b.Loop() {
				dst, _ = f.Append(dst[:0], src)
			}
		})
	}
}
