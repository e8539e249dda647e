import "server-only";
import { subscribe } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { openRepository } from "@/lib/delivery/git/open-repository";
import { newTraceId } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { type MirrorRow, mirrorColumns, sourceOf } from "../mirror-rows";
import { carryOutPush, type PushContext } from "./carry-out-push";

/** Every mirror is looked at so often, for the case that a notice of a change was lost. */
const lookAtAllMs = 60_000;
/** Pushed at once by this server, each with a pack in memory. */
const atOnce = 2;

type Due = { workspaces: Set<string>; allSince: number; isUnderWay: boolean };

declare global {
  var greenroomMirrorsDue: Due | undefined;
}
/** Of this process: in which workspaces something may have changed since their mirrors were looked at. */
function due(): Due {
  globalThis.greenroomMirrorsDue ??= listen();
  return globalThis.greenroomMirrorsDue;
}

function listen(): Due {
  const opened: Due = { workspaces: new Set(), allSince: 0, isUnderWay: false };
  const note = ({ workspaceId }: { workspaceId: string }) => opened.workspaces.add(workspaceId);
  const noteAll = () => {
    opened.allSince = 0;
  };
  subscribe("library", (moved) => moved.draftOnly !== true && note(moved), noteAll);
  for (const topic of ["agents", "members"] as const) subscribe(topic, note);
  return opened;
}

/**
 * Pushes the mirrors that are pushed by themselves and have something new, or whose next attempt is due. Every server
 * does it every few seconds; one of them gets the lease. Answers how many it pushed.
 */
export async function pushDueMirrors(context: DatabaseContext, now: () => Date): Promise<number> {
  const state = due();
  if (state.isUnderWay) return 0;
  state.isUnderWay = true;
  try {
    return await pushThem(context, state, now);
  } finally {
    state.isUnderWay = false;
  }
}

async function pushThem({ db }: DatabaseContext, state: Due, now: () => Date): Promise<number> {
  const at = now();
  const isAll = Math.abs(at.getTime() - state.allSince) >= lookAtAllMs;
  const workspaces = [...state.workspaces];
  state.workspaces.clear();
  if (isAll) state.allSince = at.getTime();
  const rows = await db.mirror.findMany({
    where: {
      onPublish: true,
      ...(isAll ? {} : { OR: [{ workspaceId: { in: workspaces } }, { nextAt: { lte: at } }] }),
    },
    ...mirrorColumns,
  });
  const server = { actor: { userId: null, name: "Greenroom" }, traceId: newTraceId(), address: null };
  let pushed = 0;
  for (let from = 0; from < rows.length; from += atOnce) {
    const results = await Promise.all(
      rows.slice(from, from + atOnce).map(async (row) => {
        const context = { db, workspace: { id: row.workspaceId }, now, ...server };
        return pushIfDue(context, row).catch((error: unknown) => {
          log.warn({ err: error, mirror: row.id }, "a mirror could not be looked at");
          return "again" as const;
        });
      }),
    );
    for (const [place, result] of results.entries()) {
      if (result === "pushed") pushed += 1;
      const row = rows[from + place];
      // Something may have come while another server was at it.
      if (result === "again" && row) state.workspaces.add(row.workspaceId);
    }
  }
  return pushed;
}

async function pushIfDue(context: PushContext, row: MirrorRow): Promise<"pushed" | "again" | "nothing"> {
  const recorded = sourceOf(row, context.now());
  if (!recorded) return "nothing";
  const { content } = await openRepository(context, recorded);
  const newest = content.rows.at(-1)?.number ?? 0;
  if (newest === (row.pushedNumber ?? 0)) return "nothing";
  const isRetryDue = row.nextAt === null || row.nextAt <= context.now();
  const isNews = newest > (row.triedNumber ?? 0);
  if (!isRetryDue && !isNews) return "nothing";
  const isMine = await carryOutPush(context, { row, recorded, newest, losing: null });
  return isMine ? "pushed" : "again";
}
