import "server-only";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { ObjectType } from "./objects";

/** The numbers of gitformat-pack. */
const typeNumbers = { commit: 1, tree: 2, blob: 3 } as const satisfies Record<ObjectType, number>;
/** A change of an object that is named by its id (REF_DELTA). */
const deltaNumber = 7;

/**
 * `size` counts bytes unpacked; `deflated` is a whole zlib stream. With a `base`, both are of a delta: the object is made
 * of the one with this id, which stands in the same pack.
 */
export type PackObject = { type: ObjectType; size: number; deflated: Uint8Array; base?: string };

/** The content of an object as packs have it: a whole zlib stream. */
export const deflateObject = promisify(deflate);

/** Small pieces are gathered until they are worth a packet. */
const gatheredBytes = 32 * 1024;

/**
 * A pack of version 2, as it is made: nothing is held but the piece in hand. Throws at the end when
 * there were not `count` objects: the reader has then got no checksum, and keeps nothing.
 */
export async function* writePack(count: number, objects: AsyncIterable<PackObject>): AsyncGenerator<Buffer> {
  const hash = createHash("sha1");
  let pieces: Uint8Array[] = [];
  let held = 0;
  const gather = (piece: Uint8Array) => {
    hash.update(piece);
    pieces.push(piece);
    held += piece.length;
  };
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  gather(header);
  let written = 0;
  for await (const { type, size, deflated, base } of objects) {
    written += 1;
    gather(entryHeader(base === undefined ? typeNumbers[type] : deltaNumber, size));
    if (base !== undefined) gather(Buffer.from(base, "hex"));
    gather(deflated);
    if (held < gatheredBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    held = 0;
  }
  if (written !== count) throw new Error(`A pack of ${count} objects got ${written}.`);
  pieces.push(hash.digest());
  yield Buffer.concat(pieces);
}

/** Type and length: four bits of the length in the first byte, seven in each of the next. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let first = (type << 4) | (size & 15);
  let rest = Math.floor(size / 16);
  while (rest > 0) {
    bytes.push(first | 0x80);
    first = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  bytes.push(first);
  return Buffer.from(bytes);
}
