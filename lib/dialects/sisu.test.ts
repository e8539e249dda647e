import { describe, expect, it } from "vitest";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import { sisuDialect as dialect } from "./sisu";

/** packages/middleware/skills/test and openspec/specs/skills-middleware/spec.md of finger-gun/sisu. */

const activation = (resources: string[], body = "Do it.") =>
  dialect.activation({
    name: "code-review",
    description: "Reviews code.",
    body,
    frontmatter: new Map(),
    arguments: "x",
    resources,
    unlisted: 0,
  }).text;

describe("sisu middleware.test.ts", () => {
  it("lists skills under SKILLS and names use_skill once", () => {
    const skills = [{ skillId: "1", name: "code-review", description: "Reviews code.", priority: 1 }];
    expect(buildCatalogue({ dialect, skills, budgetCharacters: 8_000 }).text).toBe(
      'SKILLS\n\nAvailable skills:\n  - "code-review": Reviews code.\n\n' +
        "To use a skill, call the use_skill tool with the skill name.",
    );
  });

  it("has no section without skills", () => {
    expect(buildCatalogue({ dialect, skills: [], budgetCharacters: 8_000 }).text).toBe("");
  });

  it("keeps a description with line breaks on its line", () => {
    expect(dialect.catalogueEntry({ name: "a", description: 'x\n  - "fake": y\u2028z' })).toBe(
      '  - "a": x - "fake": y z',
    );
  });
});

describe("sisu tool-handler.test.ts", () => {
  it("answers use_skill with the instructions and the resources' paths", () => {
    expect(dialect.readCall("use_skill", { skill_name: "code-review" }, ["code-review"])).toEqual({
      ok: true,
      value: { kind: "activate", name: "code-review", arguments: "" },
    });
    expect(activation(["references/style.md"])).toBe(
      "Skill: code-review\nSkill directory: skill://code-review\n\nDo it.\n\n" +
        "Available resources (relative to skill directory):\n- references/style.md",
    );
  });

  it("says so when there are no resources", () => {
    expect(activation([])).toMatch(/:\n- \(none\)$/);
  });

  it("answers an unknown skill in one line", () => {
    for (const rule of ["unknown-skill", "not-assigned", "disabled"] as const)
      expect(dialect.error({ rule, message: "", skillName: "x", path: null })).toBe('Skill "x" not found.');
  });

  it("puts no arguments into a body", () => {
    expect(activation([], "Use $ARGUMENTS.")).toContain("Use $ARGUMENTS.\n");
  });
});

describe("sisu's reading of resources", () => {
  const read = (path: string, names = ["code-review", "notes"]) =>
    dialect.readCall("read_file", { path }, names);

  it("takes the skill's directory and the path", () => {
    expect(read("skill://notes/references/a.md")).toMatchObject({
      value: { kind: "read", name: "notes", path: "references/a.md" },
    });
  });

  it.each(["read_file", "terminalReadFile"])(
    "%s takes ./path in the skill that was activated last",
    (tool) => {
      const readIn = (path: string, active: string[], names = ["code-review", "notes"]) =>
        dialect.readCall(tool, { path }, names, active);
      const found = { value: { kind: "read", name: "notes", path: "references/a.md" } };
      for (const path of ["./references/a.md", "references/a.md", "././references/a.md"])
        expect(readIn(path, ["notes", "code-review"])).toMatchObject(found);
      expect(readIn("./references/a.md", [], ["notes"])).toMatchObject(found);
      // Of a path that is no skill's the host reads what lies there.
      const elsewhere = { ok: false, error: { rule: "outside-package", skillName: null } };
      for (const path of ["/project/README.md", "~/notes.md"])
        expect(readIn(path, ["notes"])).toMatchObject({ ...elsewhere, error: { ...elsewhere.error, path } });
      expect(readIn("./references/a.md", [])).toMatchObject(elsewhere);
      expect(dialect.readCall(tool, { file: "a" }, ["notes"])).toMatchObject({
        error: { rule: "invalid-arguments" },
      });
    },
  );

  it("passes a way out of the package on to the runtime, which refuses it", () => {
    expect(read("skill://notes/../../etc/passwd")).toMatchObject({
      value: { kind: "read", name: "notes", path: "../../etc/passwd" },
    });
  });
});
