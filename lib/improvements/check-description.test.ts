import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSkill } from "@/lib/skills/parse-skill";
import { checkDescription } from "./check-description";

const skillFile =
  "---\nname: pdf-tools\ndescription: Merges PDF files.\nlicense: MIT\n---\n\n# PDF\n\nUse the tools.\n";
const check = (text: string, more: { known?: string[]; most?: number } = {}) =>
  checkDescription(text, {
    skillFile,
    description: "Merges PDF files.",
    known: more.known ?? [],
    most: more.most ?? null,
  });
const reasonOf = (text: string, more = {}) => {
  const result = check(text, more);
  return result.ok ? null : result.error.reason;
};

describe("a text that is to be a description", () => {
  it("becomes the field and nothing else of the file", () => {
    const result = check('  Merges, splits\n and signs: "PDF" files. ');
    if (!result.ok) throw new Error(result.error.reason);
    expect(result.value.description).toBe('Merges, splits and signs: "PDF" files.');
    const parsed = parseSkill(result.value.skillFile, { mode: "strict" });
    expect(parsed).toMatchObject({
      description: result.value.description,
      name: "pdf-tools",
      license: "MIT",
    });
    expect(parsed.body).toBe(parseSkill(skillFile, { mode: "strict" }).body);
  });

  it.each([
    ["", "It is empty."],
    [" \n ", "It is empty."],
    ["Merges PDF files.", "It is what stands already."],
    ["Merges\u200bPDF files of all kinds.", /^It has characters that nobody sees/],
    ["Merges \u202ePDF files", /^It has characters that nobody sees/],
    ["a".repeat(1_025), "It has 1025 characters; a description has at most 1024."],
  ])("is refused with a reason: %j", (text, reason) => {
    expect(reasonOf(text)).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  });

  it("is refused twice, and when it is longer than was asked for", () => {
    expect(reasonOf("Merges all.", { known: ["Merges all."] })).toBe("It is one that is tried already.");
    expect(reasonOf("Merges all of it.", { most: 10 })).toBe(
      "It has 17 characters; at most 10 were asked for.",
    );
    expect(reasonOf("a".repeat(1_024))).toBeNull();
  });

  it("is refused when it brings what a reviewer would have to look at", () => {
    expect(reasonOf("Use key AKIAIOSFODNN7EXAMPLQ to merge PDF files.")).toMatch(
      /^It would bring a finding: /,
    );
  });

  it("never changes more than its field, whatever it is", () => {
    const was = parseSkill(skillFile, { mode: "lenient" });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const result = check(text);
        if (!result.ok) return;
        const is = parseSkill(result.value.skillFile, { mode: "lenient" });
        expect([is.name, is.body, is.license]).toEqual([was.name, was.body, was.license]);
        expect(is.description).toBe(result.value.description);
      }),
      { numRuns: 30 },
    );
  });
});
