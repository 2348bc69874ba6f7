module github.com/redactbench/redactbench/integrations/loggers

go 1.25.0

replace github.com/redactbench/redactbench => ../..

require (
	github.com/redactbench/redactbench v0.0.0
	github.com/rs/zerolog v1.35.1
	go.uber.org/zap v1.28.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	golang.org/x/sys v0.39.0 // indirect
)
