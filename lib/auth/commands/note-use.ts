import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { log } from "@/lib/platform/log";

/** A use is written down at most this often. */
const betweenUsesMs = 60_000;

const isJustNoted = (last: Date | null | undefined, now: Date): boolean =>
  last != null && now.getTime() - new Date(last).getTime() <= betweenUsesMs;

/** When a sign-in was last used, for the list of them. Never throws: it works also where nothing can be written. */
export async function noteSessionUse(
  { db }: DatabaseContext,
  session: { id: string; lastActiveAt?: Date | null | undefined },
  now: Date,
): Promise<void> {
  if (isJustNoted(session.lastActiveAt, now)) return;
  await db.session
    .updateMany({ where: { id: session.id }, data: { lastActiveAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, "could not note the use of a session"));
}

/** The same of a key: one that only reads works also where nothing can be written. */
export async function noteKeyUse(
  { db }: DatabaseContext,
  key: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (isJustNoted(key.lastUsedAt, now)) return;
  await db.apiKey
    .updateMany({ where: { id: key.id }, data: { lastUsedAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, "could not note the use of a key"));
}
