import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { noSuchConversation } from "@/lib/access/visible-conversations";
import { lastChangedFirst } from "@/lib/db/cursor";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { sha256 } from "@/lib/platform/crypto";
import { assemblePrompt, promptFingerprint } from "@/lib/runtime/assemble-prompt";
import type { SessionEvent } from "@/lib/runtime/events";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import { requireBranch } from "./internal/read-branches";
import { conversationParts, toConversations, toRun, visibleTo } from "./internal/read-conversation";
import { branchScope, toEvent } from "./internal/read-events";
import { readOpenPage } from "./internal/read-open-page";
import { requireRun } from "./internal/require-run";
import {
  type Conversation,
  type ConversationList,
  type EventList,
  type Feedback,
  type ListConversations,
  type ListEvents,
  listConversationsSchema,
  listEventsSchema,
  type Run,
  type RunOverrides,
  runOverridesSchema,
  type StepRequest,
} from "./schema";

/**
 * Shared ones and the asker's own, the most recently used first; the sides of comparisons are listed with those. Those of
 * others that name a skill which is not open to the asker are none of them.
 */
export async function listConversations(
  context: Context,
  input: ListConversations,
): Promise<ConversationList> {
  requirePermission(context, "playground.rehearse");
  const { query, agent, cursor, limit } = listConversationsSchema.parse(input);
  const { rows, nextCursor } = await readOpenPage(context, {
    cursor,
    limit,
    read: (after, take) =>
      context.db.conversation.findMany({
        where: {
          AND: [
            visibleTo(context),
            { comparisonId: null },
            query ? { title: { contains: query, mode: "insensitive" } } : {},
            agent ? { agent: { slug: agent } } : {},
            after,
          ],
        },
        include: conversationParts,
        orderBy: [...lastChangedFirst],
        take,
      }),
    conversationsOf: ({ id }) => [id],
  });
  return { items: await toConversations(context, rows), nextCursor };
}

/** One conversation. A run whose server has died is marked interrupted first, so that nobody waits for it. */
export async function getConversation(context: Context, conversation: string): Promise<Conversation> {
  const { id } = await requireConversation(context, conversation);
  await interruptExpiredRuns(context, { conversationId: id });
  const row = await context.db.conversation.findFirst({
    where: { id, ...visibleTo(context) },
    include: conversationParts,
  });
  const [found] = row ? await toConversations(context, [row]) : [];
  if (!found) throw noSuchConversation();
  return found;
}

/** The scope check of everything below a conversation. */
export async function requireConversation(context: Context, conversation: string): Promise<{ id: string }> {
  requirePermission(context, "playground.rehearse");
  const row = await context.db.conversation.findFirst({
    where: { id: conversation, ...visibleTo(context) },
    select: { id: true },
  });
  if (!row) throw noSuchConversation();
  return row;
}

/** The runs of a conversation, oldest first. */
export async function listRuns(context: Context, conversation: string): Promise<Run[]> {
  const { id } = await requireConversation(context, conversation);
  const rows = await context.db.run.findMany({
    where: { conversationId: id, workspaceId: context.workspace.id },
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
  });
  const personOf = await findPeople(
    context,
    rows.map((row) => row.startedById),
  );
  return rows.map((row) => toRun(row, personOf));
}

/** What a second line needs to know of the run that it begins at. */
export type RunOrigin = {
  id: string;
  conversationId: string;
  branchId: string;
  state: Run["state"];
  message: string;
  overrides: RunOverrides;
  replayOfId: string | null;
  /** What a program expects of it, as it was stored. */
  expectations: unknown;
  /** seq of its run-started. */
  startedSeq: number;
};

export async function getRunOrigin(
  context: Context,
  input: { conversation: string; run: string },
): Promise<RunOrigin> {
  requirePermission(context, "playground.rehearse");
  const { overrides, workspaceId, ...row } = await requireRun(context, input);
  const { id, conversationId, branchId, state, message, replayOfId, expectations } = row;
  const first = await context.db.event.findFirst({
    where: { runId: id, workspaceId },
    orderBy: { seq: "asc" },
    select: { seq: true },
  });
  if (!first) throw new Error(`Run ${id} has no first event.`);
  const kept = runOverridesSchema.parse(overrides);
  const facts = { id, conversationId, branchId, state, message, replayOfId, expectations };
  return { ...facts, overrides: kept, startedSeq: first.seq };
}

/** A run's own events, in order. */
export async function listRunEvents(
  context: Context,
  input: { conversation: string; run: string },
): Promise<SessionEvent[]> {
  requirePermission(context, "playground.rehearse");
  const { id, workspaceId } = await requireRun(context, input);
  const rows = await context.db.event.findMany({
    where: { runId: id, workspaceId },
    orderBy: { seq: "asc" },
  });
  return rows.map(toEvent);
}

/** Thumbs on the runs of a conversation, the newest first. */
export async function listFeedback(context: Context, conversation: string): Promise<Feedback[]> {
  const { id } = await requireConversation(context, conversation);
  const rows = await context.db.feedback.findMany({
    where: { conversationId: id, workspaceId: context.workspace.id },
    orderBy: { updatedAt: "desc" },
  });
  const personOf = await findPeople(
    context,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ runId, userId, verdict, reason, skill, shouldActivate, updatedAt }) => ({
    runId,
    person: personOf(userId),
    verdict,
    reason,
    activation: skill === null || shouldActivate === null ? null : { skill, expected: shouldActivate },
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Events of one line in the order of seq, those it shares with its parent included. */
export async function listEvents(
  context: Context,
  input: ListEvents & { conversation: string },
): Promise<EventList> {
  const { id } = await requireConversation(context, input.conversation);
  const { after, limit, branch } = listEventsSchema.parse(input);
  const line = await requireBranch(context, { conversationId: id, branch });
  const scope = await branchScope(context, line.id);
  const rows = await context.db.event.findMany({
    where: { AND: [{ conversationId: id, workspaceId: context.workspace.id, seq: { gt: after } }, scope] },
    orderBy: { seq: "asc" },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map(toEvent);
  return { items, nextAfter: rows.length > limit ? (items.at(-1)?.seq ?? null) : null };
}

export async function getEvent(
  context: Context,
  input: { conversation: string; seq: number },
): Promise<SessionEvent> {
  const { id } = await requireConversation(context, input.conversation);
  const row = await context.db.event.findFirst({
    where: { conversationId: id, workspaceId: context.workspace.id, seq: input.seq },
  });
  if (!row) throw new AppError("NOT_FOUND", `This conversation has no event ${input.seq}.`);
  return toEvent(row);
}

/** What a model step was sent, rebuilt from the log. NOT_FOUND for an event of another type. */
export async function getStepRequest(
  context: Context,
  input: { conversation: string; seq: number },
): Promise<StepRequest> {
  const event = await getEvent(context, input);
  if (event.type !== "model-step")
    throw new AppError("NOT_FOUND", `Event ${input.seq} is ${event.type}; only a model-step has a request.`);
  const { throughSeq, sha256: recorded } = event.payload.request;
  const scope = await branchScope(context, event.branchId);
  const rows = await context.db.event.findMany({
    where: { AND: [{ workspaceId: context.workspace.id, seq: { lte: throughSeq } }, scope] },
    orderBy: { seq: "asc" },
  });
  const prompt = assemblePrompt(rows.map(toEvent));
  const fingerprint = sha256(promptFingerprint(prompt));
  return { prompt, sha256: fingerprint, matches: fingerprint === recorded };
}
