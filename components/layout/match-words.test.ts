import { describe, expect, it } from "vitest";
import { matchesWords, splitAtWords } from "./match-words";

describe("matchesWords", () => {
  it("wants every word, in any order and case", () => {
    expect(matchesWords("draft REHEARSE", "Rehearse the draft")).toBe(true);
    expect(matchesWords("rehearse version", "Rehearse the draft")).toBe(false);
    expect(matchesWords("  ", "anything")).toBe(true);
  });
});

describe("splitAtWords", () => {
  it("marks the hits and keeps the text whole", () => {
    const parts = splitAtWords("inc", "incident, since");
    expect(parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("")).toBe("[inc]ident, s[inc]e");
  });

  it("takes signs of patterns literally", () => {
    expect(
      splitAtWords("a.c (", "abc a.c (")
        .filter(({ hit }) => hit)
        .map(({ text }) => text),
    ).toEqual(["a.c", "("]);
  });
});
