// node ai-sdk-client.mjs <node_modules> <url> <key>: what the AI SDK's MCP client gets of an agent, as JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules = "", url = "", key = ""] = process.argv.slice(2);
const { experimental_createMCPClient: createClient } = await import(
  pathToFileURL(join(modules, "@ai-sdk/mcp/dist/index.js")).href
);
const client = await createClient({
  transport: { type: "http", url, headers: { authorization: `Bearer ${key}` } },
});
const tools = await client.tools();
const run = async (name, input) => {
  const { content } = await tools[name].execute(input, { toolCallId: "1", messages: [] });
  return content[0]?.text ?? "";
};
const first = await run("activate_skill", { name: "notes" });
const again = await run("activate_skill", { name: "notes" });
const { prompts } = await client.listPrompts();
console.log(JSON.stringify({ tools: Object.keys(tools), prompts: prompts.length, first, again }));
await client.close();
