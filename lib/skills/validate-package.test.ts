import { describe, expect, test } from "vitest";
import { renameLinks } from "./rename-links";
import { applyEdits } from "./text-position";
import { type PackageFile, validatePackage } from "./validate-package";

const header = "---\nname: my-skill\ndescription: Use when needed\n---\n";

const file = (path: string, text = "x"): PackageFile => ({ path, size: text.length, text });

const validate = (body: string, files: PackageFile[] = [], more: { siblings?: { name: string }[] } = {}) =>
  validatePackage({ folderName: "my-skill", files: [file("SKILL.md", header + body), ...files], ...more })
    .issues;

const rulesOf = (issues: readonly { rule: string }[]): string[] => issues.map((issue) => issue.rule);

test("a sound package has no issues", () => {
  const files = [file("references/guide.md"), file("scripts/run.sh"), file("LICENSE")];
  const body =
    "# Do\n\nRead [the guide](references/guide.md#part) and run `scripts/run.sh`. See https://x.example/a.md.\n";
  expect(validate(body, files)).toEqual([]);
});

test("without a SKILL.md nothing else is said about it", () => {
  const { skill, issues } = validatePackage({ folderName: "x", files: [file("README.md")] });
  expect(issues).toMatchObject([{ rule: "skill-file-missing", severity: "error", path: "SKILL.md" }]);
  expect(skill).toMatchObject({ name: "x", loads: false });
});

test("skill.md is read, with a warning, when SKILL.md is missing", () => {
  const { skill, issues } = validatePackage({
    folderName: "my-skill",
    files: [file("skill.md", `${header}Body`)],
  });
  expect(skill.loads).toBe(true);
  expect(issues).toMatchObject([{ rule: "skill-file-case", path: "skill.md", severity: "warning" }]);
});

describe("links", () => {
  test("a missing file is named at the exact place, with the nearest name as its fix", () => {
    const body = "Read [it](references/giude.md).\n";
    const [issue] = validate(body, [file("references/guide.md")]);
    expect(issue).toMatchObject({
      rule: "link-missing",
      severity: "warning",
      range: { startLine: 5, startColumn: 11, endLine: 5, endColumn: 30 },
      message: "The package has no file references/giude.md. Did you mean references/guide.md?",
    });
    expect(applyEdits(header + body, issue?.fix?.edits ?? [])).toBe(
      `${header}Read [it](references/guide.md).\n`,
    );
  });

  test("a file of the same name elsewhere is offered", () => {
    const [issue] = validate("[a](guide.md)", [file("references/guide.md")]);
    expect(issue?.fix?.title).toBe("Change to references/guide.md");
  });

  test("a path in other case or form is corrected", () => {
    const [issue] = validate("[a](References/Guide.md)", [file("references/guide.md")]);
    expect(issue).toMatchObject({ rule: "link-case", fix: { edits: [{ text: "references/guide.md" }] } });
  });

  test.each(["[a](../other/SKILL.md)", "`../../shared/x.py`"])("%s leaves the package", (body) => {
    expect(rulesOf(validate(body))).toEqual(["link-outside"]);
  });

  test.each([
    "[a](https://x.example) [b](#part) [c](mailto:a@b) [d](/abs) [e](references/)",
    "```\n[a](nowhere.md) `references/nowhere.md`\n```\n",
    "`path/to/file.txt` and `{name}/x.md` and ~~~",
    '![a](references/guide.md "title") and [b](<references/guide.md>) and [c](references/guide%2Emd)',
  ])("%j has no broken link", (body) => {
    expect(
      rulesOf(validate(body, [file("references/guide.md")])).filter((rule) => rule.startsWith("link")),
    ).toEqual([]);
  });

  test("a link whose text repeats its path is one mention, and a rename mends both", () => {
    const body = "[`references/a.md`](references/a.md) `references/b.md`\n";
    const missing = validate(body).filter((issue) => issue.rule === "link-missing");
    expect(missing.map((issue) => issue.range.startColumn)).toEqual([21, 39]);
    const move = { oldPath: "references/a.md", newPath: "references/c.md" };
    expect(
      applyEdits(
        body,
        renameLinks(body, "SKILL.md", new Map([[move.oldPath, move.newPath]]), new Set([move.oldPath])),
      ),
    ).toBe("[`references/c.md`](references/c.md) `references/b.md`\n");
  });

  test("deep and unmentioned files are noted", () => {
    const deep = "references/a/b/c/d/e/f.md";
    expect(rulesOf(validate("Text", [file(deep), file("data.csv")]))).toEqual([
      "link-too-deep",
      "file-unmentioned",
      "file-unmentioned",
    ]);
    expect(validate("All of references/", [file("references/x.md")])).toEqual([]);
  });
});

