import { describe, expect, it } from "vitest";
import type { ReadFact } from "@/lib/hosts/exchange-reading-schema";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { pinSkills } from "./pin-skills";

const { db } = testDatabase();
const skill = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "First.\n",
  files: { "references/style.md": "Short sentences, and few of them.\n" },
};

/** A fact that a text of this version went by. */
const sawVersion = (skillId: string, version: number): ReadFact => ({
  kind: "activated",
  tokens: 1,
  bytes: 1,
  sha256: "",
  skill: { skillId, name: skill.name, version, draftRevision: null, digest: "d" },
});

async function aWorkspace() {
  const ines = await aContext(db);
  const skillId = await aStoredSkill(ines, skill);
  const { revision: baseRevision } = await getDraft(ines, { skill: skill.name });
  const text = skillText({ ...skill, body: "Second.\n" });
  const changes = [{ op: "write", path: "SKILL.md", text } as const];
  await changeDraft(ines, { skill: skill.name, baseRevision, changes });
  const { revision, digest } = await getDraft(ines, { skill: skill.name });
  await publishSkill(ines, { skill: skill.name, revision, digest, note: "" });
  return { ines, skillId };
}

describe("the skills to compare with", () => {
  it("are in the version that was last seen, else in the newest", async () => {
    const { ines, skillId } = await aWorkspace();
    const versionOf = async (...facts: ReadFact[]) =>
      (await pinSkills(ines, [skill.name], facts)).skills.map(({ ref }) => ref.version);
    expect(await versionOf()).toEqual([2]);
    expect(await versionOf(sawVersion(skillId, 2), sawVersion(skillId, 1))).toEqual([1]);
    expect(await versionOf(sawVersion(skillId, 9))).toEqual([2]);
  });

  it("are not in a version that was withdrawn, unless that was seen", async () => {
    const { ines, skillId } = await aWorkspace();
    await withdrawVersion(ines, { skill: skill.name, number: 2, reason: "It is wrong" });
    const versionOf = async (...facts: ReadFact[]) =>
      (await pinSkills(ines, [skill.name], facts)).skills.map(({ ref }) => ref.version);
    expect(await versionOf()).toEqual([1]);
    expect(await versionOf(sawVersion(skillId, 2))).toEqual([2]);
    await withdrawVersion(ines, { skill: skill.name, number: 1, reason: "It is wrong" });
    expect(await versionOf()).toEqual([null]);
  });

  it("are read from skill.md as well, byte order mark or not", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill, false);
    const { revision: baseRevision } = await getDraft(ines, { skill: skill.name });
    const text = `\uFEFF${skillText({ ...skill, description: "Told in lower case." })}`;
    const changes = [{ op: "write", path: "SKILL.md", text } as const];
    await changeDraft(ines, { skill: skill.name, baseRevision, changes });
    await db.draftFile.updateMany({ where: { path: "SKILL.md" }, data: { path: "skill.md" } });
    const { skills } = await pinSkills(ines, [skill.name], []);
    expect(skills.map(({ ref, description }) => [ref.version, description])).toEqual([
      [null, "Told in lower case."],
    ]);
  });

  it("are drafts where nothing is published, and nobody else's", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, skill, false);
    const { skills } = await pinSkills(ines, [skill.name, "imagegen", "odd\u0000", "\ud800"], []);
    expect(skills.map(({ ref, description }) => [ref.version, ref.draftRevision, description])).toEqual([
      [null, 1, skill.description],
    ]);
    expect((await pinSkills(await aContext(db), [skill.name], [])).skills).toEqual([]);
  });

  it("come with their files, and nothing of a skill that is not among them", async () => {
    const { ines, skillId } = await aWorkspace();
    const { source, skills } = await pinSkills(ines, ["Release-Notes"], []);
    const [ref] = skills.map((one) => one.ref);
    if (!ref) throw new Error("There is no skill.");
    expect((await source.listFiles(ref)).map(({ path }) => path).sort()).toEqual([
      "SKILL.md",
      "references/style.md",
    ]);
    const text = await source.readFile(ref, "references/style.md");
    expect(Buffer.from(text ?? []).toString()).toBe(skill.files["references/style.md"]);
    expect(await source.readFile(ref, "none.md")).toBeNull();
    const other = { ...ref, skillId: crypto.randomUUID() };
    expect([await source.listFiles(other), await source.readFile(other, "SKILL.md")]).toEqual([[], null]);
    expect(skillId).toBe(ref.skillId);
  });
});
