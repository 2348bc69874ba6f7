package patterns

// Default returns the rules of the release.
func Default() Set { return NewSet(Rule{ID: "placeholder", Matcher: Token{Prefixes: []string{"placeholder_"}, Shape: "b62{8}"}}) }
