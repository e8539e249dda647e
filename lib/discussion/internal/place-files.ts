import "server-only";
import type { Prisma } from "@/lib/db/generated/client";
import { textLines } from "@/lib/diff/text-lines";
import { loadBlobs } from "@/lib/library/blobs";
import type { ManifestFile } from "@/lib/library/describe-package";
import { textOf } from "@/lib/library/package-text";
import { listPackageFiles, type PackageSource } from "@/lib/library/queries";
import type { Scope } from "@/lib/library/scope";
import { type LineRange, placeThread } from "../place-thread";
import { type Hunk, hunkSchema } from "../schema";

/** Longer texts are not compared: their threads stay as long as the file does. */
export const longestTextBytes = 2 * 1024 * 1024;

/** What a thread on lines was anchored to. */
export type FileAnchor = LineRange & {
  digest: string;
  revision: number | null;
  path: string;
  side: "old" | "new";
  fileSha256: string | null;
  quote: string;
  hunk: Hunk;
};
/** Where the lines are now; null when they are no longer there. */
export type PlaceNow = (LineRange & { path: string; moved: boolean }) | null;

/** The two packages that a review compares, as they are now. */
type Side = { digest: string; files: readonly ManifestFile[] };
export type ReviewSides = Record<"old" | "new", Side | null>;

type ThreadRow = Prisma.ThreadGetPayload<object>;

/** The anchor of a thread on lines; null for another one. */
export function fileAnchorOf(row: ThreadRow): FileAnchor | null {
  const { digest, path, side, startLine, endLine, quote } = row;
  if (digest === null || path === null || side === null || startLine === null || endLine === null)
    return null;
  const { revision, fileSha256 } = row;
  const anchor = { digest, revision, path, side, startLine, endLine, fileSha256 };
  return { ...anchor, quote: quote ?? "", hunk: hunkSchema.parse(row.hunk) };
}

type ReviewOfSides = {
  skillId: string;
  state: "open" | "published" | "closed";
  baseVersion: number | null;
  publishedVersion: number | null;
};

/** A published review compares what was published; another one the draft. */
export async function readSides(scope: Scope, review: ReviewOfSides): Promise<ReviewSides> {
  const { skillId, baseVersion, publishedVersion } = review;
  const isPublished = review.state === "published" && publishedVersion !== null;
  return {
    old: baseVersion === null ? null : await readVersionSide(scope, skillId, baseVersion),
    new: isPublished
      ? await readVersionSide(scope, skillId, publishedVersion)
      : await readDraftSide(scope, skillId),
  };
}

async function readVersionSide(scope: Scope, skillId: string, number: number): Promise<Side | null> {
  const { db, workspaceId } = scope;
  const version = await db.version.findFirst({
    where: { skillId, workspaceId, number },
    select: { id: true, digest: true },
  });
  return version && readSide(scope, version.digest, { versionId: version.id });
}

async function readDraftSide(scope: Scope, skillId: string): Promise<Side | null> {
  const { db, workspaceId } = scope;
  const draft = await db.draft.findFirst({ where: { skillId, workspaceId }, select: { digest: true } });
  return draft && readSide(scope, draft.digest, { skillId });
}

const readSide = async (scope: Scope, digest: string, source: PackageSource): Promise<Side> => ({
  digest,
  files: await listPackageFiles(scope, source),
});

/** Where each of these anchors is in the packages as they are now, in the same order. Reads each file once. */
export async function placeFiles(
  scope: Scope,
  sides: ReviewSides,
  anchors: readonly FileAnchor[],
): Promise<PlaceNow[]> {
  const found = anchors.map((anchor) => ({ anchor, target: findFile(sides[anchor.side], anchor) }));
  const shas = found.flatMap(({ anchor, target }) =>
    target && target.sha256 !== anchor.fileSha256 && target.size <= longestTextBytes
      ? [target.sha256, ...(anchor.fileSha256 === null ? [] : [anchor.fileSha256])]
      : [],
  );
  const bytes = await loadBlobs(scope.db, [...new Set(shas)]);
  const known = new Map<string, string[] | null>();
  const linesOf = (sha256: string | null): string[] | null => {
    if (sha256 === null) return null;
    const before = known.get(sha256);
    if (before !== undefined) return before;
    const content = bytes.get(sha256);
    const text = content === undefined || content.byteLength > longestTextBytes ? null : textOf(content);
    const lines = text === null ? null : textLines(text).map((line) => line.text);
    known.set(sha256, lines);
    return lines;
  };
  return found.map(({ anchor, target }) => {
    if (!target) return null;
    const { startLine, endLine, path } = anchor;
    if (target.sha256 === anchor.fileSha256)
      return { path: target.path, startLine, endLine, moved: target.path !== path };
    const after = linesOf(target.sha256);
    const place = after && placeThread(linesOfAnchor(anchor, linesOf(anchor.fileSha256)), after);
    if (!place) return null;
    const moved = target.path !== path || place.startLine !== startLine;
    return { path: target.path, ...place, moved };
  });
}

const linesOfAnchor = ({ startLine, endLine, quote, hunk }: FileAnchor, before: string[] | null) => ({
  ...{ startLine, endLine, before, hunk },
  quote: quote.split("\n"),
});

/** By its path; else the file with the same bytes, or the one of its name in another folder: it was moved. */
function findFile(side: Side | null, { path, fileSha256 }: FileAnchor): ManifestFile | null {
  if (!side) return null;
  const { files } = side;
  const nameOf = (whole: string) => whole.slice(whole.lastIndexOf("/") + 1);
  const same = files.find((file) => file.path === path) ?? files.find((file) => file.sha256 === fileSha256);
  if (same) return same;
  const [namesake, second] = files.filter((file) => nameOf(file.path) === nameOf(path));
  return namesake && !second ? namesake : null;
}
