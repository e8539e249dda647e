import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { leaseFromSql } from "@/lib/db/lease";
import { inTransaction } from "@/lib/db/transaction";
import { leaseMs } from "./hold-work";
import type { Taking, WaitingModel } from "./take-trials";

export type TakenJudgement = {
  id: string;
  suiteRunId: string;
  workspaceId: string;
  dialect: string;
  arm: string;
  caseId: string;
  repeat: number;
  grader: number;
};

/** Which judges have something to do, in which workspaces: pairs wait until the last trial of their run has ended. */
export const listWaitingJudges = ({ db }: DatabaseContext): Promise<WaitingModel[]> =>
  db.$queryRaw<WaitingModel[]>`
    SELECT DISTINCT run."workspaceId", run."judgeModelId" AS "modelId" FROM "SuiteRun" run
    WHERE run.state = 'running' AND run."judgeModelId" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "Trial" trial
        WHERE trial."suiteRunId" = run.id AND trial.state IN ('queued', 'running'))
      AND EXISTS (SELECT FROM "Judgement" pair WHERE pair."suiteRunId" = run.id AND pair.state = 'queued')
    ORDER BY 1, 2`;

/** Takes the next pairs of a judge for one server, as `takeTrials` does trials. */
export async function takeJudgements(
  context: DatabaseContext,
  { workspaceId, modelId, owner, most }: Taking,
): Promise<TakenJudgement[]> {
  return inTransaction(
    context,
    ({ db }) => db.$queryRaw<TakenJudgement[]>`
      WITH next AS (
        SELECT ahead.id FROM "SuiteRun" run CROSS JOIN LATERAL (
          SELECT pair.id, pair.position FROM "Judgement" pair
          WHERE pair."suiteRunId" = run.id AND pair.state = 'queued'
          ORDER BY pair.position LIMIT ${most}::int
          FOR UPDATE SKIP LOCKED
        ) ahead
        WHERE run."workspaceId" = ${workspaceId}::uuid AND run."judgeModelId" = ${modelId} AND run.state = 'running'
          AND NOT EXISTS (SELECT FROM "Trial" trial
            WHERE trial."suiteRunId" = run.id AND trial.state IN ('queued', 'running'))
        ORDER BY ahead.position, run.id LIMIT ${most}::int
      )
      UPDATE "Judgement" pair SET state = 'running', "leaseOwner" = ${owner}, attempts = attempts + 1,
        "leaseUntil" = ${leaseFromSql(leaseMs)}
      FROM next WHERE pair.id = next.id
      RETURNING pair.id, pair."suiteRunId", pair."workspaceId", pair.dialect, pair.arm, pair."caseId", pair.repeat,
        pair.grader`,
  );
}
