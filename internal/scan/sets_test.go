package scan

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// manyAnchors returns n anchors like those of a set of redaction rules: token
// prefixes in exact case, key names in their dresses, marks of URLs and blocks.
func manyAnchors(n int) []Anchor {
	as := list("://", "eyJ", "-----BEGIN", "bearer ", "basic ", "=AKIA", "=ASIA", "=ghp_", "=gho_", "=ghs_",
		"=github_pat_", "=glpat-", "=sk-", "=xoxb-", "=xoxp-", "=AIza", "=SG.", "=npm_", "=dop_v1_", "=hf_",
		"=rk_live_", "=sk_live_", "=whsec_", "=shpat_", "=dckr_pat_", "=pypi-", "=ATATT3", "=lin_api_", "=r8_",
		"hooks.slack.com/", "discord.com/api/webhooks/", "api.telegram.org/bot", "%3a%2f%2f")
	stems := []string{"password", "passwd", "pwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key",
		"accesskey", "access_key", "privatekey", "private_key", "credential", "credentials", "auth", "authorization",
		"cookie", "session", "signature", "sig", "salt", "otp", "pin", "passcode", "encryption_key", "client_secret",
		"clientsecret", "connectionstring", "connection_string", "accountkey", "sharedaccesskey", "dsn", "webhook",
		"license", "bearer", "jwt", "refresh_token", "id_token", "sas", "x-api-key", "proxy-authorization"}
	dresses := []string{"=", ":", "\"", "'", " ", "%3d", "]", ">"}
	for _, d := range dresses {
		for _, s := range stems {
			as = append(as, Anchor{Text: s + d})
		}
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	for len(as) < n {
		b := make([]byte, 5+rnd.IntN(14))
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789-_"[rnd.IntN(48)]
		}
		as = append(as, Anchor{string(b), rnd.IntN(2) == 0})
	}
	return as[:n]
}

// nearText returns about size bytes of prose with, one word in near, an anchor,
// often cut, doubled or in other case.
func nearText(rnd *rand.Rand, anchors []Anchor, size, near int) string {
	prose := strings.Fields(cleanLog)
	var b strings.Builder
	for b.Len() < size {
		if rnd.IntN(near) != 0 {
			b.WriteString(prose[rnd.IntN(len(prose))])
			b.WriteByte(' ')
			continue
		}
		s := anchors[rnd.IntN(len(anchors))].Text
		switch rnd.IntN(6) {
		case 0:
			s = s[rnd.IntN(len(s)):]
		case 1:
			s = s[:rnd.IntN(len(s))]
		case 2:
			s += s
		case 3:
			s = strings.ToUpper(s)
		case 4:
			s = fmt.Sprintf("%s%c", s, rune(rnd.IntN(256)))
		}
		b.WriteString(s)
	}
	return b.String()
}

// shortErrors are texts as programs report them, about 290 bytes, free of secrets.
var shortErrors = []string{
	"error: failed to load configuration from /etc/orders/config.yaml: yaml: line 42: mapping values are not allowed in this context; the service cannot start until the file parses. Run `orders config check --file /etc/orders/config.yaml` to see every problem, or restore the last known good copy.",
	"Get \"https://registry.example.org/v2/library/postgres/manifests/16.2\": dial tcp: lookup registry.example.org on 10.0.0.2:53: read udp 10.0.3.17:41210->10.0.0.2:53: i/o timeout (attempt 3 of 5, next retry in 8s); check that the resolver is reachable from this network before trying again.",
	"psycopg2.errors.UndefinedColumn: column invoices.customer_name does not exist\nLINE 1: SELECT invoices.id, invoices.customer_name FROM invoices WHERE...\n                            ^\nHINT:  Perhaps you meant to reference the column \"invoices.customer_nr\" or the column \"customers.name\".",
	"{\"code\":\"validation_failed\",\"message\":\"3 fields are not valid\",\"issues\":[{\"path\":\"items[0].quantity\",\"message\":\"must be at least 1\"},{\"path\":\"items[4].unit\",\"message\":\"unknown unit: boxx\"},{\"path\":\"shipTo.country\",\"message\":\"expected an ISO 3166 code with two letters\"}],\"status\":422}",
	"panic: runtime error: index out of range [5] with length 5\n\ngoroutine 18 [running]:\nexample.org/orders/internal/batch.(*Writer).flush(0xc0001b2000, {0xc000412000, 0x5, 0x8})\n\t/src/internal/batch/writer.go:118 +0x2e5\ncreated by example.org/orders/internal/batch.Start in goroutine 1",
	"java.lang.IllegalStateException: Unable to find a @SpringBootConfiguration, you need to use @ContextConfiguration or @SpringBootTest(classes=...) with your test\n\tat org.springframework.util.Assert.state(Assert.java:76)\n\tat org.springframework.boot.test.context.Bootstrapper.getOrFind(Bootstrapper.java:240)",
}

