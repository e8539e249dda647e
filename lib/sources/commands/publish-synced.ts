import "server-only";
import type { Context } from "@/lib/access/context";
import type { DirectoryEntry } from "@/lib/imports/directory-schema";
import { AppError } from "@/lib/kernel/app-error";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { publishesOnSync } from "@/lib/reviews/policy-options";
import { readPublishOnSync, type SourceRow } from "../source-rows";

type Synced = {
  row: Pick<SourceRow, "id" | "name">;
  revision: string;
  entries: readonly DirectoryEntry[];
  /** Of conflicts: what a person took is theirs to publish. */
  settling: { take: readonly { skill: string }[] };
};
/** `left`: what the policy or the text itself kept from being published. */
type Published = { entries: DirectoryEntry[]; left: DirectoryEntry[] };

const published = "Published as version ";

export const isPublished = ({ message }: DirectoryEntry): boolean => message.startsWith(published);

/**
 * Publishes, in the name of the source, every draft that a sync wrote and nobody edited, where the review policy says
 * that it may; each by itself, with the reason where one is not. Nothing where the policy says nothing.
 */
export async function publishSynced(
  context: Context,
  { row, revision, entries, settling }: Synced,
): Promise<Published> {
  if (!publishesOnSync(await readPublishOnSync(context), row.name))
    return { entries: [...entries], left: [] };
  const taken = new Set(settling.take.map(({ skill }) => skill));
  const after: Published = { entries: [], left: [] };
  for (const entry of entries) {
    const { skill, outcome } = entry;
    const isBrought = skill !== null && !taken.has(skill) && (outcome === "new" || outcome === "changed");
    const said = isBrought ? await publishOne(context, { row, revision, skill }) : "";
    const told = { ...entry, message: [entry.message, said].filter(Boolean).join(" ") };
    after.entries.push(told);
    if (said !== "" && !isPublished(told)) after.left.push(told);
  }
  return after;
}

type One = Pick<Synced, "row" | "revision"> & { skill: string };

/** What came of it, in words; empty where the text is the newest version's already. */
async function publishOne(context: Context, { row: { id, name }, revision, skill }: One): Promise<string> {
  try {
    const draft = await readDraft(context, skill);
    await requireUnedited(context, { sourceId: id, revision, draft });
    const { number } = await publishSkill(
      context,
      {
        skill,
        revision: draft.revision,
        digest: draft.digest,
        note: `From ${name} at ${revision.slice(0, 12)}.`,
      },
      { source: { id, name, revision } },
    );
    return `${published}${number}.`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.details?.reason === "unchanged") return "";
    return `Not published: ${error.message}`;
  }
}

type Compared = { sourceId: string; revision: string; draft: Awaited<ReturnType<typeof readDraft>> };

/** CONFLICT where the draft is not what the sync wrote, to the byte and the mode. */
async function requireUnedited(
  { db, workspace }: Context,
  { sourceId, revision, draft }: Compared,
): Promise<void> {
  const link = await db.sourceSkill.findFirst({
    where: { sourceId, skillId: draft.skillId, workspaceId: workspace.id, revision },
    select: { files: { where: { side: "base" }, select: { path: true, sha256: true, executable: true } } },
  });
  const key = ({ path, sha256, executable }: { path: string; sha256: string; executable: boolean }) =>
    `${sha256} ${executable} ${path}`;
  const brought = new Set(link?.files.map(key));
  if (!link || brought.size !== draft.files.length || !draft.files.every((file) => brought.has(key(file))))
    throw new AppError("CONFLICT", "Somebody edited it here while it was synced.");
}
