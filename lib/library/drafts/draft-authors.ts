import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { type Sql, sql } from "@/lib/db/sql";

/** A column `id`: these people and machines, and for a machine everybody who made a key of it. */
export const peopleBehind = (workspaceId: string, userIds: readonly string[]): Sql => sql`
  SELECT unnest(${[...userIds]}::uuid[]) AS id
  UNION SELECT "createdById" FROM "ApiKey"
  WHERE "workspaceId" = ${workspaceId}::uuid AND "userId" = ANY (${[...userIds]}::uuid[])`;

/** The text of a skill while one version was the newest: `since` is its number, 0 before the first. */
export type Writing = { skillId: string; since: number };

/** What is being written of these skills now; in one query. */
export async function currentWritings(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillIds: readonly string[],
): Promise<(skillId: string) => Writing> {
  const newest = await db.version.groupBy({
    by: ["skillId"],
    where: { workspaceId, skillId: { in: [...skillIds] } },
    _max: { number: true },
  });
  const numbers = new Map(newest.map(({ skillId, _max }) => [skillId, _max.number ?? 0]));
  return (skillId) => ({ skillId, since: numbers.get(skillId) ?? 0 });
}

/** The user ids of the authors of each, in the order in which they began; in one query. */
export async function readAuthors(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  writings: readonly Writing[],
): Promise<(writing: Writing) => string[]> {
  if (writings.length === 0) return () => [];
  const rows = await db.draftAuthor.findMany({
    where: {
      workspaceId,
      OR: writings.map(({ skillId, since }) => ({ skillId, sinceVersion: since })),
    },
    orderBy: [{ savedAt: "asc" }, { userId: "asc" }],
    select: { skillId: true, sinceVersion: true, userId: true },
  });
  return ({ skillId, since }) =>
    rows.filter((row) => row.skillId === skillId && row.sinceVersion === since).map(({ userId }) => userId);
}

/** The user ids of the authors of a draft as it is now. */
export async function readDraftAuthors(context: WorkspaceContext, skillId: string): Promise<string[]> {
  const writing = (await currentWritings(context, [skillId]))(skillId);
  return (await readAuthors(context, [writing]))(writing);
}

/** Whoever ever wrote anything of a skill: a copy of it has no version of its own that others have looked at. */
export async function readEveryAuthor(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<string[]> {
  const rows = await db.draftAuthor.findMany({
    where: { workspaceId, skillId },
    distinct: ["userId"],
    select: { userId: true },
  });
  return rows.map(({ userId }) => userId);
}
