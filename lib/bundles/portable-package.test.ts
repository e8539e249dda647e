import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSkill } from "@/lib/skills/parse-skill";
import { referenceVerdict } from "@/lib/skills/reference-validator";
import type { FileBytes } from "./package-bytes";
import { portablePackage } from "./portable-package";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (file: FileBytes | undefined): string => new TextDecoder().decode(file?.bytes);
const packageOf = (skill: string, path = "SKILL.md"): FileBytes[] => [
  { path: "scripts/run.sh", bytes: bytes("ls") },
  { path, bytes: bytes(skill) },
];
const rulesOf = (skill: string, folderName = "my-skill"): string[] =>
  portablePackage(folderName, packageOf(skill)).problems.map((problem) => problem.rule);

describe("a portable package", () => {
  test("has only the six fields: the others move under metadata, as text", () => {
    const portable = portablePackage(
      "my-skill",
      packageOf(
        "---\nname: my-skill\ndescription: Use: when asked\nallowed-tools: [Read, Bash]\nmodel: x\nhooks: {a: [b]}\nversion: 2\ntags:\nmetadata:\n  version: 1.0\n  openclaw:\n    os: [linux]\n---\nBody\n",
        "skill.md",
      ),
    );
    expect(portable.problems).toEqual([]);
    expect(portable.moved).toEqual([
      { field: "model", to: "metadata.model" },
      { field: "hooks", to: "metadata.hooks" },
      { field: "version", to: "metadata.version-2" },
      { field: "tags", to: null },
    ]);
    expect(portable.files.map((file) => file.path)).toEqual(["scripts/run.sh", "SKILL.md"]);
    const written = text(portable.files[1]);
    expect(referenceVerdict(written, "my-skill").errors).toEqual([]);
    const skill = parseSkill(written, { mode: "strict", folderName: "my-skill" });
    expect(skill).toMatchObject({
      description: "Use: when asked",
      allowedTools: ["Read", "Bash"],
      body: "Body\n",
      loads: true,
    });
    expect({ ...skill.metadata }).toEqual({
      version: "1.0",
      "version-2": "2",
      openclaw: '{"os":["linux"]}',
      model: "x",
      hooks: '{"a":["b"]}',
    });
  });

  test("metadata that is no map becomes one", () => {
    const list = portablePackage("a", packageOf("---\nname: a\ndescription: d\nmetadata:\n  - x\n---\nB"));
    expect(list.moved).toEqual([{ field: "metadata", to: "metadata.metadata" }]);
    const empty = portablePackage("a", packageOf("---\nname: a\ndescription: d\nmetadata:\n---\nB"));
    expect(text(empty.files[1])).toBe("---\nname: a\ndescription: d\n---\nB");
  });

  test.each([
    ["name: My_Skill\ndescription: d", ["name-upper-case", "name-characters", "name-mismatch"]],
    ["name: my-skill\ndescription: <b>", ["description-markup"]],
    [`name: my-skill\ndescription: ${"d".repeat(1025)}`, ["description-too-long"]],
    [`name: my-skill\ndescription: ${"\u{1f680}".repeat(513)}`, ["description-too-long-utf16"]],
    [`name: my-skill\ndescription: d\ncompatibility: ${"d".repeat(501)}`, ["compatibility-too-long"]],
    ["name: my-skill\nname: b", ["yaml-duplicate-key"]],
  ])("is refused with the rule where a host would refuse it: %s", (frontmatter, rules) => {
    expect(rulesOf(`---\n${frontmatter}\n---\nBody`)).toEqual(rules);
  });

  test("is refused for names some hosts keep for themselves or cannot read", () => {
    expect(rulesOf("---\nname: claude-x\ndescription: d\n---\n", "claude-x")).toEqual(["name-reserved"]);
    expect(rulesOf("---\nname: \u00e9t\u00e9\ndescription: d\n---\n", "\u00e9t\u00e9")).toEqual([
      "name-not-ascii",
    ]);
  });

  test("keeps to the smallest limits of any host, and needs a SKILL.md", () => {
    const skill = packageOf("---\nname: a\ndescription: d\n---\n");
    const large = { path: "big.bin", bytes: new Uint8Array(1024 * 1024 + 1) };
    expect(portablePackage("a", [...skill, large]).problems[0]?.rule).toBe("file-too-large");
    expect(portablePackage("a", [large]).problems[0]?.rule).toBe("skill-file-missing");
    expect(portablePackage("a", [{ path: "SKILL.md", bytes: Uint8Array.of(0xff) }]).files).toEqual([]);
  });

  test("whatever its fields say, it is strictly valid or refused", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom(
        "a --- b",
        "---",
        "|",
        "a: b",
        "[x]",
        "&a",
        "no",
        "1.0",
        "x #y",
        "\n\n",
        "\u0085",
        "- a",
      ),
    );
    const key = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom("__proto__", "a---b", "metadata", "<<"),
    );
    fc.assert(
      fc.property(value, fc.dictionary(key, value, { maxKeys: 4 }), (description, others) => {
        const fields = Object.entries(others).map(
          ([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`,
        );
        const source = `---\nname: a\ndescription: ${JSON.stringify(description)}\n${fields.join("\n")}\n---\nBody`;
        const { files, problems } = portablePackage("a", packageOf(source));
        expect(problems.length > 0 || referenceVerdict(text(files[1]), "a").errors.length === 0).toBe(true);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
