import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import type { DatabaseContext } from "@/lib/db/client";
import { toStorable } from "@/lib/kernel/to-storable";
import { compareManifests } from "@/lib/library/compare-manifests";
import { describePackage, type ManifestFile } from "@/lib/library/describe-package";
import { hasDismissals } from "@/lib/library/dismissals";
import { peopleBehind } from "@/lib/library/drafts/draft-authors";
import { loaderOf, readDraft } from "@/lib/library/drafts/read-draft";
import { findNameHolder, nameTaken } from "@/lib/library/name-taken";
import { renamePackage } from "@/lib/library/rename-package";
import { findDraftWords } from "@/lib/library/search/draft-words";
import { keepBlobs, storeBlobs } from "@/lib/library/writes/store-blobs";
import { insertSkill, replaceDraft } from "@/lib/library/writes/write-draft";
import { serialiseTerms } from "@/lib/runtime/stored-terms";
import { foldName } from "@/lib/skills/fold-name";
import { readInvocation } from "@/lib/skills/invocation";
import { triggerEvalPath } from "@/lib/suites/suite";
import { folderOf } from "../folder-of";
import { keepModes } from "../keep-modes";
import { isAsSeen, savedMeanwhile } from "../seen-draft";
import type { StagedItem } from "../staged-items";
import { rememberSource } from "./remember-source";

/**
 * Stores one item by its choice, in a transaction of the caller's. False when the import is no longer being stored.
 * Does nothing when the item is no longer waiting: another server has it. Bytes are kept as they came, but for the
 * name of a renamed package.
 */
export async function putItem(context: Context, item: StagedItem): Promise<boolean> {
  const { isStoring, isMine } = await claimItem(context, item);
  if (!isStoring || !isMine) return isStoring;
  if (item.choice === "rename") await createRenamed(context, item);
  else if (item.choice === "update") await update(context, item);
  else await create(context, item);
  return true;
}

/** The row of the import is locked against cancelling, the item's against another server, the blobs against the clean-up. */
async function claimItem(
  context: DatabaseContext,
  { id, importId }: StagedItem,
): Promise<{ isStoring: boolean; isMine: boolean }> {
  await keepBlobs(context);
  const [row] = await context.db.$queryRaw<{ isStoring: boolean; isMine: boolean }[]>`
    WITH import AS (
      SELECT 1 FROM "Import" WHERE id = ${importId}::uuid AND state = 'storing' FOR SHARE
    ), item AS (
      UPDATE "ImportItem" SET state = 'stored', message = NULL, rule = NULL
      WHERE id = ${id}::uuid AND state = 'waiting' AND EXISTS (SELECT FROM import)
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM import) AS "isStoring", EXISTS (SELECT FROM item) AS "isMine"`;
  return row ?? { isStoring: false, isMine: false };
}

/** Everything in one statement: an import of hundreds of skills is a matter of round trips. */
async function create(context: Context, item: StagedItem): Promise<void> {
  const { id, importId, uploadedById, name, facts } = item;
  const { userId } = context.actor;
  const now = context.now();
  const workspaceId = context.workspace.id;
  const { digest, size, tokens, errorCount, warningCount, blockingCount, skill } = facts;
  const { modelInvocable, userInvocable, whenToUse } = readInvocation(skill.frontmatter);
  const files = await context.db.importFile.findMany({
    where: { itemId: id, path: triggerEvalPath },
    select: { path: true, sha256: true },
  });
  const { searched, terms } = await findDraftWords({ name, skill, files }, loaderOf(context));
  const [stored] = await context.db.$queryRaw<{ skillId: string }[]>`
    WITH skill AS (
      INSERT INTO "Skill" (id, "workspaceId", name, "nameKey", folder, "createdById", "createdAt", "updatedAt")
      VALUES (gen_random_uuid(), ${workspaceId}::uuid, ${name}, ${foldName(name)}, ${folderOf(item.root, name)}, ${userId}::uuid, ${now}, ${now})
      ON CONFLICT DO NOTHING
      RETURNING id
    ), draft AS (
      INSERT INTO "Draft" ("skillId", "workspaceId", digest, size, description, body, "metadataTokens",
        "instructionTokens", "resourceTokens", "modelInvocable", "userInvocable", "whenToUse",
        "errorCount", "warningCount", "blockingCount", "updatedById", "updatedAt", search)
      SELECT id, ${workspaceId}::uuid, ${digest}, ${size}, ${toStorable(skill.description)}, ${toStorable(skill.body)},
        ${tokens.metadata}::int, ${tokens.instructions}::int, ${tokens.resources}::int,
        ${modelInvocable}, ${userInvocable}, ${toStorable(whenToUse)},
        ${errorCount}::int, ${warningCount}::int, ${blockingCount}::int, ${userId}::uuid, ${now},
        array_to_tsvector(${searched}::text[])
      FROM skill
    ), files AS (
      INSERT INTO "DraftFile" ("skillId", "workspaceId", path, sha256, size, executable)
      SELECT skill.id, ${workspaceId}::uuid, f.path, f.sha256, f.size, f.executable
      FROM skill, "ImportFile" f WHERE f."itemId" = ${id}::uuid
    ), terms AS (
      INSERT INTO "SearchTerms" ("workspaceId", digest, fields)
      SELECT ${workspaceId}::uuid, ${digest}, ${JSON.stringify(serialiseTerms(terms))}::jsonb FROM skill
      ON CONFLICT DO NOTHING
    ), authors AS (
      INSERT INTO "DraftAuthor" ("skillId", "workspaceId", "sinceVersion", "userId", "savedAt")
      SELECT skill.id, ${workspaceId}::uuid, 0, person.id, ${now}
      FROM skill, (${peopleBehind(workspaceId, [userId, uploadedById])}) AS person
    )
    SELECT id AS "skillId" FROM skill`;
  if (!stored) throw nameTaken(name, (await findNameHolder(context, name)) ?? name);
  await record(context, { itemId: id, importId, skillId: stored.skillId, name, digest });
  await rememberSource(context, item, stored.skillId);
}

