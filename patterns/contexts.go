package patterns

// contexts are the rules for values known by where they stand.
var contexts = []Rule{
	{
		ID: "url-userinfo", What: "password in a URL", Matcher: Userinfo{},
		Match:   []string{"postgres://app:{token}@db:5432/main", "https://{token}@git.example.com/x.git", `parse "redis://:{token}#x@cache:6379/0": invalid port`},
		NoMatch: []string{"https://example.com/a@b", "git@github.com:acme/x.git", "postgres://user:***@db/app", "http://[::1]:8080/x@y", "https://host:8080"},
	},
	{
		ID: "dsn-password", What: "password in a data source name", Matcher: DSN{Markers: []string{"@tcp(", "@unix(", "@udp(", "@cloudsql(", "@/"}, Heads: []string{"netloc='", `netloc="`, "default addr for network unknown: ", "dsn: ", "dsn="}, Split: ':'},
		Match:   []string{"app:{token}@tcp(db:3306)/main"},
		NoMatch: []string{"@tcp(db:3306)/main", "app@tcp(db:3306)/main"},
	},
	{
		ID: "address-password", What: "password in an address without a scheme, as resolvers and parsers tell it",
		Matcher: DSN{Split: ':', Heads: []string{
			"tcp: lookup ", "ENOTFOUND ", "EAI_AGAIN ", "UnknownHostException: ", "resolve host: ", "resolve host '", "resolve hostname ", "resolve '", "resolve \"", "URL from string '", "input_value='",
			"invalid dsn \"", "invalid dsn '", "invalid dsn: \"", "invalid dsn: '", "postgres:/", "postgresql:/", "postgresql//", "mysql:/", "mongodb:/", "pymysql//", "psycopg2//", "for network '", "--uri ",
		}},
		Match:   []string{"getaddrinfo ENOTFOUND app:{token}@db.example.com", "Could not parse SQLAlchemy URL from string 'postgres:/app:{token}@db/x'", "curl: (6) Could not resolve host: bob:{token}@x.example", "java.net.UnknownHostException: bob:{token}@db.example.com: Name or service not known"},
		NoMatch: []string{"getaddrinfo ENOTFOUND db.example.com", "dial tcp: lookup db on 10.0.0.2:53: no such host", "redis://:@localhost", `Invalid connection string "mongodb://db.example.com"`, "input_value='ann@example.com'", "input_value='mailto:ann@example.com'", `Could not resolve "npm:react@18.2.0"`, "getaddrinfo ENOTFOUND registry:5000/img@sha256"},
	},
	{
		// A password with an @ that was not escaped, cut there.
		ID: "host-password", What: "end of a password that was taken for a part of the host's name",
		Matcher: DSN{Heads: []string{`host name "`, `host name \"`, "tcp: lookup ", "ENOTFOUND ", "EAI_AGAIN ", "resolve host: ", "UnknownHostException: "}},
		Match:   []string{`could not translate host name "{token}@db.example.com" to address: Name or service not known`}, NoMatch: []string{`could not translate host name "db.example.com" to address`},
	},
	{
		ID: "dsn-oracle", What: "password in an Oracle connect string", Matcher: DSN{Markers: []string{"@//", "@(description"}, Heads: []string{"jdbc:oracle:thin:", "jdbc:oracle:oci:", "sqlplus ", "userid=", "impdp ", "expdp ", "sqlldr ", "rman target ", "dsn="}, Split: '/'},
		Match:   []string{"scott/{token}@//db:1521/orcl", "jdbc:oracle:thin:scott/{token}@db:1521:orcl", "sqlplus scott/{token}@orcl"},
		NoMatch: []string{"see @//db:1521/orcl"},
	},
	{
		ID: "auth-scheme", What: "credentials after an authentication scheme",
		Matcher: Credentials{Schemes: []string{"Bearer", "Basic", "ApiKey", "Api-Key", "SSWS", "GenieKey", "PVEAPIToken", "GoogleLogin", "Negotiate", "NTLM", "DPoP", "Splunk", "Snowflake", "OAuth"}},
		Match:   []string{"Authorization: Bearer {token}", "got Basic {token}"},
		NoMatch: []string{"Bearer token is missing", "Basic authentication is not supported", `WWW-Authenticate: Bearer realm="api"`, "Authorization: Bearer $TOKEN"},
	},
	{
		ID: "cookie", What: "value of a cookie",
		Matcher: Cookie{Harmless: []string{"path", "domain", "max-age", "expires", "samesite", "secure", "httponly", "partitioned", "priority", "version", "theme", "lang", "language", "locale", "tz", "timezone", "currency", "country", "region", "consent", "cookieconsent", "cookie_consent", "_ga", "_gid", "_gat", "_fbp", "dark_mode", "mode"}},
		Match:   []string{"Cookie: theme=dark; session={token}", "Set-Cookie: sid={token}; Max-Age=3600; Path=/"},
		NoMatch: []string{"Cookie: theme=dark; lang=en", "Set-Cookie: Path=/; HttpOnly"},
	},
	{
		ID: "url-param", What: "OAuth code, state, signature or other secret parameter of a URL",
		Matcher: Param{Opaque: true, Names: []string{"code", "state", "session_state", "ticket", "nonce", "code_verifier", "hmac", "device_code", "user_code", "oauth_verifier", "oobcode", "hdnts", "hdnea"}},
		Match:   []string{"GET /cb?code={token}&scope=email", "https://x.example/?a=1&state={token}"},
		NoMatch: []string{"exit?code=137", "https://x.example/?state=/applications/groups&page=2", "https://docs.example.com/?q=token&s=created_at"},
	},
	{
		ID: "url-path-token", What: "opaque segment of a link that grants something",
		Matcher: Token{KeepPrefix: true, Prefixes: []string{"/confirm/", "/reset/", "/reset-password/", "/password-reset/", "/password/reset/", "/invite/", "/invitation/", "/verify/", "/verify-email/", "/activate/", "/magic/", "/magic-link/", "/unsubscribe/", "/feed/private/", "/private-", "/IncomingWebhook/"}, Shape: "b64u{16,}"},
		Verify:  opaque,
		Match:   []string{"POST /v1/public{token} 400", "https://x.example{token}?a=1"}, NoMatch: []string{"/password/reset/instructions-for-users", "/verify/2026-11-30-report-one"},
	},
	{
		// RFC 7616, section 3.4: the response is what an attacker guesses the password with.
		ID: "auth-digest", What: "response of Digest authentication",
		Matcher: Token{KeepPrefix: true, Prefixes: []string{`response="`, `response=\"`}, Shape: "hex{32,}"},
		Match:   []string{`uri="/", {token}", qop=auth`}, NoMatch: []string{`response="200 OK"`, `response="text/html"`},
	},
	{
		ID: "sonar-login", What: "token of SonarQube, by the name of its property", Matcher: Token{KeepPrefix: true, Prefixes: []string{"sonar.login="}, Shape: "hex{40}"},
		Match: []string{"sonar-scanner -D{token} -X"}, NoMatch: []string{"sonar.login=admin"},
	},
	{
		ID: "auth-dovecot", What: "response of SASL in Dovecot's log", Verify: opaque, Matcher: Token{KeepPrefix: true, Prefixes: []string{"\tresp="}, Shape: "b64{12,}"},
		Match: []string{"client in: AUTH\t1\tPLAIN\tservice=imap{token}"}, NoMatch: []string{"took\tresp=12 ms", "rpc\tresp=UserNotFoundException"},
	},
	{
		ID: "auth-mac", What: "message authentication code of a Hawk or MAC header",
		Matcher: Token{KeepPrefix: true, Prefixes: []string{`mac="`, `mac=\"`}, Shape: "b64{20,}"},
		Match:   []string{`ts="1353832234", {token}"`}, NoMatch: []string{`mac="00:1b:44:11:3a:b7"`, `mac="Apple"`},
	},
	{
		ID: "signature-stripe", What: "signature of a webhook of Stripe",
		Matcher: Token{KeepPrefix: true, Prefixes: []string{",v1="}, Shape: "hex{64}"},
		Match:   []string{"Stripe-Signature: t=1714550000{token}"}, NoMatch: []string{"a,v1=2"},
	},
	{
		// RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1.
		ID: "jwk-private", What: "private member of a JSON Web Key", Verify: opaque,
		Matcher: Token{KeepPrefix: true, Prefixes: []string{`,"d":"`, `{"d":"`, `, "d": "`, `,"dp":"`, `{"dp":"`, `, "dp": "`, `,"dq":"`, `{"dq":"`, `, "dq": "`, `,"qi":"`, `{"qi":"`, `, "qi": "`, `,"p":"`, `{"p":"`, `, "p": "`, `,"q":"`, `{"q":"`, `, "q": "`, `,"k":"`, `{"k":"`, `, "k": "`}, Shape: "b64u{40,}"},
		Match:   []string{`{"kty":"oct"{token}","alg":"HS256"}`}, NoMatch: []string{`{"k":"value","d":"2024-05-01"}`},
	},
	{
		ID: "flag-mysql", What: "password glued to mysql's -p", Matcher: Flag{Attached: true, Commands: []string{"mysql", "mysqldump", "mysqladmin", "mariadb", "mysqlimport", "sshpass", "7z", "7za", "unrar"}, Flags: []string{"-p"}},
		Match: []string{"run: mysql -uroot -p{token} main"}, NoMatch: []string{"mysql -p main", "mkdir -p /var/lib"},
	},
	{
		ID: "flag-login", What: "password of a login command", Matcher: Flag{Commands: []string{"login", "sshpass", "mongo", "mongosh", "mongodump", "docker", "sqlcmd", "zip", "unzip", "ipmitool", "useradd", "usermod", "twine", "rdesktop", "psexec", "cqlsh", "beeline", "hdbsql", "cypher-shell", "evil-winrm", "racadm", "rabbitmqadmin", "bcp", "osql", "tsql", "mosquitto_sub", "mosquitto_pub", "pscp", "plink", "nuget", "hydra", "crackmapexec", "unlock-keychain", "security import", "add-user.sh", "az sql server", "az postgres", "az mysql"}, Flags: []string{"-p", "-P", "-pw"}},
		Match: []string{"docker login -u bot -p {token} registry.example.com"}, NoMatch: []string{"docker run -p 8080:80 nginx", "docker login -p $TOKEN"},
	},
	{
		ID: "flag-redis", What: "password of redis-cli -a", Matcher: Flag{Commands: []string{"redis-cli", "redis-benchmark"}, Flags: []string{"-a"}},
		Match: []string{"redis-cli -h cache -a {token} ping"}, NoMatch: []string{"ls -a /var"},
	},
	{
		ID: "flag-user", What: "password of curl -u and the like", Matcher: Flag{After: ':', Attached: true, Commands: []string{"curl", "wget", "http", "httpie", "ab", "etcdctl"}, Flags: []string{"-u", "--user", "--proxy-user", "-U", "-E", "--cert"}},
		Match: []string{"curl -u admin:{token} https://x.example", `curl --user "admin:{token}" x`}, NoMatch: []string{`curl -u "myusername" http://localhost:15130/api`, "sort -u a:b"},
	},
	{
		ID: "flag-ab", What: "password of ab's -A", Matcher: Flag{After: ':', Commands: []string{"ab"}, Flags: []string{"-A"}},
		Match: []string{"ab -A bob:{token} https://x.example"}, NoMatch: []string{"curl -A agent:1 https://x.example"},
	},
	{
		ID: "flag-httpie", What: "password of HTTPie's -a", Matcher: Flag{After: ':', Commands: []string{"http", "https", "httpie", "xh"}, Flags: []string{"-a"}},
		Match: []string{"http -a bob:{token} https://x.example"}, NoMatch: []string{"ls -a a:b"},
	},
	{
		ID: "flag-smb", What: "password of smbclient -U user%password", Matcher: Flag{After: '%', Commands: []string{"smbclient", "rpcclient", "smbmap", "winexe"}, Flags: []string{"-U"}},
		Match: []string{"smbclient //srv/share -U bob%{token}"}, NoMatch: []string{"psql -U bob%x"},
	},
	{
		ID: "flag-ldap", What: "password of the LDAP tools' -w", Matcher: Flag{Commands: []string{"ldapsearch", "ldapwhoami", "ldapadd", "ldapmodify", "ldapdelete", "ldappasswd"}, Flags: []string{"-w"}},
		Match: []string{"ldapsearch -x -D cn=admin -w {token} -b dc=x"}, NoMatch: []string{"grep -w token12345678"},
	},
	{
		ID: "flag-keygen", What: "pass phrase of ssh-keygen's -N", Matcher: Flag{Commands: []string{"ssh-keygen"}, Flags: []string{"-N", "-P"}},
		Match: []string{"ssh-keygen -t ed25519 -N {token} -f id"}, NoMatch: []string{"ssh-keygen -N '' -f id", "grep -N token12345678"},
	},
	{
		ID: "flag-lftp", What: "password of lftp -u user,password", Matcher: Flag{After: ',', Commands: []string{"lftp"}, Flags: []string{"-u"}},
		Match: []string{"lftp -u bob,{token} ftp.example.com"}, NoMatch: []string{"sort -u a,b"},
	},
	{
		ID: "flag-nodetool", What: "password of Cassandra's nodetool", Matcher: Flag{Commands: []string{"nodetool"}, Flags: []string{"-pw"}},
		Match: []string{"nodetool -u jmx -pw {token} status"}, NoMatch: []string{"nodetool -h db -p 7199 status"},
	},
	{
		ID: "flag-rdp", What: "password of FreeRDP's /p:", Matcher: Flag{Attached: true, Commands: []string{"xfreerdp", "xfreerdp3", "wlfreerdp", "sdl-freerdp"}, Flags: []string{"/p:"}},
		Match: []string{"xfreerdp /u:bob /p:{token} /v:host"}, NoMatch: []string{"copy /p:token12345678"},
	},
	{
		ID: "flag-schtasks", What: "password of schtasks /rp", Matcher: Flag{Commands: []string{"schtasks"}, Flags: []string{"/rp", "/RP"}},
		Match: []string{"schtasks /create /tn job /ru bob /rp {token} /tr a.exe"}, NoMatch: []string{"copy /rp token12345678"},
	},
	{
		ID: "flag-openssl", What: "password of openssl -k", Matcher: Flag{Commands: []string{"openssl"}, Flags: []string{"-k", "-K"}},
		Match: []string{"openssl enc -aes-256-cbc -k {token} -in x"}, NoMatch: []string{"curl -k https://x.example"},
	},
	{
		ID: "flag-snmp", What: "pass phrase of the SNMP tools' -A and -X", Matcher: Flag{Commands: []string{"snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"}, Flags: []string{"-A", "-X"}},
		Match: []string{"snmpwalk -v3 -u bob -A {token} host"}, NoMatch: []string{"curl -X POST https://x.example"},
	},
	{
		ID: "command-user", What: "password that follows a user's name in a command", Matcher: Call{Words: true, Arg: 2, Anchors: []string{"rabbitmqctl add_user ", "rabbitmqctl change_password ", "net user ", "rabbitmqctl authenticate_user ", " LOGIN ", "htpasswd -nb ", "sentinel auth-pass "}},
		Match: []string{"rabbitmqctl add_user bob {token}", `a1 LOGIN bob "{token}"`}, NoMatch: []string{"LOGIN failed for user"},
	},
	{
		ID: "piped", What: "secret piped into a command", Matcher: Piped{Into: []string{"--password-stdin", "sudo -S", "sudo -k -S", "passwd --stdin", "| kinit", "| cryptsetup open", "| cryptsetup luksOpen", "| cryptsetup luksFormat", "| openconnect", "vncpasswd -f", "--passphrase-fd 0", "--with-token", "--data-file=-", "gh secret set ", "docker secret create ", "podman secret create "}},
		Match: []string{`echo "{token}" | docker login -u bob --password-stdin`, "printf '%s' '{token}' | sudo -S true"}, NoMatch: []string{`echo "$TOKEN" | docker login --password-stdin`, "cat token | docker login --password-stdin"},
	},
	{
		ID: "piped-user", What: "password piped into chpasswd with a user", Matcher: Piped{Into: []string{"chpasswd"}, After: ':'},
		Match: []string{"echo 'root:{token}' | chpasswd"}, NoMatch: []string{"cat users | chpasswd"},
	},
	{
		ID: "command-basic", What: "password behind a host and a user in a package manager's configuration", Matcher: Call{Words: true, Arg: 3, Anchors: []string{"composer config http-basic.", "composer config --global http-basic.", "composer config -g http-basic.", "poetry config http-basic."}},
		Match: []string{"composer config http-basic.repo.example.com bob {token}"}, NoMatch: []string{"poetry config http-basic.acme --unset"},
	},
	{
		ID: "command-alias", What: "secret key of MinIO's mc", Matcher: Call{Words: true, Arg: 4, Anchors: []string{"mc alias set ", "mc config host add "}},
		Match: []string{"mc alias set minio http://localhost:9000 bob {token}"}, NoMatch: []string{"mc alias set needs an address"},
	},
	{
		ID: "command-login", What: "token or password that follows a command", Matcher: Call{Words: true, Arg: 1, Anchors: []string{"net use ", "vault login ", "vault operator unseal ", "wandb login ", "cargo login ", "AUTH default ", "[auth ", "> PASS ", "'PASS ", "\"PASS ", "C: PASS ", "AUTHINFO PASS ", " AUTHENTICATE PLAIN ", " AUTHENTICATE XOAUTH2 ", "addauth digest ", "-setcookie ", "snmpwalk -v2c -c ", "snmpget -v2c -c ", "codecov.io/bash) -t "}},
		Match: []string{"vault login {token}", "AUTH default {token}", `net use Z: \\fs01\share /user:ACME\bob {token}`}, NoMatch: []string{"vault login -method=oidc", "cargo login failed", "net use is deprecated", `net use Z: \\fs01\share /delete`},
	},
	{
		ID: "htpasswd", What: "password of htpasswd -b", Matcher: Call{Words: true, Arg: 3, Anchors: []string{"htpasswd -b ", "htpasswd -cb ", "htpasswd -bc ", "mosquitto_passwd -b "}},
		Match: []string{"htpasswd -b f.htpasswd bob {token}"}, NoMatch: []string{"htpasswd -b $FILE $USER $PASS"},
	},
	{
		ID: "call-auth", What: "password argument after a user's name", Matcher: Call{Arg: 2, Anchors: []string{"BasicAuth(", "UserPassword(", ".auth(", "auth=(", "auth = (", "auth: [", "\"auth\":[", "'auth' => [", "Credentials(", "Credential(", "DigestAuth(", "login(", "basic_auth(", "->attempt(", "'auth', args: [", "Credentials.basic(", "PasswordAuthentication(", "bind_s(", "WiFi.begin(", "sp_addlogin ", "createUser(", "createHmac(", "().basic(", "http_auth=(", "basic_auth=(", "wp_authenticate(", "EmailAndPassword(auth, ", "login() called with args: [", "'AUTH', args: [", "TwilioClient("}},
		Match: []string{`SetBasicAuth("bob", "{token}")`, "auth=('bob', '{token}')"}, NoMatch: []string{"BasicAuth(user, pass)", "db.auth(user)"},
	},
	{
		ID: "call-crypt", What: "password that a function hashes", Matcher: Call{Arg: 1, Anchors: []string{"crypt(", "PASSWORD(", "password_hash(", "ConvertTo-SecureString ", "ConvertTo-SecureString -String ", "Fernet(", "bcrypt.compare(", "password_verify("}},
		Match: []string{"SELECT crypt('{token}', gen_salt('bf'))"}, NoMatch: []string{"crypt(password, salt)"},
	},
	{
		ID: "redis-auth", What: "password of a Redis AUTH command", Matcher: Call{Arg: 1, Anchors: []string{`"AUTH" `, `"auth" `, `'AUTH' `, `(AUTH), params: `, `(AUTH) params: `, "`AUTH` ", `"AUTH" "default" `, `"requirepass" `, "->auth(", "'auth', args: [", "'AUTH', args: ["}},
		Match: []string{`command: "AUTH" "{token}"`, "command: (AUTH), params: [{token}]"}, NoMatch: []string{"ERR AUTH <password> called without any password"},
	},
	{
		ID: "php-dsn", What: "password argument after a PDO data source name", Matcher: Call{Arg: 3, Anchors: []string{"PDO->__construct(", "new PDO(", "mysqli_connect(", "mysqli->__construct(", "mysql_connect(", "ldap_bind(", "ftp_login(", "imap_open(", "oci_connect(", "openssl_encrypt(", "openssl_decrypt(", "hash_hmac(", "new mysqli(", "DriverManager.getConnection(", "pymysql.connect(", "MySQLdb.connect(", "PlainAuth("}},
		Match: []string{"PDO->__construct('mysql:host=10.4...', 'shop', '{token}', Array)"}, NoMatch: []string{"PDO->__construct('mysql:host=db')"},
	},
	{
		ID: "call-client", What: "key that a client of an API is made with", Matcher: Call{Arg: 1, Anchors: []string{"new Resend("}},
		Match: []string{`new Resend("{token}")`}, NoMatch: []string{"new Resend(config)"},
	},
	{
		ID: "call-wallet", What: "pass phrase in a wallet's JSON-RPC call", Matcher: Call{Arg: 1, Anchors: []string{`"walletpassphrase","params":[`, `"walletpassphrase", "params": [`, `"encryptwallet","params":[`, `"encryptwallet", "params": [`}},
		Match: []string{`{"method":"walletpassphrase","params":["{token}",60]}`, `{"method": "encryptwallet", "params": ["{token}"]}`}, NoMatch: []string{`{"method":"walletpassphrase","params":[]}`},
	},
	{
		ID: "actions-mask", What: "secret that GitHub Actions is told to mask", Matcher: Echo{Before: []string{"::add-mask::"}},
		Match: []string{"::add-mask::{token}"}, NoMatch: []string{"::add-mask::$TOKEN", "::add-mask::***"},
	},
	{
		ID: "echo", What: "secret repeated by a known message", Matcher: Echo{Before: []string{`invalid port ":`, `invalid userinfo ":`, `invalid port \":`}},
		Match: []string{`invalid port ":{token}" after host`}, NoMatch: []string{`invalid port ":80a" after host`},
	},
	{
		ID: "member", What: "value that a validator tells before its path", Matcher: Member{Names: []string{"received"}, Path: "path"},
		Match: []string{`{"received": "{token}", "code": "invalid_enum_value", "path": ["api_key"]}`}, NoMatch: []string{`{"received": "undefined", "path": ["api_key"]}`, `{"received": "node-4711", "path": ["host"]}`},
	},
	{
		ID: "member-value", What: "value that class-validator tells before its property", Matcher: Member{Names: []string{"value"}, Path: "property", Bare: true},
		Match: []string{"  value: '{token}',\n  property: 'api_key',"}, NoMatch: []string{"value: 'node-4711',\n  property: 'host',"},
	},
	{
		ID: "located-jackson", What: "value that Jackson tells before the path to it",
		Matcher: Located{Path: "through reference chain: ", Before: []string{`from String "`, `from String \"`, "from String value ('", `from String value ("`, `from String value (\"`, "from Integer value (", "from Long value (", "from Number value ("}},
		Match:   []string{"Cannot deserialize value of type `int` from String \"{token}\": not a valid `int` value\n at [Source: REDACTED; line: 1, column: 27] (through reference chain: com.acme.Login[\"api_key\"])"},
		NoMatch: []string{"Cannot deserialize value of type `int` from String \"node-4711x\": not a valid `int` value\n at [Source: REDACTED; line: 1, column: 27] (through reference chain: com.acme.Login[\"host\"])"},
	},
	{
		ID: "located-jsonschema", What: "value that Python's jsonschema tells before the path to it",
		Matcher: Located{Path: "On instance", After: []string{"' is too short", "' is too long", "' does not match '", "' is not of type '", "' is not a '"}},
		Match:   []string{"'{token}' is too long\n\nFailed validating 'maxLength' in schema['properties']['api_key']:\n    {'maxLength': 12}\n\nOn instance['api_key']:\n    '…'"},
		NoMatch: []string{"'node-4711x' is too long\n\nFailed validating 'maxLength' in schema['properties']['host']:\n    {'maxLength': 2}\n\nOn instance['host']:\n    'node-4711x'"},
	},
	{
		ID: "located-io-ts", What: "value that io-ts tells before the path to it", Matcher: Located{Path: " supplied to ", After: []string{`" supplied to : `}},
		Match: []string{`Invalid value "{token}" supplied to : { api_key: number }/api_key: number`}, NoMatch: []string{`Invalid value "node-4711x" supplied to : { host: number }/host: number`},
	},
	{
		ID: "private-key-percent", What: "private key in PEM form, percent-encoded",
		Matcher: Block{Begin: "-----BEGIN%20", End: "-----END%20", Labels: []string{"PRIVATE%20KEY-----"}},
		Match:   []string{"key={token}"}, NoMatch: []string{"-----BEGIN%20CERTIFICATE-----%0AMIIB%0A-----END%20CERTIFICATE-----"},
	},
	{
		ID: "password-hash", What: "hash of a password as crypt, Apache and PHP write it",
		Matcher: Token{Prefixes: []string{"$2a$", "$2b$", "$2y$"}, Shape: "digit{2}$b62[./]{53}"},
		Match:   []string{"Failing row contains (3, bob, {token}, 2024-05-01).", "bob:{token}"}, NoMatch: []string{"$2a$10$ is the prefix"},
	},
	{
		ID: "password-hash-sha", What: "hash of a password by SHA-crypt",
		Matcher: Token{Prefixes: []string{"$6$", "$5$"}, Shape: "b62[./]{1,16}$b62[./]{43,86}"},
		Match:   []string{"bob:{token}:19000:0:99999:7:::"}, NoMatch: []string{"$5$ and $6$ are prefixes"},
	},
	{
		// RFC 9106; the second one is Django's.
		ID: "password-hash-argon2", What: "hash of a password by Argon2 or PBKDF2",
		Matcher: Token{Prefixes: []string{"$argon2id$", "$argon2i$", "$argon2d$", "pbkdf2_sha256$", "pbkdf2_sha512$"}, Shape: "b62[$=,+/]{40,}"},
		Match:   []string{"bob:{token}"}, NoMatch: []string{"$argon2id$ is the prefix"},
	},
	{
		ID: "password-hash-md5", What: "hash of a password by MD5-crypt",
		Matcher: Token{Prefixes: []string{"$apr1$", "$1$"}, Shape: "b62[./]{1,8}$b62[./]{22}"},
		Match:   []string{"bob:{token}"}, NoMatch: []string{"echo $1$2"},
	},
	{
		ID: "password-hash-ldap", What: "hash of a password in a directory",
		Matcher: Token{Prefixes: []string{"{SSHA}", "{SSHA256}", "{SSHA512}", "{SHA}"}, Shape: "b64{27,}"},
		Match:   []string{"userPassword: {token}", "bob:{token}"}, NoMatch: []string{"scheme {SSHA} is not supported"},
	},
	{
		ID: "new-password", What: "password that a server tells in a line of its own",
		Matcher: Echo{Label: "New value: ", Before: []string{"built-in superuser is : ", "user successfully reset.", "password to proceed to installation:", "elasticsearch-reset-password -u elastic`):"}},
		Match:   []string{"Password for the [elastic] user successfully reset.\nNew value: {token}", "use the following password to proceed to installation:\n\n{token}\n"}, NoMatch: []string{"Password for the [elastic] user successfully reset.\nDone"},
	},
	{
		// https://openweathermap.org/appid, https://developer.pagerduty.com/docs/events-api-v2
		ID: "hex-parameter", What: "key of OpenWeather or PagerDuty, by the name of its parameter",
		Matcher: Token{KeepPrefix: true, Prefixes: []string{"appid=", `"appid":"`, `routing_key":"`, `routing_key": "`, `routing_key\":\"`, "routing_key: ", "routing_key="}, Shape: "hex{32}"},
		Match:   []string{"GET /data/2.5/weather?q=Berlin&{token} 401", `{"{token}","event_action":"trigger"}`}, NoMatch: []string{"appid=4711&q=x", `"routing_key": "orders.created"`},
	},
	{
		ID: "first-password", What: "password that a server makes up when it is installed",
		Matcher: Echo{Before: []string{"generated for root@localhost: ", "PASSWORD elastic = ", "PASSWORD kibana = ", "PASSWORD kibana_system = ", "PASSWORD logstash_system = ", "PASSWORD beats_system = ", "PASSWORD apm_system = ", "PASSWORD remote_monitoring_user = "}},
		Match:   []string{"A temporary password is generated for root@localhost: {token}", "PASSWORD elastic = {token}"}, NoMatch: []string{"no password was generated for root@localhost"},
	},
	{
		ID: "private-key", What: "private key in PEM, OpenSSH, PGP or PuTTY form",
		Matcher: Block{Begin: "-----BEGIN ", End: "-----END ", Labels: []string{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", "PRIVATE KEY"}},
		Match:   []string{"could not parse key:\n{token}"}, NoMatch: []string{"-----BEGIN CERTIFICATE-----\nMIIBszCC\n-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----\nMIIB\n"},
	},
	{
		ID: "putty-key", What: "private part of a PuTTY key file", Matcher: Block{Begin: "Private-Lines: ", End: "Private-MAC: ", Labels: nil},
		Match: []string{"Private-Lines: 1\nAAAAgQC7Hq3Ztmd0hCj\nPrivate-MAC: 0123"}, NoMatch: []string{"Public-Lines: 4"},
	},
	{
		ID: "private-key-base64", What: "private key in PEM form, encoded in base64 once more",
		Matcher: Token{Prefixes: []string{"LS0tLS1CRUdJTiBQUklWQVRF", "LS0tLS1CRUdJTiBSU0EgUFJJVkFUR", "LS0tLS1CRUdJTiBFQyBQUklWQVRF", "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE", "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFUR", "LS0tLS1CRUdJTiBEU0EgUFJJVkFUR", "LS0tLS1CRUdJTiBQR1AgUFJJVkFUR"}, Shape: "b64{16,}"},
		Match:   []string{"tls.key: {token}"}, NoMatch: []string{"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUI"},
	},
}
