package otel

import (
	"fmt"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
)

// web puts the attributes that instrumentation of a web server sets.
func web(m pcommon.Map, i int) {
	m.PutStr("http.request.method", "GET")
	m.PutStr("url.full", fmt.Sprintf("https://shop.example.com/v1/users/%d?page=2&sort=name", i))
	m.PutStr("client.address", "10.2.3.4")
	m.PutStr("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
	m.PutStr("code.function.name", "shop.UserService.find")
	m.PutStr("thread.name", "http-nio-8080-exec-7")
	m.PutInt("http.response.status_code", 200)
	m.PutDouble("http.duration", 0.012)
}

func BenchmarkLogs(b *testing.B) {
	const records = 1000
	rows := []struct {
		name   string
		config Config
		fill   func(r plog.LogRecord, i int)
	}{
		{"clean", Config{}, func(plog.LogRecord, int) {}},
		{"bounded", Config{MaxBytes: 4096}, func(plog.LogRecord, int) {}},
		{"nested", Config{}, func(r plog.LogRecord, i int) { web(r.Attributes().PutEmptyMap("request"), i) }},
		{"leaky", Config{}, func(r plog.LogRecord, i int) {
			if i%10 == 0 {
				r.Body().SetStr("cannot connect: postgres://app:" + secret() + "@db.example.com/main: refused")
				r.Attributes().PutStr("db.password", secret())
			}
		}},
	}
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			source := plog.NewLogs()
			rl := source.ResourceLogs().AppendEmpty()
			rl.Resource().Attributes().PutStr("service.name", "shop")
			list := rl.ScopeLogs().AppendEmpty().LogRecords()
			for i := range records {
				r := list.AppendEmpty()
				r.Body().SetStr(fmt.Sprintf("user %d read 12 rows of table orders in 3.1 ms, cache hit, session 7 of 9", i))
				web(r.Attributes(), i)
				row.fill(r, i)
			}
			m, _, err := row.config.masker(nil)
			if err != nil {
				b.Fatal(err)
			}
			d := plog.NewLogs()
			b.ReportAllocs()
			for b.Loop() {
				if row.name == "leaky" {
					b.StopTimer()
					source.CopyTo(d)
					b.StartTimer()
				} else {
					d = source
				}
				p := m.begin()
				p.logs(d)
				p.end(b.Context())
			}
			b.ReportMetric(float64(b.N)*records/b.Elapsed().Seconds(), "records/s")
		})
	}
}
