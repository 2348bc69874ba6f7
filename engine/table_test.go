package engine

import (
	"cmp"
	"strings"
	"testing"
)

// TestTablesWithTwoByteLineEnds: a row ends before its carriage return.
func TestTablesWithTwoByteLineEnds(t *testing.T) {
	const text = "id,user,password\r\n1,bob,gT7kLp0qZx\r\n2,al,Summer*814\r\nbye\r\n"
	const want = "id,user,password\r\n1,bob,(redacted)\r\n2,al,(redacted)\r\nbye\r\n"
	if got := string((*Redactor)(nil).Append(nil, text)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var b strings.Builder
	w := (*Redactor)(nil).NewWriter(&b)
	for i := range len(text) {
		if _, err := w.Write([]byte{text[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || b.String() != want {
		t.Errorf("written: %q, %v", b.String(), err)
	}
}

// TestCellsOfWords: a cell of which the first word is a secret is one to its end.
func TestCellsOfWords(t *testing.T) {
	const text = "USER   PASSWORD           AGE\nann    Sum*814xy 7Kq!9   5d\nal     Sum*814xy 7Kq!9zzz 5d\n"
	const want = "USER   PASSWORD           AGE\nann    (redacted)   5d\nal     (redacted) 5d\n"
	if got := string((*Redactor)(nil).Append(nil, text)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCellsOverLines: a cell of CSV in quotes is one to its end, and a quote that never ends or stands elsewhere is none.
func TestCellsOverLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"user,password\nann,\"Sum*814xy\n7Kq!9\"\"zz\"\nbob,Qrt!922zz\n", "user,password\nann,\"(redacted)\"\nbob,(redacted)\n"},
		{"user,password,n\r\nann,\"Sum*814xy\r\n7Kq!9zz\",3\r\nbob,Qrt!922zz,4\r\n", "user,password,n\r\nann,\"(redacted)\",3\r\nbob,(redacted),4\r\n"},
		{"user,note,password\nann,\"a\nb\",Sum*814xy\nbob,\"c\n\nd\",Qrt!922zz\n", "user,note,password\nann,\"a\nb\",(redacted)\nbob,\"c\n\nd\",(redacted)\n"},
		{"user,size,password\nann,5\" pipe,Sum*814xy\nbob,\"6 pipe,Qrt!922zz\n", "user,size,password\nann,5\" pipe,(redacted)\nbob,\"6 pipe,(redacted)\n"},
	} {
		if got := string((*Redactor)(nil).Append(nil, c.text)); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestTablesOfLongCells: no part of a cell is left, however long it or another cell of its row is.
func TestTablesOfLongCells(t *testing.T) {
	long := strings.Repeat("aB3dE5gH7", 80)
	for _, text := range []string{
		"user,token\nbob," + long + "\nal,x9y8z7w6v5u4t3\n",
		"note,token\n" + strings.Repeat("a word ", 100) + "," + long + "\n",
		"| user | token |\n|---|---|\n| bob | " + long + " |\n| al | " + long + " |\n",
		"user,password\n" + strings.Repeat("bob,Sum*814x\n", 1000),
		"USER   PASSWORD    TOKEN                  AGE\nann    Sum*814xy   aB3dE5gH7kLmN9pQ2rS4   5d\n",
		"Your token is:\n" + long + long + "\nbye\n",
		"x" + strings.Repeat(" ", 900) + "\n| password | Sum*814xy |\n",
	} {
		got := string((*Redactor)(nil).Append(nil, text))
		if strings.Contains(got, "aB3") || strings.Contains(got, "gH7") || strings.Contains(got, "814") || strings.Contains(got, "x9y8") {
			t.Errorf("%.200q becomes %.300q", text, got)
		}
		var b strings.Builder
		w := (*Redactor)(nil).NewWriter(&b)
		for i := 0; i < len(text); i += 7 {
			if _, err := w.Write([]byte(text[i:min(i+7, len(text))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil || b.String() != got {
			t.Errorf("written: %.200q, %v", b.String(), err)
		}
	}
}

// TestHeadsEndAtCarriageReturns: what is behind one in a line is no cell of the head before it.
func TestHeadsEndAtCarriageReturns(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"| Name | Password |\r| a | b || c: [d, --password, --token, e]\n| ann | Sum*814xy |\n| bob | 1 |\n", "| Name | Password |\r| a | b || c: [d, --password, --token, e]\n| ann | (redacted) |\n| bob | 1 |\n"},
		{"| Scenario | Password | Result |\r\\n|---|---|---|\r\\n| ok | 12-64 | 200 ||flags: [a, --password, --token, b]\\\\n", ""},
	} {
		text, want := strings.Repeat(c.text, 4), strings.Repeat(cmp.Or(c.want, c.text), 4)
		if got := string((*Redactor)(nil).Append(nil, text)); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
