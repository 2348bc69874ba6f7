package patterns

// Signed and encrypted JSON tokens.
var signedTokens = []Rule{
	{ID: "jwe", What: "JSON Web Encryption token", Matcher: Token{Prefixes: []string{"eyJ", "eyA"}, Shape: "b64u{10,}.b64u{0,}.b64u{8,}.b64u{8,}.b64u{8,}", Boundary: true},
		Match: []string{"token={token}"}, NoMatch: []string{"eyJhbGciOiJkaXIi.."}},
	{ID: "jwt", What: "JSON Web Token", Matcher: Token{Prefixes: []string{"eyJ", "eyA", "ewog", "ewoJ", "ew0K"}, Shape: "b64u[=]{8,}.b64u[=]{10,}(.b64all{1,})?", Boundary: true},
		Match: []string{"authentication failed for {token}"}, NoMatch: []string{"eye.eyeable.should", "eyJhbGciOiJI.json"}},
	{ID: "paseto", What: "PASETO token", Matcher: Token{Prefixes: []string{"v1.local.", "v2.local.", "v3.local.", "v4.local.", "v1.public.", "v2.public.", "v3.public.", "v4.public."}, Shape: "b64u{40,}(.b64u{1,})?", Boundary: true},
		Match: []string{"invalid credential ({token})"}, NoMatch: []string{"v2.local.yaml"}},
}
