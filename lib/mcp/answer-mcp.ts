import "server-only";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { Context } from "@/lib/access/context";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { log } from "@/lib/platform/log";
import { skillSource } from "./skill-source";

/** A request of somebody who may make it, its body read. */
export type AskedOverMcp = {
  request: Request;
  body: unknown;
  context: Context;
  opened: AgentDelivery;
};

/**
 * What an agent's MCP server answers: both generations of the protocol, that of 2025 with `initialize` and that of
 * 2026-07-28 without. A server of its own for each request, as its delivery and its session are read for each.
 */
export function answerMcp({ request, body, context, opened }: AskedOverMcp): Promise<Response> {
  const { traceId } = context;
  const handler = createMcpHandler(() => serverFor({ context, opened }), {
    onerror: (error) => log.debug({ err: error, traceId }, "an MCP request was not answered as asked"),
  });
  return handler.fetch(request, { parsedBody: body });
}

function serverFor({ context, opened }: Pick<AskedOverMcp, "context" | "opened">): McpServer {
  const server = new McpServer(
    { name: "greenroom", title: opened.agent.name, version: "1" },
    { capabilities: { resources: {} } },
  );
  new SkillsExtension({
    source: skillSource(context, opened),
    onWarning: ({ path, message }) => log.warn({ path, message }, "the skills extension"),
  }).attach(server);
  return server;
}
