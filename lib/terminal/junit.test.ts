// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { SkillReport } from "./examine-skill";
import { toJunit } from "./junit";

const range = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 5 };
const report = (part: Partial<SkillReport> = {}): SkillReport => ({
  ...{ folder: "skills/notes", name: "notes", digest: "0".repeat(64) },
  ...{ issues: [], findings: [], hosts: [], leftOut: [] },
  ...part,
});
const read = (skills: SkillReport[], failures: { path: string; rule: string; message: string }[] = []) => {
  const document = new DOMParser().parseFromString(toJunit({ skills, failures }), "text/xml");
  const all = (name: string) => [...document.querySelectorAll(name)];
  return { all, root: document.documentElement };
};

describe("toJunit", () => {
  it("has a suite for each skill, and one case that passed where nothing is wrong", () => {
    const { all, root } = read([report(), report({ folder: "skills/other" })]);
    expect(all("testsuite").map((suite) => suite.getAttribute("name"))).toEqual([
      "skills/notes",
      "skills/other",
    ]);
    expect(all("testcase").map((one) => one.getAttribute("name"))).toEqual(["every rule", "every rule"]);
    expect([root.getAttribute("tests"), root.getAttribute("failures")]).toEqual(["2", "0"]);
  });

  it("fails a case for each error with its file and line; a warning passes and says itself", () => {
    const { all, root } = read([
      report({
        issues: [
          { rule: "name-missing", severity: "error", path: "SKILL.md", range, message: "No name." },
          { rule: "description-missing", severity: "warning", path: "SKILL.md", range, message: "Other." },
        ],
        hosts: [
          {
            ...{ host: "codex", state: "refused", rule: "name-form" },
            ...{ path: "SKILL.md", line: null, message: "Not so." },
          },
          { host: "claude-code", state: "loaded", leftOut: [] },
        ],
      }),
    ]);
    expect([root.getAttribute("tests"), root.getAttribute("failures")]).toEqual(["4", "2"]);
    const failed = all("failure").map((failure) => [
      failure.parentElement?.getAttribute("name"),
      failure.parentElement?.getAttribute("line"),
      failure.textContent,
    ]);
    expect(failed).toEqual([
      ["name-missing", "3", "skills/notes/SKILL.md:3: No name."],
      ["codex/name-form", "1", "skills/notes/SKILL.md:1: Not so."],
    ]);
  });

  it("has a suite for what could not be read", () => {
    const { all } = read([], [{ path: "skills/gone", rule: "unreadable", message: "May not be read." }]);
    expect(all("failure")[0]?.getAttribute("message")).toBe("May not be read.");
  });

  it("stays a document whatever a name or a message holds", () => {
    const message = `</failure>"&<![CDATA[ \u0000 \u001b[2J \u202e \ud800 \ufffe\r\n\tend ]]>`;
    const { all } = read([report({ folder: `a"<b>&'\u0007` })], [{ path: "x", rule: "y", message }]);
    expect(all("parsererror")).toEqual([]);
    expect(all("testsuite")[0]?.getAttribute("name")).toBe(`a"<b>&'[U+0007]`);
    expect(all("failure")[0]?.getAttribute("message")).toContain("[U+202E]");
    expect(all("failure")[0]?.getAttribute("message")).toContain("\n\tend ]]>");
  });
});
