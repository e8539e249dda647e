import "server-only";
import { createMCPClient } from "@ai-sdk/mcp";
import { z } from "zod";
import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";
import { createGuardedFetch } from "@/lib/platform/guarded-fetch";
import type { ToolDefinition } from "@/lib/runtime/events";

export type ServerAddress = { url: string; headers: Record<string, string> };

const patienceMs = 20_000;
const mostBytes = 8 * 1024 * 1024;
const mostTools = 128;
const mostDefinitionCharacters = 512 * 1024;

declare global {
  var greenroomServerFetch: typeof fetch | undefined;
}

type Client = Awaited<ReturnType<typeof createMCPClient>>;

/** The tools of a server (MCP, streamable HTTP), in its order; of a very long list the first. Throws what went wrong. */
export async function listServerTools(server: ServerAddress): Promise<ToolDefinition[]> {
  return withServer(server, async (client, options) => {
    const { tools } = await client.listTools({ options });
    const definitions = tools.slice(0, mostTools).map(({ name, description = "", inputSchema }) => ({
      name,
      description,
      inputSchema: { ...inputSchema },
    }));
    requireUsable(definitions);
    return definitions;
  });
}

/** Every run keeps what it offered, and every request carries it: a server may not make that as large as it likes. */
function requireUsable(definitions: readonly ToolDefinition[]): void {
  let left = mostDefinitionCharacters;
  for (const definition of definitions) {
    const short = definition.name.slice(0, 64);
    if (isDeeperThan(definition.inputSchema, deepestJson))
      throw new Error(`The schema of its tool ${short} has endless levels.`);
    left -= JSON.stringify(definition).length;
    if (left < 0) throw new Error(`Its tools take too much room: with ${short} it is more than 512 KiB.`);
  }
}

/** One call; its answer as text for a model: texts and texts of resources, and names and addresses of what is no text. */
export async function callServerTool(server: ServerAddress, name: string, input: unknown): Promise<string> {
  return withServer(server, async (client, options) => {
    const given = typeof input === "object" && input !== null ? { ...input } : {};
    const result = await client.callTool({ name, arguments: given, options });
    const text = textOf(result);
    return "isError" in result && result.isError ? JSON.stringify({ error: text }) : text;
  });
}

function textOf(result: Awaited<ReturnType<Client["callTool"]>>): string {
  if (!("content" in result) || !Array.isArray(result.content)) return JSON.stringify(result);
  return result.content.map(wordsOf).join("\n");
}

const contentSchema = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({
    type: z.literal("resource"),
    resource: z.looseObject({ uri: z.string(), text: z.string().optional() }),
  }),
  z.looseObject({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
  }),
]);

/** One part of an answer (https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result). */
function wordsOf(given: { type: string }): string {
  const parsed = contentSchema.safeParse(given);
  if (!parsed.success) return `[${given.type}: not shown here]`;
  const part = parsed.data;
  if (part.type === "text") return part.text;
  if (part.type === "resource_link")
    return `[resource: ${[part.uri, part.name, part.description].filter(Boolean).join(", ")}]`;
  const { uri, text } = part.resource;
  return text === undefined ? `[resource: ${uri}, which is no text]` : `[resource: ${uri}]\n${text}`;
}

/** A connection for one thing, with an end to its patience. */
async function withServer<T>(
  { url, headers }: ServerAddress,
  work: (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>,
): Promise<T> {
  globalThis.greenroomServerFetch ??= createGuardedFetch({ maxBytes: mostBytes, idleTimeoutMs: patienceMs });
  const options = { signal: AbortSignal.timeout(patienceMs), timeout: patienceMs };
  const client = await createMCPClient({
    clientName: "greenroom",
    transport: { type: "http", url, headers, fetch: globalThis.greenroomServerFetch, redirect: "error" },
    initializationOptions: options,
    // Whatever fails fails the call that waits for it; there is nobody else to tell.
    onUncaughtError: () => {},
  });
  try {
    return await work(client, options);
  } finally {
    await client.close().catch(() => {});
  }
}
