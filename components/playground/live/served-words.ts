import type { ServedSession } from "@/lib/served/schema";

export const stateWords = {
  open: "open",
  ended: "ended",
  expired: "ended by itself",
} as const satisfies Record<ServedSession["state"], string>;

export const wayWords = { rest: "REST", mcp: "MCP" } as const satisfies Record<ServedSession["via"], string>;