describe("the body", () => {
  test("empty, long and costly bodies are warned of", () => {
    expect(rulesOf(validate(" \n"))).toEqual(["body-empty"]);
    expect(rulesOf(validate("a\n".repeat(501)))).toEqual(["body-too-many-lines"]);
    expect(validate("word ".repeat(4001))).toMatchObject([
      { rule: "body-too-many-tokens", message: expect.stringContaining("5,00") },
    ]);
    expect(rulesOf(validate("\u6587".repeat(5001)))).toEqual(["body-too-many-tokens"]);
  });

  test("a command for the host is noted where it stands", () => {
    expect(validate("Now !`date` and x!`y`\n")).toMatchObject([
      { rule: "body-command", severity: "info", range: { startLine: 5, startColumn: 5, endColumn: 12 } },
    ]);
  });
});

describe("siblings", () => {
  test.each([["my-skill"], ["my_skill"], ["MySkill"]])("%s can be confused", (name) => {
    expect(rulesOf(validate("Body", [], { siblings: [{ name: "other" }, { name }] }))).toEqual([
      "name-collision",
    ]);
  });
});

describe("paths and limits", () => {
  test("each problem is an issue of its file", () => {
    const files = [
      file("a.md"),
      file("A.md"),
      file("../x"),
      { path: "big.bin", size: 11_000_000 },
      { path: "more.bin", size: 9_000_000 },
    ];
    const issues = validate("a.md big.bin more.bin", files).filter((issue) => issue.severity === "error");
    expect(issues.map((issue) => [issue.rule, issue.path])).toEqual([
      ["path-collision", "A.md"],
      ["path-traversal", "../x"],
      ["file-too-large", "big.bin"],
      ["package-too-large", "SKILL.md"],
    ]);
    expect(issues[2]?.message).toBe("big.bin has 10.5 MiB; the limit is 10 MiB a file.");
  });

  test("more files than the limit are refused by number", () => {
    const files = Array.from({ length: 501 }, (_, index) => file(`notes/${index}.md`));
    expect(validate("notes/", files)).toMatchObject([
      { rule: "package-too-many-files", message: "The package has 502 files; the limit is 500." },
    ]);
  });
});

test("strict holds the package to the reference", () => {
  const files = [file("SKILL.md", "---\nname: other\ndescription: Use when\nmodel: x\n---\nBody")];
  const strict = validatePackage({ folderName: "my-skill", files, mode: "strict" }).issues;
  expect(strict.map(({ rule, severity }) => [rule, severity])).toEqual([
    ["host-field", "error"],
    ["name-mismatch", "error"],
  ]);
  const lenient = validatePackage({ folderName: "my-skill", files }).issues;
  expect(lenient.map(({ severity }) => severity)).toEqual(["info", "warning"]);
});

describe("renameLinks", () => {
  const rename = (text: string, from: string, oldPath: string, newPath: string): string =>
    applyEdits(text, renameLinks(text, from, new Map([[oldPath, newPath]]), new Set([oldPath])));

  test("mends links and mentions of the moved file only", () => {
    const text = "[a](references/a.md#x) `references/a.md` [b](./references/a.md) [c](references/b.md)";
    expect(rename(text, "SKILL.md", "references/a.md", "docs/new name.md")).toBe(
      "[a](docs/new%20name.md#x) `docs/new name.md` [b](./docs/new%20name.md) [c](references/b.md)",
    );
  });

  test("writes the path as seen from the document", () => {
    expect(rename("[a](b.md)", "references/a.md", "references/b.md", "references/sub/b.md")).toBe(
      "[a](sub/b.md)",
    );
    expect(rename("[a](b.md)", "references/a.md", "references/b.md", "b.md")).toBe("[a](../b.md)");
  });
});
