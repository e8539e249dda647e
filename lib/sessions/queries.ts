import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { sha256 } from "@/lib/platform/crypto";
import { assemblePrompt, promptFingerprint } from "@/lib/runtime/assemble-prompt";
import type { SessionEvent } from "@/lib/runtime/events";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import {
  conversationParts,
  peopleById,
  toConversations,
  toRun,
  visibleTo,
} from "./internal/read-conversation";
import { branchScope, toEvent } from "./internal/read-events";
import {
  type Conversation,
  type ConversationList,
  type EventList,
  type ListConversations,
  type ListEvents,
  listConversationsSchema,
  listEventsSchema,
  type Run,
  type StepRequest,
} from "./schema";

const noSuchConversation = () =>
  new AppError("NOT_FOUND", "There is no such conversation, or it is not shared with you.");

/** Shared ones and the asker's own, the most recently used first. */
export async function listConversations(
  context: Context,
  input: ListConversations,
): Promise<ConversationList> {
  requirePermission(context, "playground.rehearse");
  const { query, agent, cursor, limit } = listConversationsSchema.parse(input);
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await context.db.conversation.findMany({
    where: {
      AND: [
        visibleTo(context),
        query ? { title: { contains: query, mode: "insensitive" } } : {},
        agent ? { agent: { slug: agent } } : {},
        after ? { OR: [{ updatedAt: { lt: after.at } }, { updatedAt: after.at, id: { lt: after.id } }] } : {},
      ],
    },
    include: conversationParts,
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toConversations(context, page),
    nextCursor: rows.length > limit && last ? `${last.updatedAt.toISOString()}_${last.id}` : null,
  };
}

/** One conversation. A run whose server has died is marked interrupted first, so that nobody waits for it. */
export async function getConversation(context: Context, conversation: string): Promise<Conversation> {
  const { id } = await requireConversation(context, conversation);
  await interruptExpiredRuns(context.db, { conversationId: id });
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
  const names = await peopleById(
    context.db,
    rows.map((row) => row.startedById),
  );
  return rows.map((row) => toRun(row, names));
}

/** Events in the order of seq. */
export async function listEvents(
  context: Context,
  input: ListEvents & { conversation: string },
): Promise<EventList> {
  const { id } = await requireConversation(context, input.conversation);
  const { after, limit } = listEventsSchema.parse(input);
  const rows = await context.db.event.findMany({
    where: { conversationId: id, workspaceId: context.workspace.id, seq: { gt: after } },
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
  const scope = await branchScope(context.db, event.branchId);
  const rows = await context.db.event.findMany({
    where: { AND: [{ workspaceId: context.workspace.id, seq: { lte: throughSeq } }, scope] },
    orderBy: { seq: "asc" },
  });
  const prompt = assemblePrompt(rows.map(toEvent));
  const fingerprint = sha256(promptFingerprint(prompt));
  return { prompt, sha256: fingerprint, matches: fingerprint === recorded };
}

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

function readCursor(cursor: string): { at: Date; id: string } {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) throw new AppError("BAD_REQUEST", "This cursor is not one of ours.");
  return { at: new Date(parsed.data[0]), id: parsed.data[1] };
}
