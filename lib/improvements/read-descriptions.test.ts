import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDescriptions } from "./read-descriptions";

describe("an answer of a writer", () => {
  it.each([
    ['{"descriptions": ["One.", "Two."]}', ["One.", "Two."]],
    ['Here you are:\n```json\n{"descriptions": ["One."]}\n```\nGood luck!', ["One."]],
    ['["One.", "Two.", "Three.", "Four."]', ["One.", "Two.", "Three."]],
    ["I would rather not.", []],
    ['{"descriptions": "One."}', []],
    ['{"descriptions": [1, 2]}', []],
    ['{"descriptions": ["One.', []],
    ["", []],
  ])("%j", (answer, texts) => {
    expect(readDescriptions(answer, 3)).toEqual(texts);
  });

  it("is text and no more, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (answer) => {
        for (const text of readDescriptions(answer, 3)) expect(typeof text).toBe("string");
      }),
    );
  });
});
