import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { applyEdits } from "./text-position";

const lenient = (text: string, folderName?: string) =>
  parseSkill(text, { mode: "lenient", ...(folderName !== undefined && { folderName }) });
const skill = (frontmatter: string, body = "Body\n"): string => `---\n${frontmatter}\n---\n${body}`;
const rulesOf = (parsed: { issues: { rule: string }[] }): string[] =>
  parsed.issues.map((issue) => issue.rule);
const valid = "name: my-skill\ndescription: Use when needed";

describe("a valid skill", () => {
  test("is read without issues, fields as text and in order", () => {
    const text = skill(
      `${valid}\nlicense: MIT\nallowed-tools: Read Bash(git add:*)\nmetadata:\n  version: "1.0"`,
    );
    const parsed = lenient(text, "my-skill");
    expect(parsed).toMatchObject({
      name: "my-skill",
      nameSource: "frontmatter",
      slug: "my-skill",
      license: "MIT",
      compatibility: null,
      allowedTools: ["Read", "Bash(git add:*)"],
      body: "Body\n",
      bodyStartLine: 9,
      loads: true,
      issues: [],
    });
    expect({ ...parsed.metadata }).toEqual({ version: "1.0" });
    expect([...parsed.frontmatter.keys()]).toEqual([
      "name",
      "description",
      "license",
      "allowed-tools",
      "metadata",
    ]);
  });

  test("may hold dashes in its description, block scalars and comments", () => {
    const parsed = lenient(skill("name: x # why\ndescription: >-\n  before --- after\n  when\n\n# end"), "x");
    expect(parsed.description).toBe("before --- after when");
    expect(parsed.issues).toEqual([]);
  });

  test("may end at its closing fence, without a last line break", () => {
    expect(lenient(`---\n${valid}\n---`, "my-skill")).toMatchObject({
      body: "",
      bodyStartLine: 4,
      loads: true,
    });
  });
});

