import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldName } from "./fold-name";

describe("names that pass for one another have one fold", () => {
  it.each([
    ["file", "\ufb01le", "FILE", "File"],
    ["skill", "SKILL", "\uff53\uff4b\uff49\uff4c\uff4c", "s\u200dkill", "skill\ufe0f"],
    ["x2", "x\u00b2", "X2", "x\u2082"],
    ["caf\u00e9", "cafe\u0301", "CAFE\u0301"],
    ["strasse", "stra\u00dfe", "STRASSE", "stra\u1e9ee"],
    ["\u03bb\u03cc\u03b3\u03bf\u03c2", "\u039b\u039f\u0301\u0393\u039f\u03a3"],
    ["ink", "\u0131nk", "INK"],
  ])("%s", (name, ...others) => {
    for (const other of others) expect(foldName(other)).toBe(foldName(name));
  });

  it("and others do not: separators, digits, accents and letters of other scripts tell names apart", () => {
    const names = [
      "pdf-tools",
      "pdf_tools",
      "pdftools",
      "pdf-tool",
      "cafe",
      "caf\u00e9",
      "\u0441afe",
      "x2",
      "x3",
    ];
    expect(new Set(names.map(foldName)).size).toBe(names.length);
  });

  it("holds for every character: its cases and forms fold as it does, and a fold folds to itself", () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      if (/^[\p{Cn}\p{Co}\p{Cs}]$/u.test(character)) continue;
      const folded = foldName(character);
      const forms = [character.toUpperCase(), character.toLowerCase(), character.normalize("NFKC"), folded];
      if (forms.some((form) => foldName(form) !== folded)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("holds for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 12 }), (name) => {
        const folded = foldName(name);
        for (const form of [
          name.toUpperCase(),
          name.toLowerCase(),
          name.normalize("NFD"),
          name.normalize("NFKC"),
        ])
          expect(foldName(form)).toBe(folded);
        expect(foldName(folded)).toBe(folded);
      }),
      { numRuns: 3000, seed: 11 },
    );
  });
});
