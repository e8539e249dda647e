import type { SkillRef, ToolCall } from "./events";

/**
 * What spans of a run are told by. Names of `gen_ai.*` are those of OpenTelemetry's conventions for generative AI, 0.1.0
 * (https://github.com/open-telemetry/semantic-conventions-genai), which are in development as a whole; `greenroom.*` is
 * what these have no name for.
 */
export type TraceValue = string | number | boolean | string[];
export type TraceAttributes = Readonly<Record<string, TraceValue>>;

export type TraceEvent = { name: string; atMs: number; attributes: TraceAttributes };

export type TraceSpan = {
  /** The event of the log that it is of: within a run, no other span has it. */
  seq: number;
  name: string;
  /** `client`: somebody else was asked. */
  kind: "internal" | "client";
  startMs: number;
  endMs: number;
  attributes: TraceAttributes;
  events: readonly TraceEvent[];
  /** `type` takes few values; null where nothing went wrong. */
  error: { type: string; message: string } | null;
};

export type RunTrace = {
  traceId: string;
  runId: string;
  root: TraceSpan;
  /** In the order of their ends, all of them children of the root. */
  spans: readonly TraceSpan[];
};

type Maybe = Readonly<Record<string, TraceValue | null | undefined>>;

/** What is known of these: an attribute that nobody can tell is left out, not told as nothing. */
export function known(attributes: Maybe): TraceAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** The conventions have no attribute for a version of a skill. */
export const skillAttributes = (skill: SkillRef | null): TraceAttributes =>
  skill === null
    ? {}
    : known({
        "gen_ai.skill.name": skill.name,
        "greenroom.skill.id": skill.skillId,
        "greenroom.skill.version": skill.version,
        "greenroom.skill.draft_revision": skill.draftRevision,
        "greenroom.skill.digest": skill.digest,
      });

/** Arguments and results are what people and models wrote: `text` is whether that may be told. */
export const callAttributes = (
  call: ToolCall,
  { result, text }: { result: string; text: boolean },
): TraceAttributes => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": call.toolName,
  "gen_ai.tool.call.id": call.id,
  "gen_ai.tool.type": "function",
  "greenroom.step": call.step,
  ...(text
    ? { "gen_ai.tool.call.arguments": JSON.stringify(call.input ?? null), "gen_ai.tool.call.result": result }
    : {}),
});

/** The conventions' own word for a provider that they know; others keep theirs. */
export const providerName = (provider: string): string =>
  ({ google: "gcp.gemini", compatible: "openai_compatible" })[provider] ?? provider;
