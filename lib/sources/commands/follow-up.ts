import "server-only";
import type { Context } from "@/lib/access/context";
import type { DirectoryEntry } from "@/lib/imports/directory-schema";
import { AppError } from "@/lib/kernel/app-error";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { publishesOnSync } from "@/lib/reviews/policy-options";
import { readPublishOnSync, type SourceRow } from "../source-rows";
import { type Owed, publishOwed } from "./publish-owed";

type Stored = {
  row: Pick<SourceRow, "id" | "name" | "asksReview">;
  entries: readonly DirectoryEntry[];
  /** Of conflicts: what a person took is theirs to publish. */
  settling: { take: readonly { skill: string }[] };
};
/** `published`: how many were. `unasked`: of which no review could be asked for, in words. */
type FollowedUp = { entries: DirectoryEntry[]; published: number; unasked: string[] };

/**
 * Sees to every draft that a sync wrote, this one or one that broke off: publishes it where the review policy says so,
 * else asks for its review in the name of whoever syncs where the source does. Each by itself, and none is owed any more
 * afterwards, whatever came of it; what is not reached stays owed.
 */
export async function followUp(context: Context, { row, entries, settling }: Stored): Promise<FollowedUp> {
  const mayPublish = publishesOnSync(await readPublishOnSync(context), row.name);
  const taken = new Set(settling.take.map(({ skill }) => skill));
  const said = new Map<string, string>();
  const after = { published: 0, unasked: [] as string[] };
  for (const owed of await listOwed(context, row.id)) {
    const { skill } = owed;
    const outcome =
      mayPublish && !taken.has(skill) ? await publishOwed(context, { source: row, owed }) : null;
    if (outcome) said.set(skill, outcome.message);
    if (outcome?.state === "published") after.published += 1;
    const isAsked = outcome === null ? row.asksReview : outcome.state === "refused";
    const problem = isAsked ? await askReview(context, { source: row.name, owed }) : null;
    if (problem !== null) after.unasked.push(problem);
    await settle(context, row.id, owed);
  }
  return { ...after, entries: entries.map((entry) => withWords(entry, said)) };
}

/** Drafts of a source that nobody has seen to yet, by name. */
async function listOwed({ db, workspace }: Context, sourceId: string): Promise<Owed[]> {
  const rows = await db.sourceSkill.findMany({
    where: { sourceId, workspaceId: workspace.id, owedRevision: { not: null } },
    select: { skillId: true, owedRevision: true, skill: { select: { name: true } } },
  });
  return rows
    .flatMap(({ skillId, skill, owedRevision: revision }) =>
      revision === null ? [] : [{ skillId, skill: skill.name, revision }],
    )
    .toSorted((left, right) => (left.skill < right.skill ? -1 : 1));
}

/** Not what was written meanwhile. */
async function settle(
  { db, workspace }: Context,
  sourceId: string,
  { skillId, revision }: Owed,
): Promise<void> {
  await db.sourceSkill.updateMany({
    where: { sourceId, skillId, workspaceId: workspace.id, owedRevision: revision },
    data: { owedRevision: null },
  });
}

const ofDrafts: ReadonlySet<DirectoryEntry["outcome"]> = new Set([
  "new",
  "changed",
  "unchanged",
  "edited",
  "conflict",
]);

function withWords(entry: DirectoryEntry, said: ReadonlyMap<string, string>): DirectoryEntry {
  const more = ofDrafts.has(entry.outcome) ? said.get(entry.skill ?? "") : undefined;
  return { ...entry, message: [entry.message, more].filter(Boolean).join(" ") };
}

/** Why there is no review, in words; null where there is one, by this or from before. */
async function askReview(
  context: Context,
  { source, owed: { skill, revision } }: { source: string; owed: Owed },
): Promise<string | null> {
  const title = `Changes from ${source}`;
  const description = `Synced from ${source} at ${revision.slice(0, 12)}.`;
  try {
    await requestReview(context, { skill, title, description, reviewers: [] });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.details?.reason === "review-open") return null;
    return `No review of ${skill} could be asked for: ${error.message}`;
  }
}
