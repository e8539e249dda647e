import "server-only";
import type { Context } from "@/lib/auth/context";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import type { PayloadOf } from "@/lib/runtime/events";
import { leaseMs, RunLog } from "../adapters/run-log";
import { appendEvent, whileHeldBy } from "../internal/append-event";
import { peopleById, toRun, visibleTo } from "../internal/read-conversation";
import { listBranchEvents } from "../internal/read-events";
import type { Run } from "../schema";

export type NewRun = {
  conversation: string;
  requestKey: string | null;
  /** Identifies this process among all servers. */
  owner: string;
  started: PayloadOf<"run-started">;
};

const titleCharacters = 60;

/**
 * A run with its first event, in one transaction, on the conversation's first branch; and the log to write it with.
 * CONFLICT with the other run while one goes on. With a request key that was used: that run, and no log.
 */
export async function openRun(context: Context, input: NewRun): Promise<{ run: Run; log: RunLog | null }> {
  try {
    return await insertRun(context, input);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const repeated = input.requestKey === null ? null : await findRunByKey(context, input);
    if (repeated) return { run: repeated, log: null };
    throw await runGoesOn(context, input.conversation, error);
  }
}

/** The run that was started with this key; null when there is none. */
export async function findRunByKey(
  context: Context,
  { conversation, requestKey }: { conversation: string; requestKey: string | null },
): Promise<Run | null> {
  if (requestKey === null) return null;
  const row = await context.db.run.findFirst({
    where: {
      conversationId: conversation,
      requestKey,
      workspaceId: context.workspace.id,
      conversation: visibleTo(context),
    },
  });
  return row && toRun(row, await peopleById(context.db, [row.startedById]));
}

async function insertRun(context: Context, input: NewRun): Promise<{ run: Run; log: RunLog | null }> {
  const { owner, started, requestKey } = input;
  const workspaceId = context.workspace.id;
  return inTransaction(context.db, async (tx) => {
    const conversation = await tx.conversation.findFirst({
      where: { id: input.conversation, ...visibleTo(context) },
      select: {
        id: true,
        title: true,
        branches: { where: { parentId: null }, orderBy: { createdAt: "asc" }, take: 1, select: { id: true } },
      },
    });
    const branchId = conversation?.branches[0]?.id;
    if (!conversation || !branchId)
      throw new AppError("NOT_FOUND", "There is no such conversation, or it is not shared with you.");
    const newest = await tx.run.findFirst({
      where: { branchId, workspaceId },
      orderBy: { turn: "desc" },
      select: { turn: true },
    });
    const row = await tx.run.create({
      data: {
        workspaceId,
        conversationId: conversation.id,
        branchId,
        turn: (newest?.turn ?? 0) + 1,
        message: started.message,
        leaseOwner: owner,
        leaseUntil: new Date(),
        requestKey,
        startedById: context.actor.userId,
      },
    });
    // The database's clock, the one that will judge the lease.
    await tx.$executeRaw`
      UPDATE "Run" SET "leaseUntil" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      WHERE id = ${row.id}::uuid`;
    const title = conversation.title === "" ? { title: titleFrom(started.message) } : {};
    await tx.conversation.update({
      where: { id: conversation.id },
      data: { ...title, updatedAt: new Date() },
    });
    const { traceId } = context;
    const place = {
      runId: row.id,
      turn: row.turn,
      branchId,
      conversationId: conversation.id,
      workspaceId,
      traceId,
    };
    const events = await listBranchEvents(tx, { id: branchId, workspaceId });
    const first = await appendEvent(
      tx,
      place,
      { type: "run-started", payload: started },
      whileHeldBy(row.id, owner),
    );
    if (!first) throw new Error(`Run ${row.id} was lost while it was made.`);
    const names = new Map([[context.actor.userId, context.actor.name]]);
    return { run: toRun(row, names), log: new RunLog(context.db, place, owner, [...events, first]) };
  });
}

async function runGoesOn(context: Context, conversation: string, cause: unknown): Promise<AppError> {
  const row = await context.db.run.findFirst({
    where: { conversationId: conversation, workspaceId: context.workspace.id, state: "running" },
  });
  const run = row ? toRun(row, await peopleById(context.db, [row.startedById])) : null;
  const who = run ? `${run.startedBy.name}'s message is still being answered` : "Another message was first";
  return new AppError("CONFLICT", `${who}. Wait for it or stop it, then send again.`, {
    cause,
    details: { run },
  });
}

function titleFrom(message: string): string {
  const line = message.trim().split(/\n/, 1)[0] ?? "";
  return line.length <= titleCharacters ? line : `${line.slice(0, titleCharacters - 1).trimEnd()}…`;
}
