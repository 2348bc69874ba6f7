package patterns

// Mail, messages and telephony.
var mail = []Rule{
	{ID: "sendgrid", What: "SendGrid API key", Matcher: Token{Prefixes: []string{"SG."}, Shape: "b64u[=.]{60,}", Boundary: true},
		Match: []string{"Bearer {token}"}, NoMatch: []string{"SG.com"}},
	{ID: "brevo", What: "Brevo API key", Matcher: Token{Prefixes: []string{"xkeysib-", "xsmtpsib-"}, Shape: "hex{64}-b62{16,}"},
		Match: []string{"invalid credential ({token})"}, NoMatch: []string{"xkeysib-v3"}},
	{ID: "mailgun", What: "Mailgun API key", Matcher: Token{Prefixes: []string{"key-"}, Shape: "hex{32,}", Boundary: true},
		Match: []string{"token={token}"}, NoMatch: []string{"key-value", "key-1"}},
	{ID: "mailchimp", What: "Mailchimp API key", Matcher: Token{Prefixes: []string{"-us1", "-us2", "-us3", "-us4", "-us5", "-us6", "-us7", "-us8", "-us9"}, Shape: "(digit{1})?", Before: "hex{32}"},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"en-us", "a-us1"}},
	{ID: "mailersend", What: "MailerSend API token", Matcher: Token{Prefixes: []string{"mlsn."}, Shape: "b62{30,}"},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"mlsn.json"}},
	{ID: "twilio-api-key", What: "Twilio API key", Matcher: Token{Prefixes: []string{"SK"}, Shape: "Hex{32}", Boundary: true},
		Match: []string{"header value '{token}' refused"}, NoMatch: []string{"SKIP", "SK1"}},
	{ID: "klaviyo", What: "Klaviyo private key", Verify: mixed, Matcher: Token{Prefixes: []string{"pk_"}, Shape: "lower{34}", Boundary: true},
		Match: []string{"Bearer {token}"}, NoMatch: []string{"pk_column"}},
	{ID: "telnyx", What: "Telnyx API key", Matcher: Token{Prefixes: []string{"KEY0"}, Shape: "HEX{31}_b62{22,}", Boundary: true},
		Match: []string{"401 Unauthorized: {token} is not valid."}, NoMatch: []string{"KEY_A"}},
	{ID: "courier", What: "Courier auth key", Matcher: Token{Prefixes: []string{"pk_prod_", "pk_test_", "dk_prod_", "dk_test_"}, Shape: "upper{28,}"},
		Match: []string{"Bearer {token}"}, NoMatch: []string{"pk_test_USER"}},
	{ID: "onesignal", What: "OneSignal API key", Matcher: Token{Prefixes: []string{"os_v2_app_", "os_v2_org_"}, Shape: "lower{60,}"},
		Match: []string{"remote: \"{token}\" was revoked"}, NoMatch: []string{"os_v2_app_id"}},
}
