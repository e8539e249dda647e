import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { lastChangedFirst } from "@/lib/db/cursor";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { compareRuns, measureRun } from "@/lib/runtime/compare-runs";
import type { SessionEvent } from "@/lib/runtime/events";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import {
  type Comparison,
  type ComparisonList,
  type ComparisonSummary,
  type ListComparisons,
  listComparisonsSchema,
} from "./comparison-schema";
import { conversationParts, mayEdit, toConversations, toRun, visibleTo } from "./internal/read-conversation";
import { listBranchEvents } from "./internal/read-events";
import { readOpenPage } from "./internal/read-open-page";
import type { Conversation, Run } from "./schema";

const parts = {
  columns: { orderBy: { column: "asc" }, include: conversationParts },
} as const satisfies Prisma.ComparisonInclude;
type ComparisonRow = Prisma.ComparisonGetPayload<{ include: typeof parts }>;

export const noSuchComparison = () =>
  new AppError("NOT_FOUND", "There is no such comparison, or it is not shared with you.");

/** Shared ones and the asker's own, the most recently used first. */
export async function listComparisons(context: Context, input: ListComparisons): Promise<ComparisonList> {
  requirePermission(context, "playground.rehearse");
  const { cursor, limit } = listComparisonsSchema.parse(input);
  const { rows, nextCursor } = await readOpenPage(context, {
    cursor,
    limit,
    read: (after, take) =>
      context.db.comparison.findMany({
        where: { AND: [visibleTo(context), after] },
        include: parts,
        orderBy: [...lastChangedFirst],
        take,
      }),
    conversationsOf: ({ columns }) => columns.map(({ id }) => id),
  });
  return { items: await toSummaries(context, rows), nextCursor };
}

/** Both columns with their newest lines, turn by turn. Reads both logs whole. */
export async function getComparison(context: Context, comparison: string): Promise<Comparison> {
  requirePermission(context, "playground.rehearse");
  const where = { id: comparison, ...visibleTo(context) };
  const columns = await context.db.conversation.findMany({
    where: { comparison: where, workspaceId: context.workspace.id },
    select: { id: true },
  });
  for (const { id } of columns) await interruptExpiredRuns(context, { conversationId: id });
  const row = await context.db.comparison.findFirst({ where, include: parts });
  const [summary] = row ? await toSummaries(context, [row]) : [];
  if (!summary) throw noSuchComparison();
  const sides = await Promise.all(summary.columns.map((column) => readSide(context, column)));
  const turns = Math.max(0, ...sides.map((side) => side.length));
  return {
    ...summary,
    turns: Array.from({ length: turns }, (_, index) => {
      const both = sides.map((side) => side[index]);
      const [left, right] = both;
      return {
        turn: index + 1,
        message: both.find((turn) => turn)?.run.message ?? "",
        runs: both.map((turn) => turn?.run ?? null),
        metrics: both.map((turn) => turn && measureRun(turn.events, context.now())).map((own) => own ?? null),
        differences: compareRuns(left?.events ?? [], right?.events ?? []),
      };
    }),
  };
}

type Turn = { run: Run; events: SessionEvent[] };

/** The exchanges of a column's line, oldest first. */
async function readSide(context: Context, column: Conversation): Promise<Turn[]> {
  const workspaceId = context.workspace.id;
  const events = await listBranchEvents(context, { id: column.branchId, workspaceId });
  const byRun = new Map<string, SessionEvent[]>();
  for (const event of events) byRun.set(event.runId, [...(byRun.get(event.runId) ?? []), event]);
  const rows = await context.db.run.findMany({ where: { id: { in: [...byRun.keys()] }, workspaceId } });
  const personOf = await findPeople(
    context,
    rows.map((row) => row.startedById),
  );
  return [...byRun].flatMap(([id, own]) => {
    const row = rows.find((candidate) => candidate.id === id);
    return row ? [{ run: toRun(row, personOf), events: own }] : [];
  });
}

async function toSummaries(context: Context, rows: readonly ComparisonRow[]): Promise<ComparisonSummary[]> {
  const [conversations, personOf] = await Promise.all([
    toConversations(
      context,
      rows.flatMap((row) => row.columns),
    ),
    findPeople(
      context,
      rows.map((row) => row.createdById),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    shared: row.shared,
    columns: conversations.filter(({ comparison }) => comparison?.id === row.id),
    createdBy: personOf(row.createdById),
    mayEdit: mayEdit(context, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}
