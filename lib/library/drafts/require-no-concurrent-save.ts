import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findPerson } from "@/lib/people/find-people";
import { textOf } from "@/lib/skills/file-text";
import type { ChangeDraft, DraftConflict } from "./draft-schema";
import { type DraftRow, loaderOf } from "./read-draft";

/**
 * Two people save one draft: CONFLICT, with both texts, where they touched the same files. What `changes` name is compared
 * with all that was saved since they were begun; where not every save is remembered any more, they are taken to meet.
 */
export async function requireNoConcurrentSave(
  context: WorkspaceContext,
  draft: DraftRow,
  change: ChangeDraft,
  touched: readonly string[],
): Promise<void> {
  const named = change.changes.flatMap((one) => (one.op === "move" ? [one.from, one.to] : [one.path]));
  const mine = new Set([...named, ...touched]);
  const saves = await context.db.draftSave.findMany({
    where: {
      skillId: draft.skillId,
      workspaceId: context.workspace.id,
      revision: { gt: change.baseRevision, lte: draft.revision }, // a save after the read is met when this one is written
    },
    select: { paths: true },
  });
  const known = saves.length === draft.revision - change.baseRevision;
  const theirs = saves.flatMap((save) => save.paths);
  const inFolder = (path: string) => named.some((folder) => path.startsWith(`${folder}/`));
  if (known && !theirs.some((path) => mine.has(path) || inFolder(path))) return;
  const paths = [...mine, ...theirs.filter(inFolder)];
  throw new AppError(
    "CONFLICT",
    "Somebody saved this draft meanwhile. Both texts are here: nothing is lost.",
    { details: await conflictOf(context, draft, paths) },
  );
}

async function conflictOf(
  context: WorkspaceContext,
  draft: DraftRow,
  paths: readonly string[],
): Promise<DraftConflict> {
  const wanted = new Set(paths);
  const present = draft.files.filter((file) => wanted.has(file.path));
  const bytes = await loaderOf(context)(present.map((file) => file.sha256));
  const files = [...wanted].map((path) => {
    const file = present.find((candidate) => candidate.path === path);
    const content = file && bytes.get(file.sha256);
    const text = content ? textOf(content) : null;
    return {
      path,
      ...(file ? { sha256: file.sha256 } : {}),
      ...(text !== null ? { text } : {}),
    };
  });
  return {
    revision: draft.revision,
    digest: draft.digest,
    updatedAt: draft.updatedAt.toISOString(),
    updatedBy: await findPerson(context, draft.updatedById),
    files,
  };
}
