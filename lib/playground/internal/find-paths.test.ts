import { describe, expect, it } from "vitest";
import { findNamedFiles, findPaths } from "./find-paths";

describe("the paths in a message", () => {
  it("are found without the marks around them", () => {
    expect(findPaths("Read (references/tone.md), then ../secret and https://a.b/c.md.")).toEqual([
      "references/tone.md",
      "../secret",
    ]);
    expect(findNamedFiles("See `Tone.md`!", ["references/tone.md", "a.md"])).toEqual(["references/tone.md"]);
  });

  it("are looked for once in a word that is all marks", () => {
    expect(findPaths(`${")".repeat(400_000)}x`)).toEqual([]);
    expect(findNamedFiles(`${".".repeat(400_000)}x`, ["a.md"])).toEqual([]);
  });
});
