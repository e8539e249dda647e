import "server-only";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isUnchanged } from "./is-unchanged";
import { sendBytes } from "./send-bytes";

/** A text that is kept as long as what it tells of, and what names exactly it. */
export type HeldText = { text: string; etag: string };

type Forms = { bytes: Uint8Array<ArrayBuffer>; gzipped: Promise<Uint8Array> | null };

const compress = promisify(gzip);
/** Bytes below which a smaller answer is no faster. */
const leastCompressed = 1_000;

/** As long as the text itself is kept. */
const forms = new WeakMap<HeldText, Forms>();

/**
 * The answer to a request for a held text: 304 where the asker has it, else its bytes, in gzip where the asker takes
 * that and has asked before, so that they are encoded once for everybody. Another encoding is another representation:
 * its ETag is a weak one (RFC 9110, 8.8.3.3).
 */
export async function answerHeldText(
  request: Request,
  held: HeldText,
  headers: Record<string, string>,
): Promise<Response> {
  const known = { ...headers, etag: `"${held.etag}"`, vary: "accept-encoding" };
  if (isUnchanged(request, held.etag)) return new Response(null, { status: 304, headers: known });
  const form = forms.get(held);
  const bytes = form?.bytes ?? new TextEncoder().encode(held.text);
  if (!form) forms.set(held, { bytes, gzipped: null });
  if (!form || bytes.byteLength < leastCompressed || !takesGzip(request))
    return answer(request, bytes, known);
  form.gzipped ??= compress(bytes);
  const encoded = { ...known, etag: `W/"${held.etag}"`, "content-encoding": "gzip" };
  return answer(request, await form.gzipped, encoded);
}

/** RFC 9110, 12.5.3: a weight of 0 refuses it. */
function takesGzip(request: Request): boolean {
  const codings = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  return codings.some((one) => {
    const [coding, weight] = one.split(";").map((part) => part.trim());
    return coding === "gzip" && (weight === undefined || Number(weight.replace(/^q=/, "")) > 0);
  });
}

const answer = (request: Request, bytes: Uint8Array, headers: Record<string, string>): Response =>
  new Response(request.method === "HEAD" ? null : sendBytes(bytes), {
    headers: { ...headers, "content-length": String(bytes.byteLength) },
  });
