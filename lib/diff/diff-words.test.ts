import { describe, expect, it } from "vitest";
import { diffByWord, diffPair } from "./diff-words";

describe("diffByWord", () => {
  it("marks the words that differ and keeps every character of both texts", () => {
    const [before, after] = ["Page the owner within 15 minutes.", "Page the team within 30 minutes."];
    const pieces = diffByWord(before, after);
    const join = (without: string) =>
      pieces
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join("");
    expect(join("added")).toBe(before);
    expect(join("removed")).toBe(after);
    expect(pieces.filter(({ kind }) => kind === "added").map(({ text }) => text)).toEqual(["team", "30"]);
  });

  it("marks a phrase that replaces another as one, with the blanks between its words", () => {
    expect(diffByWord("asks old people here", "asks new friends here")).toEqual([
      { kind: "same", text: "asks " },
      { kind: "removed", text: "old people" },
      { kind: "added", text: "new friends" },
      { kind: "same", text: " here" },
    ]);
  });

  it("says of equal texts that nothing differs", () => {
    expect(diffByWord("a b", "a b")).toEqual([{ kind: "same", text: "a b" }]);
    expect(diffByWord("", "")).toEqual([]);
  });

  it("gives up on texts that share nothing instead of searching for long", () => {
    const words = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`).join(" ");
    expect(diffByWord(words("x"), words("y")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});

describe("diffPair", () => {
  it("gives each line its own pieces, neighbours joined", () => {
    expect(diffPair("Page the owner, now", "Page the whole team, now")).toEqual({
      before: [
        { text: "Page the ", changed: false },
        { text: "owner", changed: true },
        { text: ", now", changed: false },
      ],
      after: [
        { text: "Page the ", changed: false },
        { text: "whole team", changed: true },
        { text: ", now", changed: false },
      ],
    });
  });

  it("has nothing to say of lines that share no word, or are too long to search", () => {
    expect(diffPair("alpha beta", "gamma, delta")).toBeNull();
    expect(diffPair("a ".repeat(2_000), "a b".repeat(2_000))).toBeNull();
  });
});
