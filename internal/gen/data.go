package gen

import (
	_ "embed"
	"strings"
)

// A kind is a name and the templates of its sentences.
type kind struct {
	name  string
	forms []string
}

// The data files hold a name, a tab and a template a line; lines with # in
// front and empty lines are skipped. tokens.tsv holds shapes of provider tokens
// (from the providers' documentation), which stand in the sentences of carriers.txt.
var (
	//go:embed data/clean.txt
	cleanData string
	//go:embed data/secrets.txt
	secretData string
	//go:embed data/tokens.tsv
	tokenData string
	//go:embed data/carriers.txt
	carrierData string
)

var (
	cleanKinds  = parseKinds(cleanData)
	secretKinds = append(tokenKinds(), parseKinds(secretData)...)
)

func parseKinds(data string) []kind {
	var out []kind
	at := map[string]int{}
	for line := range strings.Lines(data) {
		line = strings.TrimSuffix(line, "\n")
		name, form, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		i, known := at[name]
		if !known {
			i = len(out)
			at[name] = i
			out = append(out, kind{name: name})
		}
		out[i].forms = append(out[i].forms, form)
	}
	return out
}

// tokenKinds puts each token's shape into each carrier sentence.
func tokenKinds() []kind {
	var carriers []string
	for line := range strings.Lines(carrierData) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			carriers = append(carriers, line)
		}
	}
	out := parseKinds(tokenData)
	for i, k := range out {
		var forms []string
		for _, shape := range k.forms {
			for _, c := range carriers {
				forms = append(forms, strings.ReplaceAll(c, "⦃⦄", secOpen+shape+secShut))
			}
		}
		out[i].forms = forms
	}
	return out
}
