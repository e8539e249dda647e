import { describe, expect, it } from "vitest";
import { placeholderDescription } from "./placeholder-description";
import { stopsPublishing } from "./stops-publishing";
import { validatePackage } from "./validate-package";

const issuesOf = (description: string) =>
  validatePackage({
    folderName: "notes",
    files: [
      { path: "SKILL.md", size: 1, text: `---\nname: notes\ndescription: ${description}\n---\n\nDo it.\n` },
    ],
  }).issues;

describe("a description that nobody wrote", () => {
  it("is found, and stops publishing", () => {
    const found = issuesOf(placeholderDescription).filter(({ rule }) => rule === "description-placeholder");
    expect(found).toHaveLength(1);
    expect(found.every(stopsPublishing)).toBe(true);
    expect(found[0]?.severity).toBe("warning");
  });

  it("is found with something added to it", () => {
    const text = `Notes. ${placeholderDescription}`;
    expect(issuesOf(text).some(({ rule }) => rule === "description-placeholder")).toBe(true);
  });

  it("is no longer there once it is replaced", () => {
    expect(issuesOf("Writes notes. Use when somebody asks for notes.").filter(stopsPublishing)).toEqual([]);
  });
});

it("lets other warnings through, and no error", () => {
  expect(stopsPublishing({ severity: "warning", rule: "description-markup" })).toBe(false);
  expect(stopsPublishing({ severity: "warning", rule: "name-mismatch" })).toBe(true);
  expect(stopsPublishing({ severity: "error", rule: "description-markup" })).toBe(true);
});
