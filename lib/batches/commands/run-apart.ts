import "server-only";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";

/** Ends the transaction of a preview. */
class OnlyPreviewed<T> extends Error {
  constructor(readonly result: T) {
    super("A preview is taken back.");
  }
}

/**
 * Runs one part of a batch in a transaction of its own. A preview runs the same, answers the same and is taken back: what
 * a command notifies and records goes with its transaction.
 */
export async function runApart<T>(
  context: Context,
  { preview, work }: { preview: boolean; work: (apart: Context) => Promise<T> },
): Promise<T> {
  try {
    return await inTransaction(context, async (context) => {
      const result = await work(context);
      if (preview) throw new OnlyPreviewed(result);
      return result;
    });
  } catch (error) {
    if (error instanceof OnlyPreviewed) return error.result;
    throw error;
  }
}
