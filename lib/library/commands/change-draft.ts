import "server-only";
import type { Context } from "@/lib/access/context";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { compareManifests } from "../compare-manifests";
import { describePackage, type PackageDescription } from "../describe-package";
import { type ChangedFiles, changeFiles } from "../drafts/change-files";
import { type ChangeDraft, changeDraftSchema, type SavedDraft } from "../drafts/draft-schema";
import { type DraftRow, listSiblings, loaderOf, readDraft } from "../drafts/read-draft";
import { requireNoConcurrentSave } from "../drafts/require-no-concurrent-save";
import { toDraftAnswer } from "../drafts/to-draft-answer";
import { type DraftWords, findDraftWords } from "../search/draft-words";
import { bringBlobs, storeBlobs } from "../writes/store-blobs";
import { replaceDraft } from "../writes/write-draft";

/** Lost races are tried again on the newer draft: the rebase rule decides then. */
const attempts = 5;

/**
 * Saves a set of changes, all or none. A save that started from an older revision goes through when nobody touched
 * its files since; else CONFLICT with those files as they are now. UNPROCESSABLE names the change that cannot be made.
 */
export async function changeDraft(
  context: Context,
  input: { skill: string } & ChangeDraft,
  save: SaveOptions = {},
): Promise<SavedDraft> {
  await requireSkillPermission(context, input, "library.edit");
  const change = changeDraftSchema.parse(input);
  for (let attempt = 1; ; attempt += 1) {
    const saved = await trySave(context, input.skill, change, save);
    if (saved) return saved;
    if (attempt === attempts) {
      throw new AppError("CONFLICT", "Others are saving this draft all the time. Try again.");
    }
  }
}

type SaveOptions = {
  /** The user ids of those whose text it is besides the actor's. */
  writers?: readonly string[];
  /** What belongs to the save and is written with it or not at all; `revision` is what the save makes. */
  also?: (context: Context, revision: number) => Promise<void>;
};

/** Null when somebody saved between the read and the write. */
async function trySave(
  context: Context,
  name: string,
  change: ChangeDraft,
  save: SaveOptions,
): Promise<SavedDraft | null> {
  const draft = await readDraft(context, name);
  const result = changeFiles(draft.files, change.changes);
  const rebased = change.baseRevision !== draft.revision;
  if (rebased) await requireNoConcurrentSave(context, draft, change, result.ok ? result.value.touched : []);
  if (!result.ok) {
    throw new AppError("UNPROCESSABLE", result.error.message, { details: { refusal: result.error } });
  }
  const { files, written } = result.value;
  const held = new Map(written.map((file) => [file.sha256, file.bytes]));
  const siblings = await listSiblings(context, draft);
  const load = loaderOf(context, held);
  const description = await describePackage({ name, files, siblings }, load);
  if (compareManifests(draft.files, files).paths.length === 0)
    return { ...(await toDraftAnswer(context, draft, description)), rebased };
  const words = await findDraftWords({ name: draft.name, skill: description.skill, files }, load);
  await bringBlobs(context, written);
  const updatedAt = await write(context, draft, result.value, { description, words, rebased }, save);
  if (!updatedAt) return null;
  const row = {
    ...draft,
    revision: draft.revision + 1,
    digest: description.digest,
    updatedAt,
    updatedById: context.actor.userId,
  };
  return { ...(await toDraftAnswer(context, row, description)), rebased };
}

async function write(
  context: Context,
  draft: DraftRow,
  { files, written, touched }: ChangedFiles,
  described: { description: PackageDescription; words: DraftWords; rebased: boolean },
  { writers = [], also }: SaveOptions,
): Promise<Date | null> {
  return inSkillTransaction(context, draft, "library.edit", async (context) => {
    await storeBlobs(context, written);
    const savedAt = await replaceDraft(context, draft, { ...described, files, writers });
    if (!savedAt) return null;
    await appendAudit(context, {
      action: "draft.saved",
      object: { type: "skill", id: draft.skillId, name: draft.name },
      digestBefore: draft.digest,
      digestAfter: described.description.digest,
      detail: { revision: draft.revision + 1, files: touched.length, paths: touched.slice(0, 20) },
    });
    await also?.(context, draft.revision + 1);
    return savedAt;
  });
}
