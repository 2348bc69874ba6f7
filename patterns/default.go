package patterns

import "slices"

// Default returns the rules of the release: provider tokens by their shape,
// values by where they stand, values by their key's name.
func Default() Set {
	return Set{slices.Concat(append(tokens, contexts, keys)...)}
}
