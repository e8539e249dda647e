import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { listServerTools } from "./adapters/mcp-server";
import { readAgentRow } from "./internal/agent-rows";
import { openHeaders, readTools, storeTools } from "./internal/agent-tools";
import { wordsOfFailure } from "./internal/server-failure";
import { type ServerReport, type TryServer, tryServerSchema } from "./tool-schema";

/**
 * Asks an MCP server for its tools, before or after it is an agent's. What fails is in the report, in words;
 * UNPROCESSABLE for an address that is not to be reached.
 */
export async function tryServer(
  context: Context,
  input: { agent: string } & TryServer,
): Promise<ServerReport> {
  requirePermission(context, "agents.edit");
  const { id = crypto.randomUUID(), url, headers } = tryServerSchema.parse(input);
  const agent = await readAgentRow(context, input.agent);
  const stored = await readTools(context, agent.id);
  const [server] = storeTools([{ kind: "mcp", id, name: "tried", url, headers }], stored);
  if (server?.kind !== "mcp") throw new Error("one server gave no server");
  try {
    const tools = await listServerTools({ url: server.url, headers: openHeaders(server) });
    return { error: null, tools: tools.map(({ name, description }) => ({ name, description })) };
  } catch (error) {
    return { error: wordsOfFailure(error), tools: [] };
  }
}
