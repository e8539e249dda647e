import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { log } from "@/lib/platform/log";

/** A use is written down at most this often. */
const betweenUsesMs = 60_000;

/** When a host's key was last used, for the list of them. Nobody waits for it, and it never throws. */
export async function noteGatewayKeyUse(
  { db }: DatabaseContext,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= betweenUsesMs) return;
  await db.gatewayKey
    .updateMany({ where: { id }, data: { lastUsedAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, "could not note the use of a gateway key"));
}
