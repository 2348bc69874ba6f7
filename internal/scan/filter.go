package scan

type filter struct{}
