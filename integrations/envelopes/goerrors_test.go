package envelopes

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/lib/pq"

	"github.com/redactbench/redactbench/budget"
	"github.com/redactbench/redactbench/envelope"
	"github.com/redactbench/redactbench/envelope/cora"
	acf "github.com/redactbench/redactbench/envelope/jsonrpc"
	"github.com/redactbench/redactbench/envelope/mcptool"
)

// The secrets of these tests, made so that no scanner takes them for real.
var (
	password = strings.Join([]string{"Zk9", "wQ2x", "Vb7"}, "")
	token    = strings.Join([]string{"q7Zt4vXw", "9Rk2LmPb", "8Ns3"}, "")
)

type config struct {
	Host     string
	Password string
	Timeout  int
}

// goErrors are errors as Go's own packages and drivers make them, with what of
// them must stay.
func goErrors(t *testing.T) map[string]struct {
	err  error
	keep []string
} {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close() // nobody listens, so that each request fails
	host := strings.TrimPrefix(server.URL, "http://")
	get := func(u string) error {
		_, err := http.Get(u)
		return err
	}
	parse := func(u string) error {
		_, err := url.Parse(u)
		return err
	}
	open := func(driver, dsn string) error {
		db, err := sql.Open(driver, dsn)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Ping()
	}
	var number struct {
		Limits struct{ Max int }
	}
	command := exec.Command(os.Args[0], "-test.run=^$", "--no-such-flag", "--password="+password)
	_, commandErr := command.CombinedOutput()
	_, statErr := os.ReadFile("no-such-folder/settings.json")
	_, mysqlErr := mysql.ParseDSN("app:" + password + "@tcp(db.example.com:3306/main")
	return map[string]struct {
		err  error
		keep []string
	}{
		"http query":    {get(server.URL + "/v1/items?access_token=" + token + "&page=2"), []string{host, "/v1/items", "page=2", "Get"}},
		"http userinfo": {get("http://app:" + password + "@" + host + "/v1"), []string{host, "Get", "/v1"}},
		"url port":      {parse("postgres://app:" + password + "@db.example.com:port/main"), []string{"db.example.com", "invalid port"}},
		"url escape":    {parse("https://app:" + password + "%zz@db.example.com/main"), []string{"db.example.com", "invalid"}},
		"url control":   {parse("https://db.example.com/?password=" + password + "\x7f"), []string{"db.example.com", "control character"}},
		"mysql dsn":     {mysqlErr, []string{"DSN"}},
		"mysql text":    {fmt.Errorf("cannot open %q: %w", "app:"+password+"@tcp(db.example.com:3306)/main", mysqlErr), []string{"db.example.com", "cannot open"}},
		"pq url":        {open("postgres", "postgres://app:"+password+"@db.example.com:port/main"), []string{"db.example.com"}},
		"pq words":      {fmt.Errorf("dsn %q: %w", "host=db.example.com user=app password="+password+" sslmode=no", open("postgres", "host=db.example.com user=app password="+password+" sslmode=no")), []string{"db.example.com", "sslmode"}},
		"pq error":      {fmt.Errorf("login with password %s: %w", password, &pq.Error{Severity: "FATAL", Message: "password authentication failed for user \"app\""}), []string{"authentication failed"}},
		"json type":     {json.Unmarshal([]byte(`{"Limits":{"Max":"`+password+`"}}`), &number), []string{"Max", "string"}},
		"json syntax":   {fmt.Errorf("decode %s: %w", `{"password":"`+password+`"`, json.Unmarshal([]byte(`{"password":"`+password+`"`), &number)), []string{"decode", "unexpected end"}},
		"exec":          {fmt.Errorf("run %v: %w", command.Args[1:], commandErr), []string{"exit status", "no-such-flag"}},
		"joined":        {errors.Join(fmt.Errorf("first: password=%s", password), fmt.Errorf("second: %w", errors.Join(fs.ErrNotExist, fmt.Errorf("token=%s", token)))), []string{"first", "second", "file does not exist"}},
		"%+v dump":      {fmt.Errorf("dial with %+v", config{"db.example.com", password, 30}), []string{"db.example.com", "Timeout:30"}},
		"map dump":      {fmt.Errorf("header %v", http.Header{"Authorization": {"Bearer " + token}, "Accept": {"text/html"}}), []string{"text/html", "Authorization"}},
		"path":          {fmt.Errorf("password=%s: %w", password, statErr), []string{"settings.json", "open"}},
	}
}

func TestGoErrorsInAllFormats(t *testing.T) {
	c, err := cora.New(nil, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	j, err := acf.New(nil, budget.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	within, err := mcptool.New(nil, &mcptool.Options{MaskWithin: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range goErrors(t) {
		if row.err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		p := envelope.FromError(row.err)
		for format, out := range map[string][]byte{
			"cora": c.Append(nil, p), "jsonrpc": j.Append(nil, acf.FromProblem(nil, p)), "mcptool": within.Append(nil, mcptool.FromProblem(p)),
		} {
			if !json.Valid(out) || strings.Contains(string(out), password) || strings.Contains(string(out), token) {
				t.Errorf("%s in %s: %s", name, format, out)
			}
			for _, keep := range row.keep {
				if !strings.Contains(string(out), keep) {
					t.Errorf("%s in %s: no %q in %s", name, format, keep, out)
				}
			}
		}
		// Where a text is emptied, a part of a secret goes with it.
		empty := mcptool.MustJSON(mcptool.ToolErrorResult(row.err))
		if strings.Contains(empty, password) || strings.Contains(empty, token) {
			t.Errorf("%s: %s", name, empty)
		}
	}
}
