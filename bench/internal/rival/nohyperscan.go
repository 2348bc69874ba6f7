//go:build !hyperscan

package rival

import "fmt"

// Hyperscan is the name of Hyperscan's block mode.
const Hyperscan = "Hyperscan"

func newHyperscan() (Rival, error) {
	return nil, fmt.Errorf("%w: it needs libhyperscan-dev, a C compiler and -tags hyperscan", ErrNotBuilt)
}
