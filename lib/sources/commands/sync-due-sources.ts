import "server-only";
import { findMemberContext } from "@/lib/access/member-context";
import { isAllowed } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { isIdle } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { besideEachOther } from "../beside-each-other";
import { syncSource } from "./sync-source";

/** Until one is tried again that had no turn, because others took theirs. */
const nextTurnMs = 60_000;

/** At one look; the rest is due at the next one. */
const mostAtOnce = 10;

declare global {
  var greenroomDueSyncs: Map<string, Promise<number>> | undefined;
}

/**
 * Syncs the sources that are due, each in the name of whoever set its schedule. Every server does it every few seconds;
 * the one that moves the time of the next sync on has it. Answers how many it synced.
 */
export async function syncDueSources({ db }: DatabaseContext, now: () => Date): Promise<number> {
  globalThis.greenroomDueSyncs ??= new Map();
  const underWay = globalThis.greenroomDueSyncs;
  const due = await db.source.findMany({
    where: {
      nextAt: { lte: now() },
      everyMinutes: { not: null },
      workspaceId: { notIn: [...underWay.keys()] },
      ...isIdle(now()),
    },
    orderBy: { nextAt: "asc" },
    take: mostAtOnce,
    select: { id: true, workspaceId: true, everyMinutes: true, nextAt: true, scheduledById: true },
  });
  const work = async (row: (typeof due)[number]) => {
    const nextAt = new Date(now().getTime() + (row.everyMinutes ?? 0) * 60_000);
    const { count } = await db.source.updateMany({
      where: { id: row.id, workspaceId: row.workspaceId, nextAt: row.nextAt },
      data: { nextAt },
    });
    return count === 1 && (await syncOne({ db }, { ...row, nextAt }, now));
  };
  return besideEachOther({ underWay, rows: due, work });
}

type Due = { id: string; workspaceId: string; scheduledById: string | null; nextAt: Date };

/** Never throws: what goes wrong with one keeps no other waiting. */
async function syncOne({ db }: DatabaseContext, row: Due, now: () => Date): Promise<boolean> {
  const { id, workspaceId, scheduledById, nextAt } = row;
  try {
    const context =
      scheduledById === null
        ? null
        : await findMemberContext({ db }, { workspaceId, userId: scheduledById, now });
    if (context && isAllowed(context, "directories.load")) {
      await syncSource(context, { source: id }, "itself");
      return true;
    }
    await db.source.updateMany({
      where: { id, workspaceId },
      data: { failure: "nobody", failedAt: now() },
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "UNAVAILABLE")
      await db.source.updateMany({
        where: { id, workspaceId, nextAt },
        data: { nextAt: new Date(now().getTime() + nextTurnMs) },
      });
    // Somebody syncs it by hand, or removed it, or others take their turns.
    const isPassing = error instanceof AppError && error.code !== "INTERNAL";
    if (!isPassing) log.warn({ err: error, source: id }, "a source could not be synced by its schedule");
  }
  return false;
}
