import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { loadDirectories } from "@/lib/imports/commands/load-directories";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders } from "@/lib/testing/folders";
import { aPackage, skillText } from "@/lib/testing/packages";
import { plain, store, upload, zipOf } from "@/lib/testing/uploads";
import { createSkill } from "./commands/create-skill";
import { duplicateSkill } from "./commands/duplicate-skill";
import { foldSkillNames } from "./commands/fold-skill-names";
import { renameSkill } from "./commands/rename-skill";
import { listSkills } from "./list-skills";

const { db, ownerUrl } = testDatabase();

const namesIn = async (context: Context) =>
  (await listSkills(context, {})).items.map(({ name }) => name).sort();
const keysIn = async ({ workspace }: Context) =>
  (await db.skill.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: "asc" } })).map(
    ({ nameKey }) => nameKey,
  );
const migration = path.resolve("prisma/migrations/20261122110000_fold_skill_names/migration.sql");
const ligature = "\ufb01le";
const wide = "\uff53\uff4b\uff49\uff4c\uff4c";

describe("names that differ only in case or in the form of their letters", () => {
  it.each([
    ["file", ligature],
    ["skill", wide],
    ["skill", "SKILL"],
    ["x2", "x\u00b2"],
  ])(
    "are one name when a skill is created, renamed or duplicated: %s is taken by %s",
    async (name, holder) => {
      const context = await aContext(db);
      await aPackage(context, { name: holder });
      await aPackage(context, { name: "other" });
      const attempts = [
        createSkill(context, { name }),
        renameSkill(context, { skill: "other", name }),
        duplicateSkill(context, { skill: "other", name }),
      ];
      for (const result of await Promise.allSettled(attempts)) {
        expect(result).toMatchObject({
          reason: { code: "CONFLICT", details: { reason: "name-taken", name, skill: holder } },
        });
        expect(result.status === "rejected" && result.reason.message).toBe(
          `There is a skill named ${holder} already; ${name} differs from it only in case or in the form of its letters. Choose another name.`,
        );
      }
      expect(await namesIn(context)).toEqual(["other", holder].sort());
    },
  );

  it("are free again when the other is renamed, in another workspace, and for the skill itself", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    await aPackage(here, { name: "SKILL" });
    await createSkill(there, { name: "skill" });
    await renameSkill(here, { skill: "SKILL", name: "skill" });
    await renameSkill(here, { skill: "skill", name: "other" });
    await createSkill(here, { name: "skill" });
    expect(await namesIn(here)).toEqual(["other", "skill"]);
  });

  it("let one of two win when both are taken at the same moment", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "a.zip": await zipOf({ one: plain("TWIN") }) });
    const [, done] = await Promise.all([
      createSkill(context, { name: "twin" }).catch((error: unknown) => error),
      store(context, found.id, { choices: [{ itemId: found.items[0]?.id ?? "", choice: "create" }] }),
    ]);
    expect(done.report.stored + done.report.failed).toBe(1);
    expect(await namesIn(context)).toHaveLength(1);
  });
});

describe("an import with such a name", () => {
  it("says which skill has it, and leaves the package out unless somebody chose another name", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "file" });
    const archive = await zipOf({ one: plain(ligature), two: plain("fresh") });
    const found = await upload(context, { "a.zip": archive });
    expect(found.items.map(({ match }) => match)).toEqual([
      { kind: "similar-name", within: "library", skill: "file", version: null },
      null,
    ]);
    const done = await store(context, found.id, { rest: "update" });
    expect(done.items.map(({ state, rule, message }) => [state, rule, message])).toEqual([
      [
        "skipped",
        "name-taken",
        `There is a skill named file already; ${ligature} differs from it only in case or in the form of its letters.`,
      ],
      ["stored", null, null],
    ]);
    const again = await upload(context, { "b.zip": await zipOf({ one: plain(ligature) }) });
    await store(context, again.id, { rest: "rename" });
    expect(await namesIn(context)).toEqual(["file", "fresh", `${ligature}-2`]);
  });

  it("fails that package alone when it is to be created or updated all the same", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "file" });
    for (const choice of ["create", "update", "rename"] as const) {
      const found = await upload(context, {
        "a.zip": await zipOf({ one: plain("FILE"), two: plain(`fresh-${choice}`) }),
      });
      const [first, second] = found.items;
      const choices = [
        { itemId: first?.id ?? "", choice, ...(choice === "rename" ? { newName: "file" } : {}) },
        { itemId: second?.id ?? "", choice: "create" as const },
      ];
      const done = await store(context, found.id, { choices });
      expect(done.items.map(({ state, rule }) => [state, rule])).toEqual([
        ["failed", "name-taken"],
        ["stored", null],
      ]);
      expect(done.items[0]?.message).toContain("There is a skill named file already");
    }
  });

  it("knows the first of two in the same archive, and numbers a copy past every form of a name", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "TOOL-2" });
    const found = await upload(context, { "a.zip": await zipOf({ one: plain("tool"), two: plain("Tool") }) });
    expect(found.items[1]?.match).toEqual({
      kind: "similar-name",
      within: "import",
      skill: "tool",
      version: null,
    });
    await store(context, found.id, { rest: "rename" });
    expect(await namesIn(context)).toEqual(["TOOL-2", "Tool-3", "tool"]);
  });
});

