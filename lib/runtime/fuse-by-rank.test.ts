import { describe, expect, it } from "vitest";
import type { Candidate } from "./events";
import { fuseByRank } from "./fuse-by-rank";

const fields = { name: 0, description: 1, body: 0, triggers: 0 };
const found = (...all: [string, number][]): Candidate[] =>
  all.map(([skillId, score]) => ({ skillId, name: skillId, score, fields }));
const entries = ["a", "b", "c", "d", "e", "f"].map((skillId) => ({ skillId, name: skillId }));
const order = (candidates: readonly Candidate[]) => candidates.map(({ skillId }) => skillId);

/** All others are nothing like the query. */
const alike = (likeness: Record<string, number>) =>
  new Map(entries.map(({ skillId }) => [skillId, likeness[skillId] ?? 0.1]));

describe("fuseByRank", () => {
  it("leaves what words found as it is where nothing says what texts mean", () => {
    const words = found(["a", 3], ["b", 1]);
    expect(fuseByRank(words, entries, null)).toEqual(words);
    expect(fuseByRank(words, entries, new Map())).toEqual(words);
  });

  it("finds by meaning what shares no word, and says how alike it is", () => {
    const fused = fuseByRank([], entries, alike({ d: 0.8 }));
    expect(fused).toEqual([
      {
        skillId: "d",
        name: "d",
        score: 0,
        fields: { name: 0, description: 0, body: 0, triggers: 0 },
        likeness: 0.8,
      },
    ]);
  });

  it("puts what both find before what either finds alone", () => {
    expect(order(fuseByRank(found(["a", 3], ["b", 2], ["c", 1]), entries, alike({ c: 0.9 })))).toEqual([
      "c",
      "a",
      "b",
    ]);
  });

  it("keeps what words found in its order, and the best of them before what meaning alone finds second", () => {
    const fused = fuseByRank(found(["a", 3], ["b", 2]), entries, alike({ e: 0.9, d: 0.88 }));
    expect(order(fused)).toEqual(["a", "e", "b", "d"]);
  });

  it("lets no score rise further down: who goes by scores goes by this order", () => {
    const fused = fuseByRank(found(["a", 3], ["b", 2], ["c", 1]), entries, alike({ c: 0.9 }));
    expect(fused.map(({ score }) => score)).toEqual([3, 3, 2]);
    expect(fused.map(({ fields: { description } }) => description)).toEqual([1, 1, 1]);
  });

  it("passes over what is alike and is none of those searched", () => {
    const likeness = alike({ d: 0.9 });
    expect(order(fuseByRank(found(["a", 3]), entries.slice(0, 2), likeness))).toEqual(["a"]);
  });
});
