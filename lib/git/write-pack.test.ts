import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { type PackObject, writePack } from "./write-pack";

async function* objects(texts: readonly string[]): AsyncGenerator<PackObject> {
  for (const text of texts)
    yield { type: "blob", size: Buffer.byteLength(text), deflated: deflateSync(text) };
}

async function packed(count: number, texts: readonly string[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of writePack(count, objects(texts))) pieces.push(piece);
  return pieces;
}

it("says version and count, each type and length, and a checksum over all", async () => {
  const pack = Buffer.concat(await packed(2, ["short", "x".repeat(300)]));
  expect(pack.subarray(0, 12).toString("hex")).toBe("5041434b0000000200000002");
  expect(pack[12]).toBe((3 << 4) | 5);
  expect(inflateSync(pack.subarray(13)).toString()).toBe("short");
  const second = 13 + deflateSync("short").length;
  expect([pack[second], pack[second + 1]]).toEqual([0x80 | (3 << 4) | (300 & 15), 300 >> 4]);
  const body = pack.subarray(0, -20);
  expect(pack.subarray(-20)).toEqual(createHash("sha1").update(body).digest());
});

it("names the base of a change before its bytes", async () => {
  const base = "ab".repeat(20);
  async function* changes(): AsyncGenerator<PackObject> {
    yield { type: "tree", size: 9, deflated: deflateSync("a change."), base };
  }
  const pieces: Buffer[] = [];
  for await (const piece of writePack(1, changes())) pieces.push(piece);
  const pack = Buffer.concat(pieces);
  expect(pack[12]).toBe((7 << 4) | 9);
  expect(pack.subarray(13, 33).toString("hex")).toBe(base);
  expect(inflateSync(pack.subarray(33)).toString()).toBe("a change.");
});

it("comes in pieces, none of which waits for the end", async () => {
  const texts = Array.from({ length: 40 }, (_, at) =>
    Array.from({ length: 2_000 }, (_, n) => (n * 7_919 * (at + 1)) % 99_991).join(),
  );
  expect((await packed(40, texts)).length).toBeGreaterThan(3);
});

it("has no checksum when there were not as many as it said", async () => {
  await expect(packed(3, ["one"])).rejects.toThrow("A pack of 3 objects got 1.");
});
