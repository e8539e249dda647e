import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inBatches } from "@/lib/db/in-batches";
import { dayMs } from "@/lib/kernel/durations";
import { keptAnswerDays } from "../proof-options";

/** Removes answers that were given too long ago: models change behind their names. */
export function forgetKeptAnswers({ db }: DatabaseContext, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptAnswerDays * dayMs);
  return inBatches(
    (most) => db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("workspaceId", key) IN (
        SELECT "workspaceId", key FROM "KeptAnswer" WHERE at < ${before} ORDER BY at LIMIT ${most}::int)`,
  );
}
