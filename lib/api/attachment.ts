import "server-only";
import type { Download } from "@/lib/bundles/download";
import { bodyHeaders } from "@/lib/platform/body-headers";
import { isUnchanged } from "./is-unchanged";
import { sendBytes } from "./send-bytes";

const binary = { schema: { type: "string" as const, format: "binary" } };

/** Of the bytes that a download is: each type with which it may come. */
const typed = <const T extends string>(...types: readonly T[]) => ({
  200: {
    description: "The bytes, as a download. `ETag` names them; `If-None-Match` is honoured",
    content: Object.fromEntries(types.map((type) => [type, binary])),
  },
  304: { description: "The asker has these bytes already, as `If-None-Match` says" },
});

/** One file of a package, whatever it is: it is never shown, only stored. */
export const fileResponses = typed("text/plain", "*/*");

/** A package, or several. */
export const archiveResponses = typed("application/zip", "application/gzip");

/**
 * Files come from anyone who can write a skill, so a browser must never run them as ours: download only, no
 * sniffing, no script, no frame, whatever the bytes claim to be.
 */
export const attachment = (request: Request, download: Download): Response =>
  answerDownload(request, download, "private, no-cache");

/** The same for an address whose bytes are for ever these. Whole: a range is not answered (RFC 9110, 14.3). */
export function immutableAttachment(request: Request, download: Download): Response {
  const answer = answerDownload(request, download, "private, max-age=31536000, immutable");
  answer.headers.set("accept-ranges", "none");
  return answer;
}

function answerDownload(
  request: Request,
  { fileName, mediaType, etag, content }: Download,
  cacheControl: string,
): Response {
  const headers = new Headers({
    "content-type": mediaType,
    "content-disposition": disposition(fileName),
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": cacheControl,
    etag: `"${etag}"`,
  });
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers });
  for (const [name, value] of Object.entries(bodyHeaders(content.byteLength))) headers.set(name, value);
  return new Response(request.method === "HEAD" ? null : sendBytes(content), { headers });
}

type StreamedDownload = { fileName: string; mediaType: string; pieces: AsyncGenerator<string | Uint8Array> };

/** The same for what is written while it is read: nobody knows its bytes beforehand. */
export const streamedArchiveResponses = {
  200: {
    description: "The archive, as a download that is written while it is read",
    content: archiveResponses[200].content,
  },
};

/** A download that is written while it is read. Nobody knows its length beforehand. */
export function streamedAttachment({ fileName, mediaType, pieces }: StreamedDownload): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": mediaType,
      "content-disposition": disposition(fileName),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

/** RFC 6266: an ASCII name for old readers, the real one in UTF-8. */
function disposition(fileName: string): string {
  const name = fileName.slice(fileName.lastIndexOf("/") + 1);
  const ascii = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
