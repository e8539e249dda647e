import "server-only";
import type { DatabaseContext } from "./client";
import { inTransaction } from "./transaction";

/** Reads everything as it is at one moment, whatever others change meanwhile. Nothing can be written in it. */
export function atOneMoment<C extends DatabaseContext, T>(
  context: C,
  read: (context: C) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async (inside) => {
    await inside.db.$executeRaw`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    return read(inside);
  });
}
