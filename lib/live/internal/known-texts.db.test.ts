import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { findKnownTexts } from "./known-texts";

const { db } = testDatabase();
const skill = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "First.\n",
  files: { "references/style.md": "Short.\n" },
};

async function save(context: Context, path: string, text: string): Promise<void> {
  const { revision } = await getDraft(context, { skill: skill.name });
  await changeDraft(context, {
    skill: skill.name,
    baseRevision: revision,
    changes: [{ op: "write", path, text }],
  });
}
async function publish(context: Context): Promise<void> {
  const { revision, digest } = await getDraft(context, { skill: skill.name });
  await publishSkill(context, { skill: skill.name, revision, digest, note: "" });
}
const versionsOf = async (context: Context, path: string, name = skill.name) =>
  (await findKnownTexts(context, { name, path }))?.known.map(
    ({ skill: { version, draftRevision }, text }) => [
      version ?? `r${draftRevision}`,
      text.split("\n").at(-2),
    ],
  );

describe("the known texts of a skill's file", () => {
  it("are those of every version, the newest first, and the draft's at last", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill);
    await save(ines, "SKILL.md", skillText({ ...skill, body: "Second.\n" }));
    await publish(ines);
    await save(ines, "SKILL.md", skillText({ ...skill, body: "Third.\n" }));
    expect(await versionsOf(ines, "SKILL.md")).toEqual([
      [2, "Second."],
      [1, "First."],
      ["r3", "Third."],
    ]);
    expect((await findKnownTexts(ines, { name: skill.name, path: "SKILL.md" }))?.latestVersion).toBe(2);
  });

  it("know the latest version also where more newer ones than are read were withdrawn", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill);
    const { id: _, ...first } = await db.version.findFirstOrThrow({
      where: { workspaceId: ines.workspace.id },
    });
    const numbers = Array.from({ length: 31 }, (_, index) => index + 2);
    await db.$executeRaw`
      INSERT INTO "Version" SELECT v.* FROM "Version" o, generate_series(2, 32) n,
        jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', n)) v
      WHERE o."skillId" = ${first.skillId}::uuid AND o.number = 1`;
    for (const number of numbers)
      await withdrawVersion(ines, { skill: skill.name, number, reason: "It is wrong" });
    expect((await findKnownTexts(ines, { name: skill.name, path: "SKILL.md" }))?.latestVersion).toBe(1);
  });

  it("are those of the versions that have the file, and none of another path", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill);
    await save(ines, "references/new.md", "New.\n");
    expect(await versionsOf(ines, "references/new.md")).toEqual([["r2", "New."]]);
    expect((await versionsOf(ines, "references/style.md"))?.map(([version]) => version)).toEqual([1, "r2"]);
    expect(await versionsOf(ines, "references/none.md")).toEqual([]);
  });

  it("are those of SKILL.md in either spelling, without a byte order mark", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill);
    await save(ines, "SKILL.md", `\uFEFF${skillText({ ...skill, body: "Second.\n" })}`);
    await db.draftFile.updateMany({ where: { path: "SKILL.md" }, data: { path: "skill.md" } });
    expect(await versionsOf(ines, "SKILL.md")).toEqual([
      [1, "First."],
      ["r2", "Second."],
    ]);
    const known = (await findKnownTexts(ines, { name: skill.name, path: "skill.md" }))?.known ?? [];
    expect(known.map((one) => one.text.startsWith("---"))).toEqual([true, true]);
  });

  it("are found by the folded name, in their own workspace alone", async () => {
    const [ines, stranger] = [await aContext(db), await aContext(db)];
    await aStoredSkill(ines, skill);
    expect(await versionsOf(ines, "SKILL.md", "Release-Notes")).toHaveLength(2);
    expect(await versionsOf(ines, "SKILL.md", "release-note")).toBeUndefined();
    expect(await versionsOf(stranger, "SKILL.md")).toBeUndefined();
  });

  it.each([
    ["release-notes\u0000", "SKILL.md"],
    ["release-notes", "SKILL.md\u0000"],
    ["release-notes", "\udc00"],
  ])("are none for a name or path that no database keeps: %j %j", async (name, path) => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill);
    expect(await findKnownTexts(ines, { name, path })).toBeNull();
  });
});
