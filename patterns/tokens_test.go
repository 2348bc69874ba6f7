package patterns

import (
	"encoding/base64"
	"fmt"
	"slices"
	"testing"
)

func TestDigitsInBase64(t *testing.T) {
	var want []string
	for n := range 1000 {
		want = append(want, base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%03d", n))[:3])
	}
	slices.Sort(want)
	if have := slices.Sorted(slices.Values(digitsInBase64)); !slices.Equal(have, slices.Compact(want)) {
		t.Error(have, "are not the first bytes of three digits")
	}
}
