import "server-only";
import { findMemberContext } from "@/lib/access/member-context";
import { isAllowed } from "@/lib/access/permissions";
import type { DatabaseContext } from "@/lib/db/client";
import { isIdle } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs, hourMs } from "@/lib/kernel/durations";
import { log } from "@/lib/platform/log";
import { besideEachOther } from "../beside-each-other";
import type { SourceFailure } from "../source-options";
import type { SourceRow } from "../source-rows";
import { syncSource } from "./sync-source";

/** At one look; the rest is due at the next one. */
const mostAtOnce = 10;
/** Until what went wrong here, or may pass elsewhere, is tried again: later each time, and no more after a day. */
const againMs = { least: 60_000, most: hourMs, inAll: dayMs };
/** What a remote may have got over by then. */
const passing: ReadonlySet<SourceFailure> = new Set(["unreachable", "timeout", "busy", "remote-error"]);

declare global {
  /** The door of hooks and the start of the server are separate bundles of one process. */
  var greenroomHookSyncs: Map<string, Promise<number>> | undefined;
}

/**
 * Syncs the sources that a webhook marked as due, each in the name of whoever made it. Every server does it; the mark goes
 * when a sync that began after it has ended, so that none is lost with a server. Answers how many it synced, once what was
 * under way before has ended too.
 */
export async function syncHookedSources({ db }: DatabaseContext, now: () => Date): Promise<number> {
  globalThis.greenroomHookSyncs ??= new Map();
  const underWay = globalThis.greenroomHookSyncs;
  const rows = await db.source.findMany({
    where: { hookDueAt: { lte: now() }, workspaceId: { notIn: [...underWay.keys()] }, ...isIdle(now()) },
    orderBy: { hookDueAt: "asc" },
    take: mostAtOnce,
    select: { id: true, workspaceId: true, hookDueAt: true, hookLastAt: true, hookById: true },
  });
  const before = [...underWay.values()];
  const synced = await besideEachOther({ underWay, rows, work: (row) => syncOne({ db }, row, now) });
  await Promise.all(before);
  return synced;
}

type Due = Pick<SourceRow, "id" | "workspaceId" | "hookDueAt" | "hookLastAt" | "hookById">;

/** Never throws: what goes wrong with one keeps no other waiting. */
async function syncOne({ db }: DatabaseContext, row: Due, now: () => Date): Promise<boolean> {
  const { id, workspaceId, hookDueAt, hookById } = row;
  const mark = { where: { id, workspaceId, hookDueAt } };
  try {
    const context =
      hookById === null ? null : await findMemberContext({ db }, { workspaceId, userId: hookById, now });
    const mayAct = context !== null && isAllowed(context, "directories.load");
    const synced = mayAct ? await syncSource(context, { source: id }, "itself") : null;
    const isPassing = synced?.failure && passing.has(synced.failure.kind);
    const lost = mayAct ? {} : { failure: "nobody", failedAt: now() };
    await db.source.updateMany({
      ...mark,
      data: { hookDueAt: isPassing ? nextTry(row.hookLastAt, now()) : null, ...lost },
    });
    return mayAct;
  } catch (error) {
    // Somebody syncs it already, or others take their turns: it stays due.
    if (error instanceof AppError && error.code !== "INTERNAL") return false;
    log.warn({ err: error, source: id }, "a source could not be synced by its webhook");
    await db.source
      .updateMany({ ...mark, data: { hookDueAt: new Date(now().getTime() + againMs.least) } })
      .catch(() => {});
    return false;
  }
}

/** As long again as it has been since the delivery; null once that is a day. */
function nextTry(deliveredAt: Date | null, now: Date): Date | null {
  const waitedMs = now.getTime() - (deliveredAt ?? now).getTime();
  if (waitedMs > againMs.inAll) return null;
  return new Date(now.getTime() + Math.min(againMs.most, Math.max(againMs.least, waitedMs)));
}
