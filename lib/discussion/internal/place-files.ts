import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import type { Prisma } from "@/lib/db/generated/client";
import type { DiffedFile } from "@/lib/diff/match-files";
import { joinAlike } from "@/lib/diff/match-files";
import { type AnchorsInText, type LineRange, placeInText } from "@/lib/diff/place-lines";
import type { Steps } from "@/lib/kernel/steps";
import { loadBlobs } from "@/lib/library/blobs";
import { listPackageFiles, type PackageSource } from "@/lib/library/read-packages";
import { type Breathe, createBreathe, inSteps } from "@/lib/platform/yield-between-steps";
import { textOf } from "@/lib/skills/file-text";
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
type Side = { digest: string; files: readonly DiffedFile[] };
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
export async function readSides(context: WorkspaceContext, review: ReviewOfSides): Promise<ReviewSides> {
  const { skillId, baseVersion, publishedVersion } = review;
  const isPublished = review.state === "published" && publishedVersion !== null;
  return {
    old: baseVersion === null ? null : await readVersionSide(context, skillId, baseVersion),
    new: isPublished
      ? await readVersionSide(context, skillId, publishedVersion)
      : await readDraftSide(context, skillId),
  };
}

async function readVersionSide(
  context: WorkspaceContext,
  skillId: string,
  number: number,
): Promise<Side | null> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const version = await db.version.findFirst({
    where: { skillId, workspaceId, number },
    select: { id: true, digest: true },
  });
  return version && readSide(context, version.digest, { versionId: version.id });
}

async function readDraftSide(context: WorkspaceContext, skillId: string): Promise<Side | null> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const draft = await db.draft.findFirst({ where: { skillId, workspaceId }, select: { digest: true } });
  return draft && readSide(context, draft.digest, { skillId });
}

const readSide = async (context: WorkspaceContext, digest: string, source: PackageSource): Promise<Side> => ({
  digest,
  files: await listPackageFiles(context, source),
});

/** Where each of these anchors is in the packages as they are now, in the same order. Reads each file once. */
export async function placeFiles(
  context: WorkspaceContext,
  sides: ReviewSides,
  anchors: readonly FileAnchor[],
): Promise<PlaceNow[]> {
  const searched = anchors.map((anchor) => ({ anchor, candidates: candidatesOf(sides, anchor) }));
  const textOfSha = await loadTexts(context, searched.flatMap(shasToRead));
  const breathe = createBreathe();
  // Many threads are about one file: it is searched for once.
  const renamed = new Map<string, DiffedFile | null>();
  const found: Found[] = [];
  for (const { anchor, candidates } of searched) {
    const target =
      "is" in candidates
        ? candidates.is
        : await findRenamed(anchor, candidates.maybe, { renamed, textOfSha, breathe });
    found.push({ anchor, target });
    await breathe();
  }
  const ranges = await placeChanged(found, textOfSha, breathe);
  return found.map((each) => placeOf(each, ranges));
}

/** An anchor, and the file that it is in now; null when that is gone. */
type Found = { anchor: FileAnchor; target: DiffedFile | null };

/** Where the lines are of those whose file has changed. Each pair of texts is compared once, for all their anchors. */
async function placeChanged(
  found: readonly Found[],
  textOfSha: (sha256: string) => string | null,
  breathe: Breathe,
): Promise<Map<FileAnchor, LineRange | null>> {
  const changed = found.flatMap(({ anchor, target }) =>
    target && target.sha256 !== anchor.fileSha256 ? [{ anchor, to: target.sha256 }] : [],
  );
  const pairs = Map.groupBy(changed, ({ anchor, to }) => `${anchor.fileSha256} ${to}`);
  const ranges = new Map<FileAnchor, LineRange | null>();
  for (const pair of pairs.values()) {
    const [first] = pair;
    const after = first ? textOfSha(first.to) : null;
    if (!first || after === null) continue;
    const { fileSha256 } = first.anchor;
    const anchors = pair.map(({ anchor }) => linesOfAnchor(anchor));
    const before = fileSha256 === null ? null : textOfSha(fileSha256);
    const places = await placeTogether({ before, after, anchors });
    for (const [at, { anchor }] of pair.entries()) ranges.set(anchor, places[at] ?? null);
    await breathe();
  }
  return ranges;
}

