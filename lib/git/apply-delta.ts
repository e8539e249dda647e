import "server-only";

/** A delta that is not well-formed, or makes more than it says. */
export class BadDelta extends Error {
  override readonly name = "BadDelta";
}

/** How long the object is that a delta makes. Throws BadDelta. */
export function deltaResultSize(delta: Uint8Array): number {
  const base = readSize(delta, 0);
  return readSize(delta, base.end).size;
}

/** The object that a delta makes of its base (gitformat-pack, "Deltified representation"). Throws BadDelta; reads and writes nothing outside. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Buffer {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.end);
  if (from.size !== base.length) throw new BadDelta("The delta is of another object.");
  const result = Buffer.alloc(to.size);
  let written = 0;
  const put = (piece: Uint8Array) => {
    if (written + piece.length > result.length) throw new BadDelta("The delta makes more than it says.");
    result.set(piece, written);
    written += piece.length;
  };
  for (let at = to.end; at < delta.length; ) {
    const command = delta[at] ?? 0;
    at += 1;
    if (command === 0) throw new BadDelta("The delta has a command that nothing means.");
    if (command < 0x80) {
      if (at + command > delta.length) throw new BadDelta("The delta ends early.");
      put(delta.subarray(at, at + command));
      at += command;
      continue;
    }
    const copy = readCopy(delta, at, command);
    at = copy.end;
    if (copy.offset + copy.size > base.length)
      throw new BadDelta("The delta copies from outside of its base.");
    put(base.subarray(copy.offset, copy.offset + copy.size));
  }
  if (written !== result.length) throw new BadDelta("The delta makes less than it says.");
  return result;
}

/** Seven bits in each byte, the lowest first. */
function readSize(delta: Uint8Array, start: number): { size: number; end: number } {
  let size = 0;
  for (let at = start, factor = 1; at < delta.length && factor < 2 ** 42; at += 1, factor *= 128) {
    const byte = delta[at] ?? 0;
    size += (byte & 0x7f) * factor;
    if (byte < 0x80) return { size, end: at + 1 };
  }
  throw new BadDelta("The delta has no size.");
}

/** The bits of the command say which bytes of offset and size follow; a size of 0 is 64 KiB. */
function readCopy(delta: Uint8Array, start: number, command: number) {
  let at = start;
  const next = (bit: number, factor: number): number => {
    if ((command & bit) === 0) return 0;
    const byte = delta[at];
    if (byte === undefined) throw new BadDelta("The delta ends early.");
    at += 1;
    return byte * factor;
  };
  const offset = next(1, 1) + next(2, 2 ** 8) + next(4, 2 ** 16) + next(8, 2 ** 24);
  const size = next(16, 1) + next(32, 2 ** 8) + next(64, 2 ** 16);
  return { offset, size: size === 0 ? 0x10000 : size, end: at };
}
