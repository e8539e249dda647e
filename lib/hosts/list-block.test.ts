import { describe, expect, it } from "vitest";
import { listBlock } from "./list-block";

const names = ["notes", "triage"];

describe("what stands around a list of skills", () => {
  it("is the rest of its frame, without entries of the host's own skills", () => {
    const text =
      "Before.\n<system-reminder>\nThe skills:\n\n- own: Of the host.\n- notes: Writes.\n- simplify\n</system-reminder>\nAfter.";
    expect(listBlock(text, names)).toEqual({
      before: "<system-reminder>\nThe skills:\n\n",
      after: "\n</system-reminder>",
    });
  });

  it("is all of a text that has no frame", () => {
    expect(listBlock("The skills:\n\n- notes: Writes.", names)).toEqual({
      before: "The skills:\n\n",
      after: "",
    });
    expect(listBlock("- notes", names)).toEqual({ before: "", after: "" });
  });

  it("holds roots before it and instructions behind it", () => {
    const text = [
      "<skills_instructions>",
      "### Skill roots",
      "- `r0` = `/home/skills`",
      "### Available skills",
      "- notes: Writes. (file: r0/notes/SKILL.md)",
      "### How to use them",
      "- Read them whole.",
      "</skills_instructions>",
    ].join("\n");
    const block = listBlock(text, names);
    expect(block?.before).toMatch(/^<skills_instructions>[\s\S]*skills`\n### Available skills\n$/);
    expect(block?.after).toBe("\n### How to use them\n- Read them whole.\n</skills_instructions>");
  });

  it("begins with the heading above elements", () => {
    const text =
      "You write code.\n\n# Other\n\nx\n\n# Skills\n\nThere are:\n\n<available_skills>\n  <skill>\n    <name>notes</name>\n  </skill>\n</available_skills>\n\n# More";
    expect(listBlock(text, names)).toEqual({
      before: "# Skills\n\nThere are:\n\n<available_skills>\n",
      after: "\n</available_skills>",
    });
    expect(listBlock(text.replace("# Skills", "Skills").replace("# Other", "Other"), names)?.before).toBe(
      "<available_skills>\n",
    );
  });

  it("is not there without the list", () => {
    for (const text of ["", "- other: x", "<available_skills>", "<available_skills></available_skills>"])
      expect(listBlock(text, names)).toBeNull();
    expect(listBlock("<available_skills></available_skills><skill></skill>", names)).toBeNull();
  });

  it("is found in time that grows with the text", () => {
    const start = performance.now();
    for (const text of ["\n".repeat(500_000), "- x\n".repeat(200_000), "#\n".repeat(300_000)])
      listBlock(`${text}<available_skills>\n<skill>\n</skill></available_skills>`, names);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
