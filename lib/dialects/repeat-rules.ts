import type { RepeatRule } from "@/lib/runtime/decide-repeat";
import type { DialectId } from "./dialect-heads";

/** What each host gives for a skill that is asked for again: the only table of it. `decideRepeat` goes by it. */
export const repeatRules = {
  standard: "note",
  lightspeed: "again",
  "lightspeed-design": "note",
  orion: "note",
  linx: "note",
  sisu: "again",
  skillkit: "again",
  "claude-code": "note-of-newest",
  codex: "again",
  "gemini-cli": "again",
  "adk-2": "again",
  adk: "again",
} as const satisfies Record<DialectId, RepeatRule>;
