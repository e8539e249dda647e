import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import type { Db, Tx } from "./client";
import { isOutOfTime, isWriteConflict } from "./database-errors";

const attempts = 3;

/**
 * Runs `work` in one transaction; a deadlock or write conflict is tried again, anything else is thrown as it is.
 * UNAVAILABLE when it waited for the others longer than it may: then nothing was written.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.$transaction(work, { timeout: options.timeoutMs ?? 15_000, maxWait: 10_000 });
    } catch (error) {
      if (isOutOfTime(error)) throw tooBusy(error);
      if (attempt === attempts || !isWriteConflict(error)) throw error;
    }
  }
}

const tooBusy = (cause: unknown) =>
  new AppError("UNAVAILABLE", "The server is busy with the work of others. Nothing was changed: try again.", {
    cause,
  });
