import "server-only";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { bodyHeaders } from "@/lib/platform/body-headers";
import { isUnchanged } from "./is-unchanged";
import { sendBytes } from "./send-bytes";

/** A text that is kept as long as what it tells of, and what names exactly it. */
export type HeldText = { text: string; etag: string };

type Bytes = Uint8Array<ArrayBuffer>;
/** Made once for everybody, as long as the text itself is kept. */
type Forms = { plain: Bytes; packed?: Promise<Bytes> };
const forms = new WeakMap<HeldText, Forms>();

/** Below about one packet, packing saves nobody anything. Bytes. */
const leastPacked = 1_024;
const pack = promisify(gzip);

/**
 * The answer to a request for a held text: 304 where the asker has it, else its bytes, packed for who takes them so. One
 * tag names the text in either form: it is asked for with If-None-Match, which compares what is meant.
 */
export async function answerHeldText(
  request: Request,
  held: HeldText,
  headers: Record<string, string>,
): Promise<Response> {
  const known = { ...headers, vary: "accept-encoding", etag: `"${held.etag}"` };
  if (isUnchanged(request, held.etag)) return new Response(null, { status: 304, headers: known });
  const form = formsOf(held);
  const isPacked = form.plain.byteLength >= leastPacked && takesGzip(request);
  if (isPacked) form.packed ??= pack(form.plain).then((bytes) => new Uint8Array(bytes));
  const bytes = isPacked && form.packed ? await form.packed : form.plain;
  return new Response(request.method === "HEAD" ? null : sendBytes(bytes), {
    headers: { ...known, ...bodyHeaders(bytes.byteLength, isPacked ? "gzip" : undefined) },
  });
}

function formsOf(held: HeldText): Forms {
  const known = forms.get(held) ?? { plain: new TextEncoder().encode(held.text) };
  forms.set(held, known);
  return known;
}

/** Whether `gzip` is among what the asker takes (RFC 9110, 12.5.3). */
const takesGzip = (request: Request): boolean =>
  parseAccept(request.headers.get("accept-encoding") ?? "").some(({ type, q }) => type === "gzip" && q > 0);
