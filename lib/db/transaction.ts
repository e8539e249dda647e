import "server-only";
import type { Db, Tx } from "./client";
import { isWriteConflict } from "./database-errors";

const attempts = 3;

/** Runs `work` in one transaction; a deadlock or write conflict is tried again, anything else is thrown as it is. */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work, { timeout: options.timeoutMs ?? 15_000, maxWait: 10_000 });
    } catch (error) {
      if (attempt === attempts || !isWriteConflict(error)) throw error;
    }
  }
}
