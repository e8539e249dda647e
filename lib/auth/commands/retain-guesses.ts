import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { retention } from "@/lib/kernel/retention";

/** Removes counts of guesses that no longer decide anything. Answers how many that were. */
export async function retainGuesses({ db }: DatabaseContext, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retention.guessMs);
  const { count } = await db.guessCount.deleteMany({
    where: { since: { lt: before }, until: { lt: before } },
  });
  return count;
}
