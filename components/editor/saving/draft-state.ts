import { err, ok, type Result } from "@/lib/kernel/result";
import type { PackageFileInfo } from "@/lib/library/package-schema";
import { checkPackagePath, foldPath } from "@/lib/skills/package-path";

/** A file as the server has it in some revision of the draft. */
export type SavedFile = PackageFileInfo;

/** Bytes chosen by the person that the server does not have yet. */
export type Upload = { base64: string; size: number };

/** One file of the draft as it is in this tab. `id` stays the same through renames and saves. */
export type WorkingFile = {
  id: string;
  path: string;
  kind: "text" | "binary";
  /** What it was in the revision it is based on; null for a file that is new here. */
  saved: SavedFile | null;
  /** The text of `saved`, once it was fetched. */
  savedText: string | null;
  /** What the person sees; null until it was fetched. Always null for binary files. */
  text: string | null;
  upload: Upload | null;
  /** Its owner may run it. */
  executable: boolean;
};

/** A draft with everything this tab has changed and not saved. */
export type DraftState = {
  revision: number;
  digest: string;
  /** Every file of `revision`, to know what was deleted. */
  base: readonly SavedFile[];
  files: readonly WorkingFile[];
  /** Folders made here that hold no file yet; they exist only in this tab. */
  folders: readonly string[];
};

export type FileContent = { kind: "text"; text: string } | { kind: "binary"; upload: Upload };

type Snapshot = { revision: number; digest: string; files: readonly SavedFile[] };

export const openDraft = (draft: Snapshot): DraftState => ({
  revision: draft.revision,
  digest: draft.digest,
  base: draft.files,
  files: draft.files.map(openFile),
  folders: [],
});

let opened = 0;

export function openFile(saved: SavedFile): WorkingFile {
  return { ...blankFile(saved.path), kind: saved.kind, saved, executable: saved.executable };
}

function blankFile(path: string): WorkingFile {
  opened += 1;
  return {
    id: `file-${opened}`,
    path,
    kind: "text",
    saved: null,
    savedText: null,
    text: null,
    upload: null,
    executable: false,
  };
}

export type FileStatus = "added" | "changed" | "moved" | null;

/** How a file differs from the last save; null when it does not. */
export function statusOf(file: WorkingFile): FileStatus {
  if (file.saved === null) return "added";
  if (isRewritten(file) || file.executable !== file.saved.executable) return "changed";
  return file.saved.path === file.path ? null : "moved";
}

/** The content differs from the last save, wherever the file now lies. */
export function isRewritten(file: WorkingFile): boolean {
  if (file.upload !== null || file.saved === null) return true;
  return file.text !== null && file.text !== file.savedText;
}

/** Paths of the last save that no file of this tab stands for any more. */
export function deletedPaths(state: DraftState): string[] {
  const kept = new Set(state.files.map((file) => file.saved?.path));
  return state.base.map((file) => file.path).filter((path) => !kept.has(path));
}

export const isDirty = (state: DraftState): boolean =>
  state.files.some((file) => statusOf(file) !== null) || deletedPaths(state).length > 0;

export const findFile = (state: DraftState, path: string): WorkingFile | undefined =>
  state.files.find((file) => file.path === path);

const mapFile = (state: DraftState, id: string, change: (file: WorkingFile) => WorkingFile): DraftState => ({
  ...state,
  files: state.files.map((file) => (file.id === id ? change(file) : file)),
});

/** The saved text has arrived; what the person typed meanwhile stays. */
export const loadText = (state: DraftState, id: string, text: string): DraftState =>
  mapFile(state, id, (file) => ({ ...file, savedText: text, text: file.text ?? text }));

export const setText = (state: DraftState, id: string, text: string): DraftState =>
  mapFile(state, id, (file) => (file.text === text ? file : { ...file, text }));

/** Says whether the file may be run by its owner. */
export const setExecutable = (state: DraftState, id: string, executable: boolean): DraftState =>
  mapFile(state, id, (file) => ({ ...file, executable }));

