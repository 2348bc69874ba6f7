package otel

import (
	"bytes"
	"encoding/json"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// FuzzDocument holds that what is put back into a value is what the engine makes of
// its JSON, bytes and all.
func FuzzDocument(f *testing.F) {
	s := secret()
	f.Add("request", `{"user":"app","password":"`+s+`","env":[{"name":"DB_PASSWORD","value":"`+s+`"}],"n":[1.5,true,null,{},[]]}`, []byte("\xffpassword="+s))
	f.Add("args", `["--password","`+s+`","a \"b\"\n\u0001 password=`+s+`"]`, []byte("\\\"\x00\n"))
	f.Add("db.password", `[12,{"a":"`+s+`"},-1e300]`, []byte(s))
	f.Add("", `{"password=`+s+`":{"x":"`+s+`"},"curl -u ci:`+s+`":[]}`, []byte("]}"))
	m, _, err := (&Config{}).masker(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, key, doc string, raw []byte) {
		var parsed any
		if json.Unmarshal([]byte(doc), &parsed) != nil {
			return
		}
		v := pcommon.NewValueSlice()
		v.Slice().AppendEmpty().SetEmptyBytes().FromRaw(raw)
		if err := v.Slice().AppendEmpty().FromRaw(parsed); err != nil {
			t.Fatal(err)
		}
		p := m.begin()
		defer p.end(t.Context())
		encoded := func() []byte {
			p.doc, p.keys = p.doc[:0], false
			if key != "" {
				p.doc = append(appendString(append(p.doc, '{'), key), ':')
			}
			p.encode(v, 0)
			if key != "" {
				p.doc = append(p.doc, '}')
			}
			return bytes.Clone(p.doc)
		}
		before := encoded() // cuts what is too deep
		renamed := p.keys || m.r.Match(key)
		want, err := m.r.AppendJSON(nil, before)
		if err != nil {
			t.Fatalf("%q: %v", before, err)
		}
		p.document(key, v)
		once := encoded()
		if !renamed && !bytes.Equal(once, want) {
			t.Fatalf("%q became\n%q, not\n%q", before, once, want)
		}
		p.document(key, v)
		if twice := encoded(); !bytes.Equal(twice, once) {
			t.Fatalf("masking twice is not masking once:\n%q\n%q", once, twice)
		}
	})
}
