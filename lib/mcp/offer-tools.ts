import "server-only";
import { type McpServer, ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { ServedAnswer } from "@/lib/served/schema";
import { type AgentSession, callTool, readCatalogue, tellMessage } from "./agent-session";
import { pageOf } from "./page-of";
import { callOf, promptArgument, promptsOf } from "./prompts-of";
import { inProtocol } from "./protocol-failure";

/**
 * The tools of the conversation, as its dialect names and describes them, and its answers as the model is to be told
 * them. A refusal is an answer too: it says `isError`.
 */
export function offerTools({ server }: McpServer, session: AgentSession, isModern: boolean): void {
  const { context } = session;
  server.setRequestHandler("tools/list", ({ params }) =>
    inProtocol(context, async () => {
      const { tools } = await readCatalogue(session);
      const { items, ...rest } = pageOf(tools.map(toTool).sort(byName), params?.cursor, ({ name }) => name);
      return { tools: items, ...rest };
    }),
  );
  server.setRequestHandler("tools/call", ({ params: { name, arguments: given = {} } }, { mcpReq }) =>
    inProtocol(context, async () => {
      const answer = await callTool(session, { tool: name, given });
      // Those of 2026-07-28 hear of changes in the streams that they ask for.
      if (answer.tools !== null && !isModern)
        await mcpReq.notify({ method: "notifications/tools/list_changed" });
      return { content: textsOf(answer).map(toText), isError: answer.isError };
    }),
  );
}

/** Skills that people may call, as prompts: getting one is activating it. */
export function offerPrompts({ server }: McpServer, session: AgentSession): void {
  const { context, opened } = session;
  const prompts = () => promptsOf(opened.delivery);
  server.setRequestHandler("prompts/list", ({ params }) =>
    inProtocol(context, async () => {
      const { items, ...rest } = pageOf(prompts(), params?.cursor, ({ skill }) => skill);
      return {
        prompts: items.map(({ skill: name, description }) => ({
          name,
          description,
          arguments: [promptArgument],
        })),
        ...rest,
      };
    }),
  );
  server.setRequestHandler("prompts/get", ({ params }) =>
    inProtocol(context, async () => {
      const prompt = prompts().find(({ skill }) => skill === params.name);
      if (!prompt) throw wrong(`There is no prompt ${params.name.slice(0, 100)}.`);
      const answers = await tellMessage(session, callOf(prompt.skill, params.arguments?.arguments ?? ""));
      const refused = answers.find(({ isError, kind }) => isError || kind === "request-refused");
      if (refused || answers.length === 0) throw wrong(refused?.text ?? `${prompt.skill} gave nothing.`);
      return {
        description: prompt.description,
        messages: answers.flatMap(textsOf).map((text) => ({ role: "user" as const, content: toText(text) })),
      };
    }),
  );
}

const wrong = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const textsOf = ({ text, following }: ServedAnswer): string[] => [text, ...following];

const toText = (text: string) => ({ type: "text" as const, text });

const byName = (left: Tool, right: Tool): number => (left.name < right.name ? -1 : 1);

/** The protocol asks for schemas of objects. */
const toTool = ({ name, description, inputSchema }: ToolDefinition): Tool => ({
  name,
  description,
  inputSchema: { ...inputSchema, type: "object" },
});