// cleanLog is some lines of logs without secrets.
const cleanLog = `2026-02-11T09:14:03.512Z INFO  http: GET /api/v1/orders?page=3&size=50 200 18ms remote=10.12.0.44 agent="curl/8.5.0"
2026-02-11T09:14:03.530Z DEBUG db: query took 4.2ms rows=50 sql="SELECT id, state, total FROM orders ORDER BY created_at DESC LIMIT 50"
2026-02-11T09:14:04.001Z WARN  queue: consumer lag is 1280 messages on topic shipments partition 7, threshold 1000
2026-02-11T09:14:04.220Z INFO  worker-3 processed job 8f14e45f-ceea-467f-ab71-c0d2a34de1b9 in 312ms, attempts=1, next=none
2026-02-11T09:14:05.871Z ERROR upload: PUT https://storage.example.org/backups/2026/02/11/part-0004.tar.zst: 503 Service Unavailable (retrying in 4s)
level=info ts=2026-02-11T09:14:06Z caller=compact.go:519 component=tsdb msg="write block" mint=1770796800000 maxt=1770804000000 duration=1.8s
Feb 11 09:14:07 web-2 systemd[1]: Started Session 4182 of User deploy.
Feb 11 09:14:08 web-2 kernel: [382114.220] nf_conntrack: table full, dropping packet
[2026-02-11 09:14:09,114] {taskinstance.py:1225} INFO - Marking task as SUCCESS. dag_id=daily_report, task_id=extract, execution_date=20260210T000000
I0211 09:14:10.224851       1 controller.go:132] "Reconciling" kind="Deployment" namespace="orders" name="api-server" generation=14 replicas=6
  File "/srv/app/billing/tasks.py", line 88, in close_period
    total = sum(line.amount for line in invoice.lines if not line.voided)
TypeError: unsupported operand type(s) for +: 'decimal.Decimal' and 'NoneType'
Caused by: java.net.SocketTimeoutException: Read timed out after 30000 ms while waiting for the response of inventory-service:8080
`

// cleanLogs returns about size bytes of log lines, no two alike: a log of one
// line over and over would be learnt by the branch predictor and live in the
// first cache, which flatters every engine and the tables of 4 KiB a node most.
func cleanLogs(seed uint64, size int) string {
	rnd := rand.New(rand.NewPCG(seed, 11))
	words := strings.Fields(strings.Join(shortErrors, " ") + " " + cleanLog)
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "2026-%02d-%02dT%02d:%02d:%02d.%03dZ ", 1+rnd.IntN(12), 1+rnd.IntN(28), rnd.IntN(24), rnd.IntN(60), rnd.IntN(60), rnd.IntN(1000))
		b.WriteString(pick("INFO  ", "WARN  ", "ERROR ", "DEBUG ", "level=info ", "[main] "))
		fmt.Fprintf(&b, "%s/%s.go:%d: ", pick("http", "db", "queue", "billing", "cmd/worker"), pick("client", "pool", "flush", "server", "main"), rnd.IntN(900))
		for range 3 + rnd.IntN(12) {
			b.WriteString(words[rnd.IntN(len(words))])
			b.WriteByte(' ')
		}
		for range rnd.IntN(4) {
			fmt.Fprintf(&b, "%s=%d ", pick("attempt", "duration_ms", "rows", "status", "partition", "bytes", "shard"), rnd.IntN(100_000))
		}
		switch rnd.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "trace=%016x%016x", rnd.Uint64(), rnd.Uint64())
		case 1:
			fmt.Fprintf(&b, "remote=10.%d.%d.%d:%d", rnd.IntN(256), rnd.IntN(256), rnd.IntN(256), 1024+rnd.IntN(60_000))
		case 2:
			fmt.Fprintf(&b, `{"id":%d,"state":"%s","path":"/srv/%x/part-%04d"}`, rnd.Uint32(), pick("open", "closed", "failed"), rnd.Uint32(), rnd.IntN(10_000))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// cleanErrors returns n texts of 290 bytes cut from lines of logs, and shortErrors.
func cleanErrors(seed uint64, n int) []string {
	text := cleanLogs(seed, n*290)
	var out []string
	for i := range n {
		out = append(out, text[i*290:][:290])
	}
	return append(out, shortErrors...)
}
