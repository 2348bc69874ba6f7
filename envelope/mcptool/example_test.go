package mcptool_test

import (
	"fmt"

	"github.com/redactbench/redactbench/engine"
	"github.com/redactbench/redactbench/envelope/mcptool"
)

func ExampleToolErrorResult() {
	err := mcptool.NotFound("work_task", "T-12")
	result := mcptool.ToolErrorResult(fmt.Errorf("load: %w", err))
	fmt.Println(mcptool.MustJSON(result["structuredContent"]))
	fmt.Println(result["isError"])
	// Output:
	// {"code":"not_found","reason":"not_found","message":"There is no such resource.","detail":{"id":"T-12","resource_kind":"work_task"},"remediation":["List the resources of the kind in detail.resource_kind again.","Call again with an id that is in the list."]}
	// true
}

func ExampleToolError_Sanitized() {
	e := mcptool.BadArgument("cannot read /home/bob/.netrc", mcptool.Detail{
		"field": "source", "url": "https://bob:hunter2@example.com/", "lines": []string{"a", "password=hunter2"},
	})
	fmt.Println(mcptool.MustJSON(e.Sanitized()))
	// Output:
	// {"code":"bad_argument","reason":"bad_argument","detail":{"field":"source","lines":["a"]},"remediation":["Correct the argument and call again."]}
}

func ExampleRenderer() {
	r, err := mcptool.New(&engine.Redactor{}, &mcptool.Options{MaskWithin: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := mcptool.BadArgument("cannot read /home/bob/.netrc of https://bob:hunter2@example.com/", nil)
	fmt.Printf("%s\n", r.Append(nil, e))
	// Output:
	// {"code":"bad_argument","reason":"bad_argument","message":"cannot read (redacted) of https://bob:(redacted)@example.com/","remediation":["Correct the argument and call again."]}
}

func ExampleValidateProjectID() {
	fmt.Println(mcptool.ValidateProjectID("billing"))
	fmt.Println(mcptool.ValidateProjectID(`C:\src\billing`))
	// Output:
	// <nil>
	// bad_project_id: The project id must be a project's slug or alias, not a path.
}

func ExampleToolResult() {
	fmt.Println(mcptool.MustJSON(mcptool.ToolResult(map[string]any{"status": "done", "log": "token=abc password=hunter2"})))
	// Output:
	// {"content":[{"text":"{\"log\":\"token=abc password=(redacted)\",\"status\":\"done\"}","type":"text"}],"isError":false,"structuredContent":{"log":"token=abc password=(redacted)","status":"done"}}
}