describe("lenient repairs", () => {
  test("an illegal name is kept verbatim beside an ASCII slug", () => {
    const parsed = lenient(skill("name: slack_search\ndescription: When"), "slack_search");
    expect(parsed).toMatchObject({ name: "slack_search", slug: "slack-search", loads: true });
    expect(parsed.issues).toMatchObject([
      { rule: "name-characters", severity: "warning", fix: { title: "Rename to slack-search" } },
    ]);
  });

  test("a missing name comes from the folder, with the fix to write it", () => {
    const text = skill("description: When");
    const parsed = lenient(text, "folder");
    expect(parsed).toMatchObject({ name: "folder", nameSource: "folder", loads: true });
    const [issue] = parsed.issues;
    expect(applyEdits(text, issue?.fix?.edits ?? [])).toBe(skill("name: folder\ndescription: When"));
    expect(lenient(skill("description: When"))).toMatchObject({ name: "", nameSource: "none", slug: "" });
  });

  test("no frontmatter: the description is the first paragraph", () => {
    const parsed = lenient(
      "# Title\n\n```\ncode\n```\n<!-- c\n -->\n- list\n\nThe first\nparagraph.\n\nNext.\n",
      "x",
    );
    expect(parsed).toMatchObject({
      name: "x",
      description: "The first paragraph.",
      loads: true,
      bodyStartLine: 1,
    });
    expect(rulesOf(parsed)).toEqual(["frontmatter-missing"]);
    const text = "# Title\n\nDo this: when asked.\n";
    const fixed = applyEdits(text, lenient(text, "x").issues[0]?.fix?.edits ?? []);
    expect(parseSkill(fixed, { mode: "strict", folderName: "x" })).toMatchObject({
      description: "Do this: when asked.",
      loads: true,
    });
  });

  test("no paragraph: a heading, then the name; an empty file does not load", () => {
    expect(lenient("# Only a title #\n", "x")).toMatchObject({ description: "Only a title", loads: true });
    expect(lenient(skill("version: 1.0.7", ""), "x")).toMatchObject({ description: "x", loads: true });
    expect(lenient("  \n", "x")).toMatchObject({ loads: false });
    expect(rulesOf(lenient("", "x"))).toContain("skill-file-empty");
  });

  test.each([
    ["after a comment", `<!-- licence\n -->\n\n${skill(valid)}`],
    ["after blank lines", `\n\n${skill(valid)}`],
    ["in a code fence", `\`\`\`yaml\n---\n${valid}\n---\n\`\`\`\nBody\n`],
  ])("frontmatter %s is found", (_place, text) => {
    const parsed = lenient(text, "my-skill");
    expect(parsed).toMatchObject({ name: "my-skill", body: "Body\n", loads: true });
    expect(rulesOf(parsed)).toEqual(["frontmatter-misplaced"]);
    expect(parseSkill(text, { mode: "strict", folderName: "my-skill" }).loads).toBe(false);
  });

  test.each([
    ["a comment", `<!-- licence\n -->\n\n${skill(valid)}`, "<!-- licence\n -->\n\nBody\n"],
    ["blank lines", `\n\n${skill(valid)}`, "Body\n"],
    ["a mark and a comment", `\ufeff<!-- a -->\n${skill(valid)}`, "<!-- a -->\n\nBody\n"],
    ["a comment, with no body", `<!-- a -->\n---\n${valid}\n---`, "<!-- a -->\n\n"],
  ])("frontmatter after %s is moved to the first line, and loses nothing", (_place, text, body) => {
    const [issue] = lenient(text, "my-skill").issues.filter(({ rule }) => rule === "frontmatter-misplaced");
    const mended = applyEdits(text, issue?.fix?.edits ?? []).replace(/^\ufeff/, "");
    expect(parseSkill(mended, { mode: "strict", folderName: "my-skill" })).toMatchObject({
      loads: true,
      body,
    });
    expect(rulesOf(lenient(mended, "my-skill"))).not.toContain("frontmatter-misplaced");
  });

  test("frontmatter in a code fence is not moved: its other end would stay", () => {
    const text = `\`\`\`yaml\n---\n${valid}\n---\n\`\`\`\nBody\n`;
    expect(lenient(text, "my-skill").issues.map(({ fix }) => fix)).toEqual([undefined]);
  });

  test.each([
    ["a colon", "Use: when asked", "Use: when asked"],
    ["a colon over two lines", "Use: when\n  asked", "Use: when asked"],
    ["quotes that end early", '"Quoted" and more', '"Quoted" and more'],
    ["an at sign", "@mention when", "@mention when"],
    ["a star", "*.md files when", "*.md files when"],
    ["a backtick and a backslash", "`C:\\x` when: y", "`C:\\x` when: y"],
  ])("an unquoted value with %s is read as text", (_what, written, read) => {
    const text = skill(`name: my-skill\ndescription: ${written}\nlicense: MIT`);
    const parsed = lenient(text, "my-skill");
    expect(parsed).toMatchObject({ description: read, license: "MIT", loads: true });
    const [issue] = parsed.issues;
    expect(issue?.rule).toBe("yaml-unquoted-value");
    const fixed = parseSkill(applyEdits(text, issue?.fix?.edits ?? []), {
      mode: "strict",
      folderName: "my-skill",
    });
    expect(fixed).toMatchObject({ description: read, loads: true });
  });

  test("a nested value is repaired in its place, and later positions stay right", () => {
    const parsed = lenient(skill(`${valid}\nmetadata:\n  note: a: b\nlicens: MIT`), "my-skill");
    expect(parsed.metadata.note).toBe("a: b");
    expect(parsed.issues).toMatchObject([
      { rule: "yaml-unquoted-value", range: { startLine: 5, startColumn: 9, endLine: 5, endColumn: 13 } },
      {
        rule: "unknown-field",
        range: { startLine: 6, startColumn: 1, endLine: 6, endColumn: 7 },
        fix: { title: "Rename to license" },
      },
    ]);
  });

  test("stray lines after a finished value are ignored and named", () => {
    const parsed = lenient(skill('name: x\ndescription: "When"\n  - Read\n  - Write\nlicense: MIT'), "x");
    expect(parsed).toMatchObject({ description: "When", license: "MIT", loads: true });
    expect(rulesOf(parsed)).toEqual(["yaml-ignored-lines"]);
  });

  test.each([
    [
      "allowed-tools: Read, Bash(git:*, x), Write",
      ["Read", "Bash(git:*, x)", "Write"],
      "allowed-tools-commas",
    ],
    ["allowed-tools:\n- Read\n- Write", ["Read", "Write"], "allowed-tools-type"],
    ["allowed-tools:\n  - Read\n  - Write\nlicense: MIT", ["Read", "Write"], "allowed-tools-type"],
    ["allowed-tools: [Read, Write]", ["Read", "Write"], "allowed-tools-type"],
  ])("%j is understood, and its fix is what strict readers want", (field, tools, rule) => {
    const text = skill(`${valid}\n${field}`);
    const parsed = lenient(text, "my-skill");
    expect(parsed.allowedTools).toEqual(tools);
    const issue = parsed.issues.find((one) => one.rule === rule);
    const fixed = parseSkill(applyEdits(text, issue?.fix?.edits ?? []), {
      mode: "strict",
      folderName: "my-skill",
    });
    expect(fixed).toMatchObject({ allowedTools: tools, loads: true, issues: [] });
  });

  test("metadata of any shape becomes text to text", () => {
    const parsed = lenient(
      skill(`${valid}\nmetadata:\n  a: {b: [1]}\n  v: 1.0\n  d: 2026-01-01\n  on: yes`),
      "my-skill",
    );
    expect({ ...parsed.metadata }).toEqual({ a: '{"b":["1"]}', v: "1.0", d: "2026-01-01", on: "yes" });
    expect(
      parsed.issues.filter((issue) => issue.rule === "metadata-value-type").map((issue) => issue.message),
    ).toEqual([
      expect.stringContaining("must be text"),
      expect.stringContaining("number"),
      expect.stringContaining("date"),
      expect.stringContaining("switch"),
    ]);
    expect(rulesOf(lenient(skill(`${valid}\nmetadata: x`), "my-skill"))).toEqual(["metadata-type"]);
    expect(lenient(skill(`${valid}\nmetadata:`), "my-skill").issues).toEqual([]);
  });
});

