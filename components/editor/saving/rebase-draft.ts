import {
  type DraftState,
  deletedPaths,
  isRewritten,
  openFile,
  type SavedFile,
  statusOf,
  type WorkingFile,
} from "./draft-state";

/** The draft as the server now has it. */
export type RemoteDraft = { revision: number; digest: string; files: readonly SavedFile[] };

/**
 * One file that was changed here and on the server since the revision this tab is based on.
 * `path` is its name here; `theirs` is null when it was deleted there.
 */
export type FileConflict = {
  path: string;
  mine: { kind: "changed"; file: WorkingFile } | { kind: "deleted"; saved: SavedFile };
  theirs: SavedFile | null;
};

/** Says what the person decided for one conflict. `text` is the text to keep, theirs or mine or made of both. */
export type Resolution =
  | { keep: "theirs"; theirText: string | null }
  | { keep: "mine"; theirText: string | null; text: string | null };

/** Finds files changed on both sides. Where there is none, `rebaseDraft` loses nothing. */
export function findConflicts(state: DraftState, remote: RemoteDraft): FileConflict[] {
  const theirs = new Map(remote.files.map((file) => [file.path, file]));
  const base = new Map(state.base.map((file) => [file.path, file]));
  const changed = state.files.flatMap((file): FileConflict[] => {
    if (statusOf(file) === null) return [];
    const remoteFile = theirs.get(file.saved?.path ?? file.path) ?? null;
    const isSame = file.saved === null ? remoteFile === null : remoteFile?.sha256 === file.saved.sha256;
    const onlyMoved = remoteFile !== null && !isRewritten(file);
    if (isSame || onlyMoved) return [];
    return [{ path: file.path, mine: { kind: "changed", file }, theirs: remoteFile }];
  });
  const deleted = deletedPaths(state).flatMap((path): FileConflict[] => {
    const saved = base.get(path);
    const remoteFile = theirs.get(path);
    const isReplaced = state.files.some((file) => file.path === path);
    if (!saved || !remoteFile || isReplaced || remoteFile.sha256 === saved.sha256) return [];
    return [{ path, mine: { kind: "deleted", saved }, theirs: remoteFile }];
  });
  return [...changed, ...deleted];
}

/**
 * Moves this tab's unsaved work onto a newer revision. Files nobody touched here follow the server; conflicting
 * ones follow their resolution, and without one keep this tab's content.
 */
export function rebaseDraft(
  state: DraftState,
  remote: RemoteDraft,
  resolutions: ReadonlyMap<string, Resolution> = new Map(),
): DraftState {
  const conflicts = findConflicts(state, remote);
  const byFile = new Map(
    conflicts.flatMap((conflict) =>
      conflict.mine.kind === "changed" ? [[conflict.mine.file.id, conflict] as const] : [],
    ),
  );
  const theirs = new Map(remote.files.map((file) => [file.path, file]));
  const files = state.files.flatMap((file): WorkingFile[] => {
    const conflict = byFile.get(file.id);
    return conflict ? resolve(file, conflict.theirs, resolutions.get(conflict.path)) : follow(file, theirs);
  });
  const revived = conflicts.flatMap((conflict) =>
    conflict.mine.kind === "deleted" && conflict.theirs && resolutions.get(conflict.path)?.keep === "theirs"
      ? [openFile(conflict.theirs)]
      : [],
  );
  const known = new Set([...state.base.map((file) => file.path), ...files.map((file) => file.path)]);
  const arrived = remote.files.filter((file) => !known.has(file.path)).map(openFile);
  return {
    revision: remote.revision,
    digest: remote.digest,
    base: remote.files,
    files: [...files, ...revived, ...arrived],
    folders: state.folders,
  };
}

/** A file this tab has no conflict about: same bytes keep their text, other bytes are fetched again. */
function follow(file: WorkingFile, theirs: ReadonlyMap<string, SavedFile>): WorkingFile[] {
  if (file.saved === null) return [file];
  const remote = theirs.get(file.saved.path);
  if (remote === undefined) return [];
  const executable = file.executable === file.saved.executable ? remote.executable : file.executable;
  if (remote.sha256 === file.saved.sha256) return [{ ...file, saved: remote, executable }];
  return [{ ...file, kind: remote.kind, saved: remote, savedText: null, text: null, executable }];
}

function resolve(
  file: WorkingFile,
  theirs: SavedFile | null,
  resolution: Resolution | undefined,
): WorkingFile[] {
  if (resolution?.keep === "theirs") {
    if (theirs === null) return [];
    const text = resolution.theirText;
    const { kind, executable } = theirs;
    return [{ ...file, kind, saved: theirs, savedText: text, text, upload: null, executable }];
  }
  const text = resolution?.text ?? file.text;
  return [{ ...file, saved: theirs, savedText: resolution?.theirText ?? null, text }];
}

/**
 * A save has gone through: what `sent` held is now the server's; what was typed since stays unsaved.
 * `remote` may also hold other people's changes to files this tab did not send.
 */
export function markSaved(current: DraftState, sent: DraftState, remote: RemoteDraft): DraftState {
  const sentById = new Map(sent.files.map((file) => [file.id, file]));
  const theirs = new Map(remote.files.map((file) => [file.path, file]));
  const files = current.files.map((file): WorkingFile => {
    const before = sentById.get(file.id);
    if (before === undefined) return file;
    if (statusOf(before) === null) return file;
    const saved = theirs.get(before.path) ?? null;
    return {
      ...file,
      saved,
      savedText: before.text,
      upload: file.upload === before.upload ? null : file.upload,
    };
  });
  const touched = new Map(
    files.flatMap((file) => (file.saved ? [[file.saved.path, file.saved] as const] : [])),
  );
  const base = sent.files.flatMap((file) => {
    const saved = statusOf(file) === null ? file.saved : (theirs.get(file.path) ?? null);
    return saved ? [touched.get(saved.path) ?? saved] : [];
  });
  return rebaseDraft({ ...current, base, files }, remote);
}
