package patterns_test

import (
	"fmt"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/patterns"
)

// A rule of one's own is data: what it is called, and a Matcher of one of the kinds.
func ExampleSet_With() {
	set := patterns.Default().With(
		patterns.Rule{ID: "acme", What: "ACME token", Matcher: patterns.Token{Prefixes: []string{"acme_"}, Shape: "b62{20,}"}},
		patterns.Rule{ID: "acme-seed", What: "ACME seed", Matcher: patterns.Key{Names: []string{"acme_seed"}}},
	)
	r, err := engine.New(set, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Redact("401 for acme_Xq7Tn2PfVb9LwKd4Zr8M, ACME_SEED=Kq7vv9x2Zt"))
	// Output: 401 for (redacted), ACME_SEED=(redacted)
}

// Rules are taken away by their IDs; an ID that the set does not have is no error.
func ExampleSet_Without() {
	all := patterns.Default()
	fmt.Println(all.Len() - all.Without("jwt", "no-such-rule").Len())
	// Output: 1
}
