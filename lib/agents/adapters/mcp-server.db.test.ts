import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { allowLocalServers } from "@/lib/testing/models";
import { startMcpServer } from "@/lib/testing/servers/mcp-server";
import { wordsOfFailure } from "../internal/server-failure";
import { callServerTool, listServerTools } from "./mcp-server";

allowLocalServers();

async function startPageServer(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end("<h1>Not here</h1>"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}/docs`;
}

describe("an answer of an MCP server", () => {
  it("is its text", async () => {
    const { url } = await startMcpServer();
    expect(await callServerTool({ url, headers: {} }, "add", { a: 2, b: 3 })).toBe("5");
    expect(await callServerTool({ url, headers: {} }, "fail", {})).toBe('{"error":"It broke."}');
  });

  it("has the texts of resources with their addresses, and names what is no text", async () => {
    const { url } = await startMcpServer();
    expect(await callServerTool({ url, headers: {} }, "look", {})).toBe(
      [
        "Two things:",
        "[resource: file:///notes.md]",
        "# Notes",
        "",
        "[resource: file:///a.png, which is no text]",
        "[resource: https://a.example/more, more, What else there is.]",
        "[image: not shown here]",
      ].join("\n"),
    );
  });
});

describe("an address where no MCP server is", () => {
  it.each([404, 405])("is told in words for people, not with a client's advice (%i)", async (status) => {
    const url = await startPageServer(status);
    const failure = await listServerTools({ url, headers: {} }).catch((error: unknown) => error);
    const words = wordsOfFailure(failure);
    expect(words).toContain("It does not answer as an MCP server over streamable HTTP");
    expect(words).not.toContain("transport");
  });
});
