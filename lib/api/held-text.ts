import "server-only";
import { isUnchanged } from "./is-unchanged";
import { sendBytes } from "./send-bytes";

/** A text that is kept as long as what it tells of, and what names exactly it. */
export type HeldText = { text: string; etag: string };

/** As long as the text itself is kept. */
const forms = new WeakMap<HeldText, Uint8Array<ArrayBuffer>>();

/**
 * The answer to a request for a held text: 304 where the asker has it, else its bytes, which are made once for everybody.
 * Never packed: Next.js takes `content-encoding` off what a route answers and packs it once more.
 */
export function answerHeldText(request: Request, held: HeldText, headers: Record<string, string>): Response {
  const known = { ...headers, etag: `"${held.etag}"` };
  if (isUnchanged(request, held.etag)) return new Response(null, { status: 304, headers: known });
  const bytes = forms.get(held) ?? new TextEncoder().encode(held.text);
  forms.set(held, bytes);
  return new Response(request.method === "HEAD" ? null : sendBytes(bytes), {
    headers: { ...known, "content-length": String(bytes.byteLength) },
  });
}
