import { describe, expect, it } from "vitest";
import {
  type Choices,
  type ConflictFile,
  fileKey,
  hunkKey,
  leftIn,
  mendedFile,
  partsOf,
  resultOf,
} from "./mend-conflict";

const text = (words: string, executable = false) => ({
  sha256: words,
  size: words.length,
  executable,
  text: words,
});
const binary = (sha256: string) => ({ sha256, size: 9, executable: false, text: null });
const path = "a.md";
const aFile = (file: Partial<ConflictFile>): ConflictFile => ({
  path,
  changed: "both",
  base: null,
  ours: null,
  theirs: null,
  ...file,
});
const mended = (file: Partial<ConflictFile>, choices: Choices = {}) => {
  const parts = partsOf(aFile(file));
  return [leftIn(parts, choices), mendedFile(parts, choices)];
};

describe("a text of both sides", () => {
  const both = { base: text("a\nb\nc\n"), ours: text("A\nb\nmine\n"), theirs: text("a\nb\nyours\n") };

  it("is decided hunk by hunk", () => {
    expect(mended(both)).toEqual([1, null]);
    expect(mended(both, { [hunkKey(path, 1)]: "theirs" })).toEqual([
      0,
      { path, text: "A\nb\nyours\n", executable: false },
    ]);
    const undone = { [hunkKey(path, 0)]: "theirs", [hunkKey(path, 1)]: "both" } as const;
    expect(resultOf(partsOf(aFile(both)), undone)).toBe("a\nb\nmine\nyours\n");
  });

  it("stays where it is the draft's, and is the source's own where it is that", () => {
    expect(mended(both, { [hunkKey(path, 1)]: "ours" })).toEqual([0, null]);
    const all = { [hunkKey(path, 0)]: "theirs", [hunkKey(path, 1)]: "theirs" } as const;
    expect(mended(both, all)).toEqual([0, { path, take: "theirs" }]);
  });

  it("is executable where one of them made it so", () => {
    const theirs = text("a\nb\nyours\n", true);
    const choices = { [hunkKey(path, 1)]: "ours" } as const;
    expect(mended({ ...both, theirs }, choices)).toEqual([
      0,
      { path, text: "A\nb\nmine\n", executable: true },
    ]);
  });

  it("needs nobody where one side alone changed it", () => {
    const theirs = { changed: "theirs", base: text("a\n"), ours: text("a\n"), theirs: text("b\n") } as const;
    expect(mended(theirs)).toEqual([0, { path, take: "theirs" }]);
    expect(mended({ ...theirs, changed: "ours", ours: text("c\n"), theirs: text("a\n") })).toEqual([0, null]);
    expect(mended({ changed: "same", base: text("a"), ours: text("b"), theirs: text("b") })).toEqual([
      0,
      null,
    ]);
  });
});

describe("a file as a whole", () => {
  it("is what is no text, and what one side does not have", () => {
    const both = { base: binary("1"), ours: binary("2"), theirs: binary("3") };
    expect(mended(both)).toEqual([1, null]);
    expect(mended(both, { [fileKey(path)]: "theirs" })).toEqual([0, { path, take: "theirs" }]);
    expect(mended(both, { [fileKey(path)]: "ours" })).toEqual([0, null]);
    expect(mended({ base: text("a"), ours: null, theirs: text("b") })).toEqual([1, null]);
    expect(mended({ changed: "theirs", theirs: binary("4") })).toEqual([0, { path, take: "theirs" }]);
    expect(mended({ changed: "ours", ours: text("new") })).toEqual([0, null]);
  });

  it("stays where only its executable bit differs and nobody says which", () => {
    const ours = text("a");
    expect(mended({ ours, theirs: text("a", true) })).toEqual([0, null]);
  });
});
