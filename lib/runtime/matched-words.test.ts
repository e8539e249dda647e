import { describe, expect, it } from "vitest";
import { matchedWords } from "./matched-words";

describe("matchedWords", () => {
  it("finds the forms of a word, written as the query writes them, each once and in its order", () => {
    expect(matchedWords("Clean the FILES, then clean a file", "Cleans a file of CSV")).toEqual([
      "clean",
      "files",
    ]);
  });

  it("leaves out words that say nothing, and finds none in a text without a common word", () => {
    expect(matchedWords("what is this for", "what is this for")).toEqual([]);
    expect(matchedWords("a poem", "Cleans a file")).toEqual([]);
  });

  it("finds accented words and scripts without spaces", () => {
    expect(matchedWords("Ein Café", "Serves cafe")).toEqual(["café"]);
    expect(matchedWords("発布説明", "説明を書く")).toEqual(["発布説明"]);
  });
});
