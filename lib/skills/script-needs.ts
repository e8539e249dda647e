import type { Frontmatter, FrontmatterValue } from "./parse-skill";

/** What a skill may ask to be told of the run that its scripts run in. */
export const runContextKinds = ["agent", "user", "session", "run"] as const;
export type RunContextKind = (typeof runContextKinds)[number];

/** What a skill says of how its scripts run. */
export type ScriptNeeds = {
  /** `execution_timeout`, in seconds there; null where it says none. A host's own limit stays where it is less. */
  timeoutMs: number | null;
  /** `run_context`: whose ids its scripts are given. */
  runContext: readonly RunContextKind[];
};

const mostSeconds = 86_400;

/** What cannot be meant counts as not written. */
export function readScriptNeeds(frontmatter: Frontmatter): ScriptNeeds {
  const seconds = numberOf(frontmatter.get("execution_timeout"));
  const asked = new Set(wordsOf(frontmatter.get("run_context")));
  return {
    timeoutMs: seconds === null ? null : Math.round(seconds * 1_000),
    runContext: runContextKinds.filter((kind) => asked.has(kind)),
  };
}

/** Of several skills whose files one script finds: the shortest time, and everything that any of them asks for. */
export const joinScriptNeeds = (all: readonly ScriptNeeds[]): ScriptNeeds => ({
  timeoutMs: all.reduce<number | null>(
    (least, { timeoutMs }) => (timeoutMs === null ? least : Math.min(least ?? timeoutMs, timeoutMs)),
    null,
  ),
  runContext: runContextKinds.filter((kind) => all.some(({ runContext }) => runContext.includes(kind))),
});

function numberOf(value: FrontmatterValue | undefined): number | null {
  if (typeof value !== "string" || !/^\d+(?:\.\d+)?$/.test(value.trim())) return null;
  const seconds = Number(value);
  return seconds > 0 && seconds <= mostSeconds ? seconds : null;
}

function wordsOf(value: FrontmatterValue | undefined): string[] {
  const written = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  return written.flatMap((item: FrontmatterValue) => (typeof item === "string" ? [item.trim()] : []));
}
