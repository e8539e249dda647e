import "server-only";
import type { ServerEventBus } from "@modelcontextprotocol/server";
import { log } from "@/lib/platform/log";
import type { AgentSession } from "./agent-session";
import { followLists, type ListKind } from "./follow-lists";

/** Proxies close connections that are silent for 30 seconds or more; a key that ended is found out by then too. */
const heartbeatMs = 15_000;

const eventOf = {
  tools: { kind: "tools_list_changed" },
  prompts: { kind: "prompts_list_changed" },
  resources: { kind: "resources_list_changed" },
} as const satisfies Record<ListKind, { kind: string }>;

/**
 * What the streams of `subscriptions/listen` (2026-07-28) hear of: changes as every server of this database tells of
 * them. `end` is called when there will be no more.
 */
export function changeBus(session: AgentSession, signal: AbortSignal, end: () => void): ServerEventBus {
  return {
    // Commands tell of changes in their transactions; nothing is published here.
    publish: () => {},
    subscribe(listener) {
      const leave = new AbortController();
      const until = AbortSignal.any([signal, leave.signal]);
      const follow = async () => {
        for await (const kinds of followLists(session, { idleMs: heartbeatMs }, until))
          for (const kind of kinds) listener(eventOf[kind]);
      };
      void follow()
        .catch((error: unknown) => log.warn({ err: error }, "an MCP client hears of no more changes"))
        .finally(end);
      return () => leave.abort();
    },
  };
}

/** The same as the protocol of 2025 has it: notifications, as events of the stream that a client asks for with GET. */
export async function* changeFrames(session: AgentSession, signal: AbortSignal): AsyncGenerator<string> {
  for await (const kinds of followLists(session, { idleMs: heartbeatMs }, signal))
    yield kinds.length === 0 ? ": still here\n\n" : kinds.map(frameOf).join("");
}

const frameOf = (kind: ListKind): string =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method: `notifications/${kind}/list_changed` })}\n\n`;