describe("what no reading accepts", () => {
  test.each([
    ["name: [a\ndescription: b", "yaml-invalid"],
    ["- a\n- b", "yaml-not-mapping"],
    ["just text", "yaml-not-mapping"],
    ["", "yaml-not-mapping"],
    ["name: !!str x", "yaml-tag"],
    ["name: x\n? [a]\n: b", "yaml-invalid"],
    [`a: ${"[".repeat(2000)}`, "yaml-too-deep"],
    ["name: x\u0000y", "yaml-control-character"],
    ["name: x\u0007y", "yaml-control-character"],
  ])("%j is refused", (frontmatter, rule) => {
    for (const mode of ["lenient", "strict"] as const) {
      const parsed = parseSkill(skill(frontmatter), { mode, folderName: "x" });
      expect(parsed.loads).toBe(false);
      expect(parsed.frontmatter.size).toBe(0);
      if (mode === "lenient") expect(rulesOf(parsed)).toEqual([rule]);
    }
  });

  test("deep block nesting is refused without overflowing", () => {
    expect(
      lenient(
        skill(`a:\n${Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth + 1)}k:`).join("\n")} v`),
      ).loads,
    ).toBe(false);
    expect(lenient(skill(`a:\n  ${"- ".repeat(20_000)}x`)).loads).toBe(false);
  });
});

test("strict stops where the reference's parser stops: tabs between words, old line separators", () => {
  const strict = (frontmatter: string) => parseSkill(skill(frontmatter), { mode: "strict", folderName: "a" });
  for (const text of [
    "name: a\ndescription: x\ty",
    "name: a\ndescription:\tx",
    "name: a\ndescription: x\u2028y",
  ]) {
    expect(strict(text).issues).toMatchObject([
      { severity: "error", message: expect.stringContaining("Invalid YAML in frontmatter") },
    ]);
    expect(lenient(skill(text), "a").loads).toBe(true);
  }
  for (const text of [
    'name: a\ndescription: "x\ty"',
    "name: a\ndescription: |\n  x\ty",
    "name: a # b\tc\ndescription: x",
  ])
    expect(strict(text).loads).toBe(true);
  expect(parseSkill("---\t\nname: a\ndescription: x\n---\n", { mode: "strict", folderName: "a" }).loads).toBe(
    false,
  );
});

test("names: case, hyphens, length and reserved words each have their rule and fix", () => {
  const names = (name: string) =>
    lenient(skill(`name: ${name}\ndescription: When`), name).issues.map((issue) => [
      issue.rule,
      issue.fix?.edits[0]?.text,
    ]);
  expect(names("MySkill")).toEqual([["name-upper-case", "myskill"]]);
  expect(names("-x-")).toEqual([["name-hyphen-edge", "x"]]);
  expect(names("a--b")).toEqual([["name-double-hyphen", "a-b"]]);
  expect(names("a".repeat(65))).toEqual([["name-too-long", undefined]]);
  expect(names("claude-helper")).toEqual([["name-reserved", undefined]]);
  expect(names("\u540d\u524d")).toEqual([["name-not-ascii", undefined]]);
});
