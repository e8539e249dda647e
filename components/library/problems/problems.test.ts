import { describe, expect, it } from "vitest";
import type { Finding } from "@/lib/findings/finding";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { countByPath, countProblems, describeBlockers, listProblems } from "./problems";

const range = (startLine: number) => ({ startLine, startColumn: 1, endLine: startLine, endColumn: 2 });
const issue = (severity: SkillIssue["severity"], path: string, line = 1): SkillIssue => ({
  rule: "link-missing",
  severity,
  path,
  range: range(line),
  message: "m",
});
const finding = (severity: Finding["severity"], path: string): Finding => ({
  rule: "private-key",
  severity,
  path,
  range: range(1),
  message: "m",
  excerpt: "",
  fingerprint: `${severity} ${path}`,
});

describe("the list of problems", () => {
  it("shows the worst first, SKILL.md before other files, then by line", () => {
    const problems = listProblems(
      [
        issue("info", "SKILL.md"),
        issue("warning", "a.md"),
        issue("warning", "SKILL.md", 9),
        issue("warning", "SKILL.md", 2),
      ],
      [finding("blocking", "z.md")],
    );
    expect(problems.map((each) => [each.severity, each.path, each.range.startLine])).toEqual([
      ["error", "z.md", 1],
      ["warning", "SKILL.md", 2],
      ["warning", "SKILL.md", 9],
      ["warning", "a.md", 1],
      ["info", "SKILL.md", 1],
    ]);
    expect(new Set(problems.map((each) => each.id)).size).toBe(problems.length);
  });

  it("says what blocks publishing, and only that", () => {
    expect(
      describeBlockers(listProblems([issue("warning", "a.md")], [finding("warning", "a.md")])),
    ).toBeNull();
    expect(describeBlockers(listProblems([issue("error", "a.md")], []))).toBe("1 error");
    const named = { ...issue("warning", "SKILL.md"), rule: "name-mismatch" as const };
    const unwritten = { ...issue("warning", "SKILL.md"), rule: "description-placeholder" as const };
    expect(describeBlockers(listProblems([named], []))).toBe("the name in SKILL.md");
    expect(describeBlockers(listProblems([issue("error", "a.md"), named, unwritten], []))).toBe(
      "1 error, the name in SKILL.md and a description of its own",
    );
    expect(describeBlockers(listProblems([issue("error", "a.md")], [finding("blocking", "a.md")]))).toBe(
      "2 errors",
    );
  });

  it("counts per file", () => {
    const problems = listProblems(
      [issue("error", "a.md"), issue("warning", "a.md"), issue("info", "b.md")],
      [],
    );
    expect(countProblems(problems)).toEqual({ errors: 1, warnings: 1, infos: 1 });
    expect(countByPath(problems).get("a.md")).toEqual({ errors: 1, warnings: 1, infos: 0 });
    expect(countByPath(problems).get("c.md")).toBeUndefined();
  });
});
