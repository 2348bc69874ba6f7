package gen

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// fields are what a template may draw. The bounds are those after the colon
// of «name:lo-hi»; both are 0 where there is none. It is filled in init since
// some fields draw others.
var fields map[string]func(g *generator, lo, hi int) string

const (
	digits   = "0123456789"
	lowers   = "abcdefghijklmnopqrstuvwxyz"
	uppers   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base62   = digits + uppers + lowers
	hexLower = "0123456789abcdef"
)

// alphabets are the fields that are so many characters of an alphabet, by the
// names that rule shapes use too.
var alphabets = map[string]string{
	"n": digits, "hex": hexLower, "Hex": "0123456789ABCDEF", "lower": lowers + digits, "upper": uppers + digits,
	"b62": base62, "b64": base62 + "+/", "b64u": base62 + "-_", "b62dash": base62 + "-", "w62": base62 + "_",
	"alpha": lowers + uppers, "b32": uppers + "234567", "b32l": lowers + "234567", "bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
	"lowerdash": lowers + digits + "-",
}

// lists are the fields that are one word of a list.
var lists = map[string][]string{
	"word": strings.Fields(`invoice shipment tenant catalog ledger ticket widget orders billing report session-store worker
		branch cluster schema fixture metric profile upload gateway basket parcel payroll roster survey tariff voyage
		harvest lantern meadow nebula orchard pebble quarry ribbon saddle timber velvet walnut zephyr anchor beacon`),
	"name":   strings.Fields(`alice bruno chen dana emil farah goran hana ines jonas kira luca mina noor otto petra quinn rosa sven tara`),
	"org":    strings.Fields(`acme northwind initech contoso globex umbra fabrikam hooli vandelay wonka`),
	"tld":    strings.Fields(`com io dev net org example cloud`),
	"region": strings.Fields(`eu-west-1 us-east-2 ap-southeast-1 eu-central-1 westeurope europe-west4 us-central1`),
	"svc":    strings.Fields(`payments-api auth-proxy ingest scheduler mailer search-indexer edge-router media-worker cron audit`),
	"dir":    strings.Fields(`src lib app internal pkg services workspace modules handlers components`),
	"ext":    strings.Fields(`go py ts js java rb rs yaml json toml tf php cs`),
	"method": strings.Fields(`GET POST PUT PATCH DELETE HEAD`),
	"level":  strings.Fields(`info warn error debug`),
	"LEVEL":  strings.Fields(`INFO WARN ERROR DEBUG FATAL`),
	"month":  strings.Fields(`Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`),
	"status": strings.Fields(`400 401 403 404 408 409 413 422 429 500 502 503 504`),
	"plain":  strings.Fields(`hunter harbor marble sunset copper falcon maple river winter summer tiger rocket coffee banana dragon shadow`),
	"typ":    strings.Fields(`string int int64 bool float64 []string time.Duration map[string]any *int`),
}

func init() {
	fields = map[string]func(*generator, int, int) string{
		"num":  func(g *generator, lo, hi int) string { return fmt.Sprint(lo + g.IntN(hi-lo+1)) },
		"uuid": func(g *generator, _, _ int) string { return g.uuid() },
		"host": func(g *generator, _, _ int) string { return g.each("word", ".", "org", ".", "tld") },
		"ip": func(g *generator, _, _ int) string {
			return g.each("=10.", "num:0-255", ".", "num:0-255", ".", "num:1-254")
		},
		"port":  func(g *generator, _, _ int) string { return g.field("num:1024-65000") },
		"user":  func(g *generator, _, _ int) string { return g.each("word", "_", "app|svc|rw|ro|admin") },
		"email": func(g *generator, _, _ int) string { return g.each("name", "@", "org", ".", "tld") },
		"path": func(g *generator, _, _ int) string {
			return g.each("=/", "srv|home/ci|var/lib|opt|workspace", "/", "dir", "/", "word")
		},
		"file": func(g *generator, _, _ int) string { return g.each("dir", "/", "word", ".", "ext") },
		"Word": func(g *generator, _, _ int) string { return capital(g.field("word")) },
		"WORD": func(g *generator, _, _ int) string {
			return strings.ToUpper(strings.ReplaceAll(g.field("word"), "-", "_"))
		},
		"ident":  func(g *generator, _, _ int) string { return strings.ReplaceAll(g.field("word"), "-", "_") },
		"ver":    func(g *generator, _, _ int) string { return g.each("num:0-9", ".", "num:0-40", ".", "num:0-20") },
		"date":   func(g *generator, _, _ int) string { return g.date() },
		"clock":  func(g *generator, _, _ int) string { return g.clock() },
		"ts":     func(g *generator, _, _ int) string { return g.date() + "T" + g.clock() + "Z" },
		"dur":    func(g *generator, _, _ int) string { return g.each("num:1-900", "ms|s|m|µs") },
		"pod":    func(g *generator, _, _ int) string { return g.each("svc", "-", "podhash:9", "-", "podhash:5") },
		"pw":     func(g *generator, lo, hi int) string { return g.password(lo, hi, "!.~*") },
		"qpw":    func(g *generator, lo, hi int) string { return g.password(lo, hi, "!#%&*+,.:;=?@^_~-$()[]") },
		"upw":    func(g *generator, lo, hi int) string { return g.password(lo, hi, "!$*.-_~") },
		"pct":    func(g *generator, lo, hi int) string { return g.percent(lo, hi) },
		"human":  func(g *generator, _, _ int) string { return g.each("plain", "-|_||.", "n:3", "!|?|") },
		"phrase": func(g *generator, _, _ int) string { return g.each("plain", "-", "plain", "-", "plain", "-", "n:4") },
		"jwt":    func(g *generator, _, _ int) string { return g.jwt() },
		"b64q":   func(g *generator, lo, hi int) string { return g.base64(lo, hi) },
		"basic":  func(g *generator, _, _ int) string { return g.basic() },
	}
	alphabets["podhash"] = "bcdfghjklmnpqrstvwxz2456789"
	for name, a := range alphabets {
		fields[name] = func(g *generator, lo, hi int) string { return g.run(a, lo, hi) }
	}
	for name, l := range lists {
		fields[name] = func(g *generator, _, _ int) string { return pick(g, l) }
	}
}

