// node official-client.mjs <node_modules> <url> <key> <legacy | auto>: what the official MCP client gets of an agent, as JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules = "", url = "", key = "", mode = "legacy"] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(join(modules, "@modelcontextprotocol/client/dist", path)).href);
const [{ Client, StreamableHTTPClientTransport }, { SkillsClient }] = await Promise.all([
  from("index.mjs"),
  from("ext/skills/index.mjs"),
]);
const client = new Client({ name: "official", version: "2.4.0" }, { versionNegotiation: { mode } });
await client.connect(
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  }),
);
const skills = new SkillsClient(client);
const listed = [];
for (let cursor; ; ) {
  const page = await skills.list(cursor === undefined ? {} : { cursor });
  listed.push(...page.skills);
  cursor = page.nextCursor;
  if (cursor === undefined) break;
}
let files = 0;
// Each read is held against the digest, the size and the frontmatter of the list.
for (const skill of listed)
  for (const { uri } of skill.resources) {
    await skills.read(skill, uri);
    files += 1;
  }
const { tools } = await client.listTools();
const { prompts } = await client.listPrompts();
const call = { name: "activate_skill", arguments: { name: "notes" } };
const textOf = ({ content }) => content[0]?.text ?? "";
const first = textOf(await client.callTool(call));
const again = textOf(await client.callTool(call));
const prompt = await client.getPrompt({ name: "triage" });
console.log(
  JSON.stringify({
    protocol: client.getNegotiatedProtocolVersion?.() ?? null,
    skills: listed.length,
    files,
    tools: tools.map(({ name }) => name),
    prompts: prompts.length,
    first,
    again,
    prompt: prompt.messages[0]?.content.text ?? "",
  }),
);
await client.close();
