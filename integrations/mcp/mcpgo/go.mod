module github.com/redactbench/redactbench/integrations/mcp/mcpgo

go 1.25.5

replace github.com/redactbench/redactbench => ../../..

require (
	github.com/mark3labs/mcp-go v1.2.1
	github.com/redactbench/redactbench v0.0.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/google/jsonschema-go v0.4.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/text v0.28.0 // indirect
)
