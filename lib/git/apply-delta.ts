import "server-only";

/** A delta that is not well-formed, or makes more than it says. */
export class BadDelta extends Error {
  override readonly name = "BadDelta";
}

/** A command of one byte costs about as much as one of thousands: git makes few that are short. */
const [freeCommands, leastBytesEach] = [100_000, 16];
/** Bytes and commands between two breaths. */
const [bytesAtOnce, commandsAtOnce] = [1024 * 1024, 4_096];

/** How long the object is that a delta makes. Throws BadDelta. */
export function deltaResultSize(delta: Uint8Array): number {
  const base = readSize(delta, 0);
  return readSize(delta, base.end).size;
}

/**
 * The object that a delta makes of its base (gitformat-pack, "Deltified representation"). Throws BadDelta, also for one
 * of more commands than it can be worth; reads and writes nothing outside. `breathe` is called now and then.
 */
export async function applyDelta(
  base: Buffer,
  delta: Buffer,
  breathe: () => Promise<void> = async () => {},
): Promise<Buffer> {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.end);
  if (from.size !== base.length) throw new BadDelta("The delta is of another object.");
  const result = Buffer.alloc(to.size);
  const mostCommands = freeCommands + result.length / leastBytesEach;
  let [written, count, breathedAt] = [0, 0, 0];
  for (let at = to.end; at < delta.length; ) {
    count += 1;
    if (count > mostCommands) throw new BadDelta("The delta has more commands than it can be worth.");
    const { source, start, size, end } = readCommand(base, delta, at);
    if (written + size > result.length) throw new BadDelta("The delta makes more than it says.");
    source.copy(result, written, start, start + size);
    written += size;
    at = end;
    if (count % commandsAtOnce !== 0 && written - breathedAt < bytesAtOnce) continue;
    breathedAt = written;
    await breathe();
  }
  if (written !== result.length) throw new BadDelta("The delta makes less than it says.");
  return result;
}

/** What is copied from where, and where the next command begins. */
function readCommand(base: Buffer, delta: Buffer, at: number) {
  const command = delta[at] ?? 0;
  const next = at + 1;
  if (command === 0) throw new BadDelta("The delta has a command that nothing means.");
  if (command < 0x80) {
    if (next + command > delta.length) throw new BadDelta("The delta ends early.");
    return { source: delta, start: next, size: command, end: next + command };
  }
  const { offset, size, end } = readCopy(delta, next, command);
  if (offset + size > base.length) throw new BadDelta("The delta copies from outside of its base.");
  return { source: base, start: offset, size, end };
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
