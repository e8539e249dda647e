import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { frozenJudgeSchema } from "../judges/judge-schema";
import { type JudgementOfRun, readJudgements } from "./judgement-rows";

type Judged = { id: string; judge: unknown };
/** A trial that counts, with its repeat among those of all runs. */
type Pooled = {
  row: { suiteRunId: string; dialect: string; caseId: string; repeat: number };
  repeat: number;
};

const keyOf = ({ judge }: Judged): string | null =>
  judge === null ? null : frozenJudgeSchema.parse(judge).key;

/**
 * The pairs of answers that the judge of a run compared, in it and in others with the same judge, by their dialect; their
 * repeats are those of the pooled trials. Null where it has no judge.
 */
export async function readPooledJudgements(
  context: WorkspaceContext,
  { row, runs, trials }: { row: Judged; runs: readonly Judged[]; trials: readonly Pooled[] },
): Promise<ReadonlyMap<string, JudgementOfRun[]> | null> {
  const judge = keyOf(row);
  if (judge === null) return null;
  const placeOf = (run: string, dialect: string, task: string, repeat: number) =>
    JSON.stringify([run, dialect, task, repeat]);
  const repeats = new Map(
    trials.map(({ row: { suiteRunId, dialect, caseId, repeat: own }, repeat }) => [
      placeOf(suiteRunId, dialect, caseId, own),
      repeat,
    ]),
  );
  const pooled = new Map<string, JudgementOfRun[]>();
  for (const run of runs) {
    if (keyOf(run) !== judge) continue;
    for (const [dialect, pairs] of await readJudgements(context, run.id)) {
      const counted = pairs.flatMap((pair) => {
        const repeat = repeats.get(placeOf(run.id, dialect, pair.task, pair.repeat));
        return repeat === undefined ? [] : [{ ...pair, repeat }];
      });
      pooled.set(dialect, [...(pooled.get(dialect) ?? []), ...counted]);
    }
  }
  return pooled;
}
