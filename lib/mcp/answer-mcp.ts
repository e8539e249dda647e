import "server-only";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { log } from "@/lib/platform/log";
import { type AgentSession, readCatalogue } from "./agent-session";
import type { NamedSession } from "./name-session";
import { offerPrompts, offerTools } from "./offer-tools";
import { skillSource } from "./skill-source";

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
  const handler = createMcpHandler(({ era }) => serverFor(session, { instructions, era }), {
    onerror: (error) => log.debug({ err: error, traceId }, "an MCP request was not answered as asked"),
  });
  return handler.fetch(request, { parsedBody: body });
}

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
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
      ...(instructions === "" ? {} : { instructions }),
    },
  );
  new SkillsExtension({
    source: skillSource(context, opened),
    onWarning: ({ path, message }) => log.warn({ path, message }, "the skills extension"),
  }).attach(server);
  offerTools(server, session, era === "modern");
  offerPrompts(server, session);
  // In 2026-07-28 changes are told in streams beside the answers, which are not offered: lists are asked for again.
  const listChanged = false;
  if (era === "modern")
    server.server.registerCapabilities({ tools: { listChanged }, resources: { listChanged } });
  return server;
}
