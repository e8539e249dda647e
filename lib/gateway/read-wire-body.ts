import { WireError } from "./wire-error";

/** A history of 50 MB and what stands around it. Bytes. */
export const longestBody = 64 * 1024 * 1024;

const tooLarge = () =>
  new WireError("too-large", `A request has at most ${longestBody / 1024 / 1024} MiB here.`);

/** The body as it came. Throws WireError for one that is too long or that is packed: its model could not be read. */
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
  return Buffer.concat(pieces, length);
}
