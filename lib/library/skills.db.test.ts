import { describe, expect, it } from "vitest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { archiveSkill, restoreSkill } from "./commands/archive-skill";
import { createSkill } from "./commands/create-skill";
import { deleteSkill } from "./commands/delete-skill";
import { duplicateSkill } from "./commands/duplicate-skill";
import { renameSkill } from "./commands/rename-skill";
import { getDraft, getDraftFile } from "./drafts/get-draft";
import { getSkill } from "./get-skill";
import { listSkills } from "./list-skills";
import { skillTemplates } from "./skill-schema";

const { db } = testDatabase();
const skill = "pdf-tools";

async function anAgentWith(context: Awaited<ReturnType<typeof aContext>>, skillId: string, name: string) {
  const workspaceId = context.workspace.id;
  const agent = await db.agent.create({
    data: { workspaceId, slug: name.toLowerCase(), name, createdById: context.actor.userId },
  });
  await db.assignment.create({ data: { agentId: agent.id, skillId, workspaceId, priority: 1 } });
}

describe("createSkill", () => {
  it.each(skillTemplates)(
    "makes a draft from the template %s that has no errors, and no warning but for what is still to be written",
    async (template) => {
      const context = await aContext(db);
      const created = await createSkill(context, { name: "my-skill", template });
      expect(created).toMatchObject({ name: "my-skill", state: "draft", errorCount: 0, latestVersion: null });
      // A blank skill says what is still to be written; nothing else is wrong with it.
      expect(created.warningCount).toBe(template === "blank" ? 1 : 0);
      expect(created.blockingCount).toBe(0);
      expect(created.metadataTokens).toBeGreaterThan(10);
      expect(await getDraft(context, { skill: "my-skill" })).toMatchObject({ revision: 1, findings: [] });
    },
  );

  it("lets one of two win when both take the same name", async () => {
    const context = await aContext(db);
    const results = await Promise.allSettled([
      createSkill(context, { name: "twin" }),
      createSkill(context, { name: "twin" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", details: { reason: "name-taken" } },
    });
  });

  it("refuses names that no host would take, and people who only read", async () => {
    const context = await aContext(db);
    for (const name of ["", "Upper", "a b", "-a", "a--b", "a".repeat(65), "../x"])
      await expect(createSkill(context, { name })).rejects.toThrow();
    const viewer = await aColleague(context, "viewer");
    await expect(createSkill(viewer, { name: "mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("duplicateSkill", () => {
  it("copies the draft under another name, which SKILL.md then says, and nothing else", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: skill, files: { "a.md": "a" }, publishNote: "first" });
    const copy = await duplicateSkill(context, { skill, name: "pdf-copy" });
    expect(copy).toMatchObject({ name: "pdf-copy", state: "draft", versions: [], latestVersion: null });
    const { text } = await getDraftFile(context, { skill: "pdf-copy", path: "SKILL.md" });
    expect(text).toContain("name: pdf-copy\n");
    expect(await getDraftFile(context, { skill: "pdf-copy", path: "a.md" })).toMatchObject({ text: "a" });
  });

  it("refuses a taken name and finds nothing of another workspace", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    await aPackage(here, { name: skill });
    await expect(duplicateSkill(here, { skill, name: skill })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(duplicateSkill(there, { skill, name: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("renameSkill", () => {
  it("renames the skill and mends the name in its draft, as a new revision", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, { name: skill, publishNote: "first" });
    const renamed = await renameSkill(context, { skill, name: "pdf-kit" });
    expect(renamed).toMatchObject({ id: skillId, name: "pdf-kit", draftRevision: 2, state: "draft-ahead" });
    expect(renamed.frontmatter[0]).toEqual({ key: "name", value: "pdf-kit" });
    await expect(getSkill(context, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuses a taken name whole, and lets one of two renames win", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: skill });
    await aPackage(context, { name: "other" });
    await expect(renameSkill(context, { skill, name: "other" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await getSkill(context, { skill })).toMatchObject({ draftRevision: 1 });
    const results = await Promise.allSettled([
      renameSkill(context, { skill, name: "one" }),
      renameSkill(context, { skill, name: "two" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const stranger = await aContext(db);
    await expect(renameSkill(stranger, { skill: "other", name: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("archiveSkill", () => {
  it("hides a skill from the list until it is restored, twice is once", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, { name: skill });
    await archiveSkill(context, { skill });
    expect(await archiveSkill(context, { skill })).toMatchObject({ archived: true, state: "archived" });
    expect(await listSkills(context, {})).toMatchObject({ total: 0 });
    expect(await listSkills(context, { state: "archived" })).toMatchObject({ total: 1 });
    expect(await restoreSkill(context, { skill })).toMatchObject({ archived: false, state: "draft" });
    expect(await db.audit.count({ where: { objectId: skillId, action: "skill.archived" } })).toBe(1);
    const stranger = await aContext(db);
    await expect(archiveSkill(stranger, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("deleteSkill", () => {
  it("deletes a skill with its versions when its name is typed", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, { name: skill, publishNote: "first" });
    await expect(deleteSkill(context, { skill, confirmName: "pdf" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await deleteSkill(context, { skill, confirmName: skill });
    expect(await db.version.count({ where: { skillId } })).toBe(0);
    expect(await db.audit.count({ where: { objectId: skillId, action: "skill.deleted" } })).toBe(1);
  });

  it("refuses while agents have it, and names them", async () => {
    const context = await aContext(db);
    const { skillId } = await aPackage(context, { name: skill });
    await anAgentWith(context, skillId, "Support");
    await anAgentWith(context, skillId, "Release");
    await expect(deleteSkill(context, { skill, confirmName: skill })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "pdf-tools is assigned to Release, Support. Take it from them first.",
      details: { agents: [{ slug: "release" }, { slug: "support" }] },
    });
  });

  it("needs an admin and finds nothing of another workspace; of two deletions one wins", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: skill });
    const author = await aColleague(context, "author");
    const input = { skill, confirmName: skill };
    await expect(deleteSkill(author, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(deleteSkill(await aContext(db), input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const results = await Promise.allSettled([deleteSkill(context, input), deleteSkill(context, input)]);
    expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(await listSkills(context, {})).toMatchObject({ total: 0 });
  });
});
