import { WireError } from "./wire-error";

/** A history of 50 MB and what stands around it. Bytes. */
export const longestBody = 64 * 1024 * 1024;

/** A body takes memory and a turn while it comes: between two of its pieces, and in all. */
const longestPauseMs = 30_000;
const longestMs = 5 * 60_000;

const tooLarge = () =>
  new WireError("too-large", `A request has at most ${longestBody / 1024 / 1024} MiB here.`);

/**
 * The body as it came. Throws WireError for one that is too long or comes too slowly, and for one that is packed or not
 * in UTF-8: its model could not be read here, while there are providers that could.
 */
export async function readWireBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity")
    throw new WireError("invalid", `A body packed with ${encoding} is not read here. Send it as it is.`);
  if (Number(request.headers.get("content-length") ?? 0) > longestBody) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const endsAt = performance.now() + longestMs;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const piece = await nextPiece(reader, Math.min(longestPauseMs, endsAt - performance.now()));
      if (!piece) return requireNarrow(Buffer.concat(pieces, length));
      length += piece.byteLength;
      if (length > longestBody) throw tooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  waitMs: number,
): Promise<Uint8Array | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new WireError("late", "The request's body did not come in time. Send it again.")),
    waitMs,
  );
  try {
    return (await Promise.race([reader.read(), late.promise])).value;
  } finally {
    clearTimeout(timer);
  }
}

function requireNarrow(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (isWide(body))
    throw new WireError("invalid", "A body in UTF-16 or UTF-32 is not read here. Send UTF-8.");
  return body;
}

/** JSON begins with a sign of ASCII, so that a zero byte beside it, or a mark before it, tells of wider characters. */
function isWide([first, second]: Uint8Array): boolean {
  return (
    first === 0 || second === 0 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  );
}
