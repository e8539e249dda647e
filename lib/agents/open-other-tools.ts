import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { isGeneralToolName } from "@/lib/dialects/host-tool-names";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { chooseResult } from "@/lib/runtime/choose-result";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { AnswerTool } from "@/lib/runtime/ports";
import { callServerTool, listServerTools, type ServerAddress } from "./adapters/mcp-server";
import { openHeaders, readTools } from "./internal/agent-tools";
import { wordsOfFailure } from "./internal/server-failure";
import type { StoredServer, StoredTool } from "./tool-schema";

export type OtherTools = {
  definitions: ToolDefinition[];
  /** Stubs with a result for the input, and MCP servers; null for a call whose result a person types. */
  answer: AnswerTool;
};

type Reply = (input: unknown) => Promise<Awaited<ReturnType<AnswerTool>>>;
type Offered = { definition: ToolDefinition; reply: Reply };

/**
 * An agent's tools besides skills, for one run: stubs as they are, those of its MCP servers as they answer now.
 * UNPROCESSABLE, naming it, when a server does not answer: a rehearsal without its tools would be another one. A
 * replay asks no server.
 */
export async function openOtherTools(
  context: Context,
  { agentId, askServers }: { agentId: string; askServers: boolean },
): Promise<OtherTools> {
  requirePermission(context, "agents.read");
  const tools = await readTools(context, agentId);
  const offered = (await Promise.all(tools.map((tool) => offer(tool, askServers)))).flat();
  const replies = new Map(offered.map(({ definition, reply }) => [definition.name, reply]));
  return {
    definitions: [...new Map(offered.map(({ definition }) => [definition.name, definition])).values()],
    answer: async ({ skill, tool, call }) => {
      const reply = replies.get(tool) ?? (isGeneralToolName(tool) ? ofEitherCase(replies, tool) : undefined);
      return skill ? null : ((await reply?.(call.input)) ?? null);
    },
  };
}

/** A host may write the name of the same tool in other letters. */
const ofEitherCase = (replies: ReadonlyMap<string, Reply>, tool: string): Reply | undefined =>
  [...replies].find(([name]) => name.toLowerCase() === tool.toLowerCase())?.[1];

async function offer(tool: StoredTool, askServers: boolean): Promise<Offered[]> {
  if (tool.kind === "mcp") return askServers ? offerServer(tool) : [];
  const { name, description, inputSchema } = tool;
  const reply: Reply = async (input) => {
    const chosen = chooseResult(tool, input);
    return chosen && { ...chosen, answeredBy: "stub" };
  };
  return [{ definition: { name, description, inputSchema }, reply }];
}

async function offerServer(server: StoredServer): Promise<Offered[]> {
  const address: ServerAddress = { url: server.url, headers: openHeaders(server) };
  try {
    const tools = await listServerTools(address);
    return tools.map((definition) => ({
      definition: { ...definition, name: offeredName(server.name, definition.name) },
      reply: async (input) => ({
        result: await callServerTool(address, definition.name, input).catch((error: unknown) =>
          JSON.stringify({ error: wordsOfFailure(error) }),
        ),
        answeredBy: "server",
      }),
    }));
  } catch (error) {
    const why = wordsOfFailure(error);
    throw new AppError("UNPROCESSABLE", `The agent's MCP server ${server.name} cannot be asked. ${why}`, {
      cause: error,
    });
  }
}

const longestName = 64;

/** `mcp__<server>__<tool>`, as hosts name them; past 64 characters cut, with a hash that keeps it apart. */
function offeredName(server: string, tool: string): string {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, "_");
  const name = `mcp__${plain(server)}__${plain(tool)}`;
  return name.length <= longestName ? name : `${name.slice(0, longestName - 9)}_${sha256(name).slice(0, 8)}`;
}
