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

  const MiB = 1024 * 1024;
  const roomy = { ...limits, totalBytes: 64 * MiB };

  it.each([
    ["tree", 2],
    ["commit", 1],
    ["tag", 4],
  ] as const)(
    "refuses a %s over 16 MiB, whole and as what a delta makes, before it is unpacked",
    async (type, number) => {
      const tooLong = { type: number, data: Buffer.from("short"), says: 16 * MiB + 1 };
      expect(await readPack(aPack([tooLong]), roomy)).toEqual({ ok: false, error: "too-large" });
      const base = Buffer.alloc(64 * 1024);
      const id = createHash("sha1").update(`${type} ${base.length}\0`).update(base).digest("hex");
      // 256 copies of 64 KiB and one byte: sizes first, and a copy of 64 KiB is one byte.
      const swelling = Buffer.from([0x80, 0x80, 4, 0x81, 0x80, 0x80, 8, ...new Array(256).fill(0x80), 1, 0]);
      const grown = aPack([{ type: number, data: base }, onId(id, swelling)]);
      expect(await readPack(grown, roomy)).toEqual({ ok: false, error: "too-large" });
    },
  );

  it("takes a file of that size, whole and as what a delta makes, and breathes within it", async () => {
    const base = Buffer.alloc(64 * 1024);
    const swelling = Buffer.from([0x80, 0x80, 4, 0x81, 0x80, 0x80, 8, ...new Array(256).fill(0x80), 1, 0]);
    const large = Buffer.alloc(16 * MiB + 1);
    let breaths = 0;
    const stored = aPack([
      { type: 3, data: large },
      { type: 3, data: base },
      onId(objectId("blob", base), swelling),
      blob("after"),
    ]);
    const read = await readPack(stored, roomy, async () => {
      breaths += 1;
    });
    expect(read.ok && read.value.get(objectId("blob", large))?.bytes.length).toBe(large.length);
    expect(read.ok && read.value.size).toBe(3);
    expect(breaths).toBeGreaterThan(16 * 3);
  });

  it("refuses a delta over 16 MiB, and a long stream that is none or ends elsewhere", async () => {
    const delta = { ...onId("0".repeat(40), Buffer.from("short")), says: 16 * MiB + 1 };
    expect(await readPack(aPack([delta]), roomy)).toEqual({ ok: false, error: "too-large" });
    for (const says of [2 * MiB, 4 * MiB])
      expect(await readPack(aPack([{ type: 3, data: Buffer.alloc(3 * MiB), says }]), roomy)).toEqual({
        ok: false,
        error: "damaged",
      });
    const torn = aPack([{ type: 3, data: Buffer.alloc(3 * MiB, "x") }]).fill(0xff, 20, 40);
    const rest = torn.subarray(0, -20);
    const whole = Buffer.concat([rest, createHash("sha1").update(rest).digest()]);
    expect(await readPack(whole, roomy)).toEqual({ ok: false, error: "damaged" });
  });
});
