import "server-only";
import { requestLimits } from "./bounded-pool";
import { forgetTold, handOnTold } from "./bus";
import { type DatabaseContext, longWorkDatabase, poolOf, type Tx } from "./client";
import { inWords, isWriteConflict } from "./database-errors";

const attempts = 3;
/** A pool that has no connection to give says so a little earlier. */
const longestWaitMs = requestLimits.connectMs + 1_000;

/**
 * Runs `work` in one transaction, or as a part of the one that `context.db` is; a deadlock or write conflict is tried
 * again. `work` is given the same context with the transaction in it: name it as the outer one, so that nothing inside
 * can reach past the transaction, and let nothing that outlives it keep it. What the database itself lacks (time, room,
 * a connection) is said in words: UNAVAILABLE or STORAGE_FULL. Anything else is thrown as it is. Work that may take
 * longer than a request does (`timeoutMs`) has connections of its own.
 */
export async function inTransaction<C extends DatabaseContext, T>(
  context: C,
  work: (context: C) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  const timeout = options.timeoutMs ?? requestLimits.transactionMs;
  const isLong = timeout > requestLimits.transactionMs;
  const client = isLong ? longWorkDatabase(context.db) : context.db;
  const maxWait = isLong ? timeout : longestWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    const opened: Partial<DatabaseContext> = {};
    const begin = (db: Tx) => {
      opened.db = db;
      return work({ ...context, db });
    };
    try {
      const result = await client.$transaction(begin, { timeout, maxWait });
      if (opened.db && isOpenTransaction(client)) handOnTold(opened.db, client);
      return result;
    } catch (error) {
      if (opened.db) forgetTold(opened.db);
      if (attempt === attempts || !isWriteConflict(error)) throw inWords(error);
    }
  }
}

/**
 * Runs one statement that stands alone; a deadlock or write conflict is tried again, as in a transaction, and what the
 * database lacks is said in the same words.
 */
export async function asOneStatement<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === attempts || !isWriteConflict(error)) throw inWords(error);
    }
  }
}

const isOpenTransaction = (db: Tx): boolean => poolOf(db) === undefined;
