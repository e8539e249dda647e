import "server-only";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { inflateSync, inflate as inflateWithCallback } from "node:zlib";
import { err, ok, type Result } from "@/lib/kernel/result";
import { applyDelta, BadDelta, deltaResultSize } from "./apply-delta";
import { objectHead } from "./objects";

export type PackLimits = {
  objects: number;
  /** Of all objects unpacked, those made by deltas too. */
  totalBytes: number;
  /** How many deltas stand on each other. */
  deltaDepth: number;
};

export const packProblems = ["damaged", "too-large", "too-many-objects"] as const;
export type PackProblem = (typeof packProblems)[number];

type StoredType = "commit" | "tree" | "blob" | "tag";
export type StoredObject = { type: StoredType; bytes: Buffer };

type Entry = { at: number; end: number } & (
  | ({ kind: "whole" } & StoredObject)
  | { kind: "delta"; delta: Buffer; base: number | string }
);

/** The numbers of gitformat-pack. */
const wholeTypes: Readonly<Record<number, StoredType>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const [offsetDelta, refDelta] = [6, 7];
const [headerBytes, checksumBytes, idBytes] = [12, 20, 20];

/** Of a tree, a commit, a tag and a delta: what one of them says can cost many times its bytes. */
const mostStructureBytes = 16 * 1024 * 1024;
/** Of what is hashed or unpacked before somebody else's turn. */
const bytesAtOnce = 1024 * 1024;

class TooMuch extends Error {}

/**
 * Every object of a pack of version 2 by its id, which is worked out from the bytes: what a pack says of itself is not
 * believed. The pack may be anything; it has to stand on its own. `breathe` is called between two objects, and within a
 * long one.
 */
export async function readPack(
  pack: Uint8Array,
  limits: PackLimits,
  breathe: Breathing = async () => {},
): Promise<Result<Map<string, StoredObject>, PackProblem>> {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength);
  const end = bytes.length - checksumBytes;
  if (end < headerBytes || bytes.toString("latin1", 0, 4) !== "PACK" || bytes.readUInt32BE(4) !== 2)
    return err("damaged");
  if ((await sha1(bytes.subarray(0, end), breathe)) !== bytes.toString("hex", end)) return err("damaged");
  const count = bytes.readUInt32BE(8);
  if (count > limits.objects) return err("too-many-objects");
  try {
    const room = { left: limits.totalBytes };
    const entries: Entry[] = [];
    for (let at = headerBytes; entries.length < count; ) {
      const entry = await readEntry(bytes.subarray(0, end), at, room);
      entries.push(entry);
      at = entry.end;
      await breathe();
    }
    if ((entries.at(-1)?.end ?? headerBytes) !== end) return err("damaged");
    return await resolveAll(entries, { depth: limits.deltaDepth, room, breathe });
  } catch (error) {
    if (error instanceof TooMuch) return err("too-large");
    if (error instanceof BadDelta || error instanceof RangeError || isZlibError(error)) return err("damaged");
    throw error;
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code));

type Breathing = () => Promise<void>;
type Room = { left: number };

function take(room: Room, size: number): void {
  room.left -= size;
  if (room.left < 0) throw new TooMuch();
}

function requireModest(type: StoredType | "delta", size: number): void {
  if (type !== "blob" && size > mostStructureBytes) throw new TooMuch();
}

