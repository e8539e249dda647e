import { beforeAll, describe, expect, it } from "vitest";
import { connectModules } from "@/lib/api/connect-modules";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import type { Context } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { removeLabel } from "@/lib/library/commands/remove-label";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/get-draft";
import { testDatabase } from "@/lib/testing/database";
import { approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews";
import { changePolicy } from "./commands/change-policy";

const { db } = testDatabase();
beforeAll(connectModules);

const gone = { code: "NOT_FOUND", message: "You are no longer a member of this workspace." };
const label = { skill: reviewed, label: "staging" };

describe("a request that began before its person lost the role", () => {
  const remove = (owner: Context, { actor }: Context) => removeMember(owner, { member: actor.userId });
  const demote = (owner: Context, { actor }: Context, role: Role) =>
    changeRole(owner, { member: actor.userId, role });

  it("publishes, approves, saves and restores nothing once they were removed", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await approve(admin, number);
    for (const person of [author, reviewer]) await remove(owner, person);
    await expect(publish(reviewer)).rejects.toMatchObject(gone);
    await expect(approve(reviewer, number)).rejects.toMatchObject(gone);
    await expect(save(author, "notes.md", "late\n")).rejects.toMatchObject(gone);
    const { revision: baseRevision } = await getDraft(owner, { skill: reviewed });
    await expect(restoreVersion(author, { skill: reviewed, number: 1, baseRevision })).rejects.toMatchObject(
      gone,
    );
  });

  it("is judged by the role of the moment", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    const { number } = await askForReview(author);
    await setLabel(reviewer, { ...label, version: 1, expectedVersion: null });
    await demote(owner, reviewer, "viewer");
    await demote(owner, admin, "viewer");
    const refused = { code: "FORBIDDEN", details: { role: "viewer" } };
    await expect(publish(reviewer)).rejects.toMatchObject(refused);
    await expect(approve(reviewer, number)).rejects.toMatchObject(refused);
    await expect(save(reviewer, "notes.md", "late\n")).rejects.toMatchObject(refused);
    await expect(removeLabel(reviewer, { ...label, expectedVersion: 1 })).rejects.toMatchObject(refused);
    await expect(setLabel(reviewer, { ...label, version: 1, expectedVersion: 1 })).rejects.toMatchObject(
      refused,
    );
    await expect(
      withdrawVersion(reviewer, { skill: reviewed, number: 1, reason: "Too late" }),
    ).rejects.toMatchObject(refused);
    await expect(changePolicy(admin, { approvals: 0 })).rejects.toMatchObject(refused);
  });

  it("passes by no policy when they are an owner no more", async () => {
    const { owner, author, admin } = await aTeam(db);
    await demote(owner, admin, "owner");
    await demote(owner, owner, "reviewer");
    await expect(publish(owner, { bypassReason: "It is urgent" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "policy", mayBypass: false },
    });
    await expect(save(author, "notes.md", "fine\n")).resolves.toBeUndefined();
  });
});
