package gen

import "strings"

// families are inputs that make a scanner work hard: what almost begins a secret, what
// never ends, what nests. A unit is repeated to the length asked for, after its head.
// A scanner that is linear costs as much per byte on 4n bytes of a family as
// on n.
var families = []struct{ name, head, unit string }{
	{name: "short-anchors", unit: "sk-"},
	{name: "anchor-prefixes", unit: "ghp gho_ glpa xox AKI sk-an dop_ hvs SG "},
	{name: "github-prefix", unit: "ghp_"},
	{name: "jwt-heads", unit: "eyJ"},
	{name: "jwt-dots", head: "eyJhbGciOiJIUzI1NiJ9", unit: ".eyJ"},
	{name: "schemes", unit: "://"},
	{name: "scheme-names", unit: "postgres://"},
	{name: "userinfo-open", head: "https://user:", unit: "a:"},
	{name: "at-signs", head: "https://", unit: "a@"},
	{name: "assignments", unit: "password="},
	{name: "keys-blank", unit: "password "},
	{name: "keys-chain", unit: "api_key: token: secret= "},
	{name: "short-values", unit: "pwd=a "},
	{name: "pem-begins", unit: "-----BEGIN "},
	{name: "pem-headers", unit: "-----BEGIN RSA PRIVATE KEY-----\n"},
	{name: "dashes", unit: "-"},
	{name: "double-quotes", head: "password=", unit: `"`},
	{name: "single-quotes", head: "password=", unit: "'"},
	{name: "quote-pairs", unit: `password="" `},
	{name: "open-quote", head: `password="`, unit: "word "},
	{name: "backslashes", head: `{"password":"`, unit: `\`},
	{name: "escaped-quotes", head: `{"a":"`, unit: `\"password\":\"x`},
	{name: "nested-escapes", head: `{"msg":"`, unit: `{\\\"token\\\":\\\"`},
	{name: "percent-chain", head: "https://h/?u=", unit: "%25"},
	{name: "percent-pairs", head: "https://h/?token=", unit: "%3D%26"},
	{name: "query-pairs", head: "https://h/?", unit: "token=a&"},
	{name: "endless-token", head: "ghp_", unit: "a"},
	{name: "endless-run", unit: "Ab0"},
	{name: "endless-digits", unit: "0123456789"},
	{name: "open-braces", unit: "{"},
	{name: "open-objects", unit: `{"password":`},
	{name: "open-arrays", unit: "["},
	{name: "go-maps", unit: "map[password:["},
	{name: "xml-tags", unit: "<password>"},
	{name: "flags", unit: "--password "},
	{name: "flags-glued", unit: "-p"},
	{name: "bearers", unit: "Authorization: Bearer "},
	{name: "cookies", head: "Cookie: ", unit: "a=b; "},
	{name: "dsn-pairs", head: "Server=x;", unit: "Password="},
	{name: "mysql-dsn", unit: "u:p@tcp("},
	{name: "line-ends", head: "password:", unit: "\n"},
	{name: "blanks", head: "password:", unit: " "},
	{name: "nul-bytes", head: "token=", unit: "\x00"},
	{name: "bad-utf8", head: "token=", unit: "\xff\xfe"},
	{name: "combining", head: "token=", unit: "e\u0301\u0327"},
	{name: "ellipses", unit: "sk-…"},
	{name: "masks", unit: "(redacted)"},
	{name: "mask-heads", unit: "(redacted"},
	{name: "placeholders", head: "password=", unit: "${"},
}

// generated are families whose units are no constant; n is their length.
var generated = map[string]func(g *generator, n int) string{
	// Hits and misses by turns, so that no part of the text is settled.
	"alternating-hits": func(g *generator, n int) string {
		return repeat(n, func() string {
			return "ghp_" + g.field("b62:36") + " ghp_short password=" + g.field("pw") + " password= "
		})
	},
	"all-hits": func(g *generator, n int) string {
		return repeat(n, func() string { return g.dirty(pick(g, secretKinds)).Text + "\n" })
	},
	"random-base64": func(g *generator, n int) string { return g.run(alphabets["b64"], n, n) },
	"random-bytes": func(g *generator, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(g.Uint32())
		}
		return string(b)
	},
}

// Families returns the names that Adversarial knows, always in the same order.
func Families() []string {
	var out []string
	for _, f := range families {
		out = append(out, f.name)
	}
	return append(out, "alternating-hits", "all-hits", "random-base64", "random-bytes")
}

// Adversarial returns n bytes of the family of that name, or "" if there is none. The same name
// and length give the same text.
func Adversarial(name string, n int) string {
	for _, f := range families {
		if f.name == name {
			times := n/len(f.unit) + 1
			return (f.head + strings.Repeat(f.unit, times))[:n]
		}
	}
	if f := generated[name]; f != nil {
		return f(newGenerator(1), n)[:n]
	}
	return ""
}

func repeat(n int, unit func() string) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(unit())
	}
	return b.String()
}
