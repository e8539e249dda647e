import "server-only";
import { requestLimits } from "./bounded-pool";
import { longWorkDatabase, type Tx } from "./client";
import { inWords, isWriteConflict } from "./database-errors";

const attempts = 3;
/** A pool that has no connection to give says so a little earlier. */
const longestWaitMs = requestLimits.connectMs + 1_000;

/**
 * Runs `work` in one transaction, or as a part of the one that `db` is; a deadlock or write conflict is tried again.
 * What the database itself lacks (time, room, a connection) is said in words: UNAVAILABLE or STORAGE_FULL. Anything
 * else is thrown as it is. Work that may take longer than a request does (`timeoutMs`) has connections of its own.
 */
export async function inTransaction<T>(
  db: Tx,
  work: (tx: Tx) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  const timeout = options.timeoutMs ?? requestLimits.transactionMs;
  const isLong = timeout > requestLimits.transactionMs;
  const client = isLong ? longWorkDatabase(db) : db;
  const maxWait = isLong ? timeout : longestWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.$transaction(work, { timeout, maxWait });
    } catch (error) {
      if (attempt === attempts || !isWriteConflict(error)) throw inWords(error);
    }
  }
}