describe("folders on disk with such names", () => {
  it("are told apart from a skill of the library, and from one another, in words", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "FILE" });
    const root = aFolder({
      "a/SKILL.md": skillText("file", "From disk.\n"),
      "b/SKILL.md": skillText("tool"),
      "c/SKILL.md": skillText("TOOL"),
    });
    const directories = configuredFolders([root]);
    const { entries } = await loadDirectories(context, directories, { trigger: "request" });
    expect(entries.map(({ outcome, skill, message }) => [outcome, skill, message])).toEqual([
      ["conflict", "FILE", "There is a skill FILE already, with another text, which was not read from here."],
      ["new", "tool", ""],
      [
        "duplicate",
        "TOOL",
        `${root}/b has the name tool already, and comes first; TOOL differs from it only in case or in the form of its letters.`,
      ],
    ]);
    expect(await namesIn(context)).toEqual(["FILE", "tool"]);
  });
});

describe("skills from before names were folded", () => {
  it("go through the migration, also where several share a fold", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    for (const name of ["a1", "a2", "a3", "a4"]) await aPackage(here, { name });
    await aPackage(there, { name: "b1" });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query(`ALTER TABLE "Skill" DROP COLUMN "nameKey"`);
      const before = [
        ["a1", "Pdf-Tools"],
        ["a2", "pdf-tools"],
        ["a3", "PDF-TOOLS"],
        ["a4", ligature],
        ["b1", "PDF-tools"],
      ];
      for (const change of before) await owner.query(`UPDATE "Skill" SET name = $2 WHERE name = $1`, change);
      await owner.query(await readFile(migration, "utf8"));
    } finally {
      await owner.end();
    }
    expect(await keysIn(here)).toEqual(["pdf-tools", "?pdf-tools", "?PDF-TOOLS", `?${ligature}`]);
    expect(await keysIn(there)).toEqual(["pdf-tools"]);
    expect(await foldSkillNames({ db })).toBe(2);
    expect(await keysIn(here)).toEqual(["pdf-tools", "?pdf-tools", "?PDF-TOOLS", "file"]);
    await expect(createSkill(here, { name: "file" })).rejects.toMatchObject({ code: "CONFLICT" });
    await db.workspace.deleteMany({ where: { id: { in: [here.workspace.id, there.workspace.id] } } });
  });

  it("get their fold, oldest first; one that shares it stays usable and gets it once it is free", async () => {
    const context = await aContext(db);
    const names = [ligature, "FILE", wide];
    for (const name of names) {
      const { skillId } = await aPackage(context, { name: `was-${names.indexOf(name)}` });
      await db.skill.update({ where: { id: skillId }, data: { name, nameKey: `?${name}` } });
    }
    expect(await foldSkillNames({ db })).toBe(1);
    expect(await keysIn(context)).toEqual(["file", "?FILE", "skill"]);
    await expect(createSkill(context, { name: "file" })).rejects.toMatchObject({
      details: { skill: ligature },
    });
    await renameSkill(context, { skill: ligature, name: "first" });
    expect(await foldSkillNames({ db })).toBe(0);
    expect(await keysIn(context)).toEqual(["first", "file", "skill"]);
  });
});
