import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inBatches } from "@/lib/db/in-batches";
import { dayMs } from "@/lib/kernel/durations";
import { retention } from "@/lib/kernel/retention";
import { deleteTrialsOfRemoved } from "./delete-trials-of-removed";

/** Each has a log of up to hundreds of kilobytes. */
const mostLogs = 200;

/** Removes sessions of trials that ended too long ago, whose outcomes and figures stay, and what removed runs left. */
export async function retainTrials({ db }: DatabaseContext, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retention.trialLogDays * dayMs);
  const logs = await inBatches(
    (most) => db.$executeRaw`
      UPDATE "Trial" SET events = NULL WHERE id IN (
        SELECT id FROM "Trial" WHERE "endedAt" < ${before} AND events IS NOT NULL
        ORDER BY "endedAt" LIMIT ${most}::int)`,
    mostLogs,
  );
  return logs + (await deleteTrialsOfRemoved({ db }));
}
