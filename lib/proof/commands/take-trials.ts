import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { leaseFromSql } from "@/lib/db/lease";
import { asOneStatement } from "@/lib/db/transaction";
import { leaseMs } from "./hold-work";

export type TakenTrial = {
  id: string;
  suiteRunId: string;
  workspaceId: string;
  dialect: string;
  arm: string;
  leftOut: string | null;
  caseId: string;
  repeat: number;
};

export type WaitingModel = { workspaceId: string; modelId: string };

/** Which models have something to do, in which workspaces. */
export const listWaitingModels = ({ db }: DatabaseContext): Promise<WaitingModel[]> =>
  db.suiteRun.findMany({
    where: { state: { in: ["queued", "running"] } },
    distinct: ["workspaceId", "modelId"],
    select: { workspaceId: true, modelId: true },
    orderBy: { id: "asc" },
  });

export type Taking = WaitingModel & { owner: string; most: number };

/**
 * Takes the next trials of a model for one server, those of runs that are least far first; no two servers take the same.
 * Their runs go on from then. Of each run its first are looked up, however many wait. One statement: every trial of
 * every run waits for it.
 */
export function takeTrials({ db }: DatabaseContext, taking: Taking): Promise<TakenTrial[]> {
  const { workspaceId, modelId, owner, most } = taking;
  return asOneStatement(
    () => db.$queryRaw<TakenTrial[]>`
    WITH next AS (
      SELECT ahead.id FROM "SuiteRun" run CROSS JOIN LATERAL (
        SELECT trial.id, trial.position FROM "Trial" trial
        WHERE trial."suiteRunId" = run.id AND trial.state = 'queued'
        ORDER BY trial.position LIMIT ${most}::int
        FOR UPDATE SKIP LOCKED
      ) ahead
      WHERE run."workspaceId" = ${workspaceId}::uuid AND run."modelId" = ${modelId}
        AND run.state IN ('queued', 'running')
      ORDER BY ahead.position, run.id LIMIT ${most}::int
    ), taken AS (
      UPDATE "Trial" trial SET state = 'running', "leaseOwner" = ${owner}, attempts = attempts + 1,
        "leaseUntil" = ${leaseFromSql(leaseMs)}
      FROM next WHERE trial.id = next.id
      RETURNING trial.id, trial."suiteRunId", trial."workspaceId", trial.dialect, trial.arm,
        trial."leftOut", trial."caseId", trial.repeat
    ), begun AS (
      UPDATE "SuiteRun" SET state = 'running'
      WHERE id IN (SELECT "suiteRunId" FROM taken) AND state = 'queued'
    )
    SELECT * FROM taken`,
  );
}
