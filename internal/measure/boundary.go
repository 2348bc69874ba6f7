package measure

import "github.com/redactbench/redactbench/internal/gen"

// A Matrix is the outcome of the boundary matrix: tokens beside everything that can stand
// next to one.
type Matrix struct {
	Total Tally `json:"total"`
	// Beside and Kinds are its rows and its columns.
	Beside []Tally `json:"beside"`
	Kinds  []Tally `json:"kinds"`
	// Missed are the cells whose token leaked.
	Missed []Cell `json:"missed"`
}

// A Cell is one token of a kind at one place.
type Cell struct {
	Kind   string `json:"kind"`
	Beside string `json:"beside"`
}

// Bounds counts the outcomes of the cells of which a redactor made outs.
func Bounds(cells []gen.Boundary, outs []string) Matrix {
	m := Matrix{Missed: []Cell{}}
	at := map[string]int{}
	count := func(list *[]Tally, name string, one Tally) {
		i, ok := at[name]
		if !ok {
			i = len(*list)
			at[name] = i
			*list = append(*list, Tally{Kind: name})
		}
		(*list)[i].Add(one)
	}
	for i, c := range cells {
		one := Judge(c.Text, outs[i])
		m.Total.Add(one)
		// No kind has a blank in its name, and every neighbour has one.
		count(&m.Beside, c.Beside, one)
		count(&m.Kinds, c.Kind, one)
		if one.Masked < one.Secrets {
			m.Missed = append(m.Missed, Cell{c.Kind, c.Beside})
		}
	}
	return m
}
