// A server of each way to fail, for the tests of redactbench mcp. The secret comes
// by the environment, so that each run has another.
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const secret = process.env.PLANTED;
const url = `postgres://app:${secret}@db.example.com/main`;
const server = new McpServer({ name: "fails", version: "1.0.0" }, { capabilities: { logging: {} } });

server.registerTool("throws", { description: "Throws." }, async () => {
  throw new Error(`cannot connect to ${url}`);
});
server.registerTool("caused", { description: "Throws with a cause." }, async () => {
  throw new McpError(ErrorCode.InternalError, `password=${secret}`, { password: secret, host: "db.example.com" });
});
server.registerTool("schema", {
  description: "Takes a password.",
  inputSchema: { password: z.enum(["one", "two"]), retries: z.number() },
}, async () => ({ content: [] }));
server.registerTool("result", { description: "Fails in its result." }, async () => ({
  content: [{ type: "text", text: `password=${secret}` }],
  structuredContent: { password: secret },
  isError: true,
}));
server.registerTool("works", { description: "Succeeds." }, async () => ({
  content: [{ type: "text", text: `an é, a \u2028, and ${url}` }],
}));
server.registerTool("tells", { description: "Logs and tells of progress." }, async (extra) => {
  await server.server.sendLoggingMessage({ level: "error", logger: "db", data: { password: secret, at: url } });
  await extra.sendNotification({
    method: "notifications/progress",
    params: { progressToken: "token-of-progress", progress: 1, message: `trying ${url}` },
  });
  return { content: [{ type: "text", text: "done" }] };
});
server.registerResource("broken", new ResourceTemplate("broken://{name}", { list: undefined }), {}, async () => {
  throw new Error(`cannot read ${url}`);
});
console.error("the server runs");
await server.connect(new StdioServerTransport());
