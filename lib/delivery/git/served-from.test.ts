import { expect, it } from "vitest";
import { served, servedFrom } from "./served-from";

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

const versionsOf = (skill: string, count: number) =>
  Array.from({ length: count }, (_, at) => to(skill, `${skill}${at}`));

it("always has the newest, and no more than so many", () => {
  expect(servedFrom([to("a", "a1")], new Set(["a1"]))).toBe(0);
  expect(servedFrom(versionsOf("a", 150), new Set())).toBe(0);
  expect(servedFrom(versionsOf("a", served.commits), new Set())).toBe(0);
  expect(servedFrom(versionsOf("a", served.commits + 7), new Set())).toBe(7);
});

it("has fewer where each names many skills, and a hundred in any case", () => {
  const skills = (count: number) => Array.from({ length: count }, (_, at) => to(`s${at}`, `v${at}`));
  const several = [...skills(190), ...versionsOf("s0", 600)];
  const first = servedFrom(several, new Set());
  expect(several.length - first).toBe(Math.floor(served.names / 200));
  const many = [...skills(3_000), ...versionsOf("s0", 200)];
  expect(many.length - servedFrom(many, new Set())).toBe(served.atLeast);
  const left = [...many, ...Array.from({ length: 3_000 }, (_, at) => to(`s${at}`, null))];
  expect(left.length - servedFrom(left, new Set())).toBeGreaterThan(served.atLeast);
});
