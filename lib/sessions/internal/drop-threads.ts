import "server-only";
import type { Tx } from "@/lib/db/client";

/** What was said about conversations that are about to go. What belongs to a review stays there, in words. */
export async function dropThreads(
  tx: Tx,
  conversation: { id: string } | { comparisonId: string },
): Promise<void> {
  await tx.thread.deleteMany({ where: { reviewId: null, conversation } });
}
