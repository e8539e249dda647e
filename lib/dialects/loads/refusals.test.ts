import { describe, expect, test } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
import type { DialectId } from "../dialect-heads";
import { packageOf, toHostPackage } from "../fixtures/host-package";
import { loadPackage } from "./find-loader";

const skill = (...lines: string[]): string => ["---", ...lines, "---", "", "# Task", ""].join("\n");
const good = ["name: a-skill", "description: Helps."];

type Row = [host: DialectId, text: string, rule: string, line: number | null];

const rows: Row[] = [
  ["orion", skill("name: a-skill"), "description-missing", 1],
  ["orion", skill("description: Helps.", "name: 12"), "name-type", 3],
  ["orion", skill("name: a-skill", "description: 42"), "description-type", 3],
  ["orion", skill(...good, "tools: Read"), "tools-type", 4],
  ["orion", skill(...good, "tools:", "  - name: one", "  - description: x"), "tool-name-missing", 6],
  ["orion", skill(...good, "tools:", "  - name: oneTwo"), "tool-name-form", 5],
  ["orion", skill("name: a-skill", "description: Use when: x"), "invalid-yaml", 3],
  ["orion", skill(...good, "description: Again."), "duplicate-key", 4],
  ["orion", skill("just text"), "not-a-mapping", 1],
  ["orion", "# Task\n", "no-frontmatter", 1],
  ["sisu", skill("name: a-skill", "description:", "  - Helps."), "description-type", 3],
  ["sisu", skill(...good, "", "tags: one"), "field-type", 5],
  ["sisu", skill(...good, "version:", "  - 1"), "field-type", 4],
  ["sisu", skill("# name: a-skill", "description: Helps."), "name-missing", 1],
  ["sisu", "---\nname: a\n", "no-frontmatter", 1],
  ["adk", skill("name: Big", "description: Helps."), "name-form", 2],
  ["adk", skill(`name: ${"a".repeat(65)}`, "description: Helps."), "name-length", 2],
  ["adk", skill("name: other", "description: Helps."), "name-folder", 2],
  ["adk", skill(...good, "", "allowed-tools: [Read]"), "field-type", 5],
  [
    "adk",
    skill("name: a-skill", "license: MIT", `description: ${"x".repeat(1025)}`),
    "description-length",
    4,
  ],
  ["adk", skill(...good, `compatibility: ${"x".repeat(501)}`), "field-length", 4],
  ["adk-2", skill(...good, "metadata:", "  adk_inject_state: yes please"), "field-type", 5],
  ["adk", "---\nname: a-skill\n", "unclosed-frontmatter", 1],
  ["skillkit", skill("name: a-skill", "description: yes"), "description-type", 3],
  ["skillkit", skill("name: a-skill", 'description: " "'), "description-missing", 3],
  ["skillkit", skill("- name"), "not-a-mapping", 1],
  ["lightspeed", skill("- description"), "not-a-mapping", 1],
  ["lightspeed", skill("name: a-skill", "description: @x"), "invalid-yaml", 3],
  ["codex", skill("name: a-skill"), "description-missing", 1],
  ["codex", skill(...good, "metadata: [a]"), "field-type", 4],
  ["codex", skill(...good, "name: again"), "duplicate-key", 4],
  ["codex", skill(`name: ${"a".repeat(65)}`, "description: Helps."), "name-length", 2],
  ["gemini-cli", skill("name: a-skill"), "description-missing", 1],
  ["standard", "---\nname: a-skill\n", "unclosed-frontmatter", 1],
];

