import type { SuiteRunState, TriggerOutcome } from "@/lib/proof/proof-options";
import type { Figures } from "@/lib/proof/reports/figures-schema";
import type { SuiteRun } from "@/lib/proof/schema";
import type { Expected } from "@/lib/proof/suites/case-schema";

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

export const stateWords = {
  queued: "waiting",
  running: "running",
  done: "done",
  stopped: "stopped",
  failed: "failed",
} as const satisfies Record<SuiteRunState, string>;

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

/** "beside incident-triage r42": the sibling whose other bytes were in the catalogue. */
export const besideWords = ({ skill, version, revision, digest }: NonNullable<SuiteRun["beside"]>): string =>
  digest === null
    ? `without ${skill}`
    : `beside ${skill} ${sourceWords({ follows: "draft", version, revision })}`;

/** As people call a host; its id where this release does not know it any more. */
export const hostName = (dialects: readonly { id: string; name: string }[], id: string): string =>
  dialects.find((dialect) => dialect.id === id)?.name ?? id;

/** Share and interval of what was counted; null where there was nothing to count. */
export type Proportion = Figures["recall"];
