import { describe, expect, it } from "vitest";
import { encodeDelta } from "./encode-delta";

/** Carries a delta out as gitformat-pack tells it. */
function carryOut(base: Uint8Array, delta: Uint8Array): Buffer {
  let at = 0;
  const byte = () => delta[at++] ?? Number.NaN;
  const size = () => {
    let [value, shift] = [0, 1];
    for (;;) {
      const next = byte();
      value += (next & 0x7f) * shift;
      shift *= 128;
      if (next < 0x80) return value;
    }
  };
  expect(size()).toBe(base.length);
  const targetSize = size();
  const pieces: Uint8Array[] = [];
  while (at < delta.length) {
    const first = byte();
    if (first < 0x80) {
      pieces.push(delta.subarray(at, at + first));
      at += first;
      continue;
    }
    const [offset, length] = [
      [0, 8, 16, 24],
      [0, 8, 16],
    ].map((shifts, part) =>
      shifts.reduce(
        (sum, shift, bit) => sum + (first & (1 << (part * 4 + bit)) ? byte() * 2 ** shift : 0),
        0,
      ),
    );
    pieces.push(base.subarray(offset, (offset ?? 0) + (length || 0x10000)));
  }
  const target = Buffer.concat(pieces);
  expect(target.length).toBe(targetSize);
  return target;
}

const lines = (count: number, changed = -1) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `line ${at === changed ? "new" : at}\n`).join(""));

describe.each([
  ["nothing and nothing", "", ""],
  ["nothing, then something", "", "abc"],
  ["something, then nothing", "abc", ""],
  ["the same", "abc", "abc"],
  ["another middle", "abcXdef", "abcYZdef"],
  ["a longer one of the same letters", "aaa", "aaaaa"],
  ["a shorter one of the same letters", "aaaaa", "aaa"],
  ["nothing in common", "abc", "xyz"],
])("%s", (_, base, target) => {
  it("comes out as the target", () => {
    const from = Buffer.from(base);
    expect(carryOut(from, encodeDelta(from, Buffer.from(target))).toString()).toBe(target);
  });
});

it("is a few bytes for one change, wherever it stands", () => {
  for (const changed of [0, 1, 700, 998, 999]) {
    const [base, target] = [lines(1_000), lines(1_000, changed)];
    const delta = encodeDelta(base, target);
    expect(delta.length).toBeLessThan(30);
    expect(carryOut(base, delta)).toEqual(target);
  }
});

it("copies and inserts more than one instruction holds", () => {
  const base = Buffer.alloc(34 * 1024 * 1024, "abcdefghi");
  const inserted = Buffer.alloc(1_000, "0123");
  for (const before of [1, 0xff, 0x100, 0xffff, 0x10000, 0x10001, 0xffffff, 0x1000000]) {
    const target = Buffer.concat([base.subarray(0, before), inserted, base.subarray(before)]);
    expect(carryOut(base, encodeDelta(base, target)).equals(target)).toBe(true);
  }
});

it("carries out every change of short texts of two letters", () => {
  const texts = Array.from({ length: 7 }, (_, length) =>
    Array.from({ length: 2 ** length }, (_, at) => at.toString(2).padStart(length, "0").slice(0, length)),
  ).flat();
  for (const base of texts)
    for (const target of texts) {
      const from = Buffer.from(base);
      expect(carryOut(from, encodeDelta(from, Buffer.from(target))).toString()).toBe(target);
    }
});
