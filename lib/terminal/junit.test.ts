// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { SkillReport } from "./examine-skill";
import { toJunit } from "./junit";

const range = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 5 };
const report = (part: Partial<SkillReport> = {}): SkillReport => ({
  folder: "skills/notes",
  name: "notes",
  digest: "0".repeat(64),
  issues: [],
  findings: [],
  hosts: [],
  leftOut: [],
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
            host: "codex",
            state: "refused",
            rule: "name-form",
            path: "SKILL.md",
            line: null,
            message: "Not so.",
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

  it("fails for what blocks publishing, and lets a warning of the same kind pass", () => {
    const finding = {
      ...({ rule: "bidi-control", path: "run.sh", range, message: "It hides." } as const),
      excerpt: "",
      fingerprint: "0".repeat(64),
    };
    const { all, root } = read([
      report({
        findings: [
          { ...finding, severity: "blocking" },
          { ...finding, severity: "warning" },
        ],
      }),
    ]);
    expect([root.getAttribute("tests"), root.getAttribute("failures")]).toEqual(["2", "1"]);
    const cases = all("testcase").map((one) => [one.getAttribute("name"), one.getAttribute("file")]);
    expect(cases).toEqual([
      ["bidi-control", "skills/notes/run.sh"],
      ["bidi-control (warning): It hides.", "skills/notes/run.sh"],
    ]);
  });

  it("counts each suite for itself, and all of them together", () => {
    const issue = {
      rule: "name-missing",
      severity: "error",
      path: "SKILL.md",
      range,
      message: "No.",
    } as const;
    const failure = { path: "gone", rule: "unreadable", message: "May not be read." };
    const { all, root } = read([report({ issues: [issue, issue] }), report({ folder: "b" })], [failure]);
    const counts = (one: Element) => [one.getAttribute("tests"), one.getAttribute("failures")];
    expect(all("testsuite").map(counts)).toEqual([
      ["2", "2"],
      ["1", "0"],
      ["1", "1"],
    ]);
    expect([...counts(root), root.getAttribute("errors")]).toEqual(["4", "3", "0"]);
  });

  it.each([
    "a & b",
    "&amp; is no ampersand, and &#x41; no letter",
    `"double" and 'single'`,
    "<a href='x'>",
    "]]>",
    "<!-- -->",
    "<?xml version='1.0'?>",
    "-- \u00e9 \u4f60\u597d \ud83d\ude00 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "one\n\n  two\tthree",
  ])("gives back %j as it was, in an attribute and in text", (text) => {
    const { all } = read([report({ folder: text })], [{ path: text, rule: text, message: text }]);
    expect(all("parsererror")).toEqual([]);
    const [first, second] = all("testsuite");
    expect([first?.getAttribute("name"), second?.getAttribute("name")]).toEqual([text, text]);
    const [passed, failed] = all("testcase");
    expect(passed?.getAttribute("file")).toBe(`${text}/SKILL.md`);
    expect([failed?.getAttribute("classname"), failed?.getAttribute("name")]).toEqual([text, text]);
    expect(all("failure")[0]?.getAttribute("message")).toBe(text);
    expect(all("failure")[0]?.textContent).toBe(`${text}:1: ${text}`);
  });

  it.each([
    ["\u0000", "[U+0000]"],
    ["\u0008\u000b\u000c", "[U+0008 U+000B U+000C]"],
    ["\u202e", "[U+202E]"],
    ["\ufffe", "\ufffd"],
    ["\ud800", "\ufffd"],
    ["\udc00\ud800", "\ufffd\ufffd"],
  ])("shows a mark for %j, which XML cannot hold or nobody sees", (text, shown) => {
    const { all } = read([report({ folder: `a${text}b` })]);
    expect(all("parsererror")).toEqual([]);
    expect(all("testsuite")[0]?.getAttribute("name")).toBe(`a${shown}b`);
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
