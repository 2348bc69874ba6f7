package patterns

// Chat and collaboration.
var chat = []Rule{
	{ID: "slack-config", What: "Slack configuration token", Matcher: Token{Prefixes: []string{"xoxe.xoxb-", "xoxe.xoxp-"}, Shape: "digit{1}-b62{140,}"},
		Match: []string{"invalid credential ({token})"}, NoMatch: []string{"xoxe.xoxp-1"}},
	{ID: "slack-app", What: "Slack app-level token", Matcher: Token{Prefixes: []string{"xapp-"}, Shape: "digit{1,}-b62[-/]{20,}"},
		Match: []string{"invalid credential ({token})"}, NoMatch: []string{"xapp-1"}},
	{ID: "slack-bot", What: "Slack bot token", Matcher: Token{Prefixes: []string{"xoxb-"}, Shape: "digit{6,}-b62[-]{10,}"},
		Match: []string{"request with {token}, try again"}, NoMatch: []string{"xoxb-your-token", "xoxb-1"}},
	{ID: "slack-user", What: "Slack user token", Matcher: Token{Prefixes: []string{"xoxp-", "xoxe-"}, Shape: "digit{1,}-b62[-]{20,}"},
		Match: []string{"401 Unauthorized: {token} is not valid."}, NoMatch: []string{"xoxp-token"}},
	{ID: "slack-legacy", What: "Slack legacy token", Matcher: Token{Prefixes: []string{"xoxa-", "xoxr-", "xoxo-", "xoxs-"}, Shape: "digit{1,}-b62[-]{8,}"},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"xoxa-2"}},
	{ID: "slack-session", What: "Slack session token", Matcher: Token{Prefixes: []string{"xoxc-"}, Shape: "digit{9,}-digit{9,}-digit{9,}-hex{64,}"},
		Match: []string{"remote: \"{token}\" was revoked"}, NoMatch: []string{"xoxc-1"}},
	{ID: "slack-cookie", What: "Slack session cookie", Matcher: Token{Prefixes: []string{"xoxd-"}, Shape: "b64all[%]{80,}"},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"xoxd-cookie"}},
	{ID: "discord-bot", What: "Discord bot token", Matcher: Token{Prefixes: digitsInBase64, Shape: "b64u{20,25}.b64u{6,7}.b64u{27,}", Boundary: true},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"MTIz.456789.0"}},
	{ID: "discord-mfa", What: "Discord user token", Matcher: Token{Prefixes: []string{"mfa."}, Shape: "b64u{80,}", Boundary: true},
		Match: []string{"authentication failed for {token}"}, NoMatch: []string{"mfa.js"}},
	{ID: "telegram-bot", What: "Telegram bot token", Verify: digitLate, Matcher: Token{Prefixes: []string{":A"}, Shape: "b64u{33,}", Before: "digit{5,16}"},
		Match: []string{"authentication failed for {token}"}, NoMatch: []string{"12:30:A", "clm34405:AgencyIdentificationCodeContentType"}},
	{ID: "intercom", What: "Intercom access token", Matcher: Token{Prefixes: []string{"dG9rO"}, Shape: "b64{55,}", Boundary: true},
		Match: []string{"authentication failed for {token}"}, NoMatch: []string{"dG9rO"}},
}
