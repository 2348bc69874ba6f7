package engine

// Known is a value to mask wherever it occurs, and the name that findings give it.
type Known struct{ Name, Value string }

func (c *compiler) known(opts *Options) {}
