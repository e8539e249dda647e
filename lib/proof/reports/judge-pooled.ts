import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { judgeSuite, type SuiteFigures } from "@/lib/verdicts/judge-suite";
import { isAcknowledged, isUnsound } from "../checks/check-schema";
import { type PooledRow, readPooledTrials } from "../internal/pooled-trials";
import { endedByDialect } from "../internal/trial-rows";
import { dialectsOf } from "../proven/run-facts";
import { triedCaseSchema } from "../suites/case-schema";
import { judgeRunOfSuite } from "./figures";
import type { ReportRow } from "./read-suite-report";

/** Carried out to its end: nothing else makes a verdict, whatever else adds to it. */
export const isWhole = ({ state }: Pick<ReportRow, "state">): boolean => state === "done";

/**
 * What several runs come to together in one host. `isFaulty`: nothing is there but what was judged although its self-check
 * had found faults. `runs`: the numbers of those that add to it. `trials`: what counts, `run` the number of each one's run.
 */
export type Pooled = {
  dialect: string;
  figures: SuiteFigures;
  isFaulty: boolean;
  runs: ReadonlySet<number>;
  trials: readonly PooledRow[];
};

/**
 * Runs of the same bytes, the newest first, each answer counted once; in the hosts of those that were carried out to their
 * end. A run whose measurement is invalid in a host, or whose suite is, adds nothing there, unless there is nothing else.
 */
export async function judgePooled(context: WorkspaceContext, group: readonly ReportRow[]): Promise<Pooled[]> {
  const broken = new Set<string>();
  for (const row of group)
    for (const { dialect, word } of await judgeRunOfSuite(context, row))
      if (word === "invalid" || isAcknowledged(row.selfCheck)) broken.add(`${row.number} ${dialect}`);
  const names = new Set(group.flatMap(({ skillName, skill }) => [skill.name, skillName ?? skill.name]));
  const all = await readPooledTrials(context, { runs: group, names });
  // Answers of theirs that a sound run was given again are that run's: without them it would have none of its own.
  const isLeftOut = ({ number }: { number: number }, dialect: string) => broken.has(`${number} ${dialect}`);
  const sound = broken.size === 0 ? all : await readPooledTrials(context, { runs: group, names, isLeftOut });
  // One that was broken off, where there is nothing else, stands with what it had measured.
  const whole = group.some(isWhole) ? group.filter(isWhole) : group;
  const wholeOnes = new Set(whole.map(({ number }) => String(number)));
  const [newest] = whole;
  const cases = z.array(triedCaseSchema).parse(newest?.tried ?? []);
  const skill = newest?.skillName ?? newest?.skill.name ?? "";
  const scripted = newest?.modelKind !== "live";
  return [...dialectsOf(whole).keys()].map((dialect) => {
    const valid = sound.trials.filter(({ row }) => row.dialect === dialect);
    const isSound = valid.some(({ run }) => wholeOnes.has(run));
    const trials = isSound ? valid : all.trials.filter(({ row }) => row.dialect === dialect);
    const ended = endedByDialect(trials.map(({ row }) => row)).get(dialect) ?? [];
    const unsound = !isSound && whole.some((row) => isUnsound(row.selfCheck));
    return {
      dialect,
      trials,
      isFaulty: !isSound && whole.some((row) => isAcknowledged(row.selfCheck)),
      runs: new Set(trials.map(({ run }) => Number(run))),
      figures: judgeSuite({ skill, cases, trials: ended, scripted, unsound }),
    };
  });
}
