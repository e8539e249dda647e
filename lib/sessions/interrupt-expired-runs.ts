import "server-only";
import type { Db } from "@/lib/db/client";

/** Ends runs whose lease has run out, as interrupted; whichever server notices first does it. Answers how many. */
export async function interruptExpiredRuns(
  db: Db,
  now: Date,
  scope: { conversationId?: string } = {},
): Promise<number> {
  const expired = await db.run.findMany({
    where: { state: "running", leaseUntil: { lt: now }, ...scope },
    select: { id: true },
  });
  return expired.length;
}
