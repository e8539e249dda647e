import { describe, expect, it } from "vitest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import type { Context } from "./context";
import type { Role } from "./permissions";
import { inPermittedTransaction, inSkillTransaction } from "./permitted-transaction";

const { db } = testDatabase();

const roleTo = ({ workspace, actor }: Context, role: Role) =>
  db.member.update({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId: actor.userId } },
    data: { role },
  });

const nameOf = async ({ workspace }: Context) =>
  (await db.workspace.findUniqueOrThrow({ where: { id: workspace.id } })).name;

describe("inPermittedTransaction", () => {
  it("hands on the transaction and the role of this moment, and leaves the outer context as it was", async () => {
    const owner = await aContext(db);
    const author = await aColleague(owner, "author");
    await roleTo(author, "admin");
    const seen = await inPermittedTransaction(author, "workspace.edit", async (context) => {
      await context.db.workspace.update({ where: { id: context.workspace.id }, data: { name: "Inside" } });
      return {
        role: context.workspace.role,
        isOuter: context.db === author.db,
        outside: await nameOf(author),
      };
    });
    expect(seen).toEqual({ role: "admin", isOuter: false, outside: owner.workspace.name });
    expect(await nameOf(author)).toBe("Inside");
    expect(author.workspace.role).toBe("author");
  });

  it("does not begin its work when the role no longer allows it, or there is no role any more", async () => {
    const owner = await aContext(db);
    const author = await aColleague(owner, "author");
    const begin = () => inPermittedTransaction(author, "library.edit", async () => "begun");
    expect(await begin()).toBe("begun");
    await roleTo(author, "viewer");
    await expect(begin()).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await inPermittedTransaction(author, null, async ({ workspace }) => workspace.role)).toBe(
      "viewer",
    );
    await db.member.deleteMany({ where: { userId: author.actor.userId } });
    await expect(begin()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("takes back what was written when its work fails", async () => {
    const owner = await aContext(db);
    const failing = inPermittedTransaction(owner, "workspace.edit", async (context) => {
      await context.db.workspace.update({ where: { id: context.workspace.id }, data: { name: "Lost" } });
      throw new Error("The work fails.");
    });
    await expect(failing).rejects.toThrow("The work fails.");
    expect(await nameOf(owner)).toBe(owner.workspace.name);
  });
});

describe("inSkillTransaction", () => {
  it("lets a co-maintainer go on whose role was lowered meanwhile, at their skill alone", async () => {
    const owner = await aContext(db);
    const { skillId } = await aPackage(owner, { name: "deploy-tools" });
    const author = await aColleague(owner, "author");
    const { userId } = author.actor;
    const workspaceId = owner.workspace.id;
    await db.skillMaintainer.create({
      data: { skillId, userId, workspaceId, addedById: owner.actor.userId },
    });
    await roleTo(author, "viewer");
    const roleAt = (skill: string) =>
      inSkillTransaction(author, { skill }, "library.edit", async ({ workspace }) => workspace.role);
    expect(await roleAt("deploy-tools")).toBe("viewer");
    await expect(roleAt("other-tools")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
