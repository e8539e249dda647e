import type { Expected } from "@/lib/proof/case-schema";
import type { EffectFigures } from "@/lib/proof/effect-schema";
import type { Figures } from "@/lib/proof/figures-schema";
import type { InvalidReason, SuiteRunState, TriggerOutcome } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";

/** What a case came to, in a word; a theft also names its thief. */
export const outcomeWords = {
  right: "Right",
  missed: "Missed",
  stolen: "Stolen",
  fired: "Fired, should not",
  invalid: "Invalid, left out",
} as const satisfies Record<TriggerOutcome, string>;

export const verdictWords = {
  invalid: "Invalid measurement",
  "too-few": "Too few cases to judge",
  scripted: "Scripted, no verdict",
  "no-baseline": "No verdict yet",
} as const satisfies Record<Figures["verdict"]["word"], string>;

/** What may be said of tasks, found against without. */
export const effectVerdictWords = {
  improved: "Improved",
  "not-shown": "Not shown",
  worse: "Worse",
  "invalid-measurement": "Invalid measurement",
  scripted: "Scripted, no verdict",
  pending: "No verdict yet",
} as const satisfies Record<EffectFigures["verdict"]["word"], string>;

/** "+0.25", "−0.10", "0.00": a difference of pass rates. */
export const signedShare = (share: number): string => {
  const text = Math.abs(share).toFixed(2);
  return text === "0.00" ? text : `${share > 0 ? "+" : "−"}${text}`;
};

export const stateWords = {
  queued: "waiting",
  running: "running",
  done: "done",
  stopped: "stopped",
  failed: "failed",
} as const satisfies Record<SuiteRunState, string>;

/** Fewer cases are not judged, whatever they say. */
export const fewestJudged = 10;

/** "0.88": shares in plots and tables. */
export const shareText = (share: number) => share.toFixed(2);

/** "[0.64, 0.97]". */
export const intervalText = ({ low, high }: { low: number; high: number }) =>
  `[${shareText(low)}, ${shareText(high)}]`;

/** What should happen, in words; a skill's name is a machine's. */
export function expectedWords(expected: Expected): { text: string; mono: boolean } {
  switch (expected.kind) {
    case "skill":
      return { text: expected.name, mono: true };
    case "not-this":
      return { text: "not this one", mono: false };
    case "nothing":
      return { text: "nothing", mono: false };
  }
}

/** "r42" or "v6": the bytes that ran. */
export const sourceWords = ({ version, revision }: SuiteRun["source"]): string =>
  version !== null ? `v${version}` : revision !== null ? `r${revision}` : "draft";

/** As people call a host; its id where this release does not know it any more. */
export const hostName = (dialects: readonly { id: string; name: string }[], id: string): string =>
  dialects.find((dialect) => dialect.id === id)?.name ?? id;

/** Share and interval of what was counted; null where there was nothing to count. */
export type Proportion = Figures["recall"];

/** In words why a trial counts for nothing. */
export const invalidWords = {
  "time-limit": "the time limit",
  "provider-error": "the provider failed",
  "spending-limit": "the spending limit",
  cap: "the cap",
  refusal: "the model refused",
  truncated: "the answer was cut",
  "empty-answer": "an empty answer",
  "step-limit": "the limit of steps",
  "host-ended": "the host ended it",
  "server-ended": "the server ended in it",
  "internal-error": "an error here",
  "not-given": "the skill could not be given",
  "saw-answers": "the model read the tasks' file",
  ungraded: "no grader could decide",
  "no-answer": "one of the two is no answer",
  "not-a-judgement": "the judge named no winner",
} as const satisfies Record<InvalidReason, string>;
