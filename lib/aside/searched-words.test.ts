import { describe, expect, it } from "vitest";
import { askedWords, searchedWords } from "./searched-words";

const words = (body: string, description = "") => searchedWords({ description, body });

describe("the words a draft is found by", () => {
  it("are those of description and body, each once, in lower case", () => {
    expect(words("Rolls BACK the release.", "Rolls back.")).toEqual(["rolls", "back", "the", "release"]);
  });

  it("end at hyphens, dots and underscores, so that each part of a file's name is one", () => {
    expect(words("on-call/release_notes.md v1.2")).toEqual([
      "on",
      "call",
      "release",
      "notes",
      "md",
      "v1",
      "2",
    ]);
  });

  it("keep letters, marks and digits of every script", () => {
    expect(words("Über cafe\u0301 日本語 नमस्ते")).toEqual(["über", "cafe\u0301", "日本語", "नमस्ते"]);
  });

  it("are the first characters of a word without an end, never half of one", () => {
    expect(words("a".repeat(2_000_000))).toEqual(["a".repeat(64)]);
    expect(words(`a${"\u{1d400}".repeat(40)}`)).toEqual([`a${"\u{1d400}".repeat(31)}\ufffd`]);
  });

  it("are few enough for the database, however many a text has", () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `w${at}`).join(" ");
    expect(words(many)).toHaveLength(10_000);
    const long = Array.from({ length: 30_000 }, (_, at) => String(at).padStart(64, "語")).join(" ");
    expect(Buffer.byteLength(words(long).join(""))).toBeLessThanOrEqual(400_000);
  });

  it("come from the first part of a body alone", () => {
    expect(words(`${" ".repeat(200_000)}late`)).toEqual([]);
  });
});

describe("what is asked for", () => {
  it("is every word, as the beginning of one", () => {
    expect(askedWords("Release no")).toBe("'release':* & 'no':*");
  });

  it("holds nothing that could end its quotes", () => {
    expect(askedWords("':* & | \\ 100%_\\")).toBe("'100':*");
    expect(askedWords("'!()&")).toBe("");
  });

  it("asks for a long word as it is stored, for each word once, and for no more than sixteen", () => {
    expect(askedWords("a".repeat(200))).toBe(`'${"a".repeat(64)}':*`);
    expect(askedWords("a A a")).toBe("'a':*");
    expect(askedWords("abcdefghijklmnopqrstuvwxyz".split("").join(" ")).split("&")).toHaveLength(16);
  });
});
