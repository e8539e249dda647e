import { describe, expect, test } from "vitest";
import { type RuleId, ruleIds, rules } from "./rules";
import { type PackageFile, validatePackage } from "./validate-package";

const body = "\n---\nBody\n";
const skill = (frontmatter: string): string => `---\n${frontmatter}${body}`;
const good = "name: my-skill\ndescription: Use when needed";
const named = (name: string): string => skill(`name: ${name}\ndescription: Use when needed`);
const described = (description: string): string => skill(`name: my-skill\ndescription: ${description}`);
const also = (field: string): string => skill(`${good}\n${field}`);
const file = (path: string, size = 1): PackageFile => ({ path, size, text: "x" });
const withFile = (path: string, size = 1): PackageFile[] => [
  { ...file("SKILL.md"), text: skill(good) },
  file(path, size),
];
const saying = (text: string): string => `---\n${good}\n---\n${text}`;
const tool = (lines: string): string => also(`tools:\n  - ${lines}`);

/** A package that breaks the rule: the text of its SKILL.md, or all its files. */
const breaks: Record<RuleId, string | PackageFile[]> = {
  "skill-file-missing": [file("README.md")],
  "skill-file-case": [{ path: "skill.md", size: 1, text: skill(good) }],
  "skill-file-empty": "",
  "skill-file-too-large": "x".repeat(2_000_000),
  "skill-file-encoding": [{ path: "SKILL.md", size: 9 }],
  "frontmatter-missing": "# Title\n\nText.",
  "frontmatter-misplaced": `\n${skill(good)}`,
  "frontmatter-fence": `---yaml\n${good}${body}`,
  "frontmatter-unclosed": `---\n${good}`,
  "frontmatter-too-large": skill(`x: ${"y".repeat(70_000)}`),
  "byte-order-mark": `\ufeff${skill(good)}`,
  "line-endings": skill(good).replaceAll("\n", "\r\n"),
  "yaml-control-character": named("a\u0001"),
  "yaml-invalid": skill("name: [a\ndescription: b"),
  "yaml-unquoted-value": described("Use: when"),
  "yaml-ignored-lines": skill('name: my-skill\ndescription: "Use when"\n  - x'),
  "yaml-duplicate-key": skill(`${good}\nname: b`),
  "yaml-alias": also("a: &x y"),
  "yaml-tag": also("a: !!str y"),
  "yaml-flow": also("paths: [a]"),
  "yaml-not-mapping": skill("- a"),
  "yaml-too-deep": also(`a: ${"[".repeat(30)}${"]".repeat(30)}`),
  "yaml-too-many-values": also(`a:\n${"- x\n".repeat(2000)}`),
  "body-empty": saying(""),
  "body-too-many-lines": saying("a\n".repeat(600)),
  "body-too-many-tokens": saying("word ".repeat(5000)),
  "body-command": saying("!`ls`"),
  "name-missing": skill("description: Use when"),
  "name-empty": named('" "'),
  "name-typed": named("2024"),
  "name-too-long": named("a".repeat(65)),
  "name-upper-case": named("My"),
  "name-hyphen-edge": named("a-"),
  "name-double-hyphen": named("a--b"),
  "name-characters": named("a_b"),
  "name-invisible": named("a\u200bb"),
  "name-mixed-script": named("p\u0430ypal"),
  "name-not-ascii": named("\u00e9"),
  "name-reserved": named("claude-x"),
  "name-mismatch": named("other"),
  "name-collision": named("sib-ling"),
  "description-missing": skill("name: my-skill"),
  "description-empty": described('" "'),
  "description-typed": described("42"),
  "description-absent": "---\nname: my-skill\n---\n# Title\n",
  "description-too-long": described("x".repeat(1025)),
  "description-too-long-utf16": described("\u{1f680}".repeat(600)),
  "description-markup": described("Use when <x>"),
  "description-invisible": described("Use when\u202e needed"),
  "description-no-trigger": described("PDF files"),
  "description-placeholder": described("Say in one or two sentences what this skill does. Use when asked."),
  "description-person": described("I can do it when asked"),
  "unknown-field": also("frobnicate: x"),
  "host-field": also("model: x"),
  "boolean-field": also("user-invocable: maybe"),
  "license-unknown": also("license: free"),
  "compatibility-type": also("compatibility:\n  - x"),
  "compatibility-too-long": also(`compatibility: ${"x".repeat(501)}`),
  "compatibility-empty": also('compatibility: ""'),
  "metadata-type": also("metadata: x"),
  "metadata-value-type": also("metadata:\n  version: 1.0"),
  "allowed-tools-type": also("allowed-tools:\n  - Read"),
  "allowed-tools-commas": also("allowed-tools: Read, Bash"),
  "tools-type": also("tools: Read"),
  "tool-name": tool("name: Get-It\n    description: x"),
  "tool-duplicate": tool("name: a\n    description: x\n  - name: a\n    description: x"),
  "tool-description": tool("name: a"),
  "tool-parameters": tool("name: a\n    description: x\n    parameters: none"),
  "path-empty": withFile("./"),
  "path-absolute": withFile("/a"),
  "path-traversal": withFile("../a"),
  "path-home": withFile("~/a"),
  "path-backslash": withFile("a\\b"),
  "path-control-character": withFile("a\nb"),
  "path-invisible-character": withFile("a\u200bb"),
  "path-windows-name": withFile("con"),
  "path-trailing-dot": withFile("a."),
  "path-too-deep": withFile("a/".repeat(20)),
  "path-too-long": withFile("a".repeat(300)),
  "path-git": withFile(".git/config"),
  "path-collision": withFile("skill.MD"),
  "package-too-many-files": Array.from({ length: 501 }, (_, index) => file(`${index}.md`)),
  "package-too-large": [...withFile("a", 9_000_000), file("b", 9_000_000)],
  "file-too-large": withFile("a", 11_000_000),
  "link-missing": saying("[a](b.md)"),
  "entry-point-missing": also("entry_points:\n  run: scripts/run.py"),
  "link-case": [{ path: "SKILL.md", size: 1, text: saying("[a](A.md)") }, file("a.md")],
  "link-outside": saying("[a](../b.md)"),
  "link-too-deep": withFile("a/b/c/d/e/f/g.md"),
  "file-not-installed": withFile("references/metadata.json"),
  "file-unmentioned": withFile("notes.md"),
};

describe("the table of rules", () => {
  test("lists every rule with its meaning, example, fix and source", () => {
    expect(ruleIds.toSorted()).toEqual(Object.keys(breaks).toSorted());
    for (const id of ruleIds) {
      const { meaning, example, fix, source } = rules[id];
      expect(
        [meaning, fix].every((text) => /^[^\s].*\.$/.test(text)),
        id,
      ).toBe(true);
      expect(
        [example, source].every((text) => text.length > 0),
        id,
      ).toBe(true);
    }
  });

  test.each(ruleIds)("%s is reported with the severities it is published with", (id) => {
    const subject = breaks[id];
    const files =
      typeof subject === "string" ? [{ path: "SKILL.md", size: subject.length, text: subject }] : subject;
    const input = { folderName: "my-skill", files, siblings: [{ name: "sibling" }] };
    const { issues } = validatePackage(input);
    expect(issues.find((issue) => issue.rule === id)?.severity).toBe(rules[id].lenient);
    const strict = validatePackage({ ...input, mode: "strict" }).issues.find((issue) => issue.rule === id);
    if (strict) expect(strict.severity).toBe(rules[id].strict);
  });
});
