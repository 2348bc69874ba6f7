package patterns

// keys are the rules for values known by their key's name. The stems and their
// strengths were measured on 178,660 benign and 2,700 secret pairs.
var keys = []Rule{
	{
		ID: "password", What: "value of a password's key",
		Matcher: Key{Strength: Human, Names: []string{"password", "passwd", "passphrase", "pass_phrase", "passcode", "passwort", "kennwort", "senha", "motdepasse", "mot de passe", "pass_word", "pswd", "contraseña", "contrasena", "пароль", "密码", "密碼", "パスワード", "비밀번호", "hasło", "haslo", "wachtwoord", "lösenord", "salasana", "şifre", "adgangskode", "passord", "пароля", "contrasenia", "mot_de_passe", "heslo", "jelszó", "jelszo", "лозинка", "parola", "mật khẩu", "kata sandi", "รหัสผ่าน", "كلمة المرور", "סיסמה", "पासवर्ड", "κωδικός", "口令", "密码为", "密码是", "密码错误", "bindpw", "rootpw", "authtok", "keystorepw", "truststorepw", "sshpass", "rediscli_auth", "pasword", "passwrod", "passowrd", "passwrd", "paswd", "passsword"}},
		Match:   []string{"password={token}", `{"dbPassword":"{token}"}`, "PGPASSWORD: {token}", "--password {token}"},
		NoMatch: []string{"password must be at least 8 characters", "password=${DB_PASSWORD}", "password: ********", "passwordless=true"},
	},
	{
		ID: "password-directive", What: "password of a setting or statement that takes it after a blank",
		Matcher: Key{Strength: Human, Directive: true, Names: []string{"requirepass", "masterauth", "storepass", "keypass", "key_string", "wpa_psk", "identified by", "with password", "native_password by", "sha2_password by", "sha256_password by", "snmp_server community", "tacacs_server key", "radius_server key"}},
		Match:   []string{"CREATE USER app IDENTIFIED BY '{token}'", "requirepass {token}", "keytool -storepass {token}"},
		NoMatch: []string{"a user is identified by the name", "ALTER USER app WITH PASSWORD NULL", "requirepass $PASS"},
	},
	{
		ID: "credentials", What: "password of a user and a password in one value",
		Matcher: Key{Strength: Weak, Word: true, Pair: true, Names: []string{"credential", "credentials", "creds", "userpwd", "basic_auth", "proxy_user", "proxy_auth", "http_auth"}, NotUUID: true, NotAfter: []string{"default", "public", "type"}},
		Match:   []string{"proxy_user=bob:{token}", "credentials: bob / {token}", "credentials={token}"},
		NoMatch: []string{"credentials are missing", "default credentials host:8080 not found"},
	},
	{
		ID: "pass", What: "value of a key that ends in the word pass, pw or psk",
		Matcher: Key{Strength: Human, Word: true, Names: []string{"pass", "pw", "psk", "db_pass", "mysql_pass", "user_pass", "root_pass", "smtp_pass", "rpc_pass", "mail_pass", "pgpass", "admin_pass", "auth_pw", "pin"}},
		Match:   []string{"db_pass={token}", `"php-auth-pw":["{token}"]`},
		NoMatch: []string{"bypass=true", "pass: 3 tests", "compass=north-1a2b3c"},
	},
	{
		ID: "seed-phrase", What: "words that a wallet is restored with",
		Matcher: Key{Strength: Weak, Words: true, Names: []string{"mnemonic", "mnemonic_phrase", "seed_phrase", "seed_words", "recovery_phrase", "backup_phrase", "mnemonic phrase", "seed phrase", "recovery phrase", "backup phrase"}},
		Match:   []string{`"mnemonic":"{token}"`},
		NoMatch: []string{"mnemonic: LDA #$01", `"seed_phrase":"must have 12 words"`},
	},
	{
		ID: "pwd", What: "value of a key that ends in pwd, which names directories too",
		Matcher: Key{Strength: Strong, Names: []string{"pwd"}},
		Match:   []string{"db_pwd={token}", "Pwd={token};Encrypt=yes"},
		NoMatch: []string{"PWD=/home/ci", "pwd = dir", "OLDPWD=/srv/app"},
	},
	{
		ID: "secret", What: "value of a secret's key",
		Matcher: Key{Strength: Human, Names: []string{"secret"}, NotAfter: []string{"existing", "pull", "use", "in", "no"}},
		Match:   []string{"client_secret={token}", `"appSecret": "{token}"`},
		NoMatch: []string{"secretary=Mary", "secret_name=prod-db-1", "secret: ${SECRET}"},
	},
	{
		ID: "api-key", What: "value of an API, access, account or other credential key",
		Matcher: Key{Strength: Strong, Names: []string{
			"api_key", "access_key", "secret_key", "account_key", "private_key", "priv_key", "app_key", "application_key", "subscription_key",
			"consumer_key", "server_key", "master_key", "read_key", "write_key", "record_key", "sdk_key", "service_key", "shared_key", "auth_key",
			"client_key", "deploy_key", "integration_key", "license_key", "encryption_key", "signing_key", "admin_key", "storage_key", "ssh_key",
			"shared_access_key", "decryption_key", "hmac_key", "user_key", "webhook_key", "token_key", "preshared_key", "pre_shared_key", "project_key",
			"secret_access_key", "customer_key", "merchant_key", "publish_key", "search_key", "ingest_key", "tls_key", "rest_key", "root_key", "vault_key", "unseal_key", "密钥", "ключ api", "schlüssel", "api_sign", "honeycomb_team", "device_code", "sonar_login",
		}},
		Match:   []string{"api_key={token}", "X-Api-Key: {token}", `"accountKey":"{token}"`, "AccountKey={token};"},
		NoMatch: []string{"public_key=ssh-ed25519", "api_key=<YOUR_API_KEY>", "API_KEY is not set"},
	},
	{
		ID: "access-token", What: "value of an access, refresh, API or bot token's key",
		Matcher: Key{Strength: Strong, Names: []string{
			"access_token", "refresh_token", "api_token", "auth_token", "bot_token", "private_token", "client_token", "security_token", "session_token",
			"bearer_token", "deploy_token", "registration_token", "id_token", "oauth_token", "personal_token", "secret_token", "verification_token",
			"app_token", "user_token", "service_token", "admin_token", "access_jwt", "device_token", "integration_token", "vault_token", "git_token", "github_token", "gitlab_token", "npm_token", "id_token_hint", "令牌", "токен доступа", "azure_pat", "github_pat", "gitlab_pat", "devops_ext_pat", "reset_password_token", "reset_token", "confirmation_token", "unlock_token", "invitation_token",
		}},
		Match:   []string{"access_token={token}", `"refreshToken": "{token}"`, "_authToken={token}"},
		NoMatch: []string{"access_token=null", "accessToken: cfg.AccessToken"},
	},
	{
		ID: "token", What: "opaque value of a token's key",
		Matcher: Key{Strength: Weak, Word: false, Names: []string{"token", "tokn", "toekn"}, NotAfter: []string{"page", "next", "previous", "prev", "continuation", "continue", "max", "min", "num", "cancel", "cancellation", "sync", "pagination", "cursor", "unexpected", "invalid_syntax", "stop", "resume", "eos", "bos", "pad", "unk", "end", "key", "progress", "opaquelock", "idempotency"}},
		Match:   []string{"token={token}", `"csrfToken":"{token}"`, "token {token} was rejected"},
		NoMatch: []string{"unexpected token '}' at line 3", "max_tokens=4096", "token_type=bearer", "nextPageToken=CAUQAA"},
	},
	{
		ID: "key", What: "opaque value of a key",
		Matcher: Key{Strength: Weak, Word: true, NotUUID: true, Names: []string{"key"}, NotAfter: []string{"public", "pub", "primary", "foreign", "restore", "input", "sort", "partition", "cache", "idempotency", "idempotence", "unique", "duplicate", "composite", "index", "object", "s3", "row", "map", "routing", "message", "host", "group", "range", "hash", "dedup", "deduplication", "lru", "lookup", "registry", "hot", "arrow", "shift", "sub", "json", "dict", "config", "env", "missing", "unknown", "any", "every", "each", "translation", "i18n", "label", "annotation", "metadata", "attribute", "tag", "locale", "issue", "jira", "ticket", "bucket", "column", "candidate", "surrogate", "natural", "aggregation", "shard", "distribution", "storage_object", "query", "kms", "cmk", "authorized", "verifying", "verification", "etag", "state", "lock", "kafka", "ed25519", "rsa", "flag", "lease", "document", "kernel", "websocket", "socket"}},
		Match:   []string{"key={token}", "maps key: {token}"},
		NoMatch: []string{"primary key=users_pkey1", "monkey=abc123def456", "sort_key=created_at", "public_key=AAAAC3NzaC1lZDI1NTE5AAAAI"},
	},
	{
		ID: "auth", What: "opaque value of an auth, session, cookie, credential or signature key",
		Matcher: Key{Strength: Weak, Word: true, Names: []string{"auth", "authorization", "bearer", "session", "cookie", "sig", "signature", "sid", "session_id", "jsessionid", "phpsessid", "sessid", "otp", "jwt", "apikeys", "csrf", "xsrf", "passkey", "saml_response", "secret_id", "recovery_code", "access_code", "auth_code", "authorization_code", "code_verifier", "pat", "hmac"}, NotAfter: []string{"code", "dkim", "public", "default", "function", "method", "type", "call"}},
		Match:   []string{"sig={token}", "session={token}", `"authorization": "{token}"`},
		NoMatch: []string{"session_id=42", "auth_mode=none", "invalid signature: expected RS256, got HS256", "author=alice"},
	},
}
