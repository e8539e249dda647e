import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import type { Context } from "./context";
import { isAllowedOn, requireSkillPermission } from "./skill-permission";

const { db } = testDatabase();
const skill = "deploy-tools";

async function aMaintainer() {
  const owner = await aContext(db);
  const { skillId } = await aPackage(owner, { name: skill });
  await aPackage(owner, { name: "other-tools" });
  const maintainer = await aColleague(owner, "viewer");
  await db.skillMaintainer.create({
    data: {
      skillId,
      userId: maintainer.actor.userId,
      workspaceId: owner.workspace.id,
      addedById: owner.actor.userId,
    },
  });
  return { owner, maintainer, skillId };
}

describe("isAllowedOn", () => {
  it("lets a co-maintainer do what authors do, to that skill alone, by its name or its id", async () => {
    const { maintainer, skillId } = await aMaintainer();
    for (const permission of ["library.edit", "reviews.request", "discussion.comment"] as const) {
      expect(await isAllowedOn(maintainer, { skill }, permission)).toBe(true);
      expect(await isAllowedOn(maintainer, { skillId }, permission)).toBe(true);
      expect(await isAllowedOn(maintainer, { skill: "other-tools" }, permission)).toBe(false);
      expect(await isAllowedOn(maintainer, { skill: "nowhere" }, permission)).toBe(false);
    }
  });

  it("gives a co-maintainer nothing that an author does not have", async () => {
    const { maintainer } = await aMaintainer();
    for (const permission of [
      "library.publish",
      "reviews.approve",
      "findings.dismiss",
      "library.delete",
    ] as const)
      expect(await isAllowedOn(maintainer, { skill }, permission)).toBe(false);
  });

  it("says no to a colleague, and to a co-maintainer in another workspace with a skill of that name", async () => {
    const { owner, maintainer } = await aMaintainer();
    expect(await isAllowedOn(await aColleague(owner, "viewer"), { skill }, "library.edit")).toBe(false);
    const elsewhere = await aContext(db);
    await aPackage(elsewhere, { name: skill });
    const visitor: Context = { ...maintainer, workspace: { ...elsewhere.workspace, role: "viewer" } };
    expect(await isAllowedOn(visitor, { skill }, "library.edit")).toBe(false);
  });

  it("binds a co-maintainer's key by its scopes", async () => {
    const { maintainer } = await aMaintainer();
    const keyed = (scope: "read" | "write"): Context => ({
      ...maintainer,
      actor: {
        ...maintainer.actor,
        key: { id: skill, name: "CI", workspaceId: maintainer.workspace.id, scopes: [scope] },
      },
    });
    expect(await isAllowedOn(keyed("write"), { skill }, "library.edit")).toBe(true);
    expect(await isAllowedOn(keyed("read"), { skill }, "library.edit")).toBe(false);
    await expect(requireSkillPermission(keyed("read"), { skill }, "library.edit")).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("key"),
    });
  });
});

describe("a viewer who is co-maintainer", () => {
  it("saves the draft of that skill and is refused at the next one, which says what role it needs", async () => {
    const { maintainer } = await aMaintainer();
    const save = async (name: string) => {
      const { revision } = await getDraft(maintainer, { skill: name });
      return changeDraft(maintainer, {
        skill: name,
        baseRevision: revision,
        changes: [{ op: "write", path: "notes.md", text: "Mine.\n" }],
      });
    };
    expect(await save(skill)).toMatchObject({ updatedBy: { id: maintainer.actor.userId } });
    await expect(save("other-tools")).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Your role here is viewer; this needs author or above.",
    });
  });
});
