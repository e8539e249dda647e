import { setTimeout } from "node:timers/promises";
import type { Db, Tx } from "@/lib/db/client";

type More = (tx: Tx) => Promise<unknown>;

/**
 * A transaction that has done its work and does not end by itself, as that of a slow server. `end` commits it once
 * somebody waits for what it holds, with what it does then.
 */
export async function begun<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<{ end: (more?: More) => Promise<T> }> {
  const done = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<More | undefined>();
  const whole = db.$transaction(
    async (tx) => {
      const result = await work(tx);
      done.resolve();
      await (await ending.promise)?.(tx);
      return result;
    },
    { timeout: 30_000 },
  );
  await Promise.race([done.promise, whole]);
  return {
    end: async (more) => {
      while (!(await isWaitedFor(db))) await setTimeout(10);
      ending.resolve(more);
      return whole;
    },
  };
}

async function isWaitedFor(db: Db): Promise<boolean> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0;
}