type Stored = { itemId: string; importId: string; skillId: string; name: string; digest: string };

async function record(context: Context, stored: Stored): Promise<void> {
  const { itemId, importId, skillId, name, digest } = stored;
  await context.db
    .$executeRaw`UPDATE "ImportItem" SET "skillId" = ${skillId}::uuid WHERE id = ${itemId}::uuid`;
  await appendAudit(context, {
    action: "skill.imported",
    object: { type: "skill", id: skillId, name },
    digestAfter: digest,
    detail: { importId },
  });
}

async function createRenamed(context: Context, item: StagedItem): Promise<void> {
  const name = item.newName ?? (await freeName(context, item.name));
  const { files, written } = await renamePackage(name, await stagedFiles(context, item), loaderOf(context));
  await storeBlobs(context, written);
  const facts = await describePackage({ name, files }, loaderOf(context));
  const holder = await findNameHolder(context, name);
  if (holder !== null) throw nameTaken(name, holder);
  const writers = [item.uploadedById];
  const skillId = await insertSkill(context, { name, description: facts, files, writers });
  const { digest } = facts;
  await record(context, { itemId: item.id, importId: item.importId, skillId, name, digest });
}

const stagedFiles = (
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  { id }: StagedItem,
): Promise<ManifestFile[]> =>
  db.importFile.findMany({
    where: { itemId: id, workspaceId },
    select: { path: true, sha256: true, size: true, executable: true },
  });

/** `pdf-tools` -> `pdf-tools-2`, or the next number that is free. */
async function freeName(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  wanted: string,
): Promise<string> {
  const stem = wanted.slice(0, 58);
  const taken = await db.skill.findMany({
    where: { workspaceId, OR: [{ name: { startsWith: stem } }, { nameKey: { startsWith: foldName(stem) } }] },
    select: { name: true },
  });
  const folds = new Set(taken.map(({ name }) => foldName(name)));
  for (let number = 2; ; number += 1) {
    const name = `${stem}-${number}`;
    if (!folds.has(foldName(name))) return name;
  }
}

/** A new revision of the skill of that name, or a new skill when it is gone. */
async function update(context: Context, item: StagedItem): Promise<void> {
  const { id, importId, facts, replaces } = item;
  const workspaceId = context.workspace.id;
  const which = replaces ? { id: replaces.skillId } : { name: item.name };
  const skill = await context.db.skill.findFirst({
    where: { workspaceId, ...which },
    select: { name: true },
  });
  if (!skill) return create(context, item);
  const { name } = skill;
  const draft = await readDraft(context, name);
  if (replaces && !isAsSeen(replaces, draft)) throw savedMeanwhile(name);
  const staged = await stagedFiles(context, item);
  // The tree of a repository says of every file whether it is executable.
  const files = item.source ? staged : keepModes(draft.files, staged);
  if (compareManifests(draft.files, files).paths.length === 0) {
    const message = `The draft of ${name} is the same already.`;
    await context.db.importItem.updateMany({ where: { id, importId }, data: { state: "skipped", message } });
    return;
  }
  // What was staged knows no dismissals: where there are some, the findings themselves are needed to count.
  const description = (await hasDismissals(context, draft.skillId))
    ? await describePackage({ name, files }, loaderOf(context))
    : facts;
  if (!(await replaceDraft(context, draft, { description, files, writers: [item.uploadedById] })))
    throw savedMeanwhile(name);
  await context.db.importItem.updateMany({ where: { id, importId }, data: { skillId: draft.skillId } });
  await appendAudit(context, {
    action: "draft.imported",
    object: { type: "skill", id: draft.skillId, name },
    digestBefore: draft.digest,
    digestAfter: facts.digest,
    detail: { importId, revision: draft.revision + 1 },
  });
  await rememberSource(context, item, draft.skillId);
}
