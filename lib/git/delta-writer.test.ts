import { deflateSync, inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { DeltaWriter } from "./delta-writer";
import type { PackedObject } from "./repository";

const textOf = (version: number): string =>
  `${JSON.stringify({ name: "desk", description: "The skills of the desk. ".repeat(8), version: `1.${version}.0`, owner: "Meridian" })}\n`;
const whole = (id: string, text: string): PackedObject => ({
  id,
  size: Buffer.byteLength(text),
  deflated: deflateSync(text),
});
/** Names "v2" as a change of "v1", and so on. */
const inARow = (count: number) =>
  new Map(Array.from({ length: count - 1 }, (_, at) => [`v${at + 2}`, `v${at + 1}`]));

async function writtenBlobs(bases: ReadonlyMap<string, string>, blobs: readonly PackedObject[]) {
  const writer = new DeltaWriter(bases, new Map());
  const written: PackedObject[] = [];
  for (const blob of blobs) written.push(await writer.blob(blob));
  return written;
}

it("writes a file with another version as a change of the one before", async () => {
  const [first, second] = await writtenBlobs(inARow(2), [whole("v1", textOf(1)), whole("v2", textOf(2))]);
  expect(first?.base).toBeUndefined();
  expect(second).toMatchObject({ id: "v2", base: "v1" });
  expect(second?.size).toBe(inflateSync(second?.deflated ?? "").length);
  expect(second?.deflated.length).toBeLessThan((first?.deflated.length ?? 0) / 3);
});

it("writes a file whole whose base comes after it, has little in common with it, or is too long to look into", async () => {
  const late = await writtenBlobs(inARow(2), [whole("v2", textOf(2)), whole("v1", textOf(1))]);
  const other = await writtenBlobs(inARow(2), [whole("v1", "abc"), whole("v2", "something else altogether")]);
  const long = await writtenBlobs(inARow(2), [
    whole("v1", textOf(1).repeat(200)),
    whole("v2", textOf(2) + textOf(1).repeat(199)),
  ]);
  for (const objects of [late, other, long])
    expect(objects.map(({ base }) => base)).toEqual([undefined, undefined]);
});

it("begins anew after fifty changes in a row", async () => {
  const blobs = Array.from({ length: 60 }, (_, at) => whole(`v${at + 1}`, textOf(at + 1)));
  const written = await writtenBlobs(inARow(60), blobs);
  expect(written.flatMap(({ base }, at) => (base === undefined ? at : []))).toEqual([0, 51]);
});

it("keeps what it wrote of trees with what they are changes of", async () => {
  const kept = new Map<string, PackedObject>();
  const text = (id: string) => Buffer.from(textOf(Number(id.slice(1))));
  const one = new DeltaWriter(inARow(2), kept);
  const first = [await one.tree("v1", text), await one.tree("v2", text)];
  expect(first[1]).toMatchObject({ base: "v1" });
  const again = new DeltaWriter(inARow(2), kept);
  expect([await again.tree("v1", text), await again.tree("v2", text)]).toEqual(first);
  const alone = await new DeltaWriter(new Map(), kept).tree("v2", text);
  expect(alone.base).toBeUndefined();
  expect(inflateSync(alone.deflated)).toEqual(text("v2"));
});
