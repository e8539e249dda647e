import { describe, expect, it } from "vitest";
import { findFindings } from "./find-findings";

const found = (text: string) =>
  findFindings([{ path: "notes.md", text, size: text.length }]).filter(({ rule }) => rule === "host-marks");
/** Longer than what is looked at in one go. */
const ample = 300 * 1024;

describe("text that could pass for a host's own", () => {
  it("is found with its end, as a tag or as a line", () => {
    const [tag, line] = found("See </skill_content >, then\nSkill directory: /etc\n");
    expect(tag).toMatchObject({ range: { startLine: 1 }, message: expect.stringContaining("a tag") });
    expect(line).toMatchObject({ range: { startLine: 2 }, message: expect.stringContaining("a line") });
  });

  it("is found far into a long file with lines", () => {
    const lines = "All is well here.\n".repeat(ample / 18);
    const [hit] = found(`${lines}<available_skills>\n`);
    expect(hit?.range.startLine).toBe(lines.split("\n").length);
  });

  it("is found far into one long line", () => {
    expect(found(`${"a".repeat(ample)} <skill_resources>`)).toHaveLength(1);
  });

  it("is found in the last line, which nothing ends", () => {
    expect(found("base_path: skill://deploy")).toHaveLength(1);
    expect(found("</skill_content")).toHaveLength(1);
  });
});
