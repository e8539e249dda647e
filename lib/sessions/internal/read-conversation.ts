import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { isAllowed } from "@/lib/access/permissions";
import { visibleConversations } from "@/lib/access/visible-conversations";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople, type PersonOf } from "@/lib/people/find-people";
import { overlayEntrySchema } from "@/lib/runtime/event-parts";
import { type Conversation, type Run, recordingOriginSchema, runOverridesSchema } from "../schema";
import { activeBranch, newestSeqs, toBranch } from "./read-branches";

/** The scope of every read: this workspace, shared with it or the asker's own. */
export function visibleTo(context: Context) {
  return { workspaceId: context.workspace.id, ...visibleConversations(context) };
}

export const noSuchRun = () => new AppError("NOT_FOUND", "There is no such run.");

const newestFirst = [
  { startedAt: "desc" },
  { id: "desc" },
] as const satisfies Prisma.RunOrderByWithRelationInput[];

export const conversationParts = {
  agent: { select: { id: true, slug: true, name: true } },
  branches: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  runs: { orderBy: [...newestFirst], take: 1 },
  awaited: {
    where: { result: null, decision: null },
    orderBy: { since: "asc" },
    select: {
      runId: true,
      branchId: true,
      callId: true,
      toolName: true,
      input: true,
      offersScript: true,
      since: true,
    },
  },
} as const satisfies Prisma.ConversationInclude;

export type ConversationRow = Prisma.ConversationGetPayload<{ include: typeof conversationParts }>;
export type RunRow = Prisma.RunGetPayload<object>;

/** Rows as people see them; what they refer to is looked up in one go, however many they are. */
export async function toConversations(
  context: Context,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const overlays = rows.map((row) => z.array(overlayEntrySchema).parse(row.overlay));
  const running = await context.db.run.findMany({
    where: {
      workspaceId: context.workspace.id,
      state: "running",
      conversationId: { in: rows.map(({ id }) => id) },
    },
    orderBy: [...newestFirst],
  });
  const people = rows.flatMap((row) => [
    row.createdById,
    ...row.runs.map((run) => run.startedById),
    ...row.branches.flatMap(({ createdById }) => createdById ?? []),
  ]);
  const [personOf, seqs, skills] = await Promise.all([
    findPeople(context, [...people, ...running.map((run) => run.startedById)]),
    newestSeqs(
      context,
      rows.flatMap((row) => row.branches.map(({ id }) => id)),
    ),
    skillNamesById(
      context,
      overlays.flat().map((entry) => entry.skillId),
    ),
  ]);
  // A server that died while it waited has left its call behind.
  const goesOn = new Set(running.map((run) => run.id));
  const facts = { personOf, seqs, running: new Set(running.map((run) => run.branchId)) };
  return rows.map((row, index) => {
    const now = running.find((run) => run.conversationId === row.id);
    const lastRun = row.runs[0];
    return {
      id: row.id,
      title: row.title === "" ? "New conversation" : row.title,
      agent: row.agent,
      branchId: activeBranch(row.branches, lastRun)?.id ?? row.id,
      branches: row.branches.map((branch) => toBranch(branch, facts)),
      recordingOf: recordingOriginSchema.nullable().parse(row.recordingOf),
      comparison:
        row.comparisonId === null || row.column === null
          ? null
          : { id: row.comparisonId, column: row.column },
      awaiting: row.awaited
        .filter(({ runId }) => goesOn.has(runId))
        .map(({ input, since, ...call }) => ({
          ...call,
          input: JSON.stringify(input),
          since: since.toISOString(),
        })),
      shared: row.shared,
      overlay: (overlays[index] ?? []).map((entry) => ({
        ...entry,
        name: skills.get(entry.skillId) ?? entry.name,
      })),
      lastSeq: row.lastSeq,
      turns: lastRun?.turn ?? 0,
      running: now ? toRun(now, personOf) : null,
      lastRun: lastRun ? toRun(lastRun, personOf) : null,
      createdBy: personOf(row.createdById),
      mayEdit: mayEdit(context, row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** Its creator; admins too once it is shared. */
export function mayEdit(context: Context, row: { createdById: string }): boolean {
  return row.createdById === context.actor.userId || isAllowed(context, "workspace.edit");
}

export function toRun(row: RunRow, personOf: PersonOf): Run {
  const { id, conversationId, branchId, turn, state, answer, message, replayOfId } = row;
  const { systemPrompt, ...overrides } = runOverridesSchema.parse(row.overrides);
  return {
    id,
    conversationId,
    branchId,
    turn,
    state,
    answer,
    message,
    overrides: { ...overrides, ownSystemPrompt: systemPrompt !== undefined },
    replayOfId,
    startedBy: personOf(row.startedById),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

async function skillNamesById(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const skills = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(skills.map(({ id, name }) => [id, name]));
}
