import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import { subscribe } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { newTraceId } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { asServer } from "../internal/as-server";
import { lockShare } from "../internal/lock-share";
import { receiverContext } from "../internal/receiver-context";
import { bringCopies } from "../writes/bring-copies";
import { endReceived, removeShare, tellEnded } from "../writes/end-share";

/** Every share is looked at so often, for the case that a notice of a change was lost. */
const lookAtAllMs = 60_000;

type Due = { workspaces: Set<string>; allSince: number };

declare global {
  var greenroomSharesDue: Due | undefined;
}
/** Of this process: in which workspaces something may have changed since their shares were looked at. */
function due(): Due {
  globalThis.greenroomSharesDue ??= listen();
  return globalThis.greenroomSharesDue;
}

function listen(): Due {
  const opened: Due = { workspaces: new Set(), allSince: 0 };
  const note = ({ workspaceId }: { workspaceId: string }) => opened.workspaces.add(workspaceId);
  const noteAll = () => {
    opened.allSince = 0;
  };
  subscribe("library", (moved) => moved.draftOnly !== true && note(moved), noteAll);
  subscribe("members", note);
  return opened;
}

type Server = DatabaseContext & { now: () => Date };

/**
 * Brings what workspaces have of each other's skills in line with what is shared now. Every server does it every few
 * seconds for what it heard of; the share's row is locked, so each step is done once. Answers how many changed.
 */
export async function followShares({ db }: DatabaseContext, now: () => Date): Promise<number> {
  const state = due();
  const at = now().getTime();
  const isAll = Math.abs(at - state.allSince) >= lookAtAllMs;
  const workspaces = [...state.workspaces];
  state.workspaces.clear();
  if (isAll) state.allSince = at;
  else if (workspaces.length === 0) return 0;
  const near = { in: workspaces };
  const shares = await db.skillShare.findMany({
    where: {
      acceptedAt: { not: null },
      ...(isAll ? {} : { OR: [{ workspaceId: near }, { receiverId: near }] }),
    },
    select: { id: true },
  });
  const orphans = await db.receivedSkill.findMany({
    where: { shareId: null, endedAt: null },
    select: { skillId: true },
  });
  const changed = [
    ...(await each(shares, ({ id }) => followShare({ db, now }, id))),
    ...(await each(orphans, ({ skillId }) => endOrphan({ db, now }, skillId))),
  ];
  return changed.filter((isChanged) => isChanged).length;
}

/** One after the other; what fails keeps nobody else's waiting, and is looked at again with all. */
async function each<T extends object>(
  rows: readonly T[],
  work: (row: T) => Promise<boolean>,
): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const row of rows)
    done.push(
      await work(row).catch((error: unknown) => {
        log.warn({ err: error, row }, "a share could not be followed");
        return false;
      }),
    );
  return done;
}

async function followShare(server: Server, id: string): Promise<boolean> {
  try {
    return await inTransaction(server, (server) => bringShare(server, id));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { count } = await server.db.receivedSkill.updateMany({
      where: { shareId: id, failure: null },
      data: { failure: "name-taken" },
    });
    return count > 0;
  }
}

async function bringShare({ db, now }: Server, id: string): Promise<boolean> {
  const locked = await lockShare({ db }, sql`s.id = ${id}::uuid AND s."acceptedAt" IS NOT NULL`);
  if (!locked) return false;
  const { share, received, receiver, skill } = locked;
  if (!received) {
    // Its skill was deleted there.
    await removeShare({ db, now }, locked);
    await appendAudit(asServer({ db, traceId: newTraceId() }, share.workspaceId), {
      action: "share.ended",
      object: { type: "skill", id: share.skillId, name: skill },
      detail: { workspace: receiver.name },
    });
    return true;
  }
  const { acceptedById: userId, failure } = received;
  const context = await receiverContext({ db }, { workspaceId: receiver.id, userId, now });
  const isChanged = await bringCopies(context, received, share);
  if (failure !== null)
    await db.receivedSkill.update({ where: { skillId: received.skillId }, data: { failure: null } });
  return isChanged || failure !== null;
}

/** The skill or its workspace was deleted there, and the share with it. */
async function endOrphan(server: Server, skillId: string): Promise<boolean> {
  return inTransaction(server, async (server) => {
    const [held] = await server.db.$queryRaw<{ workspaceId: string }[]>`
      SELECT "workspaceId" FROM "ReceivedSkill"
      WHERE "skillId" = ${skillId}::uuid AND "shareId" IS NULL AND "endedAt" IS NULL FOR UPDATE`;
    if (!held) return false;
    const received = await server.db.receivedSkill.findUniqueOrThrow({
      where: { skillId },
      include: { skill: { select: { name: true } } },
    });
    const { name } = received.skill;
    const context = await endReceived(server, received);
    await appendAudit(asServer(context, context.workspace.id), {
      action: "share.ended",
      object: { type: "skill", id: skillId, name },
      detail: { from: received.fromWorkspace },
    });
    await tellEnded(server, { ...received, name });
    return true;
  });
}
