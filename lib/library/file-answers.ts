import { binaryTypeOf, type Download } from "@/lib/bundles/download";
import { AppError } from "@/lib/kernel/app-error";
import { textOf } from "@/lib/skills/file-text";
import type { HeldFile } from "./blobs";
import type { FileContent } from "./package-schema";

export const noSuchFile = (path: string) =>
  new AppError("NOT_FOUND", `There is no file ${path} in this package.`);

/** Longer texts are downloaded, not edited. */
const longestTextBytes = 2 * 1024 * 1024;

export function toFileContent({ path, size, sha256, executable, bytes }: HeldFile): FileContent {
  const text = textOf(bytes);
  const file = { path, size, sha256, executable };
  if (text === null) return { ...file, kind: "binary" };
  return { ...file, kind: "text", ...(size <= longestTextBytes ? { text } : {}) };
}

/** Never what could run: a page or an SVG is plain text here. Markdown is what RFC 7763 calls it. */
export function toDownload({ path, sha256, bytes }: HeldFile): Download {
  const textType = /\.md$/i.test(path) ? "text/markdown; charset=utf-8" : "text/plain; charset=utf-8";
  const mediaType = textOf(bytes) === null ? binaryTypeOf(bytes) : textType;
  return { fileName: path, mediaType, etag: sha256, content: bytes };
}
