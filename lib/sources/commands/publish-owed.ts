import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { compareManifests } from "@/lib/library/compare-manifests";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import type { SourceRow } from "../source-rows";

/** A draft that a sync wrote from this commit or digest, and that nobody has seen to yet. */
export type Owed = { skillId: string; skill: string; revision: string };

type One = { source: Pick<SourceRow, "id" | "name">; owed: Owed };
/** `refused` by the policy, by the text itself or because somebody edited it; `unchanged` is the newest version's text. */
type Outcome = { state: "published" | "refused" | "unchanged"; message: string };

/** Publishes, in the name of the source, a draft that a sync wrote and nobody edited; what came of it, in words. */
export async function publishOwed(context: Context, { source: { id, name }, owed }: One): Promise<Outcome> {
  const { skill, revision } = owed;
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
    return { state: "published", message: `Published as version ${number}.` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.details?.reason === "unchanged") return { state: "unchanged", message: "" };
    return { state: "refused", message: `Not published: ${error.message}` };
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
    select: { files: { where: { side: "base" } } },
  });
  if (!link || compareManifests(link.files, draft.files).paths.length > 0)
    throw new AppError("CONFLICT", "Somebody edited it here while it was synced.");
}
