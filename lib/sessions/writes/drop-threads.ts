import "server-only";
import type { DatabaseContext } from "@/lib/db/client";

/**
 * What was said about conversations that are about to go. What belongs to a review stays there, in words; of a private
 * one without them, for nobody can see any more whose they were.
 */
export async function dropThreads(
  { db }: DatabaseContext,
  conversation: { id: string } | { comparisonId: string },
): Promise<void> {
  await db.thread.deleteMany({ where: { reviewId: null, conversation } });
  await db.thread.updateMany({
    where: { conversation: { ...conversation, shared: false } },
    data: { quote: null },
  });
}
