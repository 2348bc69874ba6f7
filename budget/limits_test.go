package budget

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// sum is a format that needs its code, its message and 100 bytes.
func sum(l Limits) int { return l.Code + l.Message + 100 }

func TestZeroLimitsAreTheDefaults(t *testing.T) {
	want := Limits{Code: 128, DocsURL: 512, Message: 2048, Hint: 512, Action: 512, Actions: 2048, Path: 256, IssueMessage: 512, Total: 16384}
	got, err := Limits{}.Check(sum)
	if got != want || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := (Limits{Hint: 99, Wire: true}).Check(sum); got.Hint != 99 || got.Path != 256 || !got.Wire || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestEveryLimitIsChecked(t *testing.T) {
	v := reflect.TypeFor[Limits]()
	checked := 0
	for i := range v.NumField() {
		if v.Field(i).Type.Kind() != reflect.Int {
			continue
		}
		checked++
		for _, bad := range []int64{-1, 2, math.MinInt, 1<<26 + 1, math.MaxInt} {
			var l Limits
			reflect.ValueOf(&l).Elem().Field(i).SetInt(bad)
			name := v.Field(i).Name
			if name == "Total" && bad > 0 && bad != 2 {
				continue // a large total harms nobody
			}
			_, err := l.Check(sum)
			var le *LimitError
			if !errors.As(err, &le) || !strings.EqualFold(le.Field, name) || le.Value != int(bad) {
				t.Errorf("%s %d: %v", name, bad, err)
			}
		}
	}
	if checked != len(fields)+1 {
		t.Errorf("%d fields, %d in the table", checked, len(fields)+1)
	}
}

func TestAllFaultsAreToldAtOnce(t *testing.T) {
	_, err := Limits{Code: 1, Path: -4, Total: 50}.Check(sum)
	want := "limit code: 1 is under 3, the smallest that works\n" +
		"limit path: -4 is under 3, the smallest that works\n" +
		"limit total: 50 is under 2151, the smallest that works"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestTheSmallestTotalTold(t *testing.T) {
	for name, try := range map[string]func(total int) error{
		"Check":             func(total int) error { _, err := Limits{Total: total}.Check(sum); return err },
		"Check with limits": func(total int) error { _, err := Limits{Code: 7, Message: 11, Total: total}.Check(sum); return err },
		"Within":            func(total int) error { _, err := Limits{}.Within(total, sum); return err },
		"Within with limits": func(total int) error {
			_, err := Limits{Code: 500}.Within(total, sum)
			return err
		},
		"Within, steep": func(total int) error {
			_, err := Limits{}.Within(total, func(l Limits) int { return 2*(l.Code+l.DocsURL+l.Message+l.Hint+l.Actions) + 400 })
			return err
		},
	} {
		var le *LimitError
		if err := try(9); !errors.As(err, &le) || le.Field != "total" {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := try(le.Smallest); err != nil {
			t.Errorf("%s: %d: %v", name, le.Smallest, err)
		}
		for total := range le.Smallest {
			if try(total) == nil && !(total == 0 && name[0] == 'C') {
				t.Errorf("%s: %d works, though under %d", name, total, le.Smallest)
			}
		}
	}
}

func TestWithinShrinksInProportion(t *testing.T) {
	for _, row := range []struct {
		given Limits
		total int
		want  Limits
	}{
		{Limits{}, 1 << 20, Limits{128, 512, 2048, 512, 512, 2048, 256, 512, 1 << 20, false}},
		{Limits{}, 16384, Limits{128, 512, 2048, 512, 512, 2048, 256, 512, 16384, false}},
		{Limits{}, 8192, Limits{64, 256, 1024, 256, 256, 1024, 128, 256, 8192, false}},
		{Limits{}, 1024, Limits{64, 128, 128, 64, 64, 128, 64, 64, 1024, false}},
		{Limits{Message: 500, Wire: true}, 1024, Limits{64, 128, 500, 64, 64, 128, 64, 64, 1024, true}},
	} {
		if got, err := row.given.Within(row.total, sum); got != row.want || err != nil {
			t.Errorf("%+v within %d: %+v, %v", row.given, row.total, got, err)
		}
	}
}

func TestWithinNeverGivesLessToMore(t *testing.T) {
	last := reflect.ValueOf(Limits{})
	for total := 400; total < 20000; total += 7 {
		l, err := Limits{}.Within(total, sum)
		if err != nil {
			t.Fatal(total, err)
		}
		v := reflect.ValueOf(l)
		for i := range v.NumField() - 1 {
			if v.Field(i).Int() < last.Field(i).Int() {
				t.Errorf("%s falls at %d", v.Type().Field(i).Name, total)
			}
		}
		last = v
	}
}

func ExampleLimits_Check() {
	needed := func(l Limits) int { return l.Code + l.Message + 40 }
	_, err := Limits{Code: -1, Total: 1000}.Check(needed)
	fmt.Println(err)
	// Output:
	// limit code: -1 is under 3, the smallest that works
	// limit total: 1000 is under 2091, the smallest that works
}

func ExampleLimits_Within() {
	needed := func(l Limits) int { return l.Code + l.Message + 40 }
	l, err := Limits{}.Within(4096, needed)
	fmt.Println(l.Code, l.Message, l.IssueMessage, err)
	// Output: 64 512 128 <nil>
}