/** Adds a file, or gives an existing one at this path new content. */
export function putFile(state: DraftState, path: string, content: FileContent): DraftState {
  const existing = findFile(state, path);
  const file = withContent(existing ?? blankFile(path), content);
  const files = existing
    ? state.files.map((other) => (other.id === existing.id ? file : other))
    : [...state.files, file];
  return dropFilledFolders({ ...state, files });
}

function withContent(file: WorkingFile, content: FileContent): WorkingFile {
  return content.kind === "text"
    ? { ...file, kind: "text", text: content.text, upload: null }
    : { ...file, kind: "binary", text: null, upload: content.upload };
}

/** Puts a file back as it was, by id. */
export const replaceFile = (state: DraftState, file: WorkingFile): DraftState =>
  mapFile(state, file.id, () => file);

export const moveFile = (state: DraftState, id: string, path: string): DraftState =>
  dropFilledFolders(mapFile(state, id, (file) => ({ ...file, path })));

/** Moves everything below `from`, empty folders too. */
export function moveFolder(state: DraftState, from: string, to: string): DraftState {
  const moved = (path: string) => (path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
  const files = state.files.map((file) => ({ ...file, path: moved(file.path) }));
  const folders = state.folders.map((folder) => (folder === from ? to : moved(folder)));
  return dropFilledFolders({ ...state, files, folders });
}

export const addFolder = (state: DraftState, path: string): DraftState =>
  dropFilledFolders({ ...state, folders: [...new Set([...state.folders, path])] });

/** Takes files and empty folders out; hand the result of `take` to `restoreFiles` to undo it. */
export function removePath(state: DraftState, path: string): { state: DraftState; taken: WorkingFile[] } {
  const isInside = (other: string) => other === path || other.startsWith(`${path}/`);
  const taken = state.files.filter((file) => isInside(file.path));
  const files = state.files.filter((file) => !isInside(file.path));
  const folders = state.folders.filter((folder) => !isInside(folder));
  return { state: { ...state, files, folders }, taken };
}

/** Undo of a deletion; a file whose place was taken meanwhile stays away. */
export function restoreFiles(state: DraftState, taken: readonly WorkingFile[]): DraftState {
  const back = taken.filter((file) => findFile(state, file.path) === undefined);
  const stillBased = new Set(state.base.map((file) => file.path));
  const files = back.map((file) =>
    file.saved !== null && !stillBased.has(file.saved.path)
      ? { ...file, saved: null, savedText: null }
      : file,
  );
  return dropFilledFolders({ ...state, files: [...state.files, ...files] });
}

function dropFilledFolders(state: DraftState): DraftState {
  const folders = state.folders.filter(
    (folder) => !state.files.some((file) => file.path.startsWith(`${folder}/`)),
  );
  return folders.length === state.folders.length ? state : { ...state, folders };
}

/**
 * May a file (or the folder `isFolder`) be called `path`? Answers the clean path or a sentence that says why not.
 * `moving` is the path it has now, which is not in its own way.
 */
export function checkFreePath(
  state: DraftState,
  path: string,
  { moving, isFolder = false }: { moving?: string; isFolder?: boolean } = {},
): Result<string, string> {
  const checked = checkPackagePath(path);
  if (!checked.ok) return err(checked.error.message);
  const clean = checked.value;
  if (moving !== undefined && clean.startsWith(`${moving}/`))
    return err(`${moving} cannot be moved into itself.`);
  const wanted = foldPath(clean);
  for (const other of state.files) {
    if (moving !== undefined && (other.path === moving || other.path.startsWith(`${moving}/`))) continue;
    const taken = foldPath(other.path);
    if (taken === wanted) return err(`${other.path} is already there.`);
    if (wanted.startsWith(`${taken}/`)) return err(`${other.path} is a file, not a folder.`);
    if (!isFolder && taken.startsWith(`${wanted}/`)) return err(`${clean} is already a folder.`);
  }
  return ok(clean);
}
