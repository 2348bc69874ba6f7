package otel

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

const redacted = "(redacted)"

// secret returns a value that no rule knows by its shape, another each time.
func secret() string {
	const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := []byte("q7X")
	for range 21 {
		b = append(b, letters[rand.IntN(len(letters))])
	}
	return string(b)
}

// A filler puts a value into every place of the data that its types give a way to
// set, so that a field of a later version is not forgotten.
type filler struct {
	// plant returns what stands for the secret at a place, which is named by the
	// methods that lead to it.
	plant func(place string) string
	texts int
}

// text returns a text with the plant in it.
func (f *filler) text(place string) string {
	f.texts++
	return "kept password=" + f.plant(place) + " kept"
}

var aMap, aValue = reflect.TypeFor[pcommon.Map](), reflect.TypeFor[pcommon.Value]()

func (f *filler) fill(v reflect.Value, place string) {
	t := v.Type()
	switch t {
	case aMap:
		f.members(v.Interface().(pcommon.Map), place)
		return
	case aValue:
		f.members(v.Interface().(pcommon.Value).SetEmptyMap(), place)
		return
	case reflect.TypeFor[pcommon.TraceState]():
		v.Interface().(pcommon.TraceState).FromRaw(f.text(place))
		return
	}
	if grow := v.MethodByName("AppendEmpty"); grow.IsValid() {
		f.elements(grow, place)
		return
	}
	for i := range t.NumMethod() {
		name, m := t.Method(i).Name, v.Method(i)
		mt := m.Type()
		switch {
		case strings.HasPrefix(name, "Set") && mt.NumIn() == 1:
			f.set(m, place+"."+strings.TrimPrefix(name, "Set"))
		case mt.NumIn() == 0 && mt.NumOut() == 1 && mt.Out(0).Kind() == reflect.Struct && strings.Contains(mt.Out(0).PkgPath(), "/pdata/"):
			if name == "All" || strings.HasPrefix(name, "SetEmpty") || v.MethodByName("SetEmpty"+name).IsValid() {
				continue // one of several that exclude each other: see elements
			}
			f.fill(m.Call(nil)[0], place+"."+name)
		}
	}
}

// elements appends an element, or one for each form that an element may have.
func (f *filler) elements(grow reflect.Value, place string) {
	forms := []string{""}
	t := grow.Type().Out(0)
	for i := range t.NumMethod() {
		if form, ok := strings.CutPrefix(t.Method(i).Name, "SetEmpty"); ok {
			forms = append(forms, form)
		}
	}
	for _, form := range forms {
		e := grow.Call(nil)[0]
		f.fill(e, place)
		if form != "" {
			f.fill(e.MethodByName("SetEmpty" + form).Call(nil)[0], place+"."+form)
		}
	}
}

func (f *filler) set(m reflect.Value, place string) {
	t := m.Type().In(0)
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		v.SetString(f.text(place))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Array:
		v.Index(0).SetUint(1)
	default:
		panic("no value for a " + t.String())
	}
	m.Call([]reflect.Value{v})
}

// members puts values of every type and depth, with secrets and without.
func (f *filler) members(m pcommon.Map, place string) {
	f.texts++
	m.PutStr("http.route", "/v1/users/{id}")
	m.PutInt("http.response.status_code", 503)
	m.PutDouble("ratio", 0.25)
	m.PutBool("retry", true)
	m.PutEmpty("nothing")
	m.PutEmptyBytes("raw").FromRaw([]byte("\x00\xff\"\n"))
	m.PutEmptyMap("empty")
	m.PutEmptySlice("none")
	m.PutStr("password", f.plant(place))
	m.PutStr("note", f.text(place))
	m.PutEmptyBytes("payload").FromRaw([]byte("\xff" + f.text(place)))
	m.PutEmptyBytes("api_key").FromRaw([]byte(f.plant(place)))
	if f.plant("") == redacted {
		m.PutStr("db.password", redacted)
	} else {
		m.PutInt("db.password", 8231905577123)
	}
	args := m.PutEmptySlice("process.command_args")
	for _, arg := range []string{"mysqld", "--password", f.plant(place), "--user", "app"} {
		args.AppendEmpty().SetStr(arg)
	}
	request := m.PutEmptyMap("request")
	request.PutStr("user", "app")
	request.PutStr("password", f.plant(place))
	request.PutEmptyBytes("raw").FromRaw([]byte("\x00\xff\"\n\\ kept"))
	request.PutDouble("ratio", 0.25)
	request.PutEmpty("nothing")
	request.PutEmptyMap("empty")
	request.PutEmptySlice("none")
	pair := request.PutEmptySlice("env").AppendEmpty().SetEmptyMap()
	pair.PutStr("name", "DB_PASSWORD")
	pair.PutStr("value", f.plant(place))
	list := request.PutEmptySlice("list")
	list.AppendEmpty().SetInt(7)
	list.AppendEmpty().SetStr("a \"quoted\"\n\tline\x01 \\ " + f.text(place))
	list.AppendEmpty().SetEmptyBytes().FromRaw([]byte("\xff" + f.text(place)))
	headers := list.AppendEmpty().SetEmptyMap().PutEmptyMap("headers")
	headers.PutEmptySlice("Authorization").AppendEmpty().SetStr("Bearer " + f.plant(place))
	headers.PutEmptySlice("Accept").AppendEmpty().SetStr("text/html")
}

// A batch is data of one signal.
type batch struct {
	mask  func(*pass)
	bytes func(*testing.T) []byte
}

// signals return a batch of each signal, filled.
var signals = map[string]func(f *filler) batch{
	"logs": func(f *filler) batch {
		d := plog.NewLogs()
		f.fill(reflect.ValueOf(d), "")
		return batch{func(p *pass) { p.logs(d) }, func(t *testing.T) []byte { return marshal(t)((&plog.ProtoMarshaler{}).MarshalLogs(d)) }}
	},
	"traces": func(f *filler) batch {
		d := ptrace.NewTraces()
		f.fill(reflect.ValueOf(d), "")
		return batch{func(p *pass) { p.traces(d) }, func(t *testing.T) []byte { return marshal(t)((&ptrace.ProtoMarshaler{}).MarshalTraces(d)) }}
	},
	"metrics": func(f *filler) batch {
		d := pmetric.NewMetrics()
		f.fill(reflect.ValueOf(d), "")
		return batch{func(p *pass) { p.metrics(d) }, func(t *testing.T) []byte { return marshal(t)((&pmetric.ProtoMarshaler{}).MarshalMetrics(d)) }}
	},
}

func marshal(t *testing.T) func([]byte, error) []byte {
	return func(b []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

// run masks a batch as a configuration says.
func run(t *testing.T, c *Config, b batch) {
	t.Helper()
	m, _, err := c.masker(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := m.begin()
	b.mask(p)
	p.end(t.Context())
}
