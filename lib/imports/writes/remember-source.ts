import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ItemSource, StagedItem } from "../staged-items";

/**
 * Notes of an item that came from a source which skill has its text now, at which commit or digest, its files for the
 * next comparison, and for ever where this text is from; in the transaction that stores it. Nothing for an upload.
 * CONFLICT when the source is gone.
 */
export async function rememberSource(context: Context, item: StagedItem, skillId: string): Promise<void> {
  const { source, root, name } = item;
  if (!source) return;
  const { digest } = item.facts;
  const known = await takeText(context, { source, skillId, itemId: item.id, path: root, name, digest });
  await context.db.sourceSkill.updateMany({
    where: { sourceId: source.id, skillId, workspaceId: context.workspace.id },
    data: { owedRevision: source.revision },
  });
  await context.db.skillProvenance.create({
    data: {
      skillId,
      workspaceId: context.workspace.id,
      sourceId: source.id,
      sourceName: known.name,
      url: known.url,
      path: root,
      digest,
      revision: source.revision,
      takenAt: context.now(),
    },
  });
}

type TakenText = {
  source: ItemSource;
  skillId: string;
  /** Of the import, which has its files. */
  itemId: string;
  path: string;
  name: string;
  digest: string;
};

type KnownSource = { name: string; url: string };

/** The text of an item as the one that the next comparison begins from, whether it was stored or only seen. */
export async function takeText(context: Context, text: TakenText): Promise<KnownSource> {
  const { source, skillId, itemId, path, name, digest } = text;
  const { db, workspace } = context;
  const workspaceId = workspace.id;
  const known = await db.source.findFirst({
    where: { id: source.id, workspaceId },
    select: { name: true, url: true },
  });
  if (!known) throw new AppError("CONFLICT", "Its source was removed meanwhile.");
  const { revision } = source;
  const takenAt = context.now();
  const taken = { path, name, digest, revision, takenAt, theirsDigest: null, theirsRevision: null };
  await db.sourceSkill.upsert({
    where: { sourceId_skillId: { sourceId: source.id, skillId } },
    create: { sourceId: source.id, skillId, workspaceId, ...taken },
    update: taken,
  });
  await keepFiles(context, { ...text, sides: { base: itemId, theirs: null } });
  return source.claimed ?? known;
}

/** A text that waits for a person beside the draft that it would replace. */
export async function keepTheirs(context: Context, text: TakenText): Promise<void> {
  const { source, skillId, itemId, path, name, digest } = text;
  const workspaceId = context.workspace.id;
  const theirs = { path, name, theirsDigest: digest, theirsRevision: source.revision };
  await context.db.sourceSkill.upsert({
    where: { sourceId_skillId: { sourceId: source.id, skillId } },
    create: { sourceId: source.id, skillId, workspaceId, ...theirs },
    update: theirs,
  });
  await keepFiles(context, { ...text, sides: { theirs: itemId } });
}

/** A text that waited is no longer the source's: there is nothing to decide about. */
export async function dropTheirs(
  { db, workspace: { id: workspaceId } }: Context,
  { sourceId, skillId }: { sourceId: string; skillId: string },
): Promise<void> {
  await db.sourceSkill.updateMany({
    where: { sourceId, skillId, workspaceId },
    data: { theirsDigest: null, theirsRevision: null },
  });
  await db.sourceFile.deleteMany({ where: { sourceId, skillId, workspaceId, side: "theirs" } });
}

type Sides = { base?: string; theirs?: string | null };

/** The files of these sides are those of an item, or none any more. */
async function keepFiles(
  { db, workspace: { id: workspaceId } }: Context,
  { source: { id: sourceId }, skillId, sides }: TakenText & { sides: Sides },
): Promise<void> {
  const named = Object.entries(sides);
  await db.sourceFile.deleteMany({
    where: { sourceId, skillId, workspaceId, side: { in: named.map(([side]) => side) } },
  });
  for (const [side, itemId] of named) {
    if (itemId === null) continue;
    const files = await db.importFile.findMany({
      where: { itemId, workspaceId },
      select: { path: true, sha256: true, size: true, executable: true },
    });
    await db.sourceFile.createMany({
      data: files.map((file) => ({ ...file, sourceId, skillId, workspaceId, side })),
    });
  }
}
