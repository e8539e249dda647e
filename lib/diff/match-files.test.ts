import { describe, expect, it } from "vitest";
import { runAtOnce } from "@/lib/kernel/steps";
import { type DiffedFile, joinAlike, matchFiles } from "./match-files";

const file = (path: string, sha256: string, size = 1): DiffedFile => ({ path, sha256, size });
const named = (pairs: ReturnType<typeof matchFiles>["pairs"]) =>
  pairs.map(({ before, after }) => [before?.path ?? null, after?.path ?? null]);

describe("matchFiles", () => {
  it("tells changed, added, removed and moved files, and counts the others", () => {
    const before = [file("a", "1"), file("b", "2"), file("old/c", "3"), file("d", "4")];
    const after = [file("a", "1"), file("b", "9"), file("new/c", "3"), file("e", "5")];
    const { pairs, unchanged } = matchFiles(before, after);
    expect(unchanged).toBe(1);
    expect(named(pairs)).toEqual([
      ["b", "b"],
      ["old/c", "new/c"],
      [null, "e"],
      ["d", null],
    ]);
  });

  it("moves each of several equal files once, the one of the same name first", () => {
    const before = [file("x/a", "1"), file("x/b", "1")];
    const after = [file("y/b", "1"), file("y/c", "1"), file("y/d", "1")];
    expect(named(matchFiles(before, after).pairs)).toEqual([
      ["x/b", "y/b"],
      ["x/a", "y/c"],
      [null, "y/d"],
    ]);
  });

  it("moves thousands of equal files in time that grows with them", () => {
    const folder = (name: string) =>
      Array.from({ length: 20_000 }, (_, at) => file(`${name}/${name}${at}`, "1"));
    const { pairs } = matchFiles(folder("x"), folder("y"));
    expect(pairs.every(({ before, after }) => before?.path.slice(3) === after?.path.slice(3))).toBe(true);
  });

  it("never calls an empty file a moved one", () => {
    expect(named(matchFiles([file("a", "0", 0)], [file("b", "0", 0)]).pairs)).toEqual([
      [null, "b"],
      ["a", null],
    ]);
  });
});

describe("joinAlike", () => {
  const text = (lines: number, from = 0) =>
    Array.from({ length: lines }, (_, at) => `line number ${at + from}`).join("\n");

  it("joins the files that share most of their lines, each once", () => {
    const texts = new Map([
      ["old", text(20)],
      ["near", text(20, 2)],
      ["nearer", text(20, 1)],
      ["far", text(20, 15)],
    ]);
    const before = [file("old", "1")];
    const after = [file("near", "2"), file("nearer", "3"), file("far", "4")];
    const joining = joinAlike(matchFiles(before, after).pairs, ({ path }) => texts.get(path) ?? null);
    const pairs = runAtOnce(joining);
    expect(named(pairs)).toEqual([
      [null, "near"],
      ["old", "nearer"],
      [null, "far"],
    ]);
  });

  it("leaves files apart whose text is not known", () => {
    const { pairs } = matchFiles([file("a", "1")], [file("b", "2")]);
    expect(runAtOnce(joinAlike(pairs, () => null))).toEqual(pairs);
  });
});
