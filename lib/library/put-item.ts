import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Context } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { keepBlobs, storeBlobs } from "./blobs";
import { describePackage, type ManifestFile } from "./describe-package";
import { filesNamed } from "./named-files";
import { textOf } from "./package-text";
import { loaderOf, readDraft } from "./read-draft";
import { type Scope, scopeOf } from "./scope";
import { type DraftFacts, insertSkill, replaceDraft } from "./write-draft";

type Staged = {
  id: string;
  importId: string;
  name: string;
  newName: string | null;
  files: ManifestFile[];
  facts: DraftFacts;
};

/**
 * Stores one item by its choice, in a transaction of the caller's. Does nothing when the item is no longer waiting:
 * another server has it. Bytes are kept as they came, but for the name of a renamed package.
 */
export async function putItem(
  tx: Tx,
  context: Context,
  { importId, itemId }: { importId: string; itemId: string },
): Promise<void> {
  const workspaceId = context.workspace.id;
  await keepBlobs(tx);
  const where = { id: itemId, importId, workspaceId };
  const { count } = await tx.importItem.updateMany({
    where: { ...where, state: "waiting" },
    data: { state: "stored" },
  });
  if (count === 0) return;
  const item = await tx.importItem.findFirstOrThrow({
    where,
    include: { files: { select: { path: true, sha256: true, size: true } } },
  });
  const scope = scopeOf(context, tx);
  const staged = await toStaged(scope, item);
  const skillId =
    item.choice === "update"
      ? await update(tx, context, scope, staged)
      : item.choice === "rename"
        ? await createRenamed(tx, context, scope, staged)
        : await create(tx, context, staged, staged.name);
  const data =
    skillId === null
      ? { state: "skipped" as const, message: `The draft of ${item.name} is the same already.` }
      : { skillId, message: null };
  await tx.importItem.updateMany({ where, data });
}

type ItemRow = Omit<Staged, "facts"> & {
  description: string;
  digest: string | null;
  size: number;
  errorCount: number;
  warningCount: number;
  blockingCount: number;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
};

/** The row has every fact but the body, which search needs. */
async function toStaged(scope: Scope, item: ItemRow): Promise<Staged> {
  const path = findSkillFile(item.files.map((file) => file.path));
  const sha256 = item.files.find((file) => file.path === path)?.sha256;
  const bytes = sha256 && (await loaderOf(scope)([sha256])).get(sha256);
  if (!bytes || item.digest === null) {
    throw new AppError("GONE", "Its staged files have expired. Upload it again.");
  }
  const { body } = parseSkill(textOf(bytes) ?? "", { mode: "lenient", folderName: item.name });
  const { digest, size, errorCount, warningCount, blockingCount, metadataTokens } = item;
  return {
    ...item,
    facts: {
      digest,
      size,
      errorCount,
      warningCount,
      blockingCount,
      tokens: {
        metadata: metadataTokens,
        instructions: item.instructionTokens,
        resources: item.resourceTokens,
      },
      skill: { description: item.description, body },
    },
  };
}

async function create(tx: Tx, context: Context, staged: Staged, name: string): Promise<string> {
  const { files, facts } = staged;
  const taken = await tx.skill.count({ where: { workspaceId: context.workspace.id, name } });
  if (taken > 0) throw new AppError("CONFLICT", `There is a skill named ${name} already.`);
  const skillId = await insertSkill(tx, context, { name, description: facts, files });
  await appendAudit(tx, context, {
    action: "skill.imported",
    object: { type: "skill", id: skillId, name },
    digestAfter: facts.digest,
    detail: { importId: staged.importId },
  });
  return skillId;
}

async function createRenamed(tx: Tx, context: Context, scope: Scope, staged: Staged): Promise<string> {
  const name = staged.newName ?? (await freeName(scope, staged.name));
  const { files, written } = await filesNamed(name, staged.files, loaderOf(scope));
  await storeBlobs(tx, written);
  const facts = await describePackage({ name, files }, loaderOf(scope));
  return create(tx, context, { ...staged, files, facts }, name);
}

/** `pdf-tools` -> `pdf-tools-2`, or the next number that is free. */
async function freeName({ db, workspaceId }: Scope, wanted: string): Promise<string> {
  const stem = wanted.slice(0, 58);
  const taken = await db.skill.findMany({
    where: { workspaceId, name: { startsWith: stem } },
    select: { name: true },
  });
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 2; ; number += 1) {
    const name = `${stem}-${number}`;
    if (!names.has(name)) return name;
  }
}

/** A new revision of the skill of that name, or a new skill when it is gone. Null when its draft is the same. */
async function update(tx: Tx, context: Context, scope: Scope, staged: Staged): Promise<string | null> {
  const { name, files, facts } = staged;
  const exists = await tx.skill.count({ where: { workspaceId: scope.workspaceId, name } });
  if (exists === 0) return create(tx, context, staged, name);
  const draft = await readDraft(scope, name);
  if (draft.digest === facts.digest) return null;
  if (!(await replaceDraft(tx, context, draft, { description: facts, files }))) {
    throw new AppError("CONFLICT", `Somebody saved ${name} at the same moment.`);
  }
  await appendAudit(tx, context, {
    action: "draft.imported",
    object: { type: "skill", id: draft.skillId, name },
    digestBefore: draft.digest,
    digestAfter: facts.digest,
    detail: { importId: staged.importId, revision: draft.revision + 1 },
  });
  return draft.skillId;
}
