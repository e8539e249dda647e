import "server-only";
import type { Db, Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { eventSchema, type SessionEvent } from "@/lib/runtime/events";

export type EventRow = Prisma.EventGetPayload<object>;

/** A stored row as the fact it is. Throws for a row that this release cannot read: a bug, never a user's mistake. */
export function toEvent(row: EventRow): SessionEvent {
  const { seq, conversationId, branchId, runId, turn, type, payload, traceId, at } = row;
  return eventSchema.parse({
    seq,
    conversationId,
    branchId,
    runId,
    turn,
    type,
    at: at.toISOString(),
    traceId,
    payload,
  });
}

/** A branch's own events and, for a fork, its ancestors' up to where each line left the other. */
export async function branchScope(db: Db | Tx, branchId: string): Promise<Prisma.EventWhereInput> {
  const lines: Prisma.EventWhereInput[] = [];
  let id: string | null = branchId;
  let through: number | null = null;
  while (id !== null) {
    const branch: { parentId: string | null; forkedAtSeq: number | null } = await db.branch.findUniqueOrThrow(
      {
        where: { id },
        select: { parentId: true, forkedAtSeq: true },
      },
    );
    lines.push({ branchId: id, ...(through === null ? {} : { seq: { lte: through } }) });
    if (branch.forkedAtSeq !== null)
      through = through === null ? branch.forkedAtSeq : Math.min(through, branch.forkedAtSeq);
    id = branch.parentId;
  }
  return { OR: lines };
}

/** Every event that a prompt of this branch is made of, in order. */
export async function listBranchEvents(
  db: Db | Tx,
  branch: { id: string; workspaceId: string },
): Promise<SessionEvent[]> {
  const scope = await branchScope(db, branch.id);
  const rows = await db.event.findMany({
    where: { AND: [{ workspaceId: branch.workspaceId }, scope] },
    orderBy: { seq: "asc" },
  });
  return rows.map(toEvent);
}
