import type { RunContextKind } from "@/lib/skills/script-needs";

export type RunIds = Readonly<Record<RunContextKind, string>>;

const names = {
  agent: "GREENROOM_AGENT_ID",
  user: "GREENROOM_USER_ID",
  session: "GREENROOM_SESSION_ID",
  run: "GREENROOM_RUN_ID",
} as const satisfies Record<RunContextKind, string>;

/** What scripts are given of their run: no more than their skills ask for, and ids alone. */
export const runEnvironment = (asked: readonly RunContextKind[], ids: RunIds): Record<string, string> =>
  Object.fromEntries(asked.map((kind) => [names[kind], ids[kind]]));
