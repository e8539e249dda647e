import "server-only";
import type { Context } from "@/lib/access/context";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { noSuchConversation } from "@/lib/access/visible-conversations";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { leaseFromSql } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { titleFrom } from "@/lib/kernel/title-from";
import { findPeople } from "@/lib/people/find-people";
import { metrics } from "@/lib/platform/metrics";
import type { PayloadOf, SessionEvent } from "@/lib/runtime/events";
import { leaseMs, RunLog } from "../adapters/run-log";
import { requireBranch } from "../internal/read-branches";
import { toRun, visibleTo } from "../internal/read-conversation";
import { listBranchEvents } from "../internal/read-events";
import type { Run, RunOverrides } from "../schema";
import { appendEvent, type RunPlace, whileHeldBy } from "../writes/append-event";
import { type Fork, forkBranch } from "../writes/fork-branch";

/** Which line a run goes to: one that is there (the one used last when null), or a new one. */
export type RunLine =
  | { kind: "branch"; id: string | null }
  | { kind: "fork"; from: Omit<Fork, "conversationId"> };

export type NewRun = {
  conversation: string;
  requestKey: string | null;
  /** Identifies this process among all servers. */
  owner: string;
  started: PayloadOf<"run-started">;
  line?: RunLine;
  overrides?: RunOverrides;
  /** What a program expects of the run. */
  expectations?: Record<string, unknown> | null;
};

export type OpenedRun = { run: Run; log: RunLog | null };

/**
 * A run with its first event, in one transaction, in a new line when it is to have one; and the log to write it
 * with. CONFLICT with the other run while one goes on in the line. With a request key that was used: that run, and
 * no log.
 */
export async function openRun(context: Context, input: NewRun): Promise<OpenedRun> {
  try {
    const inserted = await inPermittedTransaction(context, "playground.rehearse", async (context) => {
      return insertRun(context, input);
    });
    return toOpened(context, inserted);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const repeated = input.requestKey === null ? null : await findRunByKey(context, input);
    if (repeated) return { run: repeated, log: null };
    throw await runGoesOn(context, input, error);
  }
}

/** Several runs of different conversations, all or none; CONFLICT when one of them cannot start now. */
export async function openRuns(context: Context, inputs: readonly NewRun[]): Promise<OpenedRun[]> {
  try {
    const inserted = await inPermittedTransaction(context, "playground.rehearse", async (context) => {
      const rows: InsertedRun[] = [];
      for (const input of inputs) rows.push(await insertRun(context, input));
      return rows;
    });
    return inserted.map((one) => toOpened(context, one));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("CONFLICT", "The last message is still being answered. Wait for it or stop it.", {
      cause: error,
    });
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
  return row && toRun(row, await findPeople(context, [row.startedById]));
}

type InsertedRun = { run: Run; place: RunPlace; owner: string; events: SessionEvent[] };

/** The log goes on when the transaction that made its run is over. */
function toOpened({ db }: DatabaseContext, { run, place, owner, events }: InsertedRun): OpenedRun {
  metrics().runsStarted.inc();
  return { run, log: new RunLog(db, place, owner, events) };
}

async function insertRun(context: Context, input: NewRun): Promise<InsertedRun> {
  const { owner, started, requestKey, line = { kind: "branch", id: null } } = input;
  const { traceId } = context;
  const workspaceId = context.workspace.id;
  const conversation = await context.db.conversation.findFirst({
    where: { id: input.conversation, ...visibleTo(context) },
    select: { id: true, title: true, recordingOf: true, comparisonId: true },
  });
  if (!conversation) throw noSuchConversation();
  if (conversation.recordingOf !== null)
    throw new AppError("UNPROCESSABLE", "This is a recording from elsewhere: it can be read, not continued.");
  const conversationId = conversation.id;
  // Before its columns, always: two messages at once wait for each other and never for good.
  if (conversation.comparisonId !== null)
    await context.db.comparison.updateMany({
      where: { id: conversation.comparisonId, workspaceId },
      data: { updatedAt: new Date() },
    });
  const { id: branchId } =
    line.kind === "fork"
      ? await forkBranch(context, { conversationId, ...line.from })
      : await requireBranch(context, { conversationId, branch: line.id ?? undefined });
  const events = await listBranchEvents(context, { id: branchId, workspaceId });
  const row = await context.db.run.create({
    data: {
      workspaceId,
      conversationId,
      branchId,
      turn: (events.at(-1)?.turn ?? 0) + 1,
      message: started.message,
      overrides: input.overrides ?? {},
      ...(input.expectations ? { expectations: JSON.parse(JSON.stringify(input.expectations)) } : {}),
      replayOfId: started.replayOf?.runId ?? null,
      leaseOwner: owner,
      leaseUntil: new Date(),
      requestKey,
      startedById: context.actor.userId,
    },
  });
  // The database's clock, the one that will judge the lease.
  await context.db.$executeRaw`
    UPDATE "Run" SET "leaseUntil" = ${leaseFromSql(leaseMs)}
    WHERE id = ${row.id}::uuid`;
  const title = conversation.title === "" ? { title: titleFrom(started.message) } : {};
  await context.db.conversation.update({
    where: { id: conversationId },
    data: { ...title, updatedAt: new Date() },
  });
  await notify(context, { topic: "conversation", conversationId, seq: 0 });
  const place = { runId: row.id, turn: row.turn, branchId, conversationId, workspaceId, traceId };
  const first = await appendEvent(
    context,
    place,
    { type: "run-started", payload: started },
    whileHeldBy(row.id, owner),
  );
  if (!first) throw new Error(`Run ${row.id} was lost while it was made.`);
  const run = toRun(row, (id) => ({ id, name: context.actor.name }));
  return { run, place, owner, events: [...events, first] };
}

async function runGoesOn(
  context: Context,
  { conversation, line }: NewRun,
  cause: unknown,
): Promise<AppError> {
  const branchId = line?.kind === "branch" ? line.id : null;
  const row = await context.db.run.findFirst({
    where: {
      conversationId: conversation,
      workspaceId: context.workspace.id,
      state: "running",
      ...(branchId === null ? {} : { branchId }),
    },
  });
  const run = row ? toRun(row, await findPeople(context, [row.startedById])) : null;
  const who = run ? `${run.startedBy.name}'s message is still being answered` : "Another message was first";
  return new AppError("CONFLICT", `${who}. Wait for it or stop it, then send again.`, {
    cause,
    details: { run },
  });
}
