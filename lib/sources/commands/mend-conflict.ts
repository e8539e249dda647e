import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inSkillTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isIdle } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { loaderOf } from "@/lib/library/drafts/read-draft";
import { type MendConflict, mendConflictSchema, type Source, sourceReportSchema } from "../schema";
import { beingSynced, readSourceRow, type SourceRow, toSource } from "../source-rows";

type Mending = z.output<typeof mendConflictSchema>;
type Waiting = {
  skillId: string;
  draftDigest: string;
  path: string;
  theirs: { digest: string; revision: string };
};
type Mended = { row: SourceRow; skill: string; waiting: Waiting; mending: Mending };

/**
 * Saves something of both sides of a conflict into the draft, and takes the source's text as the one that the next
 * comparison begins from: all of it or nothing. CONFLICT where the source has another text by now, while it is synced,
 * and where somebody saved the draft since `baseRevision`. NOT_FOUND where nothing waits.
 */
export async function mendConflict(
  context: Context,
  { source, skill, ...input }: { source: string; skill: string } & MendConflict,
): Promise<Source> {
  requirePermission(context, "directories.load");
  const mending = mendConflictSchema.parse(input);
  const row = await readSourceRow(context, source);
  const waiting = await readWaiting(context, { row, skill, seen: mending.theirs });
  const { baseRevision } = mending;
  const changes = await changesFor(context, row, waiting, mending);
  const mended = { row, skill, waiting, mending };
  let isSettled = false;
  if (changes.length > 0)
    await changeDraft(
      context,
      { skill, baseRevision, changes },
      {
        also: async (context, revision) => {
          if (revision !== baseRevision + 1) throw draftMoved("mend it");
          await settle(context, mended);
          isSettled = true;
        },
      },
    );
  // What was chosen is what the draft has already.
  if (!isSettled)
    await inSkillTransaction(context, waiting, "library.edit", (held) => settleAlone(held, mended));
  return toSource(context, await readSourceRow(context, row.id));
}

const anotherText = () =>
  new AppError("CONFLICT", "The source has another text by now, or this one was dealt with. Look again.");

async function readWaiting(
  { db, workspace }: Context,
  { row, skill, seen }: { row: SourceRow; skill: string; seen: string },
): Promise<Waiting> {
  const link = await db.sourceSkill.findFirst({
    where: { sourceId: row.id, workspaceId: workspace.id, skill: { name: skill } },
    select: {
      skillId: true,
      path: true,
      theirsDigest: true,
      theirsRevision: true,
      skill: { select: { draft: { select: { digest: true } } } },
    },
  });
  const draft = link?.skill.draft;
  if (!link?.theirsDigest || link.theirsRevision === null || !draft)
    throw new AppError("NOT_FOUND", `Nothing of ${skill} waits to be decided here.`);
  const { skillId, path, theirsDigest: digest, theirsRevision: revision } = link;
  if (digest !== seen) throw anotherText();
  return { skillId, path, draftDigest: draft.digest, theirs: { digest, revision } };
}

/** What goes comes first, so that a file may become a folder. */
async function changesFor(
  context: Context,
  { id: sourceId }: SourceRow,
  { skillId }: Waiting,
  { files }: Mending,
): Promise<DraftChange[]> {
  const where = { skillId, workspaceId: context.workspace.id };
  const wanted = files.flatMap((file) => ("take" in file ? [file.path] : []));
  const here = await context.db.draftFile.findMany({
    where: { ...where, path: { in: wanted } },
    select: { path: true },
  });
  const there = await context.db.sourceFile.findMany({
    where: { ...where, sourceId, side: "theirs", path: { in: wanted } },
    select: { path: true, sha256: true, executable: true },
  });
  const bytesOf = await loaderOf(context)(there.map(({ sha256 }) => sha256));
  const isThere = new Set(there.map(({ path }) => path));
  const gone = here.filter(({ path }) => !isThere.has(path));
  return [
    ...gone.map(({ path }) => ({ op: "delete" as const, path })),
    ...there.map(({ path, sha256, executable }) => {
      const bytes = bytesOf.get(sha256);
      if (!bytes) throw new Error(`The bytes of ${path} are gone.`);
      return { op: "write" as const, path, executable, base64: Buffer.from(bytes).toString("base64") };
    }),
    ...files.flatMap((file) => ("text" in file ? [{ op: "write" as const, ...file }] : [])),
  ];
}

async function settleAlone(context: Context, mended: Mended): Promise<void> {
  const { skillId } = mended.waiting;
  // Held, so that nobody saves between the look at it and the end.
  const { count } = await context.db.draft.updateMany({
    where: { skillId, workspaceId: context.workspace.id, revision: mended.mending.baseRevision },
    data: { revision: mended.mending.baseRevision },
  });
  if (count === 0) throw draftMoved("mend it");
  await settle(context, mended);
}

/** In the transaction that saved the draft, with the role of this moment. */
async function settle(context: Context, { row, skill, waiting, mending }: Mended): Promise<void> {
  requirePermission(context, "directories.load");
  const { skillId, theirs } = waiting;
  const workspaceId = context.workspace.id;
  await noteInReport(context, row, skill);
  const at = { sourceId: row.id, skillId, workspaceId };
  const { count } = await context.db.sourceSkill.updateMany({
    where: { ...at, theirsDigest: theirs.digest, theirsRevision: theirs.revision },
    data: { ...theirs, takenAt: context.now(), theirsDigest: null, theirsRevision: null },
  });
  if (count === 0) throw anotherText();
  await context.db.sourceFile.deleteMany({ where: { ...at, side: "base" } });
  await context.db.sourceFile.updateMany({ where: { ...at, side: "theirs" }, data: { side: "base" } });
  const { digest } = await context.db.draft.findUniqueOrThrow({
    where: { skillId },
    select: { digest: true },
  });
  if (digest === theirs.digest && digest !== waiting.draftDigest)
    await context.db.skillProvenance.create({
      data: {
        ...at,
        ...theirs,
        sourceName: row.name,
        url: row.url,
        path: waiting.path,
        takenAt: context.now(),
      },
    });
  await appendAudit(context, {
    action: "source.mended",
    object: { type: "source", id: row.id, name: row.name },
    digestBefore: waiting.draftDigest,
    digestAfter: digest,
    detail: { skill, revision: theirs.revision, files: mending.files.length },
  });
  await notify(context, { topic: "library", workspaceId, draftOnly: true });
}

/** Holds the source until the end: whoever syncs it next finds the conflict settled. */
async function noteInReport(context: Context, { id }: SourceRow, skill: string): Promise<void> {
  const where = { id, workspaceId: context.workspace.id };
  const { count } = await context.db.source.updateMany({
    where: { ...where, ...isIdle(context.now()) },
    data: { leaseUntil: null },
  });
  if (count === 0) throw beingSynced();
  const { report } = await context.db.source.findFirstOrThrow({ where, select: { report: true } });
  if (report === null) return;
  const { entries, ...rest } = sourceReportSchema.parse(report);
  const message = "Its draft has something of both: the conflict was settled here.";
  const settled = entries.map((entry) =>
    entry.skill === skill && entry.outcome === "conflict"
      ? { ...entry, outcome: "edited" as const, message }
      : entry,
  );
  await context.db.source.updateMany({ where, data: { report: { ...rest, entries: settled } } });
}
