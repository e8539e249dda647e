import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { addMaintainer } from "../commands/add-maintainer";
import { archiveSkill } from "../commands/archive-skill";
import { removeMaintainer } from "../commands/remove-maintainer";
import { renameSkill } from "../commands/rename-skill";
import { restoreVersion } from "../commands/restore-version";
import { getSkill } from "../get-skill";
import { listSkills } from "../list-skills";
import { listMaintainers } from "./list-maintainers";

const { db } = testDatabase();
const skill = "deploy-tools";
const idOf = (context: Context) => context.actor.userId;

async function aSkill() {
  const owner = await aContext(db);
  await aPackage(owner, { name: skill, publishNote: "First" });
  await aPackage(owner, { name: "other-tools" });
  return owner;
}

describe("addMaintainer", () => {
  it("takes nobody whose account is deactivated", async () => {
    const owner = await aSkill();
    const viewer = await aColleague(owner, "viewer", "Ines");
    await db.user.update({ where: { id: idOf(viewer) }, data: { deactivatedAt: new Date() } });
    await expect(addMaintainer(owner, { skill, person: idOf(viewer) })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("deactivated"),
    });
    expect((await listMaintainers(owner, { skill })).items).toEqual([]);
  });

  it("lets a viewer restore, rename and archive that skill, and says so of each skill", async () => {
    const owner = await aSkill();
    const viewer = await aColleague(owner, "viewer", "Ines");
    expect((await getSkill(viewer, { skill })).mayEdit).toBe(false);
    expect(await addMaintainer(owner, { skill, person: idOf(viewer) })).toMatchObject({
      items: [{ person: { name: "Ines" }, addedBy: { id: idOf(owner) } }],
      mayManage: true,
    });
    expect((await getSkill(viewer, { skill })).mayEdit).toBe(true);
    const { items } = await listSkills(viewer, { sort: "name" });
    expect(items.map(({ name, mayEdit }) => [name, mayEdit])).toEqual([
      [skill, true],
      ["other-tools", false],
    ]);
    expect((await listSkills(owner, {})).items.map(({ mayEdit }) => mayEdit)).toEqual([true, true]);
    await restoreVersion(viewer, { skill, number: 1, baseRevision: 1 });
    await renameSkill(viewer, { skill, name: "ship-tools" });
    await archiveSkill(viewer, { skill: "ship-tools" });
    await expect(archiveSkill(viewer, { skill: "other-tools" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is written into the audit trail once, however often it is asked for", async () => {
    const owner = await aSkill();
    const viewer = await aColleague(owner, "viewer", "Ines");
    await Promise.all(
      Array.from({ length: 20 }, () => addMaintainer(owner, { skill, person: idOf(viewer) })),
    );
    await removeMaintainer(owner, { skill, person: idOf(viewer) });
    await removeMaintainer(owner, { skill, person: idOf(viewer) });
    const rows = await db.audit.findMany({
      where: { workspaceId: owner.workspace.id, action: { startsWith: "maintainer." } },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      {
        action: "maintainer.added",
        objectName: skill,
        detail: { person: { id: idOf(viewer), name: "Ines" } },
      },
      { action: "maintainer.removed", objectName: skill, detail: { person: { name: "Ines" } } },
    ]);
  });

  it("is for admins and for the author who created the skill", async () => {
    const owner = await aSkill();
    const viewer = await aColleague(owner, "viewer");
    const author = await aColleague(owner, "author");
    await aPackage(author, { name: "authored" });
    await expect(addMaintainer(author, { skill, person: idOf(viewer) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await addMaintainer(author, { skill: "authored", person: idOf(viewer) });
    expect((await listMaintainers(viewer, { skill: "authored" })).mayManage).toBe(false);
    await expect(addMaintainer(viewer, { skill: "authored", person: idOf(viewer) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const demoted = { ...author, workspace: { ...author.workspace, role: "viewer" as const } };
    await expect(addMaintainer(demoted, { skill: "authored", person: idOf(owner) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const key = { id: skill, name: "CI", workspaceId: owner.workspace.id, scopes: ["write"] as const };
    await expect(
      addMaintainer(
        { ...author, actor: { ...author.actor, key } },
        { skill: "authored", person: idOf(owner) },
      ),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("knows nobody and no skill of elsewhere", async () => {
    const [owner, stranger] = [await aSkill(), await aSkill()];
    const person = (await aPerson(db)).actor.userId;
    await expect(addMaintainer(owner, { skill, person })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(addMaintainer(owner, { skill: "nowhere", person: idOf(owner) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(addMaintainer(owner, { skill, person: idOf(stranger) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a co-maintainer", () => {
  it("may step down", async () => {
    const owner = await aSkill();
    const viewer = await aColleague(owner, "viewer");
    await addMaintainer(owner, { skill, person: idOf(viewer) });
    expect((await removeMaintainer(viewer, { skill, person: idOf(viewer) })).items).toEqual([]);
    await expect(removeMaintainer(viewer, { skill, person: idOf(owner) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("who is removed keeps no skill, also when added at the same moment", async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await aSkill();
      const viewer = await aColleague(owner, "viewer");
      await Promise.allSettled([
        addMaintainer(owner, { skill, person: idOf(viewer) }),
        removeMember(owner, { member: idOf(viewer) }),
      ]);
      expect(await db.skillMaintainer.count({ where: { userId: idOf(viewer) } })).toBe(0);
    }
  });
});
