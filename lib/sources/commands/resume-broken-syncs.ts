import "server-only";
import { findMemberContext } from "@/lib/access/member-context";
import { isAllowed } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { syncSource } from "./sync-source";

/** At one look; the rest is taken up by the next one. */
const mostAtOnce = 10;

/**
 * Does syncs again whose server was killed: each once, in the name of whoever began it, as soon as its lease is over.
 * Every server looks; one of them gets the lease. Answers how many it synced.
 */
export async function resumeBrokenSyncs({ db }: DatabaseContext, now: () => Date): Promise<number> {
  const broken = await db.source.findMany({
    where: { leaseUntil: { lte: now() }, leaseById: { not: null } },
    orderBy: { leaseUntil: "asc" },
    take: mostAtOnce,
    select: { id: true, workspaceId: true, leaseUntil: true, leaseById: true },
  });
  const resumed = await Promise.all(broken.map((row) => resumeOne({ db }, row, now)));
  return resumed.filter((isResumed) => isResumed).length;
}

type Broken = { id: string; workspaceId: string; leaseUntil: Date | null; leaseById: string | null };

/** Never throws: what goes wrong with one keeps no other waiting. */
async function resumeOne({ db }: DatabaseContext, row: Broken, now: () => Date): Promise<boolean> {
  const { id, workspaceId, leaseUntil, leaseById } = row;
  try {
    const context =
      leaseById === null ? null : await findMemberContext({ db }, { workspaceId, userId: leaseById, now });
    if (context && isAllowed(context, "directories.load")) {
      await syncSource(context, { source: id }, "itself", { isResumed: true });
      return true;
    }
    await db.source.updateMany({
      where: { id, workspaceId, leaseUntil },
      data: { leaseUntil: null, leaseById: null, failure: "nobody", failedAt: now() },
    });
  } catch (error) {
    // Another server, or somebody by hand, was sooner; or others take their turns.
    const isPassing = error instanceof AppError && error.code !== "INTERNAL";
    if (!isPassing) log.warn({ err: error, source: id }, "a sync that broke off could not be done again");
  }
  return false;
}
