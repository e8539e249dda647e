import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
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

/** A line's own events and its ancestors' up to where each left the other, as what its log is made of. */
export type BranchLine = { branchId: string; throughSeq: number | null };

/** The line itself first, then its parent, and so on. */
export async function branchLines({ db }: DatabaseContext, branchId: string): Promise<BranchLine[]> {
  const rows = await db.$queryRaw<{ id: string; forkedAtSeq: number | null }[]>`
    WITH RECURSIVE line AS (
      SELECT id, "parentId", "forkedAtSeq", 0 AS depth FROM "Branch" WHERE id = ${branchId}::uuid
      UNION ALL
      SELECT parent.id, parent."parentId", parent."forkedAtSeq", line.depth + 1
      FROM "Branch" parent JOIN line ON parent.id = line."parentId"
    )
    SELECT id, "forkedAtSeq" FROM line ORDER BY depth`;
  const lines: BranchLine[] = [];
  let throughSeq: number | null = null;
  for (const { id, forkedAtSeq } of rows) {
    lines.push({ branchId: id, throughSeq });
    if (forkedAtSeq !== null) throughSeq = Math.min(throughSeq ?? forkedAtSeq, forkedAtSeq);
  }
  return lines;
}

/** The same as a condition. */
export async function branchScope(
  context: DatabaseContext,
  branchId: string,
): Promise<Prisma.EventWhereInput> {
  const lines = await branchLines(context, branchId);
  return {
    OR: lines.map((line) => ({
      branchId: line.branchId,
      ...(line.throughSeq === null ? {} : { seq: { lte: line.throughSeq } }),
    })),
  };
}

/** Every event that a prompt of this branch is made of, in order; up to `throughSeq` when it is given. */
export async function listBranchEvents(
  context: DatabaseContext,
  branch: { id: string; workspaceId: string; throughSeq?: number },
): Promise<SessionEvent[]> {
  const scope = await branchScope(context, branch.id);
  const through = branch.throughSeq === undefined ? {} : { seq: { lte: branch.throughSeq } };
  const rows = await context.db.event.findMany({
    where: { AND: [{ workspaceId: branch.workspaceId, ...through }, scope] },
    orderBy: { seq: "asc" },
  });
  return rows.map(toEvent);
}
