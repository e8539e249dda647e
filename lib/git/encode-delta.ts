import "server-only";

/** How many bytes one instruction of gitformat-pack copies or inserts. */
const mostCopied = 0xffffff;
const mostInserted = 0x7f;

/**
 * The target as a change of the base (gitformat-pack, "Deltified representation"): what both begin and end with is
 * copied, what lies between is inserted. That is what lists by name and manifests with another version come to; two
 * changes far apart make a long one.
 */
export function encodeDelta(base: Uint8Array, target: Uint8Array): Buffer {
  const most = Math.min(base.length, target.length);
  let before = 0;
  while (before < most && base[before] === target[before]) before += 1;
  let after = 0;
  while (after < most - before && base[base.length - 1 - after] === target[target.length - 1 - after])
    after += 1;
  const between = target.subarray(before, target.length - after);
  return Buffer.concat([
    encodeSize(base.length),
    encodeSize(target.length),
    ...copies(0, before),
    ...inserts(between),
    ...copies(base.length - after, after),
  ]);
}

/** Seven bits in each byte, the lowest first. */
function encodeSize(size: number): Buffer {
  const bytes: number[] = [];
  let rest = size;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}

function* copies(offset: number, size: number): Generator<Buffer> {
  for (let done = 0; done < size; done += mostCopied)
    yield copy(offset + done, Math.min(mostCopied, size - done));
}

/** Seven bits of the first byte say which bytes of offset and size follow; those of zero are left out. */
function copy(offset: number, size: number): Buffer {
  const bytes = [0x80];
  const parts = [offset, offset >>> 8, offset >>> 16, offset >>> 24, size, size >>> 8, size >>> 16];
  for (const [bit, part] of parts.entries()) {
    if ((part & 0xff) === 0) continue;
    bytes[0] = (bytes[0] ?? 0) | (1 << bit);
    bytes.push(part & 0xff);
  }
  return Buffer.from(bytes);
}

function* inserts(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += mostInserted) {
    const piece = bytes.subarray(at, at + mostInserted);
    yield Buffer.of(piece.length);
    yield piece;
  }
}
