import "server-only";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { type AgentSession, readCatalogue } from "./agent-session";
import type { NamedSession } from "./name-session";
import { offerPrompts, offerTools } from "./offer-tools";
import { skillSource } from "./skill-source";
import { changeBus } from "./tell-changes";

/** A request of somebody who may make it, its body read. */
export type AskedOverMcp = {
  request: Request;
  body: unknown;
  context: Context;
  opened: AgentDelivery;
  named: NamedSession;
};

/**
 * What an agent's MCP server answers: both generations of the protocol, that of 2025 with `initialize` and that of
 * 2026-07-28 without. A server of its own for each request, as its delivery and its session are read for each.
 */
export async function answerMcp({ request, body, ...session }: AskedOverMcp): Promise<Response> {
  const { traceId } = session.context;
  const instructions = tellsInstructions(body) ? (await readCatalogue(session)).text : "";
  const signal = AbortSignal.any([request.signal, stopping()]);
  const handler = createMcpHandler(({ era }) => serverFor(session, { instructions, era }), {
    bus: changeBus(session, signal, () => {
      void handler.close();
    }),
    onerror: (error) => log.debug({ err: error, traceId }, "an MCP request was not answered as asked"),
  });
  return handler.fetch(request, { parsedBody: body });
}

/** Clients hear of changes: those of 2025 in the stream of GET, those of 2026-07-28 in what they listen to. */
const listChanged = true;

/** Whether an answer goes on for as long as its client hears of changes. */
export const isListening = (body: unknown): boolean => listenSchema.safeParse(body).success;
const listenSchema = z.looseObject({ method: z.literal("subscriptions/listen") });

/** What a client's host puts into the prompt, where the answer has a place for it. */
const tellsInstructions = (body: unknown): boolean => firstSchema.safeParse(body).success;
const firstSchema = z.looseObject({ method: z.enum(["initialize", "server/discover"]) });

function serverFor(
  session: AgentSession,
  { instructions, era }: { instructions: string; era: "legacy" | "modern" },
): McpServer {
  const { context, opened } = session;
  const server = new McpServer(
    { name: "greenroom", title: opened.agent.name, version: "1" },
    {
      capabilities: { tools: { listChanged }, prompts: { listChanged }, resources: { listChanged } },
      ...(instructions === "" ? {} : { instructions }),
    },
  );
  new SkillsExtension({
    source: skillSource(context, opened),
    onWarning: ({ path, message }) => log.warn({ path, message }, "the skills extension"),
  }).attach(server);
  offerTools(server, session, era === "modern");
  offerPrompts(server, session);
  return server;
}
