import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/auth/context";
import { can } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { type OverlayEntry, overlayEntrySchema } from "@/lib/runtime/event-parts";
import type { Conversation, Run } from "../schema";

/** The scope of every read: this workspace, shared with it or the asker's own. */
export function visibleTo(context: Context): Prisma.ConversationWhereInput {
  return {
    workspaceId: context.workspace.id,
    OR: [{ shared: true }, { createdById: context.actor.userId }],
  };
}

export const conversationParts = {
  agent: { select: { id: true, slug: true, name: true } },
  branches: { where: { parentId: null }, orderBy: { createdAt: "asc" }, take: 1, select: { id: true } },
  runs: { orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: 1 },
  _count: { select: { runs: true } },
} as const satisfies Prisma.ConversationInclude;

export type ConversationRow = Prisma.ConversationGetPayload<{ include: typeof conversationParts }>;
export type RunRow = Prisma.RunGetPayload<object>;

/** Rows as people see them, with the names of people and skills looked up in one go. */
export async function toConversations(
  context: Context,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const overlays = rows.map((row) => z.array(overlayEntrySchema).parse(row.overlay));
  const people = rows.flatMap((row) => [row.createdById, ...row.runs.map((run) => run.startedById)]);
  const [names, skills] = await Promise.all([
    peopleById(context.db, people),
    skillNamesById(
      context,
      overlays.flat().map((entry) => entry.skillId),
    ),
  ]);
  return rows.map((row, index) => {
    const lastRun = row.runs[0] ? toRun(row.runs[0], names) : null;
    return {
      id: row.id,
      title: row.title === "" ? "New conversation" : row.title,
      agent: row.agent,
      branchId: row.branches[0]?.id ?? row.id,
      shared: row.shared,
      overlay: (overlays[index] ?? []).map((entry) => ({
        ...entry,
        name: skills.get(entry.skillId) ?? entry.name,
      })),
      lastSeq: row.lastSeq,
      turns: row._count.runs,
      running: lastRun?.state === "running" ? lastRun : null,
      lastRun,
      createdBy: personOf(row.createdById, names),
      mayEdit: mayEdit(context, row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** Its creator; admins too once it is shared. */
export function mayEdit(context: Context, row: { createdById: string }): boolean {
  return row.createdById === context.actor.userId || can(context.workspace.role, "workspace.edit");
}

export function toRun(row: RunRow, names: ReadonlyMap<string, string>): Run {
  const { id, conversationId, branchId, turn, state, message } = row;
  return {
    id,
    conversationId,
    branchId,
    turn,
    state,
    message,
    startedBy: personOf(row.startedById, names),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export async function peopleById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(people.map(({ id, name }) => [id, name]));
}

const personOf = (id: string, names: ReadonlyMap<string, string>) => ({
  id,
  name: names.get(id) ?? "Former member",
});

async function skillNamesById(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const skills = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(skills.map(({ id, name }) => [id, name]));
}

/** What a new overlay names, checked against the workspace: unknown skills and versions are named in `missing`. */
export async function resolveOverlay(
  context: Context,
  tx: Tx,
  items: readonly {
    skill: string;
    follows: OverlayEntry["follows"];
    label?: string | undefined;
    version?: number | undefined;
  }[],
): Promise<{ overlay: OverlayEntry[]; missing: string[] }> {
  const skills = await tx.skill.findMany({
    where: { workspaceId: context.workspace.id, name: { in: items.map((item) => item.skill) } },
    select: {
      id: true,
      name: true,
      versions: { select: { number: true } },
      labels: { select: { name: true } },
    },
  });
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const overlay: OverlayEntry[] = [];
  const missing: string[] = [];
  for (const { skill: name, follows, label, version } of items) {
    const skill = byName.get(name);
    if (!skill) missing.push(name);
    else if (follows === "latest" && skill.versions.length === 0) missing.push(`${name}: not published`);
    else if (follows === "version" && !skill.versions.some(({ number }) => number === version))
      missing.push(`${name} v${version}`);
    else if (follows === "label" && !skill.labels.some((known) => known.name === label))
      missing.push(`${name} @${label}`);
    else
      overlay.push({
        skillId: skill.id,
        name,
        follows,
        label: follows === "label" ? (label ?? null) : null,
        version: follows === "version" ? (version ?? null) : null,
      });
  }
  return { overlay, missing };
}
