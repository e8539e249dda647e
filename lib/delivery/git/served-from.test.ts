import { expect, it } from "vitest";
import { mostServed, servedFrom } from "./served-from";

const to = (skillId: string, versionId: string | null) => ({
  change: {
    title: "Desk",
    skillId,
    skill:
      versionId === null
        ? null
        : { skillId, name: skillId, versionId, number: 1, key: "k", tree: "t", why: null },
  },
});

it("gives all of a short history from which nothing was taken back", () => {
  expect(servedFrom([], new Set())).toBe(0);
  expect(servedFrom([to("a", "a1"), to("b", "b1")], new Set())).toBe(0);
});

it("begins after the last commit that holds what was taken back", () => {
  const rows = [to("a", "a1"), to("b", "b1"), to("a", "a2"), to("c", "c1"), to("c", "c2")];
  expect(servedFrom(rows, new Set(["a1"]))).toBe(2);
  expect(servedFrom(rows, new Set(["c1"]))).toBe(4);
  expect(servedFrom(rows, new Set(["c1", "a1"]))).toBe(4);
  expect(servedFrom([...rows, to("c", null)], new Set(["c2"]))).toBe(5);
});

it("always has the newest, and no more than so many", () => {
  expect(servedFrom([to("a", "a1")], new Set(["a1"]))).toBe(0);
  const many = Array.from({ length: mostServed + 7 }, (_, at) => to("a", `a${at}`));
  expect(servedFrom(many, new Set())).toBe(7);
});
