import "server-only";
import type { Tx } from "@/lib/db/client";

/**
 * What was said about conversations that are about to go. What belongs to a review stays there, in words; of a private
 * one without them, for nobody can see any more whose they were.
 */
export async function dropThreads(
  tx: Tx,
  conversation: { id: string } | { comparisonId: string },
): Promise<void> {
  await tx.thread.deleteMany({ where: { reviewId: null, conversation } });
  await tx.thread.updateMany({
    where: { conversation: { ...conversation, shared: false } },
    data: { quote: null },
  });
}
