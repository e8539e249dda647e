import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inBatches } from "@/lib/db/in-batches";

/** Deletes the trials of a run that was removed, or of any when `suiteRunId` is null: where a server ended in it. */
export const deleteTrialsOfRemoved = (
  { db }: DatabaseContext,
  suiteRunId: string | null = null,
): Promise<number> =>
  inBatches(
    (most) => db.$executeRaw`
      DELETE FROM "Trial" WHERE id IN (
        SELECT trial.id FROM "SuiteRun" run JOIN "Trial" trial ON trial."suiteRunId" = run.id
        WHERE run."removedAt" IS NOT NULL AND (${suiteRunId}::uuid IS NULL OR run.id = ${suiteRunId}::uuid)
        LIMIT ${most}::int)`,
  );
