import "server-only";
import { type FileHandle, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { AppError } from "@/lib/kernel/app-error";
import { retention } from "@/lib/kernel/retention";
import { formatBytes } from "@/lib/skills/limits";

/** Limits of one request; each part is held to the limits of an archive besides. */
export const uploadLimits = {
  requestBytes: 512 * 1024 * 1024,
  parts: 20_000,
  /** A body that has not arrived by then is given up. */
  longestMs: 15 * 60 * 1000,
} as const;

/** `fileName` as the sender wrote it, with its folders. `tooLarge`: its bytes were dropped. */
export type UploadedPart = { fileName: string; size: number; tooLarge: boolean };

/** What arrived, on disk: memory holds one part at a time. */
export type Upload = {
  parts: readonly UploadedPart[];
  read(part: UploadedPart): Promise<Uint8Array>;
  /** Removes it from disk. */
  dispose(): Promise<void>;
};

const folderPrefix = "greenroom-upload-";
const spoolName = "parts";

/**
 * Takes in a multipart body as it arrives. BAD_REQUEST when it breaks off or is none, TOO_LARGE past the limits,
 * STORAGE_FULL when the temporary folder has no room for it.
 */
export async function receiveUpload(
  request: Request,
  openSpool: (folder: string) => Promise<FileHandle> = (folder) =>
    open(path.join(folder, spoolName), "wx+", 0o600),
): Promise<Upload> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body) {
    throw new AppError("BAD_REQUEST", "Send the files as multipart/form-data, each as a part named `file`.");
  }
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix)).catch((error: unknown) => {
    throw noRoom(error) ?? error;
  });
  let handle: FileHandle | null = null;
  const dispose = async () => {
    await handle?.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = await openSpool(folder);
    handle = file;
    const spool = await spoolParts(file, request.body as ReadableStream<Uint8Array>, contentType);
    if (spool.parts.length === 0) throw new AppError("UNPROCESSABLE", "The upload has no files.");
    return {
      parts: spool.parts,
      read: (part) => readPart(file, spool.places.get(part), part.size),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw noRoom(error) ?? error;
  }
}

const noRoomCodes: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** What a full disk, or a full quota, comes to. Null for every other error. */
function noRoom(error: unknown): AppError | null {
  const isFull = error instanceof Error && "code" in error && noRoomCodes.includes(error.code);
  if (!isFull) return null;
  const message =
    "The server's folder for uploads has no room left. Nothing was stored. Tell whoever runs this server, and try again when there is some.";
  return new AppError("STORAGE_FULL", message, { cause: error, retryAfterSeconds: 60 });
}

type Spool = { parts: UploadedPart[]; places: Map<UploadedPart, number> };

/** One part after the other into one file: the parts of a body never overlap. */
async function spoolParts(
  handle: FileHandle,
  body: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<Spool> {
  const spool: Spool = { parts: [], places: new Map() };
  let end = 0;
  let writing = Promise.resolve();
  let tooMany = false;
  const parser = createParser(contentType);
  const write = async (stream: BusboyFileStream, fileName: string) => {
    const start = end;
    for await (const chunk of stream) {
      if (stream.truncated) continue;
      await handle.write(chunk, 0, chunk.length, end);
      end += chunk.length;
    }
    if (stream.truncated) end = start;
    const part = { fileName, size: end - start, tooLarge: stream.truncated };
    spool.parts.push(part);
    spool.places.set(part, start);
  };
  parser.on("file", (_field, stream, fileName) => {
    stream.on("error", () => {});
    writing = writing.then(() => write(stream, fileName ?? ""));
    writing.catch((error: unknown) => parser.destroy(error instanceof Error ? error : undefined));
  });
  parser.on("filesLimit", () => {
    tooMany = true;
  });
  const signal = AbortSignal.timeout(uploadLimits.longestMs);
  try {
    await pipeline(Readable.fromWeb(body), countBytes, parser, { signal });
    await writing;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const full = noRoom(cause);
    if (full) throw full;
    const message = "The upload broke off or is not well-formed. Nothing was stored; try again.";
    throw new AppError("BAD_REQUEST", message, { cause });
  }
  if (tooMany) {
    throw new AppError("TOO_LARGE", `An upload has at most ${uploadLimits.parts} files. Pack them first.`);
  }
  return spool;
}

/** BAD_REQUEST without a boundary between the parts. */
function createParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      limits: { fileSize: archiveLimits.archiveBytes, files: uploadLimits.parts, fields: 20 },
    });
  } catch (cause) {
    throw new AppError("BAD_REQUEST", "The upload's content type names no boundary.", { cause });
  }
}

async function* countBytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > uploadLimits.requestBytes) {
      const limit = formatBytes(uploadLimits.requestBytes);
      throw new AppError("TOO_LARGE", `An upload has at most ${limit}. Send it in parts.`);
    }
    yield chunk;
  }
}

async function readPart(handle: FileHandle, start: number | undefined, size: number): Promise<Uint8Array> {
  if (start === undefined) throw new Error("This part belongs to another upload.");
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(bytes, at, size - at, start + at);
    if (bytesRead === 0) throw new Error("The spooled upload is shorter than it was.");
    at += bytesRead;
  }
  return bytes;
}

/** Removes what servers that were killed left in the temporary folder. */
export async function removeAbandonedUploads(now: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(tmpdir(), name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    );
    if (age > retention.abandonedUploadMs) await rm(folder, { recursive: true, force: true });
  }
}
