import { z } from "zod";
import {
  type DraftState,
  deletedPaths,
  type FileContent,
  findFile,
  moveFile,
  putFile,
  removePath,
  replaceFile,
  setExecutable,
  statusOf,
} from "./draft-state";

const keptFileSchema = z.object({
  path: z.string(),
  /** Where it lay in the base revision; null for a new file. */
  from: z.string().nullable(),
  /** Of the saved file it grew from: tells whether the server's file is still the same. */
  fromSha256: z.string().nullable(),
  /** Absent when the file was only renamed. */
  text: z.string().optional(),
  /** What the text grew from, when it was known: the common ground for a merge. */
  savedText: z.string().optional(),
  upload: z.object({ base64: z.string(), size: z.number() }).optional(),
  /** Absent when it was left as it was. */
  executable: z.boolean().optional(),
});

/** Unsaved work as it is kept in the browser: only what differs from `revision`. */
export const unsavedWorkSchema = z.object({
  workspace: z.string(),
  skill: z.string(),
  tab: z.string(),
  revision: z.number(),
  /** Counts milliseconds since 1970. */
  keptAt: z.number(),
  files: z.array(keptFileSchema),
  deleted: z.array(z.object({ path: z.string(), sha256: z.string() })),
});
export type UnsavedWork = z.infer<typeof unsavedWorkSchema>;
type KeptFile = UnsavedWork["files"][number];

type Place = { workspace: string; skill: string; tab: string };

/** What has to be kept so that a reload loses nothing. */
export function toUnsavedWork(state: DraftState, place: Place, keptAt: number): UnsavedWork {
  const bases = new Map(state.base.map((file) => [file.path, file]));
  return {
    ...place,
    revision: state.revision,
    keptAt,
    files: state.files
      .filter((file) => statusOf(file) !== null)
      .map((file) => ({
        path: file.path,
        from: file.saved?.path ?? null,
        fromSha256: file.saved?.sha256 ?? null,
        ...(file.text !== null && file.text !== file.savedText ? { text: file.text } : {}),
        ...(file.savedText === null ? {} : { savedText: file.savedText }),
        ...(file.upload === null ? {} : { upload: file.upload }),
        ...(file.executable === (file.saved?.executable ?? false) ? {} : { executable: file.executable }),
      })),
    deleted: deletedPaths(state).map((path) => ({ path, sha256: bases.get(path)?.sha256 ?? "" })),
  };
}

/**
 * Puts kept work onto a draft as it was just opened. `stale` names the files that somebody saved since: they get the
 * kept content, still based on the bytes and the revision it grew from, so that it counts as a conflict. A deletion
 * of such a file is dropped.
 */
export function restoreUnsavedWork(
  opened: DraftState,
  work: UnsavedWork,
): { state: DraftState; stale: string[] } {
  const bases = new Map(opened.base.map((file) => [file.path, file]));
  const stale: string[] = [];
  let state = opened;
  for (const { path, sha256 } of work.deleted) {
    if (bases.get(path)?.sha256 === sha256) state = removePath(state, path).state;
    else if (bases.has(path)) stale.push(path);
  }
  for (const kept of work.files) {
    const now = kept.from === null ? undefined : bases.get(kept.from);
    const isStale = kept.from === null ? bases.has(kept.path) : now?.sha256 !== kept.fromSha256;
    state = withMode(placeFile(state, kept, isStale), kept);
    if (isStale) stale.push(kept.path);
  }
  return { state: stale.length === 0 ? state : { ...state, revision: work.revision }, stale };
}

function withMode(state: DraftState, { path, executable }: KeptFile): DraftState {
  const file = findFile(state, path);
  return file && executable !== undefined ? setExecutable(state, file.id, executable) : state;
}

function placeFile(state: DraftState, kept: KeptFile, isStale: boolean): DraftState {
  const original =
    kept.from === null ? undefined : state.files.find((file) => file.saved?.path === kept.from);
  const isFree = findFile(state, kept.path) === undefined;
  const moved =
    original && original.path !== kept.path && isFree ? moveFile(state, original.id, kept.path) : state;
  const content = contentOf(kept);
  if (content === null) return moved;
  const placed = putFile(moved, kept.path, content);
  const file = findFile(placed, kept.path);
  if (!file || !isStale) return placed;
  const saved = file.saved && kept.fromSha256 !== null ? { ...file.saved, sha256: kept.fromSha256 } : null;
  return replaceFile(placed, { ...file, saved, savedText: kept.savedText ?? null });
}

function contentOf(kept: KeptFile): FileContent | null {
  if (kept.upload) return { kind: "binary", upload: kept.upload };
  return kept.text === undefined ? null : { kind: "text", text: kept.text };
}
