import "server-only";
import type { Context } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { joinSql } from "@/lib/db/sql";
import { AppError } from "@/lib/kernel/app-error";
import type { PersonOf } from "@/lib/people/find-people";
import { type Branch, branchReasons } from "../schema";

export type BranchRow = Prisma.BranchGetPayload<object>;

/** The line used last: that of the newest run, or a newer one that has no run yet. */
export function activeBranch<T extends { id: string; createdAt: Date }>(
  branches: readonly T[],
  newestRun: { branchId: string; startedAt: Date } | undefined,
): T | undefined {
  const newest = branches.at(-1);
  if (!newest || !newestRun || newest.createdAt > newestRun.startedAt) return newest;
  return branches.find(({ id }) => id === newestRun.branchId) ?? newest;
}

/** The line that was asked for, or the one used last. NOT_FOUND for one of another conversation. */
export async function requireBranch(
  context: Context,
  { conversationId, branch }: { conversationId: string; branch?: string | undefined },
): Promise<{ id: string }> {
  const scope = { conversationId, workspaceId: context.workspace.id };
  if (branch !== undefined) {
    const found = await context.db.branch.findFirst({
      where: { id: branch, ...scope },
      select: { id: true },
    });
    if (!found) throw new AppError("NOT_FOUND", "This conversation has no such line.");
    return found;
  }
  const [branches, newestRun] = await Promise.all([
    context.db.branch.findMany({
      where: scope,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 1,
      select: { id: true, createdAt: true },
    }),
    context.db.run.findFirst({
      where: scope,
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      select: { branchId: true, startedAt: true },
    }),
  ]);
  const newest = branches[0];
  if (!newest) throw new AppError("NOT_FOUND", "This conversation has no such line.");
  return newestRun && newest.createdAt <= newestRun.startedAt ? { id: newestRun.branchId } : newest;
}

/** seq of the newest event that each line has of its own; one look into the index for each. */
export async function newestSeqs(
  { db }: DatabaseContext,
  branchIds: readonly string[],
): Promise<Map<string, number>> {
  if (branchIds.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; seq: number | null }[]>`
    SELECT id, (SELECT max(seq) FROM "Event" WHERE "branchId" = "Branch".id) AS seq
    FROM "Branch" WHERE id = ANY(ARRAY[${joinSql([...branchIds])}]::uuid[])`;
  return new Map(rows.flatMap(({ id, seq }) => (seq === null ? [] : [[id, seq] as const])));
}

export function toBranch(
  row: BranchRow,
  facts: {
    personOf: PersonOf;
    seqs: ReadonlyMap<string, number>;
    running: ReadonlySet<string>;
  },
): Branch {
  return {
    id: row.id,
    parentId: row.parentId,
    forkedAtSeq: row.forkedAtSeq,
    reason: branchReasons.find((known) => known === row.reason) ?? null,
    createdBy: row.createdById === null ? null : facts.personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    lastSeq: facts.seqs.get(row.id) ?? row.forkedAtSeq ?? 0,
    running: facts.running.has(row.id),
  };
}
