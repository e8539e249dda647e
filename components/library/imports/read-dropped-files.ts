/** One file to be imported; `path` is relative to what was dropped, with forward slashes. */
export type DroppedFile = { path: string; file: File };

/** Never part of a package: version control and what operating systems leave behind. */
const ignoredNames = new Set([".git", ".svn", ".hg", ".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"]);

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A directory reader answers at most 100 entries at a time, until it answers none. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

/**
 * Takes the entries out of a drop. Must run inside the event: afterwards the browser forgets the items.
 * Falls back to plain files where a browser knows no entries.
 */
export function entriesOf(transfer: DataTransfer): { entries: FileSystemEntry[]; files: File[] } {
  const entries: FileSystemEntry[] = [];
  const files: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file !== null) files.push(file);
    }
  }
  return { entries, files };
}

type ReadOptions = { signal: AbortSignal; onFound: (count: number) => void };

/** Walks dropped folders to their files. Unreadable files are named in `unreadable`; the others go on. */
export async function readDroppedFiles(
  entries: readonly FileSystemEntry[],
  { signal, onFound }: ReadOptions,
): Promise<{ files: DroppedFile[]; unreadable: string[] }> {
  const files: DroppedFile[] = [];
  const unreadable: string[] = [];
  const waiting = [...entries].reverse();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    signal.throwIfAborted();
    if (ignoredNames.has(entry.name)) continue;
    try {
      if (isDirectoryEntry(entry)) waiting.push(...(await childrenOf(entry)).reverse());
      else if (isFileEntry(entry)) {
        files.push({ path: relativePath(entry.fullPath), file: await fileOf(entry) });
        onFound(files.length);
      }
    } catch {
      unreadable.push(relativePath(entry.fullPath));
    }
  }
  return { files, unreadable };
}

/** Reads the files of an `<input type="file">`, with or without `webkitdirectory`. */
export function chosenFiles(list: ArrayLike<File>): DroppedFile[] {
  return Array.from(list, (file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
    file,
  })).filter(({ path }) => !path.split("/").some((part) => ignoredNames.has(part)));
}

const relativePath = (fullPath: string) => fullPath.replace(/^\/+/, "");
