import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import path from "node:path";

/** A file that cannot be read as it was listed: gone, swapped, growing, not a file, or not allowed. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of the file whose real path is `real`, at most `limit`. What was opened is compared with what lies at that
 * path: a link or another file put there since it was listed is refused, and so is one that is written to meanwhile.
 */
export async function readInside(real: string, limit: number): Promise<Uint8Array> {
  let handle: FileHandle;
  try {
    handle = await open(real, flags);
  } catch (error) {
    throw new FileRefused(openProblem(error), { cause: error });
  }
  try {
    const before = await handle.stat();
    if (!before.isFile()) throw new FileRefused("is no regular file");
    if (before.size > limit) throw new FileRefused("has grown beyond the limit");
    await requireSame(real, before);
    const bytes = await readAll(handle, before.size);
    const after = await handle.stat();
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs)
      throw new FileRefused("is being written to at this moment");
    return bytes;
  } finally {
    await handle.close();
  }
}

/** A folder on the way may have become a link between listing and opening: the path must still be real, and this file. */
async function requireSame(real: string, opened: Stats): Promise<void> {
  const [now, there] = await Promise.all([realpath(real), lstat(real)]).catch((error: unknown) => {
    throw new FileRefused("has gone while it was read", { cause: error });
  });
  if (now !== real || there.dev !== opened.dev || there.ino !== opened.ino)
    throw new FileRefused("was exchanged while it was read");
}

async function readAll(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length === size ? bytes : bytes.slice(0, length);
}

const openProblem = (error: unknown): string => {
  const code = errorCode(error);
  if (code === "EACCES" || code === "EPERM") return "may not be read by the server's account";
  if (code === "ENOENT") return "has gone while it was read";
  if (code === "ELOOP") return "was exchanged for a link while it was read";
  return `cannot be opened (${code})`;
};

/** Whether a real path is that of a real folder, or of something in it. */
export const isInside = (root: string, real: string): boolean =>
  real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);

/** `ENOENT` and its like; "unknown" for anything that is no system error. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
