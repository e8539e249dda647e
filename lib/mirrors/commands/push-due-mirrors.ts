import "server-only";
import { subscribe } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { openRepository } from "@/lib/delivery/git/open-repository";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { newTraceId } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { mostMirrors } from "../mirror-options";
import { type MirrorRow, mirrorColumns, sourceOf } from "../mirror-rows";
import { isOf } from "../sent-commits";
import { carryOutPush, type PushContext } from "./carry-out-push";

/** Every mirror is looked at so often, for the case that a notice of a change was lost. */
const lookAtAllMs = 60_000;
/** Under way at once on this server, each with a pack in memory: a remote that hangs keeps nobody else's waiting. */
const slots = new ConcurrencySlots({ each: 2, all: 6, waiting: mostMirrors, waitMs: 10 * 60_000 });

type Due = { workspaces: Set<string>; allSince: number; underWay: Set<string> };

declare global {
  var greenroomMirrorsDue: Due | undefined;
}
/** Of this process: in which workspaces something may have changed since their mirrors were looked at. */
function due(): Due {
  globalThis.greenroomMirrorsDue ??= listen();
  return globalThis.greenroomMirrorsDue;
}

function listen(): Due {
  const opened: Due = { workspaces: new Set(), allSince: 0, underWay: new Set() };
  const note = ({ workspaceId }: { workspaceId: string }) => opened.workspaces.add(workspaceId);
  const noteAll = () => {
    opened.allSince = 0;
  };
  subscribe("library", (moved) => moved.draftOnly !== true && note(moved), noteAll);
  for (const topic of ["agents", "members"] as const) subscribe(topic, note);
  return opened;
}

/**
 * Pushes the mirrors that are pushed by themselves and have something new, or whose next attempt is due; never one for
 * the first time, as a person sees first what goes out. Every server
 * does it every few seconds; one of them gets the lease. Answers how many it pushed, once all of them have ended.
 */
export async function pushDueMirrors({ db }: DatabaseContext, now: () => Date): Promise<number> {
  const state = due();
  const at = now();
  const isAll = Math.abs(at.getTime() - state.allSince) >= lookAtAllMs;
  const workspaces = [...state.workspaces];
  state.workspaces.clear();
  if (isAll) state.allSince = at.getTime();
  const rows = await db.mirror.findMany({
    where: {
      onPublish: true,
      pushedCommit: { not: null },
      ...(isAll ? {} : { OR: [{ workspaceId: { in: workspaces } }, { nextAt: { lte: at } }] }),
    },
    ...mirrorColumns,
  });
  const server = { actor: { userId: null, name: "Greenroom" }, traceId: newTraceId(), address: null };
  const results = await Promise.all(
    rows.map((row) => pushInTurn({ db, workspace: { id: row.workspaceId }, now, ...server }, state, row)),
  );
  return results.filter((isPushed) => isPushed).length;
}

/** Never throws. What could not be looked at now is looked at again. */
async function pushInTurn(
  context: PushContext,
  { underWay, workspaces }: Due,
  row: MirrorRow,
): Promise<boolean> {
  const again = () => {
    workspaces.add(row.workspaceId);
    return false;
  };
  if (underWay.has(row.id)) return again();
  underWay.add(row.id);
  const slot = await slots.take(row.workspaceId, stopping());
  try {
    if (!slot.ok) return again();
    const result = await pushIfDue(context, row.id);
    return result === "taken" ? again() : result === "pushed";
  } catch (error) {
    log.warn({ err: error, mirror: row.id }, "a mirror could not be looked at");
    return false;
  } finally {
    underWay.delete(row.id);
    if (slot.ok) slot.end();
  }
}

/** `taken`: another server is at it, and something may have come meanwhile. */
async function pushIfDue(context: PushContext, id: string): Promise<"pushed" | "taken" | "nothing"> {
  const where = { id, workspaceId: context.workspace.id, onPublish: true };
  const row = await context.db.mirror.findFirst({ where, ...mirrorColumns });
  if (!row) return "nothing";
  const recorded = sourceOf(row, context.now());
  if (!recorded) return "nothing";
  const { content } = await openRepository(context, recorded);
  const { history, rows } = content;
  const has = (number: number | null, ofHistory: string | null) =>
    number !== null && isOf(content, { number, history: ofHistory }) && number === rows.length;
  if (rows.length === 0 || has(row.pushedNumber, row.pushedHistory)) return "nothing";
  const isRetryDue = row.nextAt !== null && row.nextAt <= context.now();
  if (has(row.triedNumber, row.triedHistory) && !isRetryDue) return "nothing";
  const newest = { number: rows.length, history };
  const isMine = await carryOutPush(context, { row, newest, losing: null });
  return isMine ? "pushed" : "taken";
}
