package engine

import "testing"

// TestValuesWithSignsOfTheirDress: a value may hold what it is dressed in where it is told, and is still masked whole.
func TestValuesWithSignsOfTheirDress(t *testing.T) {
	for _, c := range [][2]string{
		{"x (SQL: insert into `users` (`name`, `password`) values (bob, Sum\"814xy))", "x (SQL: insert into `users` (`name`, `password`) values (bob, (redacted)))"},
		{"x (SQL: insert into `users` (`name`, `password`) values (bob, Sum*8 14xy))", "x (SQL: insert into `users` (`name`, `password`) values (bob, (redacted)))"},
		{"x (SQL: insert into `users` (`password`, `name`) values (Sum'814xy, bob))", "x (SQL: insert into `users` (`password`, `name`) values ((redacted), bob))"},
		{`x (SQL: insert into users (password, name) values (Sum\814xy, bob))`, "x (SQL: insert into users (password, name) values ((redacted), bob))"},
		{"==>  Preparing: update t set password = ?\n==> Parameters: Sum\"814xy(String)", "==>  Preparing: update t set password = ?\n==> Parameters: (redacted)(String)"},
		{"'Summer2024\\'x\"y' is too short\n\nOn instance['password']:\n    'x'", "'(redacted)' is too short\n\nOn instance['password']:\n    'x'"},
		{`Invalid value "Sum\"814xy" supplied to : Login/password: number`, `Invalid value "(redacted)" supplied to : Login/password: number`},
		{`the password is "--Sum*814xy"`, `the password is "(redacted)"`},
		{"password mismatch: got --Sum*814xy, want --Qrt!922zz", "password mismatch: got (redacted), want (redacted)"},
		{"password rejected, got: 8x!Sum814", "password rejected, got: (redacted)"},
		{"password rejected, got: 12ab*Sum!9", "password rejected, got: (redacted)"},
		{"password is too weak, value: Sum:814xy!", "password is too weak, value: (redacted)!"},
		{"token [x9y8z7w6v5u4t3AbCd](https://x.example)", "token [(redacted)](https://x.example)"},
	} {
		if got := string((*Redactor)(nil).Append(nil, c[0])); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// TestPasswordsThatEndInAMark: a mark at the end of a password is a part of it where a name and no sentence is before it.
func TestPasswordsThatEndInAMark(t *testing.T) {
	for _, c := range [][2]string{
		{"DB_PASSWORD:  Summer2024!", "DB_PASSWORD:  (redacted)"},
		{"--admin-password Summer2024! -n vm1", "--admin-password (redacted) -n vm1"},
		{"{user: bob, password: Summer2024?}", "{user: bob, password: (redacted)}"},
		{"storePassword 'hammer-lemon205'", "storePassword '(redacted)'"},
		{`could not decrypt using passphrase "winter-guitar240"`, `could not decrypt using passphrase "(redacted)"`},
		{"login(password: String!): AuthPayload!", "login(password: String!): AuthPayload!"},
		{"Password: required!", "Password: required!"},
	} {
		if got := string((*Redactor)(nil).Append(nil, c[0])); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}
