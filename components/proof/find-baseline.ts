import type { SuiteRun } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { hostOf } from "./case-order";
import { isWrong } from "./outcome-word";
import { sourceWords } from "./proof-words";

export type Baseline = {
  number: number;
  /** What is compared with, in a word: "v6", "r41". */
  label: string;
  scores: SuiteRun["scores"];
};

/**
 * What a run is put beside: an earlier run of other bytes with the same agent and model that was carried out to its
 * end, of a published version where there is one, else the newest. It says where cases moved and is no verdict. `runs`:
 * those that were read so far, the newest first.
 */
export function findBaseline(run: SuiteRun, runs: readonly SuiteRun[]): Baseline | null {
  const fitting = runs.filter(
    (other) =>
      other.number < run.number &&
      other.digest !== run.digest &&
      other.agent.slug === run.agent.slug &&
      other.model.id === run.model.id &&
      other.model.asks === run.model.asks &&
      other.state === "done" &&
      other.scores.length > 0,
  );
  const found = fitting.find(({ source }) => source.follows === "version") ?? fitting[0];
  return found ? { number: found.number, label: sourceWords(found.source), scores: found.scores } : null;
}

export type CaseChange = "gained" | "lost";

/** How each case moved in one host since the baseline; invalid ones moved nowhere, and new ones are not there. */
export function changesOf(
  cases: readonly CaseResult[],
  before: readonly CaseResult[],
  dialect: string,
): ReadonlyMap<string, CaseChange> {
  const earlier = new Map(before.map((one) => [one.id, hostOf(one, dialect)?.outcome ?? null]));
  const changes = new Map<string, CaseChange>();
  for (const one of cases) {
    const now = hostOf(one, dialect)?.outcome ?? null;
    const then = earlier.get(one.id) ?? null;
    if (now === "right" && isWrong(then)) changes.set(one.id, "gained");
    if (isWrong(now) && then === "right") changes.set(one.id, "lost");
  }
  return changes;
}