describe("a refusal names rule, file and line", () => {
  test.each(rows)("%s: %j", (host, text, rule, line) => {
    expect(loadPackage(host, packageOf(text))).toMatchObject({
      state: "refused",
      rule,
      file: "SKILL.md",
      line,
    });
  });

  test("a SKILL.md of another case is named as it is", () => {
    const pkg = toHostPackage({ folder: "a-skill", files: { "skill.md": skill(...good) } });
    const hosts: DialectId[] = ["orion", "sisu", "lightspeed", "codex", "gemini-cli", "claude-code"];
    for (const host of hosts)
      expect(loadPackage(host, pkg)).toMatchObject({ rule: "no-skill-file", file: "skill.md" });
    for (const host of ["adk", "skillkit", "linx", "standard"] as const)
      expect(loadPackage(host, pkg).state).toBe("loaded");
  });

  test("where ADK ends a frontmatter within a line, the message says so", () => {
    const load = loadPackage("adk", packageOf(skill('name: "a---b"', "description: Helps.")));
    expect(load).toMatchObject({ rule: "invalid-yaml" });
    expect(load.state === "refused" && load.message).toContain("ends the frontmatter at --- on line 2");
  });

  test("ADK before release 2 loads what asks for state in a way of its own", () => {
    const text = skill(...good, "metadata:", "  adk_inject_state: yes please");
    expect(loadPackage("adk", packageOf(text)).state).toBe("loaded");
  });

  test("no host is kept busy by a frontmatter that is made for it", () => {
    const deep = skill(...good, `x: ${"[".repeat(5_000)}`);
    const many = skill(...good, ...Array.from({ length: 5_000 }, (_, at) => `k${at}: ${at}`));
    const bomb = skill(
      ...good,
      "a: &a [x,x]",
      ...Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [*a, *a]`),
    );
    const spentMs = watchCpu();
    for (const host of [
      "orion",
      "adk",
      "skillkit",
      "lightspeed",
      "codex",
      "gemini-cli",
      "claude-code",
      "sisu",
    ] as const)
      for (const text of [deep, many, bomb]) loadPackage(host, packageOf(text));
    expect(spentMs()).toBeLessThan(2_000);
  });
});

describe("what a host's own reader makes of a skill", () => {
  test("SISU takes a nested name for the skill's, and a folded description for its sign", () => {
    const text = skill(
      "name: a-skill",
      "description: >-",
      "  Helps with",
      "  much.",
      "author:",
      "  name: Ann",
    );
    expect(loadPackage("sisu", packageOf(text))).toMatchObject({ name: "Ann", description: ">-" });
    expect(loadPackage("codex", packageOf(text))).toMatchObject({
      name: "a-skill",
      description: "Helps with much.",
    });
  });

  test("Claude Code names a skill by its folder and describes it by its first line where it must", () => {
    const load = loadPackage("claude-code", packageOf("---\nname: other\n---\n\n## Do this\n", "a-skill"));
    expect(load).toMatchObject({ name: "a-skill", description: "Do this" });
  });

  test.each([
    ["policy:\n  allow_implicit_invocation: false\n", true],
    ["policy: { allow_implicit_invocation: FALSE }\n", true],
    ["policy:\n  allow_implicit_invocation: true\n", false],
    ["policy:\n  allow_implicit_invocation: 'false'\n", false],
    ["policy:\n  allow_implicit_invocation: no\n", false],
    ["policy: [allow_implicit_invocation]\n", false],
    ["allow_implicit_invocation: false\n", false],
    ["policy: {allow_implicit_invocation: false", false],
    ["", false],
  ])("Codex keeps a skill from models where its settings say so: %j", (settings, kept) => {
    const files = { "SKILL.md": skill(...good), "agents/openai.yaml": settings };
    const load = loadPackage("codex", toHostPackage({ folder: "a-skill", files }));
    expect(load.state === "loaded" && load.keptFromModels === true).toBe(kept);
    expect(loadPackage("claude-code", toHostPackage({ folder: "a-skill", files }))).not.toHaveProperty(
      "keptFromModels",
    );
  });

  test("SISU leaves out files over 100 KiB and refuses over 500 KiB", () => {
    const text = skill(...good);
    const of = (size: number, count: number) => ({
      folder: "a-skill",
      files: [
        { path: "SKILL.md", size: text.length },
        ...Array.from({ length: count }, (_, at) => ({ path: `f${at}.md`, size })),
      ],
      read: () => new TextEncoder().encode(text),
    });
    expect(loadPackage("sisu", of(102_401, 9))).toMatchObject({ state: "loaded", files: [] });
    expect(loadPackage("sisu", of(102_400, 4))).toMatchObject({ state: "loaded", leftOut: [] });
    expect(loadPackage("sisu", of(102_400, 5))).toMatchObject({ state: "refused", rule: "skill-too-large" });
  });
});
