import "server-only";
import type { QueryConfig, QueryResultRow } from "pg";
import type { BoundedPool } from "./bounded-pool";
import { inWords } from "./database-errors";
import { timeQuery } from "./timed-adapter";

/**
 * One statement whose values or rows are bytes, past Prisma, which writes each of them as base64 into JSON for a second
 * program in the process to read and write again: 15 MB kept the server's thread busy for half a second.
 * What the database lacks is said in words, as everywhere.
 */
export async function queryBytes<Row extends QueryResultRow>(
  pool: BoundedPool,
  query: QueryConfig,
): Promise<Row[]> {
  try {
    const { rows } = await timeQuery(() => pool.query<Row>(query));
    return rows;
  } catch (error) {
    throw inWords(
      isOfSystem(error) ? new Error("Connection terminated unexpectedly", { cause: error }) : error,
    );
  }
}

/** What the system says of a socket comes without Postgres' severity. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && "code" in error && !("severity" in error);
