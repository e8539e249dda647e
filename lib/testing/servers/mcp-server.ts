import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";

const messageSchema = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({ name: z.string().optional(), arguments: z.unknown().optional() }).optional(),
});

/**
 * An MCP server on this machine (streamable HTTP, JSON answers, protocol 2025-11-25) with one tool, `add`, that adds
 * two numbers, and one, `fail`, that fails; and those of `more`, which answer as `add` does. `listed`: how often it was asked for them. Asks for the header x-token when `token` is given.
 */
export async function startMcpServer(
  token?: string,
  more: readonly object[] = [],
): Promise<{ url: string; calls: unknown[]; listed: () => number }> {
  const calls: unknown[] = [];
  let listed = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    if (token !== undefined && request.headers["x-token"] !== token)
      return response.writeHead(401).end("who are you?");
    const body = (await Array.fromAsync(request, String)).join("");
    const { id, method, params } = messageSchema.parse(JSON.parse(body));
    if (id === undefined) return response.writeHead(202).end();
    if (method === "tools/call") calls.push(params);
    if (method === "tools/list") listed += 1;
    const answer =
      method === "tools/list"
        ? { result: { tools: [...tools, ...more] } }
        : answerOf(method, params?.name, params?.arguments);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${port}/mcp`, calls, listed: () => listed };
}

/** What a call of `look` is answered with, a tool that is in no list. */
const resources = [
  { type: "text", text: "Two things:" },
  { type: "resource", resource: { uri: "file:///notes.md", mimeType: "text/markdown", text: "# Notes\n" } },
  { type: "resource", resource: { uri: "file:///a.png", mimeType: "image/png", blob: "iVBORw0KGgo=" } },
  { type: "resource_link", uri: "https://a.example/more", name: "more", description: "What else there is." },
  { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
];

const numbersSchema = z.object({ a: z.number(), b: z.number() });

function answerOf(method: string | undefined, name: string | undefined, given: unknown): object {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "scripted", version: "1.0.0" },
        },
      };
    case "tools/call": {
      if (name === "fail")
        return { result: { content: [{ type: "text", text: "It broke." }], isError: true } };
      if (name === "look") return { result: { content: resources } };
      const { a, b } = numbersSchema.parse(given);
      return { result: { content: [{ type: "text", text: String(a + b) }] } };
    }
    default:
      return { error: { code: -32_601, message: "Method not found" } };
  }
}

const numbers = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};
const tools = [
  { name: "add", description: "Adds two numbers.", inputSchema: numbers },
  { name: "fail", description: "Fails.", inputSchema: { type: "object" } },
];
