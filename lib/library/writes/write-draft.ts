import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { tellStaleApprovals } from "@/lib/approvals/commands/tell-stale-approvals";
import { notify } from "@/lib/db/bus";
import { retention } from "@/lib/kernel/retention";
import { toStorable } from "@/lib/kernel/to-storable";
import { foldName } from "@/lib/skills/fold-name";
import { readInvocation } from "@/lib/skills/invocation";
import type { Frontmatter } from "@/lib/skills/parse-skill";
import { dropSearchTerms, indexDraft, storeSearchTerms } from "../adapters/search-index";
import { compareManifests, haveSameModes } from "../compare-manifests";
import type { ManifestFile, PackageDescription } from "../describe-package";
import { hasDismissals } from "../dismissals";
import type { DraftRow } from "../drafts/read-draft";
import { requireWrittenHere } from "../require-written-here";
import { type DraftWords, listSearchedWords } from "../search/draft-words";
import { recordAuthors } from "./record-authors";
import { recountFindings } from "./recount-findings";

/** What a draft's row says of its package, so that lists need no file. */
export type DraftFacts = Pick<
  PackageDescription,
  "digest" | "size" | "tokens" | "errorCount" | "warningCount" | "blockingCount"
> & {
  skill: { description: string; body: string; frontmatter: Frontmatter };
  /** Without them the counts are taken as they are. */
  issues?: PackageDescription["issues"];
  findings?: PackageDescription["findings"];
};

type Written = {
  description: DraftFacts;
  files: readonly ManifestFile[];
  /** The user ids of those whose text it is besides the actor's. */
  writers?: readonly string[];
  /** Found here when nobody found them before. */
  words?: DraftWords | undefined;
};

type Replaced = Written & {
  rebased?: boolean;
  /** Comes in by a share, which alone changes what was shared. */
  isCopy?: boolean;
};

/** A new skill with its draft. The unique name is the database's to guard: P2002 when it is taken. */
export async function insertSkill(
  context: Context,
  {
    name,
    description,
    files,
    writers,
    words,
    folder = null,
  }: Written & { name: string; folder?: string | null },
): Promise<string> {
  const workspaceId = context.workspace.id;
  const now = context.now();
  const { id: skillId } = await context.db.skill.create({
    data: {
      workspaceId,
      name,
      nameKey: foldName(name),
      folder,
      createdById: context.actor.userId,
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  });
  await context.db.draft.create({ data: { skillId, workspaceId, ...draftData(context, description) } });
  await context.db.draftFile.createMany({ data: files.map((file) => ({ ...file, skillId, workspaceId })) });
  await recordAuthors(context, skillId, writers);
  await writeWords(context, skillId, description, words);
  await notify(context, { topic: "library", workspaceId });
  return skillId;
}

/**
 * Puts another package into a draft, if it is still the one that was read, and answers the time of it. Null when
 * somebody was first: nothing has been written then. FORBIDDEN for what is written elsewhere, but as a copy of that.
 */
export async function replaceDraft(
  context: Context,
  draft: DraftRow,
  { description, files, writers, words, rebased = false, isCopy = false }: Replaced,
): Promise<Date | null> {
  const { skillId } = draft;
  const workspaceId = context.workspace.id;
  const revision = draft.revision + 1;
  const now = context.now();
  const changesModes = !haveSameModes(draft.files, files);
  const modesRevision = draft.modesRevision + Number(changesModes);
  const { count } = await context.db.draft.updateMany({
    where: {
      skillId,
      workspaceId,
      revision: draft.revision,
      ...(isCopy ? {} : { skill: { received: null } }),
    },
    data: { revision, modesRevision, ...draftData(context, description), updatedAt: now },
  });
  if (count === 0) {
    if (!isCopy) await requireWrittenHere(context, skillId);
    return null;
  }
  await recordAuthors(context, skillId, writers);
  const { issues, findings } = description;
  if (issues && findings && (await hasDismissals(context, skillId)))
    await recountFindings(context, skillId, { issues, findings });
  const changed = compareManifests(draft.files, files);
  await context.db.draftFile.deleteMany({ where: { skillId, workspaceId, path: { in: changed.paths } } });
  await context.db.draftFile.createMany({
    data: changed.written.map((file) => ({ ...file, skillId, workspaceId })),
  });
  await context.db.draftSave.create({
    data: {
      skillId,
      workspaceId,
      revision,
      paths: changed.paths,
      rebased,
      savedById: context.actor.userId,
      savedAt: now,
    },
  });
  await context.db.draftSave.deleteMany({
    where: { skillId, workspaceId, revision: { lte: revision - retention.draftSaves } },
  });
  await writeWords(context, skillId, description, words);
  await dropSearchTerms(context, draft.digest);
  await context.db.skill.update({ where: { id: skillId, workspaceId }, data: { updatedAt: now } });
  await notify(context, { topic: "library", workspaceId, draftOnly: true });
  if (changesModes || description.digest !== draft.digest) {
    const before = { digest: draft.digest, modesRevision: draft.modesRevision };
    await tellStaleApprovals(context, { skillId, before });
  }
  return now;
}

/** By what searches find a draft under its name of now. Prisma cannot write a tsvector. */
export async function writeWords(
  context: WorkspaceContext,
  skillId: string,
  { digest, skill }: { digest: string; skill: Pick<DraftFacts["skill"], "description" | "body"> },
  words?: DraftWords,
): Promise<void> {
  const { db, workspace } = context;
  const searched = words?.searched ?? (await listSearchedWords(skill, await indexDraft(context, skillId)));
  await db.$executeRaw`
    UPDATE "Draft" SET search = array_to_tsvector(${searched}::text[])
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspace.id}::uuid`;
  if (words) await storeSearchTerms(context, digest, words.terms);
}

function draftData(context: Context, description: DraftFacts) {
  const { digest, size, tokens, errorCount, warningCount, blockingCount, skill } = description;
  const { whenToUse, ...allowed } = readInvocation(skill.frontmatter);
  return {
    digest,
    size,
    errorCount,
    warningCount,
    blockingCount,
    description: toStorable(skill.description),
    body: toStorable(skill.body),
    metadataTokens: tokens.metadata,
    instructionTokens: tokens.instructions,
    resourceTokens: tokens.resources,
    ...allowed,
    whenToUse: toStorable(whenToUse),
    updatedById: context.actor.userId,
    updatedAt: context.now(),
  };
}
