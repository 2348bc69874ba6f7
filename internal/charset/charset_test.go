package charset

import (
	"strings"
	"testing"
)

const (
	digits  = "0123456789"
	lowers  = "abcdefghijklmnopqrstuvwxyz"
	uppers  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters = uppers + lowers
)

func TestAlphabetsHoldTheirBytesAndNoOthers(t *testing.T) {
	for name, want := range map[string]string{
		"digit": digits, "loweralpha": lowers, "upperalpha": uppers, "alpha": letters,
		"lower": digits + lowers, "upper": digits + uppers, "b62": digits + letters, "word": digits + letters + "_",
		"hex": digits + "abcdef", "HEX": digits + "ABCDEF", "Hex": digits + "ABCDEFabcdef", "uuid": digits + "ABCDEFabcdef-",
		"b32": uppers + "234567", "b32l": lowers + "234567",
		"b58":  "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		"bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
		"b64":  digits + letters + "+/=", "b64u": digits + letters + "-_", "b64all": digits + letters + "+/=-_",
	} {
		set, ok := Lookup(name)
		if !ok {
			t.Errorf("Lookup(%q) knows no such alphabet", name)
			continue
		}
		for i := range 256 {
			b := byte(i)
			if got := Of[b]&set != 0; got != (strings.IndexByte(want, b) >= 0) {
				t.Errorf("%s: byte %q in set: %v", name, b, got)
			}
		}
	}
	if _, ok := Lookup("B62"); ok {
		t.Error("Lookup ignores case")
	}
}

func TestPunctuationIsASetOfOneByte(t *testing.T) {
	for _, b := range []byte("-_.+/=~%!,:@$|*&") {
		set, ok := Punctuation(b)
		if !ok || set.Bytes() != string(rune(b)) {
			t.Errorf("Punctuation(%q) = %q, %v", b, set.Bytes(), ok)
		}
	}
	for _, b := range []byte("a0 \"'\n\xc3") {
		if _, ok := Punctuation(b); ok {
			t.Errorf("Punctuation(%q) is a set", b)
		}
	}
}

func TestEachByteHasOneAtom(t *testing.T) {
	for i, s := range Of {
		if s == 0 || s&(s-1) != 0 {
			t.Errorf("byte %q has atoms %b", byte(i), s)
		}
	}
}
