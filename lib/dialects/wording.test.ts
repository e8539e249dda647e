import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchWords, putSlots, takeFrame, takeSlots } from "./wording";

describe("a text is taken apart", () => {
  it("into its words and what stands in its slots", () => {
    expect(takeSlots("Loaded skill: notes", ["notes"], "line")).toEqual({
      words: ["Loaded skill: ", ""],
      slots: ["notes"],
    });
    expect(takeSlots("  <b>Lines 3-5 of 100</b> in notes-old", ["notes"], "line")).toEqual({
      words: ["", "", "Lines ", "-", " of ", "", " in notes-old"],
      slots: ["  ", "<b>", "3", "5", "100", "</b>"],
    });
    expect(takeSlots("- `r0` = `skill:/`, 3 of them <x>", ["skill:/"], "block")).toEqual({
      words: ["- `r0` = `", "`, 3 of them <x>"],
      slots: ["skill:/"],
    });
  });

  it("by the longest name first, and names are no patterns", () => {
    expect(takeSlots("a.b and a.b.c, axb", ["a.b", "a.b.c", ""], "block").slots).toEqual(["a.b", "a.b.c"]);
  });

  it("and is the same text when it is put together again", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ maxLength: 4 })), (text, known) => {
        for (const kind of ["line", "block"] as const) {
          const { words, slots } = takeSlots(text, known, kind);
          expect(words).toHaveLength(slots.length + 1);
          expect(putSlots(words, slots)).toBe(text);
        }
      }),
    );
  });

  it("in time that grows with it", () => {
    const start = performance.now();
    for (const text of ["<".repeat(400_000), "1".repeat(400_000), " ".repeat(400_000), "<a".repeat(200_000)])
      takeSlots(text, ["notes"], "line");
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("a text is found by its words", () => {
  it("when it is of these words and no others", () => {
    expect(matchWords("Launched notes now", ["Launched ", " now"])).toEqual(["notes"]);
    expect(matchWords("Launched now", ["Launched now"])).toEqual([]);
    expect(matchWords("Launched notes now!", ["Launched ", " now"])).toBeNull();
    expect(matchWords("To notes: Launched", ["Launched ", ""])).toBeNull();
    expect(matchWords("ab", ["ab", "b"])).toBeNull();
  });

  it("and gives back what was put into it, if that holds none of the words", () => {
    const word = fc.constantFrom("Run ", " of ", ": ", " end");
    const slot = fc.string({ unit: fc.constantFrom("x", "y", "{", "$") });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.array(slot), (words, given) => {
        const slots = words.slice(1).map((_, at) => given[at] ?? "");
        expect(matchWords(putSlots(words, slots), words)).toEqual(slots);
      }),
    );
  });
});

it("knows the frame that a text is wrapped in, and no half of one", () => {
  const frame = { head: "<system-reminder>\n", tail: "\n</system-reminder>" };
  expect(takeFrame("<system-reminder>\nSkills:\n", "\n</system-reminder>")).toEqual(frame);
  expect(takeFrame("Skills:\n", "\n</system-reminder>")).toEqual({ head: "", tail: "" });
  expect(takeFrame("<system-reminder>\nSkills:\n", "")).toEqual({ head: "", tail: "" });
});
