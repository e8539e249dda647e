import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { textOf } from "@/lib/skills/file-text";
import type { SourceConflict } from "./schema";
import { readSourceRow } from "./source-rows";

type File = { path: string; sha256: string; size: number; executable: boolean };
type Shown = SourceConflict["files"][number];

/** Longer texts are told by their size alone. */
const longestText = 256 * 1024;

/** The three texts of a skill that a source and somebody here have changed: theirs, ours, and the base of both. NOT_FOUND where there is no conflict. */
export async function getSourceConflict(
  context: Context,
  { source, skill: name }: { source: string; skill: string },
): Promise<SourceConflict> {
  requirePermission(context, "directories.read");
  const { id } = await readSourceRow(context, source);
  const { db, workspace } = context;
  const workspaceId = workspace.id;
  const link = await db.sourceSkill.findFirst({
    where: { sourceId: id, workspaceId, theirsDigest: { not: null }, skill: { name } },
    select: {
      skillId: true,
      digest: true,
      revision: true,
      theirsDigest: true,
      theirsRevision: true,
      files: { select: { side: true, path: true, sha256: true, size: true, executable: true } },
      skill: { select: { draft: { select: { digest: true, revision: true } } } },
    },
  });
  const ours = link?.skill.draft;
  if (!link?.theirsDigest || link.theirsRevision === null || !ours)
    throw new AppError("NOT_FOUND", `Nothing of ${name} waits to be decided here.`);
  const draft = await db.draftFile.findMany({
    where: { skillId: link.skillId, workspaceId },
    select: { path: true, sha256: true, size: true, executable: true },
  });
  const of = (side: string) => link.files.filter((file) => file.side === side);
  const sides = { base: of("base"), ours: draft, theirs: of("theirs") };
  return {
    skill: name,
    base:
      link.digest !== null && link.revision !== null
        ? { digest: link.digest, revision: link.revision }
        : null,
    ours,
    theirs: { digest: link.theirsDigest, revision: link.theirsRevision },
    files: await compareSides(context, sides),
  };
}

type Sides = Record<"base" | "ours" | "theirs", readonly File[]>;

async function compareSides(context: Context, sides: Sides): Promise<Shown[]> {
  const at = (side: keyof Sides) => new Map(sides[side].map((file) => [file.path, file]));
  const [base, ours, theirs] = [at("base"), at("ours"), at("theirs")];
  const paths = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort();
  const differing = paths.filter((path) => {
    const all = [base, ours, theirs].map((side) => contentOf(side.get(path)));
    return new Set(all).size > 1;
  });
  const wanted = differing.flatMap((path) =>
    [base, ours, theirs].flatMap((side) => {
      const file = side.get(path);
      return file && file.size <= longestText ? [file.sha256] : [];
    }),
  );
  const blobs = await context.db.blob.findMany({
    where: { sha256: { in: wanted } },
    select: { sha256: true, bytes: true },
  });
  const texts = new Map(blobs.map(({ sha256, bytes }) => [sha256, textOf(bytes)]));
  const show = (file: File | undefined) =>
    file
      ? {
          sha256: file.sha256,
          size: file.size,
          executable: file.executable,
          text: texts.get(file.sha256) ?? null,
        }
      : null;
  return differing.map((path) => {
    const [was, here, there] = [base.get(path), ours.get(path), theirs.get(path)];
    return {
      path,
      changed: whoChanged(was, here, there),
      base: show(was),
      ours: show(here),
      theirs: show(there),
    };
  });
}

const contentOf = (file: File | undefined): string | null =>
  file ? `${file.sha256} ${file.executable}` : null;

function whoChanged(
  base: File | undefined,
  ours: File | undefined,
  theirs: File | undefined,
): Shown["changed"] {
  const [was, here, there] = [base, ours, theirs].map(contentOf);
  if (here === there) return "same";
  if (here === was) return "theirs";
  return there === was ? "ours" : "both";
}
