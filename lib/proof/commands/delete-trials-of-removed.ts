import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inBatches } from "@/lib/db/in-batches";
import { type Work, workTables } from "../internal/work-tables";

/**
 * Deletes the trials and judgements of a run that was removed, or of any when `suiteRunId` is null: where a server ended in
 * it. Labels stay: they are about the judge.
 */
export async function deleteTrialsOfRemoved(
  { db }: DatabaseContext,
  suiteRunId: string | null = null,
): Promise<number> {
  const deleted = async (work: Work) =>
    inBatches(
      (most) => db.$executeRaw`
        DELETE FROM ${workTables[work]} WHERE id IN (
          SELECT one.id FROM "SuiteRun" run JOIN ${workTables[work]} one ON one."suiteRunId" = run.id
          WHERE run."removedAt" IS NOT NULL AND (${suiteRunId}::uuid IS NULL OR run.id = ${suiteRunId}::uuid)
          LIMIT ${most}::int)`,
    );
  return (await deleted("judgement")) + (await deleted("trial"));
}
