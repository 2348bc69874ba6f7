package engine

import (
	"strings"
)

// named looks for a value that is named by another member beside the key:
// {"name":"DB_PASSWORD","value":"x"}, <property name="pass" value="x"/>.
func (f *finder) named(st *stem, at, start, end, nameEnd int, d dress) bool {
	src := f.src
	i := d.closeName(src, start, nameEnd)
	limit := min(len(src), i+dressLimit)
	j := i
	for j < limit && (src[j] <= ' ' || strings.IndexByte(`,"'\->`, src[j]) >= 0) {
		if src[j] == '\\' && j+1 < limit && src[j+1] == 'n' {
			j++
		}
		j++
	}
	f.reach(j+len("value"), at)
	if !hasFold(src[j:], "value") {
		return false
	}
	m := dress{}
	m, ok := f.dress(j, j+len("value"))
	if !ok || m.sep != ':' && m.sep != '=' && m.sep != '>' {
		return false
	}
	k, from := st.judgeName(src, start, at, end)
	if k == nil {
		return false
	}
	return f.values(&m, k.rule, k.strength, from)
}
