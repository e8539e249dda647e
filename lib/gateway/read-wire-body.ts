import { WireError } from "./wire-error";

/** A history of 50 MB and what stands around it. Bytes. */
export const longestBody = 64 * 1024 * 1024;

const tooLarge = () =>
  new WireError("too-large", `A request has at most ${longestBody / 1024 / 1024} MiB here.`);

/**
 * The body as it came. Throws WireError for one that is too long, and for one that is packed or not in UTF-8: its model
 * could not be read here, while there are providers that could.
 */
export async function readWireBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity")
    throw new WireError("invalid", `A body packed with ${encoding} is not read here. Send it as it is.`);
  if (Number(request.headers.get("content-length") ?? 0) > longestBody) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body) {
    length += piece.byteLength;
    if (length > longestBody) throw tooLarge();
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces, length);
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