async function readEntry(bytes: Buffer, at: number, room: Room): Promise<Entry> {
  let next = at;
  const byte = () => bytes.readUInt8(next++);
  const first = byte();
  const type = (first >> 4) & 7;
  let size = first & 15;
  for (let more = first >= 0x80, factor = 16; more; factor *= 128) {
    if (factor > 2 ** 40) throw new RangeError("A size has no end.");
    const part = byte();
    size += (part & 0x7f) * factor;
    more = part >= 0x80;
  }
  let base: number | string | null = null;
  if (type === offsetDelta) {
    let back = 0;
    for (let more = true, steps = 0; more; steps++) {
      if (steps > 6) throw new RangeError("An offset has no end.");
      const part = byte();
      back = (steps === 0 ? 0 : back + 1) * 128 + (part & 0x7f);
      more = part >= 0x80;
    }
    base = at - back;
  } else if (type === refDelta) {
    base = bytes.toString("hex", next, next + idBytes);
    next += idBytes;
  }
  const whole = wholeTypes[type];
  requireModest(whole ?? "delta", size);
  take(room, size);
  const { data, used } = await inflate(bytes.subarray(next), size);
  const place = { at, end: next + used };
  if (base !== null) return { ...place, kind: "delta", delta: data, base };
  if (!whole) throw new RangeError(`No object has the type ${type}.`);
  return { ...place, kind: "whole", type: whole, bytes: data };
}

/** Exactly `size` bytes of the zlib stream that begins here, and how long that stream is. A long one is unpacked in another thread. */
async function inflate(packed: Buffer, size: number): Promise<{ data: Buffer; used: number }> {
  const chunkSize = Math.min(Math.max(size + 1, 64), 256 * 1024);
  const options = { info: true, chunkSize, maxOutputLength: size + 1 };
  // `info` also answers the engine, which knows how much it has read; its types do not say so.
  const answer: unknown =
    size < bytesAtOnce ? inflateSync(packed, options) : await inflateAside(packed, options);
  if (!isInflated(answer) || answer.buffer.length !== size) throw new RangeError("A size does not hold.");
  return { data: answer.buffer, used: answer.engine.bytesWritten };
}

const inflateAside = promisify(inflateWithCallback);

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

function isInflated(answer: unknown): answer is Inflated {
  if (typeof answer !== "object" || answer === null || !("buffer" in answer) || !("engine" in answer))
    return false;
  const { buffer, engine } = answer;
  const told = typeof engine === "object" && engine !== null && "bytesWritten" in engine;
  return Buffer.isBuffer(buffer) && told && typeof engine.bytesWritten === "number";
}

type Resolving = { depth: number; room: Room; breathe: Breathing };

/** Deltas wait for their base, which may stand behind them when it is named by its id. */
async function resolveAll(
  entries: readonly Entry[],
  { depth, room, breathe }: Resolving,
): Promise<Result<Map<string, StoredObject>, PackProblem>> {
  const objects = new Map<string, StoredObject>();
  const waiting = Map.groupBy(
    entries.flatMap((entry) => (entry.kind === "delta" ? [entry] : [])),
    ({ base }) => base,
  );
  const ready: { at: number; object: StoredObject; deltas: number }[] = entries.flatMap((entry) =>
    entry.kind === "whole"
      ? [{ at: entry.at, object: { type: entry.type, bytes: entry.bytes }, deltas: 0 }]
      : [],
  );
  let done = 0;
  for (let next = ready.pop(); next; next = ready.pop()) {
    const { at, object, deltas } = next;
    const id = await sha1(object.bytes, breathe, objectHead(object.type, object.bytes.length));
    objects.set(id, object);
    done += 1;
    const onIt = [...(waiting.get(at) ?? []), ...(waiting.get(id) ?? [])];
    waiting.delete(id);
    if (onIt.length > 0 && deltas >= depth) return err("damaged");
    for (const { at: place, delta } of onIt) {
      const size = deltaResultSize(delta);
      requireModest(object.type, size);
      take(room, size);
      const made = { type: object.type, bytes: await applyDelta(object.bytes, delta, breathe) };
      ready.push({ at: place, object: made, deltas: deltas + 1 });
      await breathe();
    }
  }
  return done === entries.length ? ok(objects) : err("damaged");
}

async function sha1(bytes: Buffer, breathe: Breathing, head = ""): Promise<string> {
  const hash = createHash("sha1").update(head);
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    hash.update(bytes.subarray(at, at + bytesAtOnce));
    await breathe();
  }
  return hash.digest("hex");
}
