import "server-only";
import { LRUCache } from "lru-cache";
import type { DatabaseContext } from "@/lib/db/client";
import { log } from "@/lib/platform/log";

/** A fetch is written down at most this often, over all servers. */
const betweenFetchesMs = 60_000;
/** What this process has noted: what is held of an address does not know of it yet. */
const noted = new LRUCache<string, Date>({ max: 10_000 });

/** When an address was last fetched from, for the list of them. Nobody waits for it, and it never throws. */
export async function noteAddressFetch(
  { db }: DatabaseContext,
  { id, lastFetchedAt }: { id: string; lastFetchedAt: Date | null },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - betweenFetchesMs);
  if ([lastFetchedAt, noted.get(id)].some((last) => last && last > before)) return;
  noted.set(id, now);
  await db.deliveryAddress
    .updateMany({
      where: { id, OR: [{ lastFetchedAt: null }, { lastFetchedAt: { lte: before } }] },
      data: { lastFetchedAt: now },
    })
    .catch((error: unknown) => log.warn({ err: error }, "could not note a fetch from an address"));
}
