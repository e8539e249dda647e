import { describe, expect, it } from "vitest";
import { mcpClients, mcpLines } from "./mcp-lines";

const server = { url: "https://greenroom.test/mcp/release-desk", name: "release-desk" };

describe("the lines for clients of MCP", () => {
  it.each(mcpClients.map(({ value }) => value))(
    "give %s the address, and say where the key goes",
    (client) => {
      const { where, text, note } = mcpLines(client, server);
      expect(text).toContain(server.url);
      expect(text).toContain(server.name);
      expect(`${text} ${note}`).toMatch(/key/i);
      expect(text).not.toContain("grk_");
      expect(where).not.toBe("");
      expect(note).toMatch(/\.$/);
    },
  );

  it.each(["gemini-cli", "vs-code", "other"] as const)("are JSON for %s", (client) => {
    expect(JSON.parse(mcpLines(client, server).text)).toBeTypeOf("object");
  });

  it("are what the command line of Claude Code and the settings of Codex take", () => {
    expect(mcpLines("claude-code", server).text).toBe(
      'claude mcp add --transport http release-desk https://greenroom.test/mcp/release-desk --header "Authorization: Bearer $GREENROOM_KEY"',
    );
    expect(mcpLines("codex", server).text.split("\n")).toEqual([
      "[mcp_servers.release-desk]",
      'url = "https://greenroom.test/mcp/release-desk"',
      'bearer_token_env_var = "GREENROOM_KEY"',
      "",
    ]);
  });
});
