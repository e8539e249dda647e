import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { hourMs } from "@/lib/kernel/durations";
import { refusalWindowMs, writeRefusal } from "./record-refusal";

/** More than this wait for the next time. */
const atOnce = 500;
const rememberMs = hourMs;

/**
 * Writes into the trail what was counted of refused sign-ins after their last row, once its minute is over, and forgets
 * counters that nothing has been counted under for an hour. Answers how many rows it wrote. Safe in several servers at once.
 */
export async function writeCountedRefusals(context: DatabaseContext, now: Date): Promise<number> {
  const over = { lte: new Date(now.getTime() - refusalWindowMs) };
  return inTransaction(context, async (context) => {
    const due = await context.db.$queryRaw<{ key: string }[]>`
      SELECT key FROM "RefusedSignIn" WHERE count > 0 AND since <= ${over.lte}::timestamptz
      ORDER BY since LIMIT ${atOnce}::integer FOR UPDATE SKIP LOCKED`;
    const rows = await context.db.refusedSignIn.findMany({
      where: { key: { in: due.map(({ key }) => key) } },
    });
    const people = await context.db.user.findMany({
      where: { id: { in: rows.flatMap(({ userId }) => userId ?? []) } },
      select: { id: true, name: true },
    });
    for (const row of rows)
      await writeRefusal(context, row, people.find(({ id }) => id === row.userId)?.name ?? "");
    await context.db.refusedSignIn.updateMany({
      where: { key: { in: rows.map(({ key }) => key) } },
      data: { count: 0, since: now },
    });
    const longAgo = new Date(now.getTime() - rememberMs);
    await context.db.refusedSignIn.deleteMany({ where: { count: 0, since: { lt: longAgo } } });
    return rows.length;
  });
}