/** In the thread for long work where there is much to compare, or much to look for: each anchor may need both texts. */
async function placeTogether(input: AnchorsInText): Promise<(LineRange | null)[]> {
  const length = input.after.length + (input.before?.length ?? 0);
  return length * input.anchors.length < leastAside ? placeInText(input) : workAside("placeInText", input);
}

const linesOfAnchor = ({ startLine, endLine, quote, hunk }: FileAnchor) => ({
  startLine,
  endLine,
  hunk,
  quote: quote.split("\n"),
});

function placeOf({ anchor, target }: Found, ranges: ReadonlyMap<FileAnchor, LineRange | null>): PlaceNow {
  if (!target) return null;
  const { startLine, endLine, path, fileSha256 } = anchor;
  const range = target.sha256 === fileSha256 ? { startLine, endLine } : ranges.get(anchor);
  if (!range) return null;
  return { path: target.path, ...range, moved: target.path !== path || range.startLine !== startLine };
}

/** More new files than this, or longer ones, are not searched for one that was renamed and edited. */
const mostCandidates = 50;
const longestCandidateBytes = 256 * 1024;
/** Files that are gone and searched for, each among all candidates. */
const mostSearched = 50;

type Candidates = { is: DiffedFile } | { maybe: DiffedFile[] };

/** The file of that path, else of these bytes; else it was renamed and edited, and may be any file that is new. */
function candidatesOf(sides: ReviewSides, { side, path, fileSha256 }: FileAnchor): Candidates {
  const files = sides[side]?.files ?? [];
  const same = files.find((file) => file.path === path) ?? files.find((file) => file.sha256 === fileSha256);
  if (same) return { is: same };
  const known = new Set(sides.old?.files.map((file) => file.path));
  const fresh = files.filter((file) => !known.has(file.path) && file.size <= longestCandidateBytes);
  return { maybe: side === "old" || fresh.length > mostCandidates ? [] : fresh };
}

type Search = {
  renamed: Map<string, DiffedFile | null>;
  textOfSha: (sha256: string) => string | null;
  breathe: Breathe;
};

async function findRenamed(
  { path, fileSha256 }: FileAnchor,
  fresh: readonly DiffedFile[],
  { renamed, textOfSha, breathe }: Search,
): Promise<DiffedFile | null> {
  if (fileSha256 === null || fresh.length === 0) return null;
  const known = renamed.get(fileSha256);
  if (known !== undefined) return known;
  const isTooMuch = renamed.size >= mostSearched;
  const gone = { path, sha256: fileSha256, size: 0 };
  const found = isTooMuch ? null : await inSteps(mostAlike(gone, fresh, textOfSha), breathe);
  renamed.set(fileSha256, found);
  return found;
}

/** Of several files the one that has most of the lines, if any has enough of them to be the same file. */
function* mostAlike(
  gone: DiffedFile,
  fresh: readonly DiffedFile[],
  textOfSha: (sha256: string) => string | null,
): Steps<DiffedFile | null> {
  const pairs = [{ before: gone, after: null }, ...fresh.map((after) => ({ before: null, after }))];
  const joined = yield* joinAlike(pairs, (file) => textOfSha(file.sha256));
  return joined.find(({ before }) => before === gone)?.after ?? null;
}

type Searched = { anchor: FileAnchor; candidates: Candidates };

function shasToRead({ anchor: { fileSha256 }, candidates }: Searched): string[] {
  const files = "is" in candidates ? [candidates.is] : candidates.maybe;
  const changed = files.filter(({ sha256, size }) => sha256 !== fileSha256 && size <= longestTextBytes);
  if (changed.length === 0) return [];
  return [...changed.map(({ sha256 }) => sha256), ...(fileSha256 === null ? [] : [fileSha256])];
}

async function loadTexts(
  context: WorkspaceContext,
  shas: readonly string[],
): Promise<(sha256: string) => string | null> {
  const bytes = await loadBlobs(context, [...new Set(shas)]);
  return remember((sha256: string) => {
    const content = bytes.get(sha256);
    return content === undefined || content.byteLength > longestTextBytes ? null : textOf(content);
  });
}

function remember<T>(make: (sha256: string) => T): (sha256: string) => T {
  const known = new Map<string, T>();
  return (sha256) => {
    const value = known.get(sha256) ?? make(sha256);
    known.set(sha256, value);
    return value;
  };
}
