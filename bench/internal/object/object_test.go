package object

import (
	"bytes"
	"testing"
)

func TestBothWaysGiveTheSameBytes(t *testing.T) {
	own, err := Cora(Problem())
	if err != nil {
		t.Fatal(err)
	}
	encoded := own()
	std, err := Encoder(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if got := std(); !bytes.Equal(got, encoded) {
		t.Errorf("cora wrote\n%s\nencoding/json\n%s", encoded, got)
	}
	if n := len(encoded); n < 3300 || n > 3500 {
		t.Errorf("the object has %d bytes, want 3,400", n)
	}
	if n := bytes.Count(encoded, []byte(`{"path":`)); n != 20 {
		t.Errorf("the object has %d issues, want 20", n)
	}
}