// each joins fields; an argument that begins with = or is only punctuation is
// taken as it is.
func (g *generator) each(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		lit, isLit := strings.CutPrefix(p, "=")
		switch {
		case isLit:
			b.WriteString(lit)
		case len(p) == 1:
			b.WriteString(p)
		default:
			b.WriteString(g.field(p))
		}
	}
	return b.String()
}

// run returns lo to hi characters of an alphabet.
func (g *generator) run(alphabet string, lo, hi int) string {
	b := make([]byte, lo+g.IntN(hi-lo+1))
	for i := range b {
		b[i] = alphabet[g.IntN(len(alphabet))]
	}
	return string(b)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (g *generator) uuid() string {
	h := g.run(hexLower, 32, 32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-" + string("89ab"[g.IntN(4)]) + h[17:20] + "-" + h[20:]
}

func (g *generator) date() string {
	return fmt.Sprintf("20%02d-%02d-%02d", 22+g.IntN(8), 1+g.IntN(12), 1+g.IntN(28))
}

func (g *generator) clock() string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", g.IntN(24), g.IntN(60), g.IntN(60), g.IntN(1000))
}

// password returns 10 to 20 characters (or lo to hi) as a generator of
// passwords gives them: letters of both cases, digits, and up to two of the punctuation given,
// never at an end, where a sentence's own punctuation stands.
func (g *generator) password(lo, hi int, punct string) string {
	if lo == 0 {
		lo, hi = 10, 20
	}
	b := []byte(g.run(base62, lo, hi))
	b[0] = lowers[g.IntN(26)]
	b[1] = digits[g.IntN(10)]
	b[2] = uppers[g.IntN(26)]
	b[len(b)-1] = base62[g.IntN(62)]
	for range g.IntN(3) {
		b[3+g.IntN(len(b)-4)] = punct[g.IntN(len(punct))]
	}
	return string(b)
}

// percent returns a password as it stands percent-encoded in a URL.
func (g *generator) percent(lo, hi int) string {
	p := g.password(lo, hi, "!.~")
	i := 4 + g.IntN(4)
	return p[:i] + pick(g, []string{"%40", "%23", "%2F", "%3A", "%25"}) + p[i:]
}

// jwt returns a signed token of an ordinary header and payload.
func (g *generator) jwt() string {
	enc := func(v map[string]any) string {
		b, _ := json.Marshal(v) // of strings and ints: cannot fail
		return base64.RawURLEncoding.EncodeToString(b)
	}
	head := map[string]any{"alg": pick(g, []string{"HS256", "RS256", "ES256"}), "typ": "JWT"}
	body := map[string]any{"sub": g.run(base62, 12, 24), "iat": 1700000000 + g.IntN(90000000), "iss": "https://" + g.field("host")}
	return enc(head) + "." + enc(body) + "." + g.run(alphabets["b64u"], 43, 43)
}

// base64 returns the encoding of lo to hi random bytes, with its padding.
func (g *generator) base64(lo, hi int) string {
	b := make([]byte, lo+g.IntN(hi-lo+1))
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return base64.StdEncoding.EncodeToString(b)
}

// basic returns the credentials of the Basic scheme.
func (g *generator) basic() string {
	return base64.StdEncoding.EncodeToString([]byte(g.field("user") + ":" + g.password(0, 0, "!.~")))
}

// quoteJSON returns s as encoding/json writes it, HTML characters as they are.
func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // of a string to a Builder: cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}
