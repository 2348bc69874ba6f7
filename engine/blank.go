package engine

// skipColours is skipBlanks that steps over the colours of terminals too (ECMA-48, SGR), as they are
// or escaped.
func skipColours(src string, i int) int {
	for {
		i = skipBlanks(src, i)
		k := i
		switch {
		case i >= len(src):
			return i
		case src[i] == 0x1b:
			k++
		case src[i] == '\\':
			for k < len(src) && src[k] == '\\' {
				k++
			}
			switch {
			case hasFold(src[k:], "u001b"):
				k += len("u001b")
			case hasFold(src[k:], "x1b"):
				k += len("x1b")
			default:
				return i
			}
		default:
			return i
		}
		if k >= len(src) || src[k] != '[' {
			return i
		}
		for k++; k < len(src) && (isDigit(src[k]) || src[k] == ';'); k++ {
		}
		if k >= len(src) || src[k] != 'm' {
			return i
		}
		i = k + 1
	}
}

func skipBlanks(src string, i int) int {
	for i < len(src) && isBlank(src[i]) {
		i++
	}
	return i
}
