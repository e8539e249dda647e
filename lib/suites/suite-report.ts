import { formatCount } from "@/lib/kernel/format-count";
import { fewestCasesToJudge } from "@/lib/statistics/score-cases";
import type { Expected, JudgedCase, SuiteFigures } from "@/lib/verdicts/judge-suite";
import type { GateWord } from "./gate-remarks";

/** What a run of a suite came to, as every report tells it. */
export type SuiteReport = {
  skill: string;
  /** Of the run, and of the bytes that were tried. */
  number: number;
  digest: string;
  agent: string;
  model: string;
  /** Of the file with the cases, from the root of the package, or of the repository where that is known. */
  path: string;
  repeats: number;
  cases: readonly { id: string; query: string; line: number }[];
  hosts: readonly { dialect: string; figures: SuiteFigures }[];
  gate: GateWord;
};

/** What is expected, in words. */
export function describeExpected(expected: Expected, skill: string): string {
  switch (expected.kind) {
    case "skill":
      return expected.name === skill ? "should be activated" : `should be left to ${expected.name}`;
    case "not-this":
      return "should not be activated";
    case "nothing":
      return "should activate no skill";
  }
}

/** What became of a case, in a sentence; null where it is right or has not ended. */
export function describeOutcome(one: JudgedCase, skill: string): string | null {
  const { outcome, by, right, counted } = one;
  const share = `right in ${right} of ${counted}`;
  switch (outcome) {
    case "missed":
      return `Missed: ${skill} ${describeExpected(one.expected, skill)}, and nothing was (${share}).`;
    case "stolen":
      return `Stolen by ${by ?? "another skill"}: ${skill} ${describeExpected(one.expected, skill)} (${share}).`;
    case "fired":
      return `Fired: ${by ?? skill} was activated; ${skill} ${describeExpected(one.expected, skill)} (${share}).`;
    case "invalid":
      return `Invalid: ${one.invalid} of ${one.invalid + counted} trials count in no figure.`;
    case "right":
    case null:
      return null;
  }
}

/** What may be said of the figures, in words. */
export function describeWord({ word, nothingFired, measured }: SuiteFigures): string {
  switch (word) {
    case "scripted":
      return "Scripted: no model answered, so this is no verdict.";
    case "invalid":
      return nothingFired
        ? "Invalid measurement: nothing fired in the whole run."
        : "Invalid measurement: too many trials count in no figure.";
    case "too-few":
      return `Too few cases to judge: ${measured} of the ${fewestCasesToJudge} that are needed.`;
    case "judged":
      return `${formatCount(measured, "case")} measured.`;
  }
}
