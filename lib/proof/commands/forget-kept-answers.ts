import "server-only";
import type { DatabaseContext } from "@/lib/db/client";

const keptDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

/** Removes answers that were given too long ago: models change behind their names. */
export async function forgetKeptAnswers({ db }: DatabaseContext, now: Date): Promise<number> {
  const { count } = await db.keptAnswer.deleteMany({
    where: { at: { lt: new Date(now.getTime() - keptDays * dayMs) } },
  });
  return count;
}
