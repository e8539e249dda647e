import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inBatches } from "@/lib/db/in-batches";
import { dayMs } from "@/lib/kernel/durations";
import { retention } from "@/lib/kernel/retention";

/** Removes answers that were given too long ago: models change behind their names. */
export function retainAnswers({ db }: DatabaseContext, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retention.modelAnswerDays * dayMs);
  return inBatches(
    (most) => db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("workspaceId", key) IN (
        SELECT "workspaceId", key FROM "KeptAnswer" WHERE at < ${before} ORDER BY at LIMIT ${most}::int)`,
  );
}
