import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodeTree, objectId } from "./objects";
import { readPack } from "./read-pack";
import { writePack } from "./write-pack";

const limits = { objects: 100, totalBytes: 10_000, deltaDepth: 3 };

/** An entry as it stands: its type, the size that it says, and what stands before its stream. */
type Entry = { type: number; data: Buffer; says?: number; before?: Buffer };

function head(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = size >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

function aPack(entries: readonly Entry[], { count = entries.length, more = Buffer.alloc(0) } = {}): Buffer {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const pieces = entries.flatMap(({ type, data, says = data.length, before = Buffer.alloc(0) }) => [
    head(type, says),
    before,
    deflateSync(data),
  ]);
  const body = Buffer.concat([header, ...pieces, more]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

const blob = (text: string): Entry => ({ type: 3, data: Buffer.from(text) });
const onId = (id: string, data: Buffer): Entry => ({ type: 7, data, before: Buffer.from(id, "hex") });

describe("readPack", () => {
  it("reads what our own packs hold, under the ids that their bytes have", async () => {
    const tree = encodeTree([{ mode: "100644", name: "a", id: objectId("blob", Buffer.from("A")) }]);
    const objects = [
      { type: "tree" as const, size: tree.length, deflated: deflateSync(tree) },
      { type: "blob" as const, size: 1, deflated: deflateSync("A") },
    ];
    const pieces: Buffer[] = [];
    const each = (async function* () {
      yield* objects;
    })();
    for await (const piece of writePack(2, each)) pieces.push(piece);
    const read = await readPack(Buffer.concat(pieces), limits);
    expect(read.ok && [...read.value.keys()].sort()).toEqual(
      [objectId("tree", tree), objectId("blob", Buffer.from("A"))].sort(),
    );
  });

  it("makes objects of deltas, also of one that stands before its base, and of an offset", async () => {
    const base = objectId("blob", Buffer.from("0123456789"));
    const first = onId(base, Buffer.from([10, 2, 0x91, 8, 2]));
    const stored = aPack([first, blob("0123456789")]);
    const read = await readPack(stored, limits);
    expect(read.ok && read.value.get(objectId("blob", Buffer.from("89")))?.bytes.toString()).toBe("89");
    const whole = blob("0123456789");
    const back = 1 + deflateSync(whole.data).length;
    const near = aPack([
      whole,
      { type: 6, data: Buffer.from([10, 1, 1, 0x78]), before: Buffer.from([back]) },
    ]);
    const made = await readPack(near, limits);
    expect(made.ok && made.value.has(objectId("blob", Buffer.from("x")))).toBe(true);
  });

  it.each([
    ["no pack", Buffer.from("NOPE")],
    ["one cut short", aPack([blob("a")]).subarray(0, 30)],
    ["one with a changed byte", Buffer.from(aPack([blob("abc")])).fill(1, 14, 15)],
    ["fewer objects than it says", aPack([blob("a")], { count: 2 })],
    ["bytes after the last object", aPack([blob("a")], { more: Buffer.from("more") })],
    ["a size that is too small", aPack([{ ...blob("abc"), says: 2 }])],
    ["a size that is too large", aPack([{ ...blob("abc"), says: 4 }])],
    ["a type that there is not", aPack([{ type: 5, data: Buffer.from("a") }])],
    ["a delta of what is not there", aPack([onId("0".repeat(40), Buffer.from([1, 1, 1, 0x61]))])],
    ["a delta of itself", aPack([{ type: 6, data: Buffer.from([1, 1, 1, 0x61]), before: Buffer.from([0]) }])],
  ])("refuses %s as damaged", async (_, pack) => {
    expect(await readPack(pack, limits)).toEqual({ ok: false, error: "damaged" });
  });

  it("never holds more than its limit, whatever streams and deltas unpack to", async () => {
    const bomb = { type: 3, data: Buffer.alloc(10_001) };
    expect(await readPack(aPack([bomb]), limits)).toEqual({ ok: false, error: "too-large" });
    const liar = { ...bomb, says: 10 };
    expect(await readPack(aPack([liar]), limits)).toEqual({ ok: false, error: "damaged" });
    const base = objectId("blob", Buffer.alloc(5_000));
    // 5,000 twice over, three times.
    const copy = Buffer.from([0x88, 39, 0x88, 39, 0xb0, 0x88, 19]);
    const deltas = [1, 2, 3].map((tail) => onId(base, Buffer.concat([copy, Buffer.from([1, tail])])));
    const swollen = await readPack(aPack([{ type: 3, data: Buffer.alloc(5_000) }, ...deltas]), limits);
    expect(swollen).toEqual({ ok: false, error: "too-large" });
  });

  it("refuses more objects than its limit, and deltas on deltas on deltas", async () => {
    const many = Array.from({ length: 101 }, (_, at) => blob(`${at}`));
    expect(await readPack(aPack(many), limits)).toEqual({ ok: false, error: "too-many-objects" });
    const chain: Entry[] = [blob("0")];
    for (let at = 1; at <= 4; at++)
      chain.push(onId(objectId("blob", Buffer.from(`${at - 1}`)), Buffer.from([1, 1, 1, 0x30 + at])));
    expect((await readPack(aPack(chain.slice(0, 4)), limits)).ok).toBe(true);
    expect(await readPack(aPack(chain), limits)).toEqual({ ok: false, error: "damaged" });
  });
});
