/** Programs that connect to an agent's MCP server. */
export const mcpClients = [
  { value: "claude-code", label: "Claude Code" },
  { value: "codex", label: "Codex" },
  { value: "gemini-cli", label: "Gemini CLI" },
  { value: "vs-code", label: "VS Code" },
  { value: "other", label: "Other" },
] as const;
export type McpClient = (typeof mcpClients)[number]["value"];

export type McpLines = {
  /** Where it belongs: a terminal, or the file that it goes into. */
  where: string;
  text: string;
  /** Where the key goes, and what else has to be known. */
  note: string;
};

type Server = { url: string; name: string };

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What is pasted where a client keeps its MCP servers. No line holds a key: each says where the client reads it. */
export function mcpLines(client: McpClient, { url, name }: Server): McpLines {
  switch (client) {
    case "claude-code":
      return {
        where: "In a terminal",
        text: `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer $GREENROOM_KEY"`,
        note: "Set GREENROOM_KEY to a key to deliver of this agent first: the line writes it into Claude Code’s settings. Prompts appear as slash commands.",
      };
    case "codex":
      return {
        where: "~/.codex/config.toml",
        text: `[mcp_servers.${name}]\nurl = "${url}"\nbearer_token_env_var = "GREENROOM_KEY"\n`,
        note: "Codex reads the key from the environment each time it starts: GREENROOM_KEY.",
      };
    case "gemini-cli":
      return {
        where: "~/.gemini/settings.json",
        text: json({ mcpServers: { [name]: { httpUrl: url, headers: bearer("$GREENROOM_KEY") } } }),
        note: "Gemini CLI puts the environment’s GREENROOM_KEY in. Add the entry to the servers that are there.",
      };
    case "vs-code":
      return {
        where: ".vscode/mcp.json",
        text: json({
          inputs: [
            { type: "promptString", id: "greenroom-key", description: "Greenroom key", password: true },
          ],
          servers: { [name]: { type: "http", url, headers: bearer(`\${input:greenroom-key}`) } },
        }),
        note: "VS Code asks for the key once and keeps it apart from the file.",
      };
    case "other":
      return {
        where: "Where the client keeps its MCP servers",
        text: json({ mcpServers: { [name]: { type: "http", url, headers: bearer("<the key>") } } }),
        note: "Streamable HTTP, protocols 2025-11-25 and 2026-07-28. The key goes into the header Authorization; there is no sign-in page.",
      };
  }
}
